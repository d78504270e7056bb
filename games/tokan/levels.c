// SPDX-License-Identifier: MIT
// How the ten levels play this game: rows found by matches (docs/levels.md).
#include "games/tokan/tokan.h"

// nodes, depth, lines, halving, careless, slip
const struct level tokan_levels[LEVELS] = {
    {20000, 1, 8, 60, 1000, 400}, //  1
    {20000, 1, 8, 60, 831, 250},  //  2
    {22000, 1, 8, 60, 505, 250},  //  3
    {28000, 2, 8, 60, 325, 250},  //  4
    {37000, 2, 6, 52, 107, 250},  //  5
    {52000, 3, 5, 44, 85, 250},   //  6
    {72000, 4, 5, 34, 0, 0},      //  7
    {85000, 5, 4, 27, 0, 0},      //  8
    {95000, 6, 3, 20, 0, 0},      //  9
    {2000000, 0, 1, 1, 0, 0},     // 10
};

// What each scored against the one below, and the first against a player that only takes wins, in
// thousandths: docs/levels.md.
const uint16_t tokan_level_scores[LEVELS] = {525, 637, 637, 772, 708, 735, 710, 700, 615, 650};
