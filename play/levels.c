// SPDX-License-Identifier: MIT
// Levels from 1, for somebody who plays for the first time, to 10, about a second a move.
//
// A level looks a few actions ahead and chooses among its best lines: each line's loss, in thousandths of
// win chance against the best line, halves its odds every `halving`. Low levels are also careless now and
// then: they draw a few actions at random and play the one that looks worst at a glance. That, and not a
// blind choice, is what makes them lose; a win that is proven or that stands on the board is always taken.
//
// One set of rows serves all open games. Where a match was outside of 60 to 85 %, the game has a row of its
// own; docs/levels.md has the matches.
#include "play/levels.h"

#include <assert.h>
#include <string.h>

// nodes, depth, lines, halving, careless, careless_of
static const struct level open_levels[LEVELS] = {
    {20000, 1, 8, 300, 850, 3}, //  1
    {20000, 1, 8, 150, 400, 2}, //  2
    {30000, 2, 8, 100, 200, 2}, //  3
    {40000, 2, 6, 60, 80, 2},   //  4
    {60000, 3, 5, 40, 0, 0},    //  5
    {80000, 4, 4, 30, 0, 0},    //  6
    {100000, 5, 3, 20, 0, 0},   //  7
    {100000, 0, 2, 12, 0, 0},   //  8
    {400000, 0, 1, 1, 0, 0},    //  9
    {2000000, 0, 1, 1, 0, 0},   // 10
};

// Games with secrets count trials, which tell less than nodes, and know no depth.
static const struct level hidden_levels[LEVELS] = {
    {100, 0, 8, 300, 850, 3}, //  1
    {100, 0, 8, 150, 450, 2}, //  2
    {100, 0, 8, 60, 150, 2},  //  3
    {150, 0, 4, 20, 0, 0},    //  4
    {350, 0, 3, 10, 0, 0},    //  5
    {1000, 0, 2, 5, 0, 0},    //  6
    {3000, 0, 1, 1, 0, 0},    //  7
    {12000, 0, 1, 1, 0, 0},   //  8
    {60000, 0, 1, 1, 0, 0},   //  9
    {400000, 0, 1, 1, 0, 0},  // 10
};

static const struct {
    const char *game;
    unsigned level;
    struct level row;
} adjusted[] = {
    {"tiku", 2, {20000, 1, 8, 200, 600, 2}},
};

const struct level *level_parameters(const struct game *g, unsigned level)
{
    assert(level >= 1 && level <= LEVELS);
    for (unsigned i = 0; i < sizeof adjusted / sizeof *adjusted; i++) {
        if (adjusted[i].level == level && !strcmp(adjusted[i].game, g->name))
            return &adjusted[i].row;
    }
    return g->hidden ? &hidden_levels[level - 1] : &open_levels[level - 1];
}
