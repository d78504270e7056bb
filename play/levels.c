// SPDX-License-Identifier: MIT
// Levels from 1, for somebody who plays for the first time, to 10, about a second a move.
//
// A level looks a few actions ahead and chooses among its best lines: each line's loss, in thousandths of
// win chance against the best line, halves its odds every `halving`. Low levels also slip now and then:
// they choose among all actions as they look at a glance, and the odds halve with every `halving` that an
// action's loss is away from the slip's size. So every choice is one by loss, and none is blind; a win that
// is proven or that stands on the board is always taken.
//
// Games differ in length, in luck and in what a look ahead is worth, so each has rows of its own, found by
// matches (docs/levels.md). A game that is not listed gets the first table, or, with secrets, the second.
#include "play/levels.h"

#include <assert.h>
#include <string.h>

// nodes, depth, lines, halving, careless, slip
static const struct level open_levels[LEVELS] = {
    {20000, 1, 8, 80, 900, 600}, //  1
    {20000, 1, 8, 70, 550, 500}, //  2
    {30000, 2, 8, 60, 300, 400}, //  3
    {40000, 2, 6, 50, 100, 300}, //  4
    {60000, 3, 5, 40, 0, 0},     //  5
    {80000, 4, 4, 30, 0, 0},     //  6
    {100000, 5, 3, 20, 0, 0},    //  7
    {100000, 6, 2, 15, 0, 0},    //  8
    {150000, 0, 1, 1, 0, 0},     //  9
    {2000000, 0, 1, 1, 0, 0},    // 10
};

// Games with secrets count trials, which tell less than nodes, and know no depth.
static const struct level hidden_levels[LEVELS] = {
    {100, 0, 8, 40, 985, 700}, //  1
    {100, 0, 8, 40, 665, 700}, //  2
    {100, 0, 8, 40, 415, 650}, //  3
    {100, 0, 8, 40, 160, 600}, //  4
    {120, 0, 4, 30, 0, 0},     //  5
    {300, 0, 2, 8, 0, 0},      //  6
    {720, 0, 1, 1, 0, 0},      //  7
    {1800, 0, 1, 1, 0, 0},     //  8
    {5000, 0, 1, 1, 0, 0},     //  9
    {400000, 0, 1, 1, 0, 0},   // 10
};

static const struct {
    const char *game;
    struct level rows[LEVELS];
} tuned[] = {
    {"tiku",
     {
         {20000, 1, 8, 60, 835, 700}, //  1
         {20000, 1, 8, 60, 635, 700}, //  2
         {30000, 2, 8, 60, 408, 700}, //  3
         {40000, 2, 8, 60, 226, 700}, //  4
         {60000, 3, 6, 50, 152, 700}, //  5
         {80000, 4, 4, 40, 76, 700},  //  6
         {100000, 5, 4, 30, 25, 700}, //  7
         {100000, 7, 3, 28, 0, 0},    //  8
         {130000, 0, 2, 13, 0, 0},    //  9
         {1500000, 0, 1, 1, 0, 0},    // 10
     }},
    {"yoxii",
     {
         {20000, 1, 8, 70, 960, 600}, //  1
         {20000, 1, 8, 70, 580, 500}, //  2
         {30000, 2, 8, 60, 330, 400}, //  3
         {40000, 2, 6, 50, 80, 300},  //  4
         {60000, 3, 5, 40, 0, 0},     //  5
         {80000, 4, 4, 30, 0, 0},     //  6
         {100000, 5, 3, 19, 0, 0},    //  7
         {100000, 7, 2, 14, 0, 0},    //  8
         {150000, 0, 1, 1, 0, 0},     //  9
         {2000000, 0, 1, 1, 0, 0},    // 10
     }},
    {"kwinty",
     {
         {20000, 1, 8, 80, 900, 600}, //  1
         {20000, 1, 8, 70, 420, 500}, //  2
         {30000, 2, 8, 60, 245, 400}, //  3
         {40000, 2, 6, 50, 60, 300},  //  4
         {60000, 3, 5, 44, 0, 0},     //  5
         {80000, 5, 4, 36, 0, 0},     //  6
         {100000, 7, 3, 20, 0, 0},    //  7
         {100000, 10, 2, 16, 0, 0},   //  8
         {200000, 16, 1, 1, 0, 0},    //  9
         {2000000, 0, 1, 1, 0, 0},    // 10
     }},
    {"turris",
     {
         {20000, 1, 8, 80, 720, 600}, //  1
         {20000, 1, 8, 70, 370, 500}, //  2
         {30000, 2, 8, 60, 175, 400}, //  3
         {40000, 2, 6, 43, 14, 300},  //  4
         {60000, 3, 5, 37, 0, 0},     //  5
         {80000, 5, 4, 33, 0, 0},     //  6
         {100000, 7, 3, 30, 0, 0},    //  7
         {100000, 9, 2, 26, 0, 0},    //  8
         {400000, 12, 1, 1, 0, 0},    //  9
         {2000000, 0, 1, 1, 0, 0},    // 10
     }},
    {"tokan",
     {
         {20000, 1, 8, 80, 940, 600}, //  1
         {20000, 1, 8, 70, 490, 500}, //  2
         {30000, 2, 8, 70, 450, 400}, //  3
         {30000, 2, 8, 70, 230, 300}, //  4
         {40000, 2, 6, 70, 85, 250},  //  5
         {60000, 3, 5, 68, 0, 0},     //  6
         {80000, 4, 4, 50, 0, 0},     //  7
         {100000, 5, 3, 22, 0, 0},    //  8
         {100000, 7, 2, 12, 0, 0},    //  9
         {2000000, 0, 1, 1, 0, 0},    // 10
     }},
};

const struct level *level_parameters(const struct game *g, unsigned level)
{
    assert(level >= 1 && level <= LEVELS);
    for (unsigned i = 0; i < sizeof tuned / sizeof *tuned; i++) {
        if (!strcmp(tuned[i].game, g->name))
            return &tuned[i].rows[level - 1];
    }
    return g->hidden ? &hidden_levels[level - 1] : &open_levels[level - 1];
}
