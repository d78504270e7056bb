// SPDX-License-Identifier: MIT
// The symmetries of the board: mirrored columns (1), mirrored rows (2) or both (3). Animals move
// alike in all four directions, and the ranks close up behind them whichever way they went. The
// draft has as many free columns on either side of the dealt ones, and the six columns that are
// filled in the end are lettered as they lie; so the mirrors hold there too.
#include "base/bits.h"
#include "games/tokan/tokan.h"

// Where a square goes on a board with this many columns.
static unsigned mirrored_square(unsigned columns, unsigned square, unsigned symmetry)
{
    unsigned row = square / columns, column = square % columns;

    if (symmetry & 1)
        column = columns - 1 - column;
    if (symmetry & 2)
        row = TOKAN_ROWS - 1 - row;
    return row * columns + column;
}

static void mirror_draft(struct tokan_draft *d, unsigned symmetry)
{
    for (unsigned kind = 0; kind < TOKAN_KINDS; kind++) {
        uint64_t laid = d->laid[kind];
        for (d->laid[kind] = 0; laid;)
            d->laid[kind] |=
                BIT(mirrored_square(TOKAN_DRAFT_COLUMNS, (unsigned)bits_pop(&laid), symmetry));
    }
}

// Stacks go to their new squares as they are: what lies below a tile does not ask where.
static void mirror_play(struct tokan_play *play, unsigned symmetry)
{
    const struct tokan_play from = *play;
    const uint64_t both = BIT(32) | 1;

    play->owner = play->range = play->tall = 0;
    for (unsigned square = 0; square < TOKAN_SQUARES; square++) {
        unsigned to = mirrored_square(TOKAN_COLUMNS, square, symmetry);
        play->top[to] = from.top[square];
        play->height[to] = from.height[square];
        play->owner |= (from.owner >> square & both) << to;
        play->range |= (from.range >> square & both) << to;
        play->tall |= (from.tall >> square & both) << to;
    }
}

void tokan_apply_symmetry(const struct game_position *p, unsigned symmetry,
                          struct game_position *other)
{
    struct tokan_position t = *tokan_of(p);

    if (t.drafting)
        mirror_draft(&t.draft, symmetry);
    else
        mirror_play(&t.play, symmetry);
    if (t.taboo != TOKAN_NOWHERE)
        t.taboo = (uint8_t)mirrored_square(TOKAN_COLUMNS, t.taboo, symmetry);
    *(struct tokan_position *)other->bytes = t;
}
