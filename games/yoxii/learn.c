// SPDX-License-Identifier: MIT
// The board as numbers, for those who learn the game. An action is 148 * the totem's new square + 4
// * the piece's square + its value - 1, where the 37 squares are counted row by row from the
// bottom. Planes are 7 x 7; the corners stay empty.
#include "game/learn.h"
#include "games/yoxii/yoxii.h"

enum {
    PLANE_CELLS,
    PLANE_TOTEM,
    PLANE_OWN,
    PLANE_ENEMY = PLANE_OWN + YOXII_VALUES,
    PLANES = PLANE_ENEMY + YOXII_VALUES
};
enum { CELLS = YOXII_ROWS * YOXII_COLUMNS };

static void space(const struct game_options *options, struct learn_space *s)
{
    (void)options;
    *s = (struct learn_space){YOXII_SQUARES * YOXII_SQUARES * YOXII_VALUES, PLANES, YOXII_ROWS,
                              YOXII_COLUMNS};
}

static inline unsigned cell_of(unsigned square)
{
    return (square >> 3) * YOXII_COLUMNS - YOXII_COLUMNS + (square & 7);
}

// By square, its number among the 37; the rows before it have 3, 5, 7, 7, 7, 5 of them.
static const uint8_t spots[64] = {
    [10] = 0,  1,  2,                  //
    [17] = 3,  4,  5,  6,  7,          //
    [24] = 8,  9,  10, 11, 12, 13, 14, //
    [32] = 15, 16, 17, 18, 19, 20, 21, //
    [40] = 22, 23, 24, 25, 26, 27, 28, //
    [49] = 29, 30, 31, 32, 33,         //
    [58] = 34, 35, 36,
};

static void number(const struct game_position *p, const game_action *list, unsigned count,
                   uint16_t *numbers)
{
    (void)p;
    for (unsigned i = 0; i < count; i++)
        numbers[i] = (uint16_t)((YOXII_SQUARES * spots[yoxii_action_to(list[i])] +
                                 spots[yoxii_action_place(list[i])]) *
                                    YOXII_VALUES +
                                (list[i] & 3));
}

static game_action numbered(const struct game_position *p, unsigned n)
{
    unsigned both = n / YOXII_VALUES;

    (void)p;
    return (game_action)yoxii_square_of[both / YOXII_SQUARES] << YOXII_TO_SHIFT |
           (game_action)yoxii_square_of[both % YOXII_SQUARES] << YOXII_PLACE_SHIFT |
           n % YOXII_VALUES;
}

static void put_plane(uint8_t *planes, unsigned plane, uint64_t set)
{
    for (planes += plane * CELLS; set;)
        planes[cell_of((unsigned)bits_pop(&set))] = 1;
}

static void planes(const struct game_position *seen, int seat, uint8_t *out)
{
    const struct yoxii_position *y = yoxii_of(seen);

    put_plane(out, PLANE_CELLS, YOXII_BOARD);
    out[PLANE_TOTEM * CELLS + cell_of(y->totem)] = 1;
    for (unsigned i = 0; i < 2; i++) {
        uint64_t set = y->pieces[(unsigned)seat ^ i];
        while (set) {
            unsigned square = (unsigned)bits_pop(&set);
            unsigned plane = PLANE_OWN + i * YOXII_VALUES + yoxii_value(y, square) - 1;
            out[plane * CELLS + cell_of(square)] = 1;
        }
    }
}

static void name_plane(const struct game_options *options, unsigned plane, struct text *t)
{
    (void)options;
    if (plane < PLANE_OWN)
        text_add(t, plane == PLANE_CELLS ? "squares of the board" : "the totem");
    else
        text_format(t, "%s pieces of value %u", plane < PLANE_ENEMY ? "own" : "enemy",
                    (plane - PLANE_OWN) % YOXII_VALUES + 1);
}

const struct game_learning yoxii_learning = {
    .space = space,
    .number = number,
    .numbered = numbered,
    .planes = planes,
    .name = name_plane,
};
