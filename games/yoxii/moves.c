// SPDX-License-Identifier: MIT
// Where the totem can go, where a piece can be placed, and the list of all actions. This is the hot
// half of the rules: a list has up to 256 actions in ordinary play and is made without a branch a
// square.
#include <assert.h>
#include <stdalign.h>
#include <string.h>

#include "games/yoxii/yoxii.h"

// ---------------------------------------------------------------------------------------------
// The totem
// ---------------------------------------------------------------------------------------------

// The squares of the board from a square on in steps of `step`. The board has no dent, so they end
// where it does; no line is longer than seven squares. Wrapping around 64 leads to bits off the
// board.
#define ON(square)          (YOXII_BOARD >> ((square)&63) & 1)
#define LINE1(square, step) (ON(square) ? BIT((square)&63) : 0)
#define LINE2(square, step) (ON(square) ? BIT((square)&63) | LINE1((square) + (step), step) : 0)
#define LINE3(square, step) (ON(square) ? BIT((square)&63) | LINE2((square) + (step), step) : 0)
#define LINE4(square, step) (ON(square) ? BIT((square)&63) | LINE3((square) + (step), step) : 0)
#define LINE5(square, step) (ON(square) ? BIT((square)&63) | LINE4((square) + (step), step) : 0)
#define LINE6(square, step) (ON(square) ? BIT((square)&63) | LINE5((square) + (step), step) : 0)
#define RAY(square, step)   (ON(square) ? LINE6((square) + (step), step) : 0)
#define RAYS(square)                                                                               \
    {                                                                                              \
        RAY(square, 1), RAY(square, 7), RAY(square, 8), RAY(square, 9), RAY(square, -1),           \
            RAY(square, -7), RAY(square, -8), RAY(square, -9)                                      \
    }
#define RAYS_OF_ROW(row)                                                                           \
    RAYS(8 * row), RAYS(8 * row + 1), RAYS(8 * row + 2), RAYS(8 * row + 3), RAYS(8 * row + 4),     \
        RAYS(8 * row + 5), RAYS(8 * row + 6), RAYS(8 * row + 7)

// By square: four rays toward higher squares, then their opposites.
static const alignas(64) uint64_t rays[64][8] = {
    RAYS_OF_ROW(0), RAYS_OF_ROW(1), RAYS_OF_ROW(2), RAYS_OF_ROW(3),
    RAYS_OF_ROW(4), RAYS_OF_ROW(5), RAYS_OF_ROW(6), RAYS_OF_ROW(7),
};

// A step and a jump are one rule: in each direction the totem can go to the first square that has
// no own piece, if that square is free.
static inline uint64_t destinations(uint32_t totem, uint64_t own, uint64_t open)
{
    const uint64_t *ray = rays[totem];
    uint64_t first = 0;

    for (int i = 0; i < 4; i++) {
        uint64_t up = ray[i] & ~own;
        uint64_t down = (ray[i + 4] & ~own) | 1; // square 0 is off the board: for an empty ray
        first |= (up & (0 - up)) | BIT(63) >> __builtin_clzll(down);
    }
    return first & open & ~BIT(totem);
}

uint64_t yoxii_destinations(const struct yoxii_position *y)
{
    return destinations(y->totem, y->pieces[y->seat], yoxii_open(y));
}

uint64_t yoxii_exits(const struct yoxii_position *y, int seat)
{
    return destinations(y->totem, y->pieces[seat], yoxii_open(y));
}

// ---------------------------------------------------------------------------------------------
// The piece
// ---------------------------------------------------------------------------------------------

// A totem that was moved by one step has a free neighbour, the square it left; after a jump that
// square is free too. So there is always a place.
uint64_t yoxii_places(const struct yoxii_position *y, unsigned to)
{
    uint64_t near = yoxii_neighbours(to) & yoxii_open(y);

    assert(near || (yoxii_open(y) & ~BIT(to)));
    return near ? near : yoxii_open(y) & ~BIT(to);
}

// Eight actions that differ in the piece's square, as a vector: added to and stored as one,
// whatever the compiler makes of loops (clang would write them one by one in WebAssembly).
typedef game_action row __attribute__((vector_size(32)));

