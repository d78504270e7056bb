// SPDX-License-Identifier: MIT
// The rows of a game's levels: its own, or those of levels.c.
#ifndef ABAX_PLAY_LEVELS_H
#define ABAX_PLAY_LEVELS_H

#include "game/game.h"
#include "game/level.h"

// The parameters of a level from 1 to LEVELS in a game with these options.
const struct level *level_parameters(const struct game *g, const struct game_options *options,
                                     unsigned level);

#endif
