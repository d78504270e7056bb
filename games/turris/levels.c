// SPDX-License-Identifier: MIT
// How the ten levels play this game: rows found by matches (docs/levels.md).
#include "games/turris/turris.h"

// nodes, depth, lines, halving, careless, slip
const struct level turris_levels[LEVELS] = {
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
};
