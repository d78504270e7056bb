// SPDX-License-Identifier: MIT
// The eight turns and mirror images of a square board, by number: 1 mirrors the columns, 2 the rows, and 4 makes columns of
// rows before that. Numbers add up, and 0 changes nothing.
#ifndef ABAX_BASE_SYMMETRY_H
#define ABAX_BASE_SYMMETRY_H

#include <stdint.h>

enum { SYMMETRY_COLUMNS = 1, SYMMETRY_ROWS = 2, SYMMETRY_DIAGONAL = 4, SYMMETRY_IMAGES = 8 };

// Where a square of a board with so many rows and columns goes; squares are numbered row by row from 0.
static inline unsigned symmetry_square(unsigned side, unsigned square, unsigned image)
{
    unsigned row = square / side, column = square % side;

    if (image & SYMMETRY_DIAGONAL) {
        unsigned kept = row;
        row = column;
        column = kept;
    }
    if (image & SYMMETRY_COLUMNS)
        column = side - 1 - column;
    if (image & SYMMETRY_ROWS)
        row = side - 1 - row;
    return side * row + column;
}

// Changes the places of the bits in `mask` and those so many places above them.
static inline uint64_t symmetry_exchange(uint64_t set, uint64_t mask, unsigned places)
{
    uint64_t differ = (set ^ set >> places) & mask;

    return set ^ differ ^ differ << places;
}

// The image of a set of squares; a square is the bit 8 * row + column, whatever the side.
static __attribute__((noinline, unused)) uint64_t symmetry_set(unsigned side, uint64_t set,
                                                               unsigned image)
{
    unsigned spare = 8 - side; // columns and rows of the word that the board does not have

    if (image & SYMMETRY_DIAGONAL) {
        set = symmetry_exchange(set, UINT64_C(0x00aa00aa00aa00aa), 7);
        set = symmetry_exchange(set, UINT64_C(0x0000cccc0000cccc), 14);
        set = symmetry_exchange(set, UINT64_C(0x00000000f0f0f0f0), 28);
    }
    if (image & SYMMETRY_COLUMNS) {
        set = symmetry_exchange(set, UINT64_C(0x5555555555555555), 1);
        set = symmetry_exchange(set, UINT64_C(0x3333333333333333), 2);
        set = symmetry_exchange(set, UINT64_C(0x0f0f0f0f0f0f0f0f), 4) >> spare;
    }
    if (image & SYMMETRY_ROWS)
        set = __builtin_bswap64(set) >> 8 * spare;
    return set;
}

#endif