// For every set of neighbours of the square 9, the neighbours times 4, in order. The row of a set
// is the highest byte of its 32-bit product with NEAR_FACTOR, which was searched for: it gives no
// two sets the same row.
#define NEAR_FACTOR UINT32_C(0x20040880)
// clang-format off
static const row near_places[256] = {
    {0}, {0, 4, 8, 40, 68}, {0, 4, 8, 72}, {4, 8, 40, 68, 72}, {32},
    {0, 4, 8, 32, 40, 68}, {0, 4, 8, 32, 72}, {4, 8, 32, 40, 68, 72}, {64},
    {0, 4, 8, 40, 64, 68}, {0, 4, 8, 64, 72}, {4, 8, 40, 64, 68, 72}, {32, 64},
    {0, 4, 8, 32, 40, 64, 68}, {0, 4, 8, 32, 64, 72}, {4, 8, 32, 40, 64, 68, 72}, {40},
    {68}, {0, 4, 8, 40, 72}, {0, 4, 8, 68, 72}, {32, 40}, {32, 68},
    {0, 4, 8, 32, 40, 72}, {0, 4, 8, 32, 68, 72}, {40, 64}, {64, 68},
    {0, 4, 8, 40, 64, 72}, {0, 4, 8, 64, 68, 72}, {32, 40, 64}, {32, 64, 68},
    {0, 4, 8, 32, 40, 64, 72}, {0, 4, 8, 32, 64, 68, 72}, {0}, {40, 68}, {72},
    {0, 4, 8, 40, 68, 72}, {0, 32}, {32, 40, 68}, {32, 72}, {0, 4, 8, 32, 40, 68, 72},
    {0, 64}, {40, 64, 68}, {64, 72}, {0, 4, 8, 40, 64, 68, 72}, {0, 32, 64},
    {32, 40, 64, 68}, {32, 64, 72}, {0, 4, 8, 32, 40, 64, 68, 72}, {0, 40}, {0, 68},
    {40, 72}, {68, 72}, {0, 32, 40}, {0, 32, 68}, {32, 40, 72}, {32, 68, 72},
    {0, 40, 64}, {0, 64, 68}, {40, 64, 72}, {64, 68, 72}, {0, 32, 40, 64},
    {0, 32, 64, 68}, {32, 40, 64, 72}, {32, 64, 68, 72}, {4}, {0, 40, 68}, {0, 72},
    {40, 68, 72}, {4, 32}, {0, 32, 40, 68}, {0, 32, 72}, {32, 40, 68, 72}, {4, 64},
    {0, 40, 64, 68}, {0, 64, 72}, {40, 64, 68, 72}, {4, 32, 64}, {0, 32, 40, 64, 68},
    {0, 32, 64, 72}, {32, 40, 64, 68, 72}, {4, 40}, {4, 68}, {0, 40, 72}, {0, 68, 72},
    {4, 32, 40}, {4, 32, 68}, {0, 32, 40, 72}, {0, 32, 68, 72}, {4, 40, 64},
    {4, 64, 68}, {0, 40, 64, 72}, {0, 64, 68, 72}, {4, 32, 40, 64}, {4, 32, 64, 68},
    {0, 32, 40, 64, 72}, {0, 32, 64, 68, 72}, {0, 4}, {4, 40, 68}, {4, 72},
    {0, 40, 68, 72}, {0, 4, 32}, {4, 32, 40, 68}, {4, 32, 72}, {0, 32, 40, 68, 72},
    {0, 4, 64}, {4, 40, 64, 68}, {4, 64, 72}, {0, 40, 64, 68, 72}, {0, 4, 32, 64},
    {4, 32, 40, 64, 68}, {4, 32, 64, 72}, {0, 32, 40, 64, 68, 72}, {0, 4, 40}, {0, 4, 68},
    {4, 40, 72}, {4, 68, 72}, {0, 4, 32, 40}, {0, 4, 32, 68}, {4, 32, 40, 72},
    {4, 32, 68, 72}, {0, 4, 40, 64}, {0, 4, 64, 68}, {4, 40, 64, 72}, {4, 64, 68, 72},
    {0, 4, 32, 40, 64}, {0, 4, 32, 64, 68}, {4, 32, 40, 64, 72}, {4, 32, 64, 68, 72}, {8},
    {0, 4, 40, 68}, {0, 4, 72}, {4, 40, 68, 72}, {8, 32}, {0, 4, 32, 40, 68},
    {0, 4, 32, 72}, {4, 32, 40, 68, 72}, {8, 64}, {0, 4, 40, 64, 68}, {0, 4, 64, 72},
    {4, 40, 64, 68, 72}, {8, 32, 64}, {0, 4, 32, 40, 64, 68}, {0, 4, 32, 64, 72},
    {4, 32, 40, 64, 68, 72}, {8, 40}, {8, 68}, {0, 4, 40, 72}, {0, 4, 68, 72},
    {8, 32, 40}, {8, 32, 68}, {0, 4, 32, 40, 72}, {0, 4, 32, 68, 72}, {8, 40, 64},
    {8, 64, 68}, {0, 4, 40, 64, 72}, {0, 4, 64, 68, 72}, {8, 32, 40, 64}, {8, 32, 64, 68},
    {0, 4, 32, 40, 64, 72}, {0, 4, 32, 64, 68, 72}, {0, 8}, {8, 40, 68}, {8, 72},
    {0, 4, 40, 68, 72}, {0, 8, 32}, {8, 32, 40, 68}, {8, 32, 72}, {0, 4, 32, 40, 68, 72},
    {0, 8, 64}, {8, 40, 64, 68}, {8, 64, 72}, {0, 4, 40, 64, 68, 72}, {0, 8, 32, 64},
    {8, 32, 40, 64, 68}, {8, 32, 64, 72}, {0, 4, 32, 40, 64, 68, 72}, {0, 8, 40},
    {0, 8, 68}, {8, 40, 72}, {8, 68, 72}, {0, 8, 32, 40}, {0, 8, 32, 68},
    {8, 32, 40, 72}, {8, 32, 68, 72}, {0, 8, 40, 64}, {0, 8, 64, 68}, {8, 40, 64, 72},
    {8, 64, 68, 72}, {0, 8, 32, 40, 64}, {0, 8, 32, 64, 68}, {8, 32, 40, 64, 72},
    {8, 32, 64, 68, 72}, {4, 8}, {0, 8, 40, 68}, {0, 8, 72}, {8, 40, 68, 72},
    {4, 8, 32}, {0, 8, 32, 40, 68}, {0, 8, 32, 72}, {8, 32, 40, 68, 72}, {4, 8, 64},
    {0, 8, 40, 64, 68}, {0, 8, 64, 72}, {8, 40, 64, 68, 72}, {4, 8, 32, 64},
    {0, 8, 32, 40, 64, 68}, {0, 8, 32, 64, 72}, {8, 32, 40, 64, 68, 72}, {4, 8, 40},
    {4, 8, 68}, {0, 8, 40, 72}, {0, 8, 68, 72}, {4, 8, 32, 40}, {4, 8, 32, 68},
    {0, 8, 32, 40, 72}, {0, 8, 32, 68, 72}, {4, 8, 40, 64}, {4, 8, 64, 68},
    {0, 8, 40, 64, 72}, {0, 8, 64, 68, 72}, {4, 8, 32, 40, 64}, {4, 8, 32, 64, 68},
    {0, 8, 32, 40, 64, 72}, {0, 8, 32, 64, 68, 72}, {0, 4, 8}, {4, 8, 40, 68}, {4, 8, 72},
    {0, 8, 40, 68, 72}, {0, 4, 8, 32}, {4, 8, 32, 40, 68}, {4, 8, 32, 72},
    {0, 8, 32, 40, 68, 72}, {0, 4, 8, 64}, {4, 8, 40, 64, 68}, {4, 8, 64, 72},
    {0, 8, 40, 64, 68, 72}, {0, 4, 8, 32, 64}, {4, 8, 32, 40, 64, 68}, {4, 8, 32, 64, 72},
    {0, 8, 32, 40, 64, 68, 72}, {0, 4, 8, 40}, {0, 4, 8, 68}, {4, 8, 40, 72},
    {4, 8, 68, 72}, {0, 4, 8, 32, 40}, {0, 4, 8, 32, 68}, {4, 8, 32, 40, 72},
    {4, 8, 32, 68, 72}, {0, 4, 8, 40, 64}, {0, 4, 8, 64, 68}, {4, 8, 40, 64, 72},
    {4, 8, 64, 68, 72}, {0, 4, 8, 32, 40, 64}, {0, 4, 8, 32, 64, 68},
    {4, 8, 32, 40, 64, 72}, {4, 8, 32, 64, 68, 72},
};
// clang-format on

