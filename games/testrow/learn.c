// SPDX-License-Identifier: MIT
// The game as numbers, for programs that learn it. An action is its square; planes are the stones
// of each seat.
#include "game/learn.h"
#include "games/testrow/testrow.h"

static void space(const struct game_options *options, struct learn_space *s)
{
    (void)options;
    *s = (struct learn_space){TESTROW_SQUARES, 2, TESTROW_SIDE, TESTROW_SIDE};
}

static void number(const struct game_position *p, const game_action *list, unsigned count,
                   uint16_t *numbers)
{
    (void)p;
    for (unsigned i = 0; i < count; i++)
        numbers[i] = (uint16_t)list[i];
}

static game_action numbered(const struct game_position *p, unsigned n)
{
    (void)p;
    return n;
}

static void planes(const struct game_position *seen, int seat, uint8_t *out)
{
    const struct testrow_position *r = testrow_of(seen);

    for (unsigned square = 0; square < TESTROW_SQUARES; square++) {
        if (r->at[square] != TESTROW_EMPTY)
            out[(r->at[square] == seat ? 0 : TESTROW_SQUARES) + square] = 1;
    }
}

static void name_plane(const struct game_options *options, unsigned plane, struct text *t)
{
    (void)options;
    text_add(t, plane == 0 ? "own stones" : "stones of the next seat");
}

const struct game_learning testrow_learning = {
    .space = space,
    .number = number,
    .numbered = numbered,
    .planes = planes,
    .name = name_plane,
};
