// SPDX-License-Identifier: MIT
// Perft and random playouts.
#ifndef ABAX_PLAY_PLAYOUT_H
#define ABAX_PLAY_PLAYOUT_H

#include "game/game.h"

// The number of sequences of `depth` actions. Ignores repetition.
uint64_t playout_perft(const struct game *g, const struct game_position *p, unsigned depth);

// Plays at random to the end, in place; returns the number of actions.
unsigned playout_random(const struct game *g, struct game_position *p, struct random *r);

#endif
