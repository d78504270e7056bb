// SPDX-License-Identifier: MIT
// Stones as numbers, for those who learn the game: a board of one cell.
#include "game/learn.h"
#include "games/null/null.h"

static void space(const struct game_options *options, struct learn_space *s)
{
    (void)options;
    *s = (struct learn_space){.actions = NULL_MOST, .planes = 1, .rows = 1, .columns = 1};
}

// One stone less than are taken.
static void number(const struct game_position *p, const game_action *list, unsigned count,
                   uint16_t *numbers)
{
    (void)p;
    for (unsigned i = 0; i < count; i++)
        numbers[i] = (uint16_t)(list[i] - 1);
}

static game_action numbered(const struct game_position *p, unsigned n)
{
    (void)p;
    return n + 1;
}

static void planes(const struct game_position *seen, int seat, uint8_t *out)
{
    (void)seat;
    out[0] = ((const struct null_position *)seen->bytes)->stones;
}

static void name_plane(const struct game_options *options, unsigned plane, struct text *t)
{
    (void)options;
    (void)plane;
    text_add(t, "stones (number)");
}

const struct game_learning null_learning = {
    .space = space,
    .number = number,
    .numbered = numbered,
    .planes = planes,
    .name = name_plane,
};
