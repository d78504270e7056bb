// SPDX-License-Identifier: MIT
// Random openings for engine matches, self-play and the bench, so that deterministic players do not
// play the same game again.
#ifndef ABAX_PLAY_OPENING_H
#define ABAX_PLAY_OPENING_H

#include "game/game.h"

enum { OPENING_MOST = 64 };

// Draws `plies` random actions, or fewer if need be, after which the game is not over. Returns how
// many. Equal seeds give equal openings.
unsigned opening_draw(const struct game *g, const struct game_position *start, unsigned plies,
                      uint64_t seed, game_action actions[OPENING_MOST]);

#endif