// Values still in hand, as value - 1, the rest 0.
struct yoxii_values {
    uint32_t at[YOXII_VALUES];
};

// By the set of values in hand, value 1 being the lowest bit.
static const struct yoxii_values values_of_set[16] = {
    {{0}}, {{0}},    {{1}},    {{0, 1}},    {{2}},    {{0, 2}},    {{1, 2}},    {{0, 1, 2}},
    {{3}}, {{0, 3}}, {{1, 3}}, {{0, 1, 3}}, {{2, 3}}, {{0, 2, 3}}, {{1, 2, 3}}, {{0, 1, 2, 3}},
};

// The highest bit of each byte that is not 0, gathered by the multiplication.
static inline unsigned set_of_values(uint32_t hand)
{
    return ((hand + 0x7f7f7f7f) & 0x80808080) * 0x00204081 >> 28;
}

// ---------------------------------------------------------------------------------------------
// The list
// ---------------------------------------------------------------------------------------------

// The actions that move the totem to `to` and place a piece on one of the free neighbours, given as
// neighbours of 9 (none of them: no action). For each of four values a row of eight is written, of
// which the next row overwrites what is too much. That is at most 24 actions past the end, and
// there is room: these lists come first and have at most 256 actions together.
static inline game_action *list_near(game_action *at, unsigned to, uint32_t near,
                                     struct yoxii_values values, unsigned value_count)
{
    uint32_t base = (to << YOXII_TO_SHIFT) + ((to - 9) << YOXII_PLACE_SHIFT);
    unsigned count = (unsigned)bits_count(near);
    row places = near_places[(uint32_t)(near * NEAR_FACTOR) >> 24] + base;
    row first = places + values.at[0], second = places + values.at[1];
    row third = places + values.at[2], fourth = places + values.at[3];

