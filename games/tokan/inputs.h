// SPDX-License-Identifier: MIT
// What the network sees of a board. Nothing here leaves the folder.
//
// Most inputs tell kinds of stacks and not where they stand, and are on once for every stack of
// that kind: what matters is who can cover whom. Each group lowers the loss on games held out.
// These did not, and were left out: standing, directions of moves, heights and the tiles below by
// square; the taboo; the numbers of moves, stacks and points, which the plain value knows.
#ifndef ABAX_GAMES_TOKAN_INPUTS_H
#define ABAX_GAMES_TOKAN_INPUTS_H

#include "game/net.h"
#include "games/tokan/mobility.h"

enum {
    TOKAN_HEIGHTS = 4, // one to three tiles, and more
    TOKAN_PILES =
        2 * TOKAN_ANIMALS * TOKAN_HEIGHTS, // kinds of stacks: owner, animal on top, height
    TOKAN_HITS = 9,   // the set of enemy animals that can cover one; or out of reach
    TOKAN_HOLDS = 4,  // how many kinds of own animals can
    TOKAN_MOVES = 15, // numbers of moves onto enemies and onto own stacks, four together at most
    TOKAN_PLAIN_RANGES = 41, // of the plain value

    // By square: owner, animal on top, whether there is something below it.
    TOKAN_INPUT_TOP = 0,
    // By kind of stack: who can cover it and cover it back.
    TOKAN_INPUT_COVERED = TOKAN_INPUT_TOP + TOKAN_SQUARES * 2 * TOKAN_ANIMALS * 2,
    // By kind of stack: its moves onto enemies, and onto own stacks, and whether it can be covered.
    TOKAN_INPUT_MOVES = TOKAN_INPUT_COVERED + TOKAN_PILES * TOKAN_HITS * TOKAN_HOLDS,
    // Of a tower: owner, kind of the tile below the top, the owner of the next or that there is
    // none, the animal on top, how it stands.
    TOKAN_INPUT_BELOW = TOKAN_INPUT_MOVES + TOKAN_PILES * TOKAN_MOVES * 2,
    TOKAN_INPUT_PLAIN = TOKAN_INPUT_BELOW + 2 * TOKAN_KINDS * 3 * TOKAN_ANIMALS * STANDINGS,
    TOKAN_INPUT_HEADS = TOKAN_INPUT_PLAIN + TOKAN_PLAIN_RANGES, // the scoring
    TOKAN_INPUTS,
    TOKAN_STAGES = 16, // eight for each scoring
};

// Not for a draft. Call find_reached first.
void tokan_inputs(const struct tokan_position *t, const struct mobility *l, int plain,
                  struct net_inputs *inputs);

extern const char tokan_weights[]; // made of net.bin

#endif
