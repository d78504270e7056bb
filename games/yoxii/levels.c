// SPDX-License-Identifier: MIT
// How the ten levels play this game: rows found by matches (docs/levels.md).
#include "games/yoxii/yoxii.h"

// nodes, depth, lines, halving, careless, slip
const struct level yoxii_levels[LEVELS] = {
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
};
