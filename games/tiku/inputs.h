// SPDX-License-Identifier: MIT
// What the network sees of a board. Nothing here leaves the folder.
#ifndef ABAX_GAMES_TIKU_INPUTS_H
#define ABAX_GAMES_TIKU_INPUTS_H

#include "game/net.h"
#include "games/tiku/swings.h"

enum {
    TIKU_SQUARES = TIKU_SIDE * TIKU_SIDE,
    TIKU_CONTENTS = 7,   // what can be on a square
    TIKU_COVERS = 3 * 3, // no figure, one or several of each seat can slide over it
    TIKU_SWINGS = 12,    // discs that one move adds or takes, 0 to 11
    TIKU_ADDED = 6,      // discs that one move adds, 0 to 5
    TIKU_MOVES = 21,     // of a figure, 0 to 20
    TIKU_THREATS = 4,    // slides that would win: 0, 1, 2, more
    TIKU_RINGS = TIKU_FIGURES + 1,

    // Each begins where the one before ends.
    TIKU_INPUT_SQUARES = 0, // by cover, contents and place
    TIKU_INPUT_RACE =
        TIKU_INPUT_SQUARES + TIKU_COVERS * TIKU_CONTENTS * TIKU_SQUARES, // by the discs of both
    TIKU_INPUT_DIAGONAL = TIKU_INPUT_RACE + TIKU_DISCS * TIKU_DISCS,     // the option
    // What follows comes twice, first for the seat to act.
    TIKU_INPUT_BEST =
        TIKU_INPUT_DIAGONAL + 1, // most discs that one move adds, by discs on the board
    TIKU_INPUT_SWING = TIKU_INPUT_BEST + 2 * TIKU_DISCS * TIKU_ADDED,
    TIKU_INPUT_SECOND = TIKU_INPUT_SWING + 2 * TIKU_SWINGS,  // best swing with another figure
    TIKU_INPUT_FIGURE = TIKU_INPUT_SECOND + 2 * TIKU_SWINGS, // moves and best swing of each
    TIKU_INPUT_THREATS = TIKU_INPUT_FIGURE + 2 * TIKU_MOVES * TIKU_SWINGS,
    TIKU_INPUT_RINGS = TIKU_INPUT_THREATS + 2 * TIKU_THREATS, // that are left
    TIKU_INPUTS = TIKU_INPUT_RINGS + 2 * TIKU_RINGS,
    TIKU_STAGES = 8,
};

// `o` has the swings of the seat to act and of the one that waits.
void tiku_inputs(const struct tiku_position *t, const struct swings o[2],
                 struct net_inputs *inputs);

extern const char tiku_weights[]; // made of net.bin

#endif