    memcpy(at, &first, sizeof first);
    memcpy(at + count, &second, sizeof second);
    memcpy(at + 2 * count, &third, sizeof third);
    memcpy(at + 3 * count, &fourth, sizeof fourth);
    return at + count * value_count;
}

// The rare rest: destinations whose neighbours are all taken, so that any free square will do.
static unsigned list_anywhere(const struct yoxii_position *y, uint64_t to_set, game_action *list,
                              unsigned count)
{
    uint32_t hand = y->hand[y->seat];

    while (to_set) {
        unsigned to = (unsigned)bits_pop(&to_set);
        uint64_t places = yoxii_places(y, to);
        while (places) {
            unsigned place = (unsigned)bits_pop(&places);
            for (unsigned value = 0; value < YOXII_VALUES; value++) {
                if (hand >> 8 * value & 0xff)
                    list[count++] = to << YOXII_TO_SHIFT | place << YOXII_PLACE_SHIFT | value;
            }
        }
    }
    return count;
}

// By destination, those without a free neighbour last; an empty hand gives an empty list.
unsigned yoxii_actions(const struct game_position *p, game_action *list)
{
    const struct yoxii_position *y = yoxii_of(p);
    uint64_t open = yoxii_open(y);
    uint64_t to_set = destinations(y->totem, y->pieces[y->seat], open), surrounded = 0;
    unsigned value_set = set_of_values(y->hand[y->seat]);
    unsigned value_count = (unsigned)bits_count(value_set);
    struct yoxii_values values = values_of_set[value_set];
    game_action *at = list;

    while (to_set) {
        uint64_t to = (uint64_t)bits_pop(&to_set);
        uint32_t near = (uint32_t)(open >> (to - 9) & YOXII_RING);
        if (!near)
            surrounded |= BIT(to);
        at = list_near(at, (unsigned)to, near, values, value_count);
    }
    unsigned count = (unsigned)(at - list);
    assert(count <= 256); // on which the room behind these lists rests
    return surrounded ? list_anywhere(y, surrounded, list, count) : count;
}
