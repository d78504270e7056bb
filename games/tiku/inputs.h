// SPDX-License-Identifier: MIT
// What the network sees of a board. Nothing here leaves the folder.
#ifndef ABAX_GAMES_TIKU_INPUTS_H
#define ABAX_GAMES_TIKU_INPUTS_H

#include "game/net.h"
#include "games/tiku/outlook.h"

enum {
    TIKU_SQUARES = TIKU_SIDE * TIKU_SIDE,
    TIKU_CONTENTS = 7, // of a square: nothing; disc, figure, figure with ring, own and the enemy's
    TIKU_COVERS = 3,   // by no figure of a seat, one, several

    TIKU_MOST_SWING = 11, // discs that one move adds or takes
    TIKU_MOST_MOVES = 20, // of a figure

    TIKU_INPUT_SQUARES = 0, // by own cover, the enemy's cover, contents, square
    // What follows comes twice, first for the seat to act.
    TIKU_INPUT_BEST = TIKU_INPUT_SQUARES + TIKU_COVERS * TIKU_COVERS * TIKU_CONTENTS * TIKU_SQUARES,
    TIKU_INPUT_SWING = TIKU_INPUT_BEST + 2 * TIKU_DISCS * 8,
    TIKU_INPUT_SECOND = TIKU_INPUT_SWING + 2 * (TIKU_MOST_SWING + 1),
    TIKU_INPUT_FIGURE = TIKU_INPUT_SECOND + 2 * (TIKU_MOST_SWING + 1),
    TIKU_INPUT_THREATS = TIKU_INPUT_FIGURE + 2 * (TIKU_MOST_MOVES + 1) * (TIKU_MOST_SWING + 1),
    TIKU_INPUT_RINGS = TIKU_INPUT_THREATS + 2 * 4,
    TIKU_INPUT_RACE = TIKU_INPUT_RINGS + 2 * (TIKU_FIGURES + 1),
    TIKU_INPUT_OPTION = TIKU_INPUT_RACE + TIKU_DISCS * TIKU_DISCS,
    TIKU_INPUTS = TIKU_INPUT_OPTION + 1,
    TIKU_STAGES = 8,
};

unsigned tiku_inputs(const struct tiku_position *t, const struct outlook o[2], uint16_t on[NET_MOST_ON], unsigned *stage);

extern const char tiku_weights[]; // made of net.bin

#endif
