// SPDX-License-Identifier: MIT
// What the network sees of a wall. Nothing here leaves the folder.
#ifndef ABAX_GAMES_KWINTY_INPUTS_H
#define ABAX_GAMES_KWINTY_INPUTS_H

#include "game/net.h"
#include "games/kwinty/threats.h"

// Planes of all squares of the frame, with the wall in its middle. Those that end on ENEMY follow
// with the other colour.
enum kwinty_plane {
    KWINTY_PLANE_LEFT,  // the left square of a flat block
    KWINTY_PLANE_RIGHT, // its right one
    KWINTY_PLANE_FOOT,  // the lower square of an upright block
    KWINTY_PLANE_HEAD,  // its upper one
    KWINTY_PLANE_ONE,   // an empty square that makes a five
    KWINTY_PLANE_PAIR,  // the left one of two that do
    KWINTY_PLANE_TALL,  // the lower one of two that do in a column
    KWINTY_PLANES,
};

enum {
    KWINTY_FRAME = KWINTY_SIZE * KWINTY_SIZE,
    KWINTY_INPUT_PLACES = 2 * KWINTY_PLANES * KWINTY_FRAME, // placements of both colours,
    KWINTY_INPUT_UNSAFE =
        KWINTY_INPUT_PLACES + 2 * 32, // and those that lift a column under a threat
    KWINTY_INPUT_HEIGHT = KWINTY_INPUT_UNSAFE + 2 * 32,                          // of each column
    KWINTY_INPUT_BLOCKS = KWINTY_INPUT_HEIGHT + KWINTY_SIZE * (KWINTY_SIZE + 1), // in hand
    KWINTY_INPUT_WIDTH = KWINTY_INPUT_BLOCKS + 2 * (KWINTY_BLOCKS + 1),
    KWINTY_INPUT_FOURS = KWINTY_INPUT_WIDTH + KWINTY_SIZE + 1, // rows of four, of both colours
    KWINTY_MOST_FOURS = 7,
    KWINTY_INPUTS = KWINTY_INPUT_FOURS + 2 * (KWINTY_MOST_FOURS + 1),
    KWINTY_STAGES = 8,
};

void kwinty_inputs(const struct kwinty_position *k, const struct threats *s,
                   struct net_inputs *inputs);

extern const char kwinty_weights[]; // made of net.bin

#endif
