// SPDX-License-Identifier: MIT
// The adaptive level ("like me"): it follows a person's results, so that the person wins about
// every other game. Page and terminal store these numbers per game of the program, and count every
// finished game against a player like:N once.
#ifndef ABAX_PLAY_ADAPTIVE_H
#define ABAX_PLAY_ADAPTIVE_H

#include "game/game.h"

struct adaptive_level {
    unsigned place; // in hundredths of a level; 0: no game yet
    unsigned games; // counted
};

// The level for the next game.
unsigned adaptive_level_now(const struct adaptive_level *a);

// Counts a game by its outcome for the person.
void adaptive_level_count(struct adaptive_level *a, enum game_outcome outcome);

#endif
