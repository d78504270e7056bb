// SPDX-License-Identifier: MIT
// How the ten levels play this game: rows found by matches (docs/levels.md).
#include "games/tiku/tiku.h"

// nodes, depth, lines, halving, careless, slip
const struct level tiku_levels[LEVELS] = {
    {20000, 1, 8, 14, 1000, 1000}, //  1
    {20000, 1, 8, 60, 982, 427},   //  2
    {20000, 1, 8, 60, 840, 250},   //  3
    {23000, 1, 8, 60, 440, 250},   //  4
    {31000, 2, 8, 59, 220, 250},   //  5
    {41000, 2, 6, 50, 62, 250},    //  6
    {53000, 3, 5, 43, 22, 250},    //  7
    {83000, 4, 3, 22, 0, 0},       //  8
    {105000, 7, 2, 14, 0, 0},      //  9
    {2000000, 0, 1, 1, 0, 0},      // 10
};

// What each scored against the one below, and the first against a player that only takes wins, in
// thousandths: docs/levels.md.
const uint16_t tiku_level_scores[LEVELS] = {520, 792, 835, 790, 850, 780, 860, 810, 840, 833};
