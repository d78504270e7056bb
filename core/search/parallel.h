// SPDX-License-Identifier: MIT
// Lazy SMP: several threads search one position and share nothing but the transposition table. The
// result is that of the first thread. In the browser module there is only the first thread.
#ifndef ABAX_SEARCH_PARALLEL_H
#define ABAX_SEARCH_PARALLEL_H

#include "search/search.h"

enum { PARALLEL_MOST = 64 };

// Like search_run with `count` threads, each with a memory of its own. The node limit is per
// thread; the report counts the nodes of all. Goes on without threads that cannot be started.
void parallel_run(struct search **searches, unsigned count, const struct search_task *task,
                  struct search_report *report);

#endif
