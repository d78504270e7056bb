// SPDX-License-Identifier: MIT
// Wins that need no estimate: from the game's book, or from a short proof search in games that have one.
// Players of full strength ask here first, so that they never leave a proven win.
#ifndef ABAX_PLAY_CERTAIN_H
#define ABAX_PLAY_CERTAIN_H

#include "play/line.h"
#include "search/proof.h"

struct certain {
    struct proof *proof; // allocated when first needed
    void *memory;        // of the table
};

// An action that wins by force. `nodes` bounds the proof search (0: a default); `poll` may stop it (true: stop).
// Without memory, or when nothing is proven, false; nothing is wrong then.
bool certain_win(struct certain *c, const struct line *line, uint64_t nodes, bool (*poll)(void *to),
                 void *to, game_action *action);

// What is certain after an action, for the seat that plays it: GAME_WIN or GAME_LOSS by force, or GAME_DRAW when
// neither is known.
enum game_word certain_after(struct certain *c, const struct line *line, game_action action,
                             uint64_t nodes, bool (*poll)(void *to), void *to);

void certain_clear(struct certain *c);

#endif
