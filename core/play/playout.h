// SPDX-License-Identifier: MIT
// Counting and random play through the contract: what perft, the benchmark and the tests measure.
#ifndef ABAX_PLAY_PLAYOUT_H
#define ABAX_PLAY_PLAYOUT_H

#include "game/game.h"

// The number of ways to play `depth` actions. Repetition is not counted.
uint64_t playout_perft(const struct game *g, const struct game_position *p, unsigned depth);

// Plays at random to the end, in place; returns the number of actions.
unsigned playout_random(const struct game *g, struct game_position *p, struct random *r);

#endif
