// SPDX-License-Identifier: MIT
// The level "like me": a place among the levels that follows a person's results in a game, so that the person wins about every
// other time. Whoever keeps it (the page, the terminal) keeps these numbers, one set a game, and counts every finished game
// against a player like:N once.
#ifndef ABAX_PLAY_LIKE_H
#define ABAX_PLAY_LIKE_H

#include "game/game.h"

struct like {
    unsigned place; // in hundredths of a level; 0: nothing was played yet
    unsigned games; // counted so far
};

// The level to play at now.
unsigned like_level(const struct like *l);

// Counts a game: how it ended for the person.
void like_count(struct like *l, enum game_outcome outcome);

#endif
