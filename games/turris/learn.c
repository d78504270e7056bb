// SPDX-License-Identifier: MIT
// The tower as numbers, for those who learn the game. An action is 9 * the orientation of a block
// (upright, east, north) + its cell, or 27 + the cell of a block to take away; then done, then
// pass. Planes show the plan of each level from the ground up.
#include "game/learn.h"
#include "games/turris/turris.h"

enum { REMOVE = TURRIS_ORIENTATIONS * TURRIS_CELLS, DONE = REMOVE + TURRIS_CELLS, PASS };

// Of each level: the cubes of both, and which of them are the first half of a block that goes up,
// east or north.
enum { LEVEL_OWN, LEVEL_ENEMY, LEVEL_UP, LEVEL_EAST, LEVEL_NORTH, LEVEL_PLANES };
enum {
    PLANE_BARRED = TURRIS_LEVELS * LEVEL_PLANES,
    PLANE_LAST,
    PLANE_ENEMY_LAST,
    PLANE_BONUS,
    PLANES
};

static void space(const struct game_options *options, struct learn_space *s)
{
    (void)options;
    *s = (struct learn_space){PASS + 1, PLANES, TURRIS_SIDE, TURRIS_SIDE};
}

static void number(const struct game_position *p, const game_action *list, unsigned count,
                   uint16_t *numbers)
{
    (void)p;
    for (unsigned i = 0; i < count; i++) {
        unsigned lane = list[i] / TURRIS_LANE, cell = list[i] % TURRIS_LANE;
        numbers[i] = (uint16_t)(TURRIS_CELLS * lane + cell); // done and pass follow on the removals
    }
}

static game_action numbered(const struct game_position *p, unsigned n)
{
    (void)p;
    if (n >= REMOVE)
        return TURRIS_REMOVE + n - REMOVE;
    return n / TURRIS_CELLS * TURRIS_LANE + n % TURRIS_CELLS;
}

static void add_stack(const struct turris_position *t, unsigned cell, unsigned seat, uint8_t *out)
{
    static const uint8_t link[TURRIS_KIND + 1] = {
        [TURRIS_LOWER] = LEVEL_UP, [TURRIS_LEFT] = LEVEL_EAST, [TURRIS_NEAR] = LEVEL_NORTH};
    unsigned level = turris_height(t, cell);

    for (uint64_t cubes = t->stack[cell]; level-- > 0; cubes >>= 4) {
        uint8_t *at = out + level * LEVEL_PLANES * TURRIS_CELLS + cell;
        unsigned theirs = (cubes >> 3 & 1) ^ seat, first = link[cubes & TURRIS_KIND];
        at[(LEVEL_OWN + theirs) * TURRIS_CELLS] = 1;
        if (first)
            at[first * TURRIS_CELLS] = 1;
    }
}

static void planes(const struct game_position *seen, int seat, uint8_t *out)
{
    const struct turris_position *t = turris_of(seen);

    for (unsigned cell = 0; cell < TURRIS_CELLS; cell++)
        add_stack(t, cell, (unsigned)seat, out);
    for (uint64_t set = t->barred; set;)
        out[PLANE_BARRED * TURRIS_CELLS + (unsigned)bits_pop(&set)] = 1;
    for (unsigned i = 0; i < 2; i++) {
        unsigned last = t->last[(unsigned)seat ^ i];
        if (last)
            out[(PLANE_LAST + i) * TURRIS_CELLS + last % TURRIS_LANE] = (uint8_t)(last / 256);
    }
    learn_fill(out, PLANE_BONUS, TURRIS_CELLS, t->bonus);
}

static void name_plane(const struct game_options *options, unsigned plane, struct text *t)
{
    static const char *const level[LEVEL_PLANES] = {"own cubes", "enemy cubes", "lower halves",
                                                    "left halves", "near halves"};
    static const char *const others[] = {"barred cells", "level of the own last block",
                                         "level of the enemy's last block", "a bonus is due"};

    (void)options;
    if (plane < PLANE_BARRED)
        text_format(t, "level %u: %s", plane / LEVEL_PLANES + 1, level[plane % LEVEL_PLANES]);
    else
        text_add(t, others[plane - PLANE_BARRED]);
}

const struct game_learning turris_learning = {
    .space = space,
    .number = number,
    .numbered = numbered,
    .planes = planes,
    .name = name_plane,
};
