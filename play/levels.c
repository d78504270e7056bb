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
    {100000, 6, 2, 15, 0, 0},   //  8
    {150000, 0, 1, 1, 0, 0},    //  9
    {2000000, 0, 1, 1, 0, 0},   // 10
};

// Games with secrets count trials, which tell less than nodes, and know no depth.
static const struct level hidden_levels[LEVELS] = {
    {100, 0, 8, 300, 900, 4}, //  1
    {100, 0, 8, 150, 450, 2}, //  2
    {100, 0, 8, 60, 150, 2},  //  3
    {120, 0, 4, 20, 0, 0},    //  4
    {400, 0, 2, 5, 0, 0},     //  5
    {1500, 0, 1, 1, 0, 0},    //  6
    {5000, 0, 1, 1, 0, 0},    //  7
    {20000, 0, 1, 1, 0, 0},   //  8
    {80000, 0, 1, 1, 0, 0},   //  9
    {400000, 0, 1, 1, 0, 0},  // 10
};

// clang-format off
static const struct {
    const char *game;
    unsigned level;
    struct level row;
} adjusted[] = {
    // Every action more of looking ahead tells much in Tiku: smaller steps.
    {"tiku", 1, {20000, 1, 8, 300, 780, 2}},
    {"tiku", 2, {20000, 1, 8, 150, 500, 2}},
    {"tiku", 3, {30000, 2, 8, 100, 280, 2}},
    {"tiku", 4, {40000, 2, 6, 60, 100, 2}},
    {"tiku", 5, {60000, 2, 5, 40, 0, 0}},
    {"tiku", 6, {80000, 3, 3, 15, 0, 0}},
    {"tiku", 7, {100000, 5, 3, 15, 0, 0}},
    {"tiku", 8, {100000, 8, 2, 12, 0, 0}},
    {"tiku", 9, {250000, 0, 1, 1, 0, 0}},
    {"tiku", 10, {1500000, 0, 1, 1, 0, 0}},
    {"yoxii", 4, {40000, 2, 6, 50, 40, 2}},
    // More nodes soon change little in Kwinty and Turris: a wide step to level 10.
    {"kwinty", 9, {100000, 8, 2, 8, 0, 0}},
    {"turris", 1, {20000, 1, 8, 300, 850, 2}},
    {"turris", 6, {80000, 4, 4, 35, 0, 0}},
    {"turris", 8, {100000, 7, 2, 15, 0, 0}},
    {"turris", 9, {400000, 10, 1, 1, 0, 0}},
};
// clang-format on

const struct level *level_parameters(const struct game *g, unsigned level)
{
    assert(level >= 1 && level <= LEVELS);
    for (unsigned i = 0; i < sizeof adjusted / sizeof *adjusted; i++) {
        if (adjusted[i].level == level && !strcmp(adjusted[i].game, g->name))
            return &adjusted[i].row;
    }
    return g->hidden ? &hidden_levels[level - 1] : &open_levels[level - 1];
}
