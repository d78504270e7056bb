// SPDX-License-Identifier: MIT
// Near copies among puzzles. Two puzzles of a file are near copies, in some symmetry, when
//
// - a position in which the solver must find something stands in both;
// - their lines are the same actions with the same pieces on and around every spot that the line
//   touches or changes, wherever on the board: the core is the same;
// - their pieces differ on three spots at most: on the board, or, if the same action begins both,
//   seen from its first spot;
// - or they come from one game and ask for one and the same action.
//
// All of it is derived from the scenes and texts of the positions: no game is known here.
#ifndef ABAX_COACH_PUZZLECOPIES_H
#define ABAX_COACH_PUZZLECOPIES_H

#include "coach/puzzle.h"

enum {
    CORE_SYMMETRIES = 8, // of a position that are looked at
    CORE_CELLS = 160,    // spots with something on them
    CORE_DIFFERENT = 3,  // spots on which near copies may differ
    CORE_ASIDE = 2,      // games that part at most this many actions before a puzzle count as one
};

// A puzzle from one side: what lies where, seen from the first spot that the first action touches.
struct core_symmetry {
    uint64_t first, line;       // the first action; all of them with the pieces around them
    uint32_t cells[CORE_CELLS]; // sorted; place and what lies there
    uint32_t board[CORE_CELLS]; // the same by places of the board
};

struct puzzle_core {
    const struct game *game;
    unsigned own, symmetries, cells, past_length;
    uint64_t asked[PUZZLE_MOST_OWN];     // canonical keys of the positions
    uint64_t actions[PUZZLE_MOST_OWN];   // the own actions, by their texts
    uint64_t past[PUZZLE_MOST_PAST + 1]; // the game up to each action
    struct core_symmetry symmetry[CORE_SYMMETRIES];
};

void puzzle_core(const struct puzzle *z, struct puzzle_core *core);

enum core_copy {
    CORE_DIFFERS,
    CORE_SAME_POSITION,
    CORE_SAME_CORE,
    CORE_SAME_PIECES, // but for three
    CORE_SAME_GAME
};

// Whether, and how, two puzzles of one game are near copies.
enum core_copy puzzle_copies(const struct puzzle_core *a, const struct puzzle_core *b);

#endif
