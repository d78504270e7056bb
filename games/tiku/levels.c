// SPDX-License-Identifier: MIT
// How the ten levels play this game: rows found by matches (docs/levels.md).
#include "games/tiku/tiku.h"

// nodes, depth, lines, halving, careless, slip
const struct level tiku_levels[LEVELS] = {
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
};
