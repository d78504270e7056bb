// SPDX-License-Identifier: MIT
// The symmetries of the tower. The four sides are added up and every rule speaks of neighbours, so
// the plan has no north: the rules hold under every turn and mirror.
#include "base/symmetry.h"
#include "games/turris/turris.h"

// What the cube becomes: the halves of flat blocks change names with the direction of the other
// half.
static unsigned turned_cube(unsigned cube, unsigned symmetry)
{
    static const uint8_t diagonal[] = {TURRIS_NO_CUBE, TURRIS_LOWER, TURRIS_NEAR, TURRIS_FAR,
                                       TURRIS_LEFT,    TURRIS_RIGHT, TURRIS_UPPER};
    static const uint8_t columns[] = {TURRIS_NO_CUBE, TURRIS_LOWER, TURRIS_RIGHT, TURRIS_LEFT,
                                      TURRIS_NEAR,    TURRIS_FAR,   TURRIS_UPPER};
    static const uint8_t rows[] = {TURRIS_NO_CUBE, TURRIS_LOWER, TURRIS_LEFT, TURRIS_RIGHT,
                                   TURRIS_FAR,     TURRIS_NEAR,  TURRIS_UPPER};
    unsigned kind = cube & TURRIS_KIND;

    kind = symmetry & SYMMETRY_DIAGONAL ? diagonal[kind] : kind;
    kind = symmetry & SYMMETRY_COLUMNS ? columns[kind] : kind;
    kind = symmetry & SYMMETRY_ROWS ? rows[kind] : kind;
    return kind | (cube & TURRIS_BLACK_CUBE);
}

static uint64_t turned_stack(uint64_t stack, unsigned symmetry)
{
    uint64_t other = 0;

    for (unsigned shift = 0; stack >> shift; shift += 4)
        other |= (uint64_t)turned_cube(stack >> shift & 15, symmetry) << shift;
    return other;
}

// The block placed last: its level stays; its base is the left or lower one of its cells
// afterwards.
static uint16_t turned_last(unsigned last, unsigned symmetry)
{
    unsigned orientation = last % 256 / TURRIS_LANE, base = last % TURRIS_LANE;
    unsigned one = symmetry_square(TURRIS_SIDE, base, symmetry);
    unsigned two = symmetry_square(TURRIS_SIDE, base + turris_step(orientation), symmetry);

    if (last == 0)
        return 0;
    if (orientation != TURRIS_UPRIGHT && symmetry & SYMMETRY_DIAGONAL)
        orientation = orientation == TURRIS_EAST ? TURRIS_NORTH : TURRIS_EAST;
    return (uint16_t)(last / 256 * 256 + TURRIS_LANE * orientation + (one < two ? one : two));
}

void turris_apply_symmetry(const struct game_position *p, unsigned symmetry,
                           struct game_position *other)
{
    const struct turris_position from = *turris_of(p);
    struct turris_position t = from;

    t.levels = t.tops = t.barred = 0;
    for (unsigned cell = 0; cell < TURRIS_CELLS; cell++) {
        unsigned to = symmetry_square(TURRIS_SIDE, cell, symmetry);
        t.stack[to] = turned_stack(from.stack[cell], symmetry);
        t.levels |= (from.levels >> cell & turris_lanes(1)) << to;
        t.barred |= (uint16_t)((from.barred >> cell & 1) << to);
        turris_look_at_top(&t, to);
    }
    for (unsigned seat = 0; seat < 2; seat++)
        t.last[seat] = turned_last(from.last[seat], symmetry);
    *(struct turris_position *)other->bytes = t;
}
