// SPDX-License-Identifier: MIT
// The eight symmetries of a square board, as a number made of three bits: SYMMETRY_DIAGONAL swaps
// rows and columns first, then SYMMETRY_COLUMNS and SYMMETRY_ROWS mirror them. 0 is the identity.
#ifndef ABAX_BASE_SYMMETRY_H
#define ABAX_BASE_SYMMETRY_H

#include <stdint.h>

enum { SYMMETRY_COLUMNS = 1, SYMMETRY_ROWS = 2, SYMMETRY_DIAGONAL = 4, SYMMETRY_COUNT = 8 };

// Where a square of a board with `side` rows and columns goes; squares are numbered row by row from
// 0.
static inline unsigned symmetry_square(unsigned side, unsigned square, unsigned symmetry)
{
    unsigned row = square / side, column = square % side;

    if (symmetry & SYMMETRY_DIAGONAL) {
        unsigned kept = row;
        row = column;
        column = kept;
    }
    if (symmetry & SYMMETRY_COLUMNS)
        column = side - 1 - column;
    if (symmetry & SYMMETRY_ROWS)
        row = side - 1 - row;
    return side * row + column;
}

// Swaps the bits in `mask` with those `places` above them.
static inline uint64_t symmetry_exchange(uint64_t set, uint64_t mask, unsigned places)
{
    uint64_t differ = (set ^ set >> places) & mask;

    return set ^ differ ^ differ << places;
}

// Applies a symmetry to a set of squares; a square is the bit 8 * row + column, whatever the side.
static __attribute__((noinline, unused)) uint64_t symmetry_set(unsigned side, uint64_t set,
                                                               unsigned symmetry)
{
    unsigned spare = 8 - side; // columns and rows of the word that the board does not have

    if (symmetry & SYMMETRY_DIAGONAL) {
        set = symmetry_exchange(set, UINT64_C(0x00aa00aa00aa00aa), 7);
        set = symmetry_exchange(set, UINT64_C(0x0000cccc0000cccc), 14);
        set = symmetry_exchange(set, UINT64_C(0x00000000f0f0f0f0), 28);
    }
    if (symmetry & SYMMETRY_COLUMNS) {
        set = symmetry_exchange(set, UINT64_C(0x5555555555555555), 1);
        set = symmetry_exchange(set, UINT64_C(0x3333333333333333), 2);
        set = symmetry_exchange(set, UINT64_C(0x0f0f0f0f0f0f0f0f), 4) >> spare;
    }
    if (symmetry & SYMMETRY_ROWS)
        set = __builtin_bswap64(set) >> 8 * spare;
    return set;
}

#endif
