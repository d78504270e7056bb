// SPDX-License-Identifier: MIT
// The tower turned around or in a mirror. The four sides are added up and every rule speaks of neighbours, so the plan has
// no north: what follows is the same game.
#include "base/symmetry.h"
#include "games/turris/turris.h"

// What the cube becomes: the halves of flat blocks change names with the direction of the other half.
static unsigned cube_image(unsigned cube, unsigned image)
{
    static const uint8_t diagonal[] = {TURRIS_NO_CUBE, TURRIS_LOWER, TURRIS_NEAR, TURRIS_FAR,
                                       TURRIS_LEFT,    TURRIS_RIGHT, TURRIS_UPPER};
    static const uint8_t columns[] = {TURRIS_NO_CUBE, TURRIS_LOWER, TURRIS_RIGHT, TURRIS_LEFT,
                                      TURRIS_NEAR,    TURRIS_FAR,   TURRIS_UPPER};
    static const uint8_t rows[] = {TURRIS_NO_CUBE, TURRIS_LOWER, TURRIS_LEFT, TURRIS_RIGHT,
                                   TURRIS_FAR,     TURRIS_NEAR,  TURRIS_UPPER};
    unsigned kind = cube & TURRIS_KIND;

    kind = image & SYMMETRY_DIAGONAL ? diagonal[kind] : kind;
    kind = image & SYMMETRY_COLUMNS ? columns[kind] : kind;
    kind = image & SYMMETRY_ROWS ? rows[kind] : kind;
    return kind | (cube & TURRIS_BLACK_CUBE);
}

static uint64_t stack_image(uint64_t stack, unsigned image)
{
    uint64_t other = 0;

    for (unsigned shift = 0; stack >> shift; shift += 4)
        other |= (uint64_t)cube_image(stack >> shift & 15, image) << shift;
    return other;
}

// The block placed last: its level stays; its base is the left or lower one of its cells in the image.
static uint16_t last_image(unsigned last, unsigned image)
{
    unsigned way = last % 256 / TURRIS_LANE, base = last % TURRIS_LANE;
    unsigned one = symmetry_square(TURRIS_SIDE, base, image);
    unsigned two = symmetry_square(TURRIS_SIDE, base + turris_step(way), image);

    if (last == 0)
        return 0;
    if (way != TURRIS_UPRIGHT && image & SYMMETRY_DIAGONAL)
        way = way == TURRIS_EAST ? TURRIS_NORTH : TURRIS_EAST;
    return (uint16_t)(last / 256 * 256 + TURRIS_LANE * way + (one < two ? one : two));
}

void turris_image(const struct game_position *p, unsigned image, struct game_position *other)
{
    const struct turris_position from = *turris_of(p);
    struct turris_position t = from;

    t.levels = t.tops = t.barred = 0;
    for (unsigned cell = 0; cell < TURRIS_CELLS; cell++) {
        unsigned to = symmetry_square(TURRIS_SIDE, cell, image);
        t.stack[to] = stack_image(from.stack[cell], image);
        t.levels |= (from.levels >> cell & turris_lanes(1)) << to;
        t.barred |= (uint16_t)((from.barred >> cell & 1) << to);
        turris_look_at_top(&t, to);
    }
    for (unsigned seat = 0; seat < 2; seat++)
        t.last[seat] = last_image(from.last[seat], image);
    *(struct turris_position *)other->bytes = t;
}
