// SPDX-License-Identifier: MIT
// Levels from 1, for somebody who plays for the first time, to 10, about a second a move.
//
// A level looks a few actions ahead and chooses among its best lines: each line's loss, in thousandths of
// win chance against the best line, halves its odds every `halving`. Low levels are also careless now and
// then: they draw a few actions at random and play the one that looks worst at a glance. That, and not a
// blind choice, is what makes them lose; a win that is proven or that stands on the board is always taken.
#include "play/levels.h"

#include <assert.h>

static const struct level levels[LEVELS] = {
    // nodes, depth, lines, halving, careless, careless_of
    {20000, 1, 8, 300, 850, 2}, //  1
    {20000, 1, 8, 150, 400, 2}, //  2
    {30000, 2, 8, 100, 200, 2}, //  3
    {40000, 2, 6, 60, 80, 2},   //  4
    {60000, 3, 5, 40, 0, 0},    //  5
    {80000, 4, 4, 30, 0, 0},    //  6
    {120000, 0, 3, 20, 0, 0},   //  7
    {200000, 0, 2, 12, 0, 0},   //  8
    {400000, 0, 1, 1, 0, 0},    //  9
    {1000000, 0, 1, 1, 0, 0},   // 10
};

const struct level *level_parameters(unsigned level)
{
    assert(level >= 1 && level <= LEVELS);
    return &levels[level - 1];
}
