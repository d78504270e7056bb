// SPDX-License-Identifier: MIT
// Random openings, so that games between the same players differ.
#ifndef ABAX_PLAY_OPENING_H
#define ABAX_PLAY_OPENING_H

#include "game/game.h"

enum { OPENING_MOST = 64 };

// Draws at most `plies` random actions from a position that is not over, such that it is not over after
// them either: fewer when no others are found. Returns how many. Equal seeds give equal openings.
unsigned opening_draw(const struct game *g, const struct game_position *start, unsigned plies,
                      uint64_t seed, game_action actions[OPENING_MOST]);

#endif
