// SPDX-License-Identifier: MIT
// The parameters of a game's levels: its own, or the defaults of levels.c.
#ifndef ABAX_PLAY_LEVELS_H
#define ABAX_PLAY_LEVELS_H

#include "base/catalogue.h"
#include "game/game.h"
#include "game/level.h"

// The parameters of a level from 1 to LEVELS in a game with these options.
const struct level *level_parameters(const struct game *g, const struct game_options *options,
                                     unsigned level);

// A level's name, the same in every language, and a sentence about how it plays; `messages` may be
// NULL. The id is for callers that translate by themselves.
const char *level_name(unsigned level);
const char *level_about(const struct catalogue *messages, unsigned level);
const char *level_about_id(unsigned level);

#endif
