// SPDX-License-Identifier: MIT
// How the ten levels play this game: rows found by matches (docs/levels.md).
#include "games/kwinty/kwinty.h"

// nodes, depth, lines, halving, careless, slip
const struct level kwinty_levels[LEVELS] = {
    {20000, 1, 8, 38, 1000, 1000}, //  1
    {20000, 1, 8, 60, 1000, 262},  //  2
    {21000, 1, 8, 60, 558, 250},   //  3
    {29000, 2, 8, 60, 269, 250},   //  4
    {39000, 2, 6, 51, 81, 250},    //  5
    {52000, 3, 5, 44, 21, 250},    //  6
    {74000, 4, 4, 33, 0, 0},       //  7
    {100000, 7, 2, 16, 0, 0},      //  8
    {120000, 15, 2, 8, 0, 0},      //  9
    {2000000, 0, 1, 1, 0, 0},      // 10
};

// What each scored against the one below, and the first against a player that only takes wins, in
// thousandths: docs/levels.md.
const uint16_t kwinty_level_scores[LEVELS] = {425, 715, 752, 772, 730, 720, 668, 745, 790, 667};
