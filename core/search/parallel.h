// SPDX-License-Identifier: MIT
// Several threads on one position: they share nothing but the table, through which each profits from what
// the others found. The first one's result counts. In the browser module there is only the first.
#ifndef ABAX_SEARCH_PARALLEL_H
#define ABAX_SEARCH_PARALLEL_H

#include "search/search.h"

enum { PARALLEL_MOST = 64 };

// Like search_run, with `count` memories, one a thread. The node limit is each thread's; the report
// counts the nodes of all. A thread that cannot be started is done without.
void parallel_run(struct search **searches, unsigned count, const struct search_task *task,
                  struct search_report *report);

#endif
