// SPDX-License-Identifier: MIT
// What the network sees of a tower. Nothing here leaves the folder.
//
// Left out, since they did not lower the loss on games held out: the cubes under the tops, squares
// of the sides that are seen behind the front, sizes of groups and their sums over the sides,
// single placements, bare blocks, the blocks placed last.
#ifndef ABAX_GAMES_TURRIS_INPUTS_H
#define ABAX_GAMES_TURRIS_INPUTS_H

#include "game/net.h"
#include "games/turris/features.h"

enum {
    TURRIS_TOP_KINDS = 5,     // upper, left, right, near, far
    TURRIS_ROWS = 7,          // of a front that are looked at: three unfinished, four below
    TURRIS_ROW_PATTERNS = 27, // three squares: nothing, own, theirs
    TURRIS_HANDS = TURRIS_BLOCKS + 1,
    TURRIS_MOST_AHEAD = 10, // blocks more or less in hand
    TURRIS_MOST_PLACES = 48,
    TURRIS_MOST_TARGETS = 9,
    TURRIS_PLAIN_RANGES = 61, // of the plain value

    // By cell and its height above the finished levels: whose its top cube is, and what it is a
    // half of.
    TURRIS_INPUT_TOP = 0,
    // By side and row from the highest an unfinished level can be: the pattern of the front.
    TURRIS_INPUT_ROW = TURRIS_INPUT_TOP + TURRIS_CELLS * (TURRIS_SPREAD + 1) * 2 * TURRIS_TOP_KINDS,
    TURRIS_INPUT_HAND =
        TURRIS_INPUT_ROW + SIDES * TURRIS_ROWS * TURRIS_ROW_PATTERNS, // own, theirs,
    TURRIS_INPUT_AHEAD = TURRIS_INPUT_HAND + 2 * TURRIS_HANDS,        // and the difference
    TURRIS_INPUT_PLACES =
        TURRIS_INPUT_AHEAD + 2 * TURRIS_MOST_AHEAD + 1, // how many placements are legal
    TURRIS_INPUT_TARGETS =
        TURRIS_INPUT_PLACES + TURRIS_MOST_PLACES + 1, // bare enemy blocks, if the middle is free
    TURRIS_INPUT_BARRED = TURRIS_INPUT_TARGETS + TURRIS_MOST_TARGETS + 1, // by cell
    TURRIS_INPUT_FINISHED = TURRIS_INPUT_BARRED + TURRIS_CELLS,           // levels
    TURRIS_INPUT_PLAIN = TURRIS_INPUT_FINISHED + TURRIS_LEVELS + 1,
    TURRIS_INPUT_BONUS = TURRIS_INPUT_PLAIN + TURRIS_PLAIN_RANGES,
    TURRIS_INPUT_FREE_GROUND,
    TURRIS_INPUTS,
    TURRIS_STAGES = 16, // by blocks left, eight in a bonus and eight without
};

void turris_inputs(const struct turris_position *t, const struct turris_view *v, int plain,
                   struct net_inputs *inputs);

extern const char turris_weights[]; // made of net.bin

#endif
