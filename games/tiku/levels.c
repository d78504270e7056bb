// SPDX-License-Identifier: MIT
// How the ten levels play this game: rows found by matches (docs/levels.md).
#include "games/tiku/tiku.h"

// nodes, depth, lines, halving, careless, slip
const struct level tiku_levels[LEVELS] = {
    {20000, 1, 8, 14, 1000, 1000}, //  1
    {20000, 1, 8, 60, 965, 402},   //  2
    {20000, 1, 8, 60, 810, 250},   //  3
    {24000, 1, 8, 60, 410, 250},   //  4
    {31000, 2, 8, 59, 214, 250},   //  5
    {41000, 2, 6, 49, 56, 250},    //  6
    {55000, 3, 5, 42, 14, 250},    //  7
    {88000, 5, 4, 25, 0, 0},       //  8
    {180000, 9, 2, 12, 0, 0},      //  9
    {2000000, 0, 1, 1, 0, 0},      // 10
};
