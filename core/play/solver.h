// SPDX-License-Identifier: MIT
// What needs no estimate: wins, draws and losses from the rules, the game's book, or a bounded proof search in games
// that have one. play/think.c asks here for whoever thinks: players of full strength, hints, analysis and reviews. What
// it says is proven; "open" is common.
#ifndef ABAX_PLAY_SOLVER_H
#define ABAX_PLAY_SOLVER_H

#include "play/history.h"
#include "search/proof.h"

struct solver {
    struct proof *proof; // allocated when first needed
    struct proof_table table;
    void *memory; // of the table
};

// What may be spent on one answer.
struct solver_budget {
    uint64_t nodes;         // of a proof search for each question; 0: only what is known without
    bool win, loss;         // the questions: does the seat win by force, does it lose
    bool (*poll)(void *to); // true: stop; or NULL
    void *to;
};

enum solver_word { SOLVER_OPEN, SOLVER_LOSS, SOLVER_DRAW, SOLVER_WIN };

// Whether it can ever know more than the rules and a search do.
bool solver_serves(const struct game *g);

// Takes the memory that proofs of this game need. False without it: then what only a proof can tell stays open.
bool solver_prepare(struct solver *c, const struct game *g);

// What is certain after an action, for the seat that plays it.
enum solver_word solver_after(struct solver *c, const struct history *history, game_action action,
                              const struct solver_budget *budget);

// What is certain for the seat to act; with a win or a draw, an action that keeps it. A win is the shortest one that
// is on the board, otherwise the one that took the least work to prove.
enum solver_word solver_here(struct solver *c, const struct history *history,
                             const struct solver_budget *budget, game_action *action);

// Whether the seat to act is known not to win.
bool solver_denies_win(const struct history *history);

// Takes the memory that proofs about a game need, if they need any; false when there is none.
bool solver_ready(struct solver *c, const struct game *g);

// Forgets earlier games. What was proven in a game is kept until then: it is asked again move by move.
void solver_forget(struct solver *c);
void solver_clear(struct solver *c);

#endif
