// SPDX-License-Identifier: MIT
// How the ten levels play this game: rows found by matches (docs/levels.md).
#include "games/tokan/tokan.h"

// nodes, depth, lines, halving, careless, slip
const struct level tokan_levels[LEVELS] = {
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
};
