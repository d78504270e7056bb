// SPDX-License-Identifier: MIT
// How the ten levels play this game: rows found by matches (docs/levels.md).
#include "games/yoxii/yoxii.h"

// nodes, depth, lines, halving, careless, slip
const struct level yoxii_levels[LEVELS] = {
    {20000, 1, 8, 24, 1000, 1000}, //  1
    {20000, 1, 8, 60, 858, 250},   //  2
    {25000, 1, 8, 60, 408, 250},   //  3
    {36000, 2, 7, 53, 124, 250},   //  4
    {55000, 3, 5, 42, 13, 250},    //  5
    {84000, 4, 4, 28, 0, 0},       //  6
    {100000, 7, 3, 17, 0, 0},      //  7
    {130000, 0, 1, 5, 0, 0},       //  8
    {380000, 0, 1, 1, 0, 0},       //  9
    {2000000, 0, 1, 1, 0, 0},      // 10
};

// What each scored against the one below, and the first against a player that only takes wins, in
// thousandths: docs/levels.md.
const uint16_t yoxii_level_scores[LEVELS] = {498, 758, 750, 798, 808, 718, 815, 770, 695, 656};
