// SPDX-License-Identifier: MIT
// Exact play near the end of a game with secrets: where all that everybody may see from here on fits a tree, it is solved
// from what is believed, and played from the solution.
#ifndef ABAX_SEARCH_ENDING_H
#define ABAX_SEARCH_ENDING_H

#include "search/cfr.h"

// Solves, and fills the report but for its beliefs; the solution lies in the memory. NULL, and nothing said, when the rest of the game is too large for the task's
// effort or for the memory, aligned to 64. The first choice is drawn by its share in the solution, by the task's seed.
struct cfr *ending_run(void *memory, size_t bytes, const struct hidden_task *task,
                       const struct deals *deals, struct hidden_report *report);

#endif
