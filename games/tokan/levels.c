// SPDX-License-Identifier: MIT
// How the ten levels play this game: rows found by matches (docs/levels.md).
#include "games/tokan/tokan.h"

// nodes, depth, lines, halving, careless, slip
const struct level tokan_levels[LEVELS] = {
    {20000, 1, 8, 60, 1000, 396}, //  1
    {20000, 1, 8, 60, 750, 250},  //  2
    {25000, 2, 8, 60, 399, 250},  //  3
    {34000, 2, 7, 56, 170, 250},  //  4
    {45000, 2, 6, 47, 41, 250},   //  5
    {61000, 3, 5, 39, 0, 0},      //  6
    {86000, 5, 4, 27, 0, 0},      //  7
    {100000, 6, 3, 18, 0, 0},     //  8
    {140000, 0, 1, 4, 0, 0},      //  9
    {2000000, 0, 1, 1, 0, 0},     // 10
};
