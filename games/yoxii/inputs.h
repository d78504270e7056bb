// SPDX-License-Identifier: MIT
// What the network sees of a board. Nothing here leaves the folder.
#ifndef ABAX_GAMES_YOXII_INPUTS_H
#define ABAX_GAMES_YOXII_INPUTS_H

#include "game/net.h"
#include "games/yoxii/roads.h"

// Turning and mirroring brings the totem to one of eight squares, its region. What matters near the
// totem has inputs for each region: they know how far from it a square is.
enum {
    YOXII_REGIONS = 8,
    YOXII_COUNTS = 6,                 // pieces of one value in hand, 0 to 5
    YOXII_EXITS = 9,                  // of the totem, 0 to 8
    YOXII_MOST_LEAD = 12,             // of a seat around the totem; more counts as this
    YOXII_PLANES = 2 * YOXII_SQUARES, // squares of the seat to act, then of the enemy
    YOXII_TRAPS = 3,                  // one exit at most, two, three

    // Each begins where the one before ends.
    YOXII_INPUT_PIECES = 0, // by seat, value and square
    YOXII_INPUT_EXITS =
        YOXII_INPUT_PIECES + YOXII_VALUES * YOXII_PLANES, // where a seat could move the totem
    YOXII_INPUT_LEADS = YOXII_INPUT_EXITS +
                        YOXII_REGIONS * YOXII_PLANES, // open squares with more around for a seat
    YOXII_INPUT_TRAPS =
        YOXII_INPUT_LEADS + YOXII_REGIONS * YOXII_PLANES, // open squares with few exits for a seat
    YOXII_INPUT_JUMPS =
        YOXII_INPUT_TRAPS + YOXII_REGIONS * YOXII_TRAPS * YOXII_PLANES, // and with jumps
    YOXII_INPUT_HANDS = YOXII_INPUT_JUMPS + YOXII_PLANES,               // by seat, value and count
    YOXII_INPUT_EXIT_COUNTS = YOXII_INPUT_HANDS + 2 * YOXII_VALUES * YOXII_COUNTS,
    YOXII_INPUT_LEAD = YOXII_INPUT_EXIT_COUNTS + 2 * YOXII_EXITS,    // around the totem
    YOXII_INPUT_PLACED = YOXII_INPUT_LEAD + 2 * YOXII_MOST_LEAD + 1, // pieces on the board
    YOXII_INPUT_REGION = YOXII_INPUT_PLACED + YOXII_SQUARES,
    YOXII_INPUTS = YOXII_INPUT_REGION + YOXII_REGIONS,
    YOXII_STAGES = 8,
};

void yoxii_inputs(const struct yoxii_view *v, struct net_inputs *inputs);

extern const char yoxii_weights[]; // made of net.bin

#endif
