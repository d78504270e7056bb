// SPDX-License-Identifier: MIT
// The board as numbers, for those who learn the game. An action is 36 * the square it starts from +
// the square it ends on, squares counted as in the planes; the last number is a pass.
#include "game/learn.h"
#include "games/tiku/lines.h"

enum { SQUARES = TIKU_SIDE * TIKU_SIDE, PASS = SQUARES * SQUARES };

enum {
    PLANE_FIGURES, // and the enemy's
    PLANE_DISCS = 2,
    PLANE_RINGED = 4,
    PLANES = 6,
};

static void space(const struct game_options *options, struct learn_space *s)
{
    (void)options;
    *s = (struct learn_space){PASS + 1, PLANES, TIKU_SIDE, TIKU_SIDE};
}

// A square, 8 * row + column, as 6 * row + column.
static inline unsigned spot(unsigned square)
{
    return square - 2 * (square >> 3);
}

static void number(const struct game_position *p, const game_action *list, unsigned count,
                   uint16_t *numbers)
{
    (void)p;
    for (unsigned i = 0; i < count; i++)
        numbers[i] = (uint16_t)(SQUARES * spot(tiku_from(list[i])) + spot(tiku_to(list[i])));
    if (list[0] == TIKU_PASS && count)
        numbers[0] = PASS;
}

// The parts that tiku.h tells of, worked out from both squares.
static game_action numbered(const struct game_position *p, unsigned n)
{
    if (n == PASS)
        return TIKU_PASS;
    unsigned from = tiku_square_of_spot(n / SQUARES), to = tiku_square_of_spot(n % SQUARES);
    int rows = (int)tiku_row(to) - (int)tiku_row(from);
    int columns = (int)tiku_column(to) - (int)tiku_column(from);
    unsigned length = (unsigned)(rows          ? (rows < 0 ? -rows : rows)
                                 : columns < 0 ? -columns
                                               : columns);
    unsigned way = !rows ? EAST : !columns ? NORTH : rows == columns ? NORTHEAST : SOUTHEAST;
    unsigned step = way == EAST        ? STEP_EAST
                    : way == NORTH     ? STEP_NORTH
                    : way == NORTHEAST ? STEP_NORTHEAST
                                       : -STEP_SOUTHEAST;
    unsigned lowest = to > from ? from : to + step;

    (void)p;
    return from | to << TIKU_TO_SHIFT | lowest << TIKU_LOWEST_SHIFT |
           (game_action)SHAPE(way, length) << TIKU_SHAPE_SHIFT;
}

static void put_plane(uint8_t *planes, unsigned plane, uint64_t set)
{
    for (planes += plane * SQUARES; set;)
        planes[spot((unsigned)bits_pop(&set))] = 1;
}

static void planes(const struct game_position *seen, int seat, uint8_t *out)
{
    const struct tiku_position *t = tiku_of(seen);

    for (unsigned i = 0; i < 2; i++) {
        unsigned whose = (unsigned)seat ^ i;
        put_plane(out, PLANE_FIGURES + i, t->figures[whose]);
        put_plane(out, PLANE_DISCS + i, t->discs[whose]);
        put_plane(out, PLANE_RINGED + i, t->ringed & t->figures[whose]);
    }
}

static void name_plane(const struct game_options *options, unsigned plane, struct text *t)
{
    static const char *const what[] = {"figures", "discs", "figures with a ring"};

    (void)options;
    text_format(t, "%s %s", plane % 2 ? "enemy" : "own", what[plane / 2]);
}

const struct game_learning tiku_learning = {
    .space = space,
    .number = number,
    .numbered = numbered,
    .planes = planes,
    .name = name_plane,
};
