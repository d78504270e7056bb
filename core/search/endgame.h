// SPDX-License-Identifier: MIT
// The endgame solver for hidden information: when the tree of public views from here to the end
// fits the budget, solves it by CFR+ from the current belief and plays the solution.
#ifndef ABAX_SEARCH_ENDGAME_H
#define ABAX_SEARCH_ENDGAME_H

#include "search/cfr.h"

// Solves and fills the report except for its beliefs. Returns the solution, which lies in `memory`
// (aligned to 64), with the task's position in it at `place`. NULL, with an empty report, when the
// rest of the game is too large for the task's budget or the memory.
//
// `previous` is the solution of an earlier move (or NULL) and `place` the position in it. The
// solver goes on from it, because only one consistent plan is hard to exploit. If the other side
// does not reach this position in that plan, the rest is solved again. The first choice of the
// report is drawn from the mixed strategy by the task's seed.
struct cfr *endgame_solve(void *memory, size_t bytes, const struct imperfect_task *task,
                          const struct determinizations *determinizations, struct cfr *previous,
                          struct cfr_place *place, struct imperfect_report *report);

#endif
