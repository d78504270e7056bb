// SPDX-License-Identifier: MIT
// The lines of the board, for the generator and the evaluation: how far a figure gets along a line,
// and which squares it leaves behind. Only moves.c and swings.h include this.
#ifndef ABAX_GAMES_TIKU_LINES_H
#define ABAX_GAMES_TIKU_LINES_H

#include "games/tiku/tiku.h"

// The four lines through a square, named by where "ahead" leads on them.
enum direction { EAST, NORTH, NORTHEAST, SOUTHEAST, DIRECTIONS };

enum {
    STEP_EAST = 1, // in bit numbers
    STEP_NORTH = 8,
    STEP_NORTHEAST = 9,
    STEP_SOUTHEAST = -7,
};

// The squares free ahead and behind, as one number: how many ahead, times 8, plus how many in all.
#define REACH(line, at) (AHEAD(line, at) * 8 + AHEAD(line, at) + BEHIND(line, at))
#define AHEAD(line, at)                                                                            \
    (STOPS(line, (at) + 1)   ? 0                                                                   \
     : STOPS(line, (at) + 2) ? 1                                                                   \
     : STOPS(line, (at) + 3) ? 2                                                                   \
     : STOPS(line, (at) + 4) ? 3                                                                   \
     : STOPS(line, (at) + 5) ? 4                                                                   \
                             : 5)
#define BEHIND(line, at)                                                                           \
    (STOPS(line, (at)-1)   ? 0                                                                     \
     : STOPS(line, (at)-2) ? 1                                                                     \
     : STOPS(line, (at)-3) ? 2                                                                     \
     : STOPS(line, (at)-4) ? 3                                                                     \
     : STOPS(line, (at)-5) ? 4                                                                     \
                           : 5)
// A wall stands at either end of the line; places from -5 to 10 can be asked for.
#define STOPS(line, place) (((line) << 1 | 0x81) << 4 >> ((place) + 5) & 1)

#define REACH_4(line, at)                                                                          \
    REACH(line, at), REACH(line + 1, at), REACH(line + 2, at), REACH(line + 3, at)
#define REACH_16(line, at)                                                                         \
    REACH_4(line, at), REACH_4(line + 4, at), REACH_4(line + 8, at), REACH_4(line + 12, at)
#define REACH_64(at) REACH_16(0, at), REACH_16(16, at), REACH_16(32, at), REACH_16(48, at)

// By place in the line, and by the line's figures. (The generator has faster tables of its own.)
static const uint8_t reach[TIKU_SIDE][64] = {
    {REACH_64(0)}, {REACH_64(1)}, {REACH_64(2)}, {REACH_64(3)}, {REACH_64(4)}, {REACH_64(5)},
};

// Direction and length of a move, as one number.
#define SHAPE(direction, length) ((direction)*8 + (length))

// The squares that a move leaves behind, the start square included, shifted down to begin at bit 0.
#define TRAIL_2(step) (BIT(0) | BIT(step))
#define TRAIL_3(step) (TRAIL_2(step) | BIT(2 * (step)))
#define TRAIL_4(step) (TRAIL_3(step) | BIT(3 * (step)))
#define TRAIL_5(step) (TRAIL_4(step) | BIT(4 * (step)))
#define TRAILS(step)  0, BIT(0), TRAIL_2(step), TRAIL_3(step), TRAIL_4(step), TRAIL_5(step)

// By shape.
static const uint64_t trails[SHAPE(DIRECTIONS, 0)] = {
    [SHAPE(EAST, 0)] = TRAILS(STEP_EAST),
    [SHAPE(NORTH, 0)] = TRAILS(STEP_NORTH),
    [SHAPE(NORTHEAST, 0)] = TRAILS(STEP_NORTHEAST),
    [SHAPE(SOUTHEAST, 0)] = TRAILS(-STEP_SOUTHEAST),
};

// The diagonals, and the columns that each does not touch. Rising ones are numbered by column - row
// + 5, falling ones by column + row.
struct diagonal {
    uint64_t squares;
    unsigned walls;
};

enum { DIAGONALS = 11 };

#define LONG_RISING         UINT64_C(0x201008040201) // a1 to f6
#define LONG_FALLING        UINT64_C(0x010204081020) // a6 to f1
#define UP(line, rows)      ((line) << (8 * (rows)) & TIKU_BOARD)
#define DOWN(line, rows)    ((line) >> (8 * (rows)))
#define WALLS_WEST(columns) ((1u << (columns)) - 1u)
#define WALLS_EAST(columns) (63u << (TIKU_SIDE - (columns)) & 63u)

static const struct diagonal rising[DIAGONALS] = {
    {UP(LONG_RISING, 5), WALLS_EAST(5)},   {UP(LONG_RISING, 4), WALLS_EAST(4)},
    {UP(LONG_RISING, 3), WALLS_EAST(3)},   {UP(LONG_RISING, 2), WALLS_EAST(2)},
    {UP(LONG_RISING, 1), WALLS_EAST(1)},   {LONG_RISING, 0},
    {DOWN(LONG_RISING, 1), WALLS_WEST(1)}, {DOWN(LONG_RISING, 2), WALLS_WEST(2)},
    {DOWN(LONG_RISING, 3), WALLS_WEST(3)}, {DOWN(LONG_RISING, 4), WALLS_WEST(4)},
    {DOWN(LONG_RISING, 5), WALLS_WEST(5)},
};
static const struct diagonal falling[DIAGONALS] = {
    {DOWN(LONG_FALLING, 5), WALLS_EAST(5)}, {DOWN(LONG_FALLING, 4), WALLS_EAST(4)},
    {DOWN(LONG_FALLING, 3), WALLS_EAST(3)}, {DOWN(LONG_FALLING, 2), WALLS_EAST(2)},
    {DOWN(LONG_FALLING, 1), WALLS_EAST(1)}, {LONG_FALLING, 0},
    {UP(LONG_FALLING, 1), WALLS_WEST(1)},   {UP(LONG_FALLING, 2), WALLS_WEST(2)},
    {UP(LONG_FALLING, 3), WALLS_WEST(3)},   {UP(LONG_FALLING, 4), WALLS_WEST(4)},
    {UP(LONG_FALLING, 5), WALLS_WEST(5)},
};

// ---------------------------------------------------------------------------------------------
// Lines of figures as six bits
// ---------------------------------------------------------------------------------------------

static inline unsigned row_line(uint64_t figures, unsigned row)
{
    return figures >> 8 * row & 63;
}

// The product brings the bits of a column, which lie eight apart, side by side to the top.
static inline unsigned column_line(uint64_t figures, unsigned column)
{
    uint64_t line = figures >> column & UINT64_C(0x010101010101);

    return (unsigned)(line * UINT64_C(0x0408102040800000) >> 58);
}

// A diagonal has one square a column: the product adds up the rows.
static inline unsigned diagonal_line(uint64_t figures, const struct diagonal *d)
{
    return (unsigned)((figures & d->squares) * UINT64_C(0x0101010101010101) >> 56) | d->walls;
}

#endif
