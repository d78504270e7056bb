// SPDX-License-Identifier: MIT
// How strong a level plays: one table, in levels.c.
#ifndef ABAX_PLAY_LEVELS_H
#define ABAX_PLAY_LEVELS_H

#include "game/game.h"

enum { LEVELS = 10 };

struct level {
    uint64_t nodes;   // searched for a choice, at most; trials in a game with secrets
    unsigned depth;   // actions looked ahead, at most; 0: as many as the nodes allow
    unsigned lines;   // best lines to choose among
    unsigned halving; // a line that costs so many thousandths of win chance is chosen half as often
    unsigned careless;    // how many of 1000 actions are chosen without a search
    unsigned careless_of; // the least promising of so many random actions is then taken
};

// The parameters of a level from 1 to LEVELS in a game.
const struct level *level_parameters(const struct game *g, unsigned level);

#endif
