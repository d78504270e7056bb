// SPDX-License-Identifier: MIT
// The board as numbers, for those who learn the game. An action is its cell, counted row by row; the last number is the swap.
#include "game/learn.h"
#include "games/testhex/testhex.h"

static void space(const struct game_options *options, struct learn_space *s)
{
    unsigned size = options->value[0] ? TESTHEX_SMALL : TESTHEX_LARGE;

    *s = (struct learn_space){size * size + 1, 2, size, size};
}

static void number(const struct game_position *p, const game_action *list, unsigned count,
                   uint16_t *numbers)
{
    unsigned size = testhex_size(testhex_of(p));

    for (unsigned i = 0; i < count; i++)
        numbers[i] = (uint16_t)(list[i] == TESTHEX_SWAP ? size * size
                                                        : (list[i] >> 3) * size + (list[i] & 7));
}

static game_action numbered(const struct game_position *p, unsigned n)
{
    unsigned size = testhex_size(testhex_of(p));

    return n == size * size ? TESTHEX_SWAP : testhex_cell(n / size, n % size);
}

static void planes(const struct game_position *seen, int seat, uint8_t *out)
{
    const struct testhex_position *h = testhex_of(seen);
    unsigned size = testhex_size(h);

    for (unsigned i = 0; i < 2; i++, out += size * size) {
        for (uint64_t set = h->stones[(unsigned)seat ^ i]; set;) {
            unsigned cell = (unsigned)bits_pop(&set);
            out[(cell >> 3) * size + (cell & 7)] = 1;
        }
    }
}

static void name_plane(const struct game_options *options, unsigned plane, struct text *t)
{
    (void)options;
    text_add(t, plane ? "enemy stones" : "own stones");
}

const struct game_learning testhex_learning = {
    .space = space,
    .number = number,
    .numbered = numbered,
    .planes = planes,
    .name = name_plane,
};
