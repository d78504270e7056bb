// SPDX-License-Identifier: MIT
// Exact play near the end of a game with secrets: where all that everybody may see from here on fits a tree, it is solved
// from what is believed, and played from the solution.
#ifndef ABAX_SEARCH_ENDING_H
#define ABAX_SEARCH_ENDING_H

#include "search/cfr.h"

// Solves, and fills the report but for its beliefs; the solution lies in the memory, `place` is where the task stands in it. NULL, and
// nothing said, when the rest of the game is too large for the task's effort or for the memory, aligned to 64. A solution of before
// (or NULL), in which the game now stands at `place`, is learned on and played on from: only so the plan is one that a best
// response gains next to nothing against. Where the other side never came by it, the rest is solved anew. The first choice is drawn
// by its share in the solution, by the task's seed.
struct cfr *ending_run(void *memory, size_t bytes, const struct hidden_task *task,
                       const struct deals *deals, struct cfr *before, struct cfr_place *place,
                       struct hidden_report *report);

#endif
