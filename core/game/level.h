// SPDX-License-Identifier: MIT
// How strong a level plays. A game may bring its own rows; play/levels.c has those of the others.
#ifndef ABAX_GAME_LEVEL_H
#define ABAX_GAME_LEVEL_H

#include <stdint.h>

enum { LEVELS = 10 };

struct level {
    uint64_t nodes;   // searched for a choice, at most; simulations in a game with secrets
    unsigned depth;   // actions looked ahead, at most; 0: as many as the nodes allow
    unsigned lines;   // best lines to choose among
    unsigned halving; // a line that costs so many thousandths of win chance is chosen half as often
    unsigned careless; // in how many of 1000 choices it slips, unless a win is proven
    unsigned slip; // about so many thousandths of win chance a slip costs; halving tells how nearly
};

#endif
