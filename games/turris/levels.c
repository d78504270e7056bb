// SPDX-License-Identifier: MIT
// How the ten levels play this game: rows found by matches (docs/levels.md).
#include "games/turris/turris.h"

// nodes, depth, lines, halving, careless, slip
const struct level turris_levels[LEVELS] = {
    {20000, 1, 8, 60, 686, 250}, //  1
    {24000, 1, 8, 60, 426, 250}, //  2
    {33000, 2, 7, 57, 186, 250}, //  3
    {45000, 2, 6, 47, 44, 250},  //  4
    {63000, 3, 5, 38, 0, 0},     //  5
    {79000, 4, 4, 31, 0, 0},     //  6
    {96000, 6, 3, 22, 0, 0},     //  7
    {100000, 7, 2, 15, 0, 0},    //  8
    {120000, 16, 2, 7, 0, 0},    //  9
    {2000000, 0, 1, 1, 0, 0},    // 10
};

// What each scored against the one below, and the first against a player that only takes wins, in
// thousandths: docs/levels.md.
const uint16_t turris_level_scores[LEVELS] = {535, 732, 795, 745, 840, 758, 778, 625, 835, 696};
