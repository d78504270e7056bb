// SPDX-License-Identifier: MIT
// How the ten levels play this game: rows found by matches (docs/levels.md).
#include "games/kwinty/kwinty.h"

// nodes, depth, lines, halving, careless, slip
const struct level kwinty_levels[LEVELS] = {
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
};
