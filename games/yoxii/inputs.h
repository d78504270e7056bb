// SPDX-License-Identifier: MIT
// What the network sees of a board. Nothing here leaves the folder.
#ifndef ABAX_GAMES_YOXII_INPUTS_H
#define ABAX_GAMES_YOXII_INPUTS_H

#include "game/net.h"
#include "games/yoxii/roads.h"

// Turning and mirroring brings the totem to one of eight squares, its region.
enum {
    YOXII_REGIONS = 8,
    YOXII_MOST_LEFT = 5,            // pieces of one value in hand
    YOXII_MOST_EXITS = 8,           // of the totem
    YOXII_MOST_LEAD = 12,           // around the totem; more counts as this
    YOXII_KINDS = 2 * YOXII_VALUES, // of pieces: own by value, the enemy's by value
    YOXII_TRAPS = 3,                // squares with one exit at most, two, three

    YOXII_INPUT_PIECES = 0, // by region, kind, square
    YOXII_INPUT_EXITS = YOXII_INPUT_PIECES + YOXII_REGIONS * YOXII_KINDS * YOXII_SQUARES,
    YOXII_INPUT_LEADS = YOXII_INPUT_EXITS + YOXII_REGIONS * 2 * YOXII_SQUARES,
    YOXII_INPUT_TRAPS = YOXII_INPUT_LEADS + YOXII_REGIONS * 2 * YOXII_SQUARES,
    YOXII_INPUT_JUMPS = YOXII_INPUT_TRAPS + YOXII_TRAPS * 2 * YOXII_SQUARES,
    YOXII_INPUT_HANDS = YOXII_INPUT_JUMPS + 2 * YOXII_SQUARES,
    YOXII_INPUT_LEAD = YOXII_INPUT_HANDS + YOXII_KINDS * (YOXII_MOST_LEFT + 1),
    YOXII_INPUT_EXIT_COUNTS = YOXII_INPUT_LEAD + 2 * YOXII_MOST_LEAD + 1,
    YOXII_INPUT_PLACED = YOXII_INPUT_EXIT_COUNTS + 2 * (YOXII_MOST_EXITS + 1),
    YOXII_INPUT_REGION = YOXII_INPUT_PLACED + YOXII_SQUARES,
    YOXII_INPUTS = YOXII_INPUT_REGION + YOXII_REGIONS,
    YOXII_STAGES = 8,
};

unsigned yoxii_inputs(const struct view *v, uint16_t on[NET_MOST_ON], unsigned *stage);

extern const char yoxii_weights[]; // made of net.bin

#endif
