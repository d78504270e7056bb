// SPDX-License-Identifier: MIT
// The solver: proven wins, draws and losses from the rules, the game's book, or a bounded proof
// search in games that support one. play/think.c asks it for full-strength players, hints, analysis
// and reviews. Its values are proven; SOLVER_OPEN, no answer, is common.
#ifndef ABAX_PLAY_SOLVER_H
#define ABAX_PLAY_SOLVER_H

#include "play/history.h"
#include "search/proof.h"

struct solver {
    struct proof *proof; // allocated when first needed
    struct proof_table table;
    void *memory; // of the table
};

// The budget of one question.
struct solver_budget {
    uint64_t nodes;         // of the proof search; 0: only what is known without one
    bool win, loss;         // what to search: does the seat win by force, does it lose
    bool (*poll)(void *to); // true: stop; or NULL
    void *to;
};

enum solver_word { SOLVER_OPEN, SOLVER_LOSS, SOLVER_DRAW, SOLVER_WIN };

// Whether the solver can know more about this game than the rules.
bool solver_serves(const struct game *g);

// Allocates the memory for proofs of this game. Without it (false) only a proof's answers stay
// open.
bool solver_prepare(struct solver *c, const struct game *g);

// The proven value of an action, for the seat that plays it.
enum solver_word solver_after(struct solver *c, const struct history *history, game_action action,
                              const struct solver_budget *budget);

// The proven value of the position for the seat to act; for a win or a draw also an action that
// keeps it. For a win that is an immediate one, or else the one that took the least work to prove.
enum solver_word solver_here(struct solver *c, const struct history *history,
                             const struct solver_budget *budget, game_action *action);

// Whether the seat to act is proven not to win.
bool solver_denies_win(const struct history *history);

// Allocates and commits the memory for proofs of a game, if it needs any. False without memory.
bool solver_ready(struct solver *c, const struct game *g);

// Clears the table for a new game. Within a game it stays: each move asks again.
void solver_forget(struct solver *c);
void solver_clear(struct solver *c);

#endif
