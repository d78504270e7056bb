// SPDX-License-Identifier: MIT
// Looking at a tower: cubes, blocks, and the five faces that are scored. Nothing here is hot.
#include "games/turris/turris.h"

unsigned turris_cube(const struct turris_position *t, unsigned cell, unsigned level)
{
    unsigned height = turris_height(t, cell);

    return level > height ? TURRIS_NO_CUBE : t->stack[cell] >> 4 * (height - level) & 15;
}

bool turris_block(const struct turris_position *t, unsigned cell, unsigned level,
                  struct turris_block *block)
{
    // The orientation of a cube's block, and the step back from the cube to the base.
    static const struct {
        uint8_t orientation, cells_back, levels_back;
    } from[TURRIS_KIND] = {
        [TURRIS_LOWER] = {TURRIS_UPRIGHT, 0, 0}, [TURRIS_UPPER] = {TURRIS_UPRIGHT, 0, 1},
        [TURRIS_LEFT] = {TURRIS_EAST, 0, 0},     [TURRIS_RIGHT] = {TURRIS_EAST, 1, 0},
        [TURRIS_NEAR] = {TURRIS_NORTH, 0, 0},    [TURRIS_FAR] = {TURRIS_NORTH, TURRIS_SIDE, 0},
    };
    unsigned cube = turris_cube(t, cell, level), kind = cube & TURRIS_KIND;

    if (cube == TURRIS_NO_CUBE)
        return false;
    block->orientation = from[kind].orientation;
    block->base = (uint8_t)(cell - from[kind].cells_back);
    block->other = (uint8_t)(block->base + turris_step(block->orientation));
    block->level = (uint8_t)(level - from[kind].levels_back);
    block->seat = cube & TURRIS_BLACK_CUBE ? TURRIS_BLACK : TURRIS_WHITE;
    return true;
}

bool turris_bare(const struct turris_position *t, const struct turris_block *block)
{
    unsigned top = block->level + (block->orientation == TURRIS_UPRIGHT);

    return turris_height(t, block->base) == top && turris_height(t, block->other) == top;
}

// The cell of a side (0 to 3) in a column from its beholder's left, at a depth from the front.
static unsigned seen_cell(unsigned side, unsigned column, unsigned depth)
{
    // From the south a1 is left in front, from the east c1, from the north c3, from the west a3.
    static const uint8_t corner[] = {0, 2, 8, 6};
    static const int8_t right[] = {1, 3, -1, -3};
    static const int8_t back[] = {3, -1, -3, 1};

    return (unsigned)(corner[side] + right[side] * (int)column + back[side] * (int)depth);
}

// One bit a cube, the lowest of its four: the filled levels of a cell, and the black ones. Bottoms
// are level with each other: level n at bit 4 * (TURRIS_LEVELS - n).
static void column_of(const struct turris_position *t, unsigned cell, uint64_t *filled,
                      uint64_t *black)
{
    const uint64_t ones = 0x1111111111111111;
    uint64_t cubes = t->stack[cell] << 4 * (TURRIS_LEVELS - turris_height(t, cell));

    *filled = (cubes | cubes >> 1 | cubes >> 2) & ones;
    *black = cubes >> 3 & ones;
}

static void side_picture(const struct turris_position *t, unsigned side,
                         struct turris_picture *picture)
{
    for (unsigned column = 0; column < TURRIS_SIDE; column++) {
        uint64_t seen = 0, dark = 0;
        for (unsigned depth = 0; depth < TURRIS_SIDE; depth++) {
            uint64_t filled, black;
            column_of(t, seen_cell(side, column, depth), &filled, &black);
            dark |= black & ~seen;
            seen |= filled;
        }
        picture->of[TURRIS_WHITE] |= (seen & ~dark) << column;
        picture->of[TURRIS_BLACK] |= dark << column;
    }
}

static void roof_picture(const struct turris_position *t, struct turris_picture *picture)
{
    for (unsigned cell = 0; cell < TURRIS_CELLS; cell++) {
        unsigned top = t->stack[cell] & 15;
        if (top != TURRIS_NO_CUBE)
            picture->of[top >> 3] |= BIT(4 * (cell / TURRIS_SIDE) + cell % TURRIS_SIDE);
    }
}

void turris_face(const struct turris_position *t, unsigned face, struct turris_picture *picture)
{
    *picture = (struct turris_picture){{0}};
    if (face == TURRIS_ROOF)
        roof_picture(t, picture);
    else
        side_picture(t, face, picture);
}

uint64_t turris_group(uint64_t squares)
{
    uint64_t largest = 0;

    while (squares) {
        uint64_t group = 0, wider = squares & -squares;
        while (wider != group) {
            group = wider;
            // The fourth bit of a row is never set, so that rows do not run into each other.
            wider |= (group << 1 | group >> 1 | group << 4 | group >> 4) & squares;
        }
        squares ^= group;
        if (bits_count(group) > bits_count(largest))
            largest = group;
    }
    return largest;
}
