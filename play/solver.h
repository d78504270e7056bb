// SPDX-License-Identifier: MIT
// Wins and losses that need no estimate: from the game's book, or from a short proof search in games that have
// one. Players of full strength ask here first, so that they never leave a proven win, and last, so that they
// do not walk into a loss that a search by depth cannot see.
#ifndef ABAX_PLAY_SOLVER_H
#define ABAX_PLAY_SOLVER_H

#include "play/history.h"
#include "search/proof.h"

struct solver {
    struct proof *proof; // allocated when first needed
    struct proof_table table;
    void *memory; // of the table
};

// An action that wins by force. `nodes` bounds the proof search (0: a default); `poll` may stop it (true: stop).
// Without memory, or when nothing is proven, false; nothing is wrong then.
bool solver_win(struct solver *c, const struct history *history, uint64_t nodes,
                bool (*poll)(void *to), void *to, game_action *action);

// Whether the other seat wins by force after this action; false when that is not proven.
bool solver_loss(struct solver *c, const struct history *history, game_action action,
                 uint64_t nodes, bool (*poll)(void *to), void *to);

// What is certain after an action, for the seat that plays it: GAME_WIN or GAME_LOSS by force, or GAME_DRAW when
// neither is known.
enum game_outcome solver_after(struct solver *c, const struct history *history, game_action action,
                               uint64_t nodes, bool (*poll)(void *to), void *to);

// Forgets earlier games. What was proven in a game is kept until then: it is asked again move by move.
void solver_forget(struct solver *c);
void solver_clear(struct solver *c);

#endif
