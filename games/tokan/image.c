// SPDX-License-Identifier: MIT
// The board in a mirror: the columns (image 1), the rows (2) or both (3). Animals move alike in all four directions and the
// ranks close up behind them whichever way they went. The draft has as much room on either side of the dealt columns, and the
// six columns that are filled in the end are lettered as they lie; so the mirrors hold there too.
#include "base/bits.h"
#include "games/tokan/tokan.h"

// Where a square of a board with so many columns goes.
static unsigned square_image(unsigned columns, unsigned square, unsigned image)
{
    unsigned row = square / columns, column = square % columns;

    if (image & 1)
        column = columns - 1 - column;
    if (image & 2)
        row = TOKAN_ROWS - 1 - row;
    return row * columns + column;
}

static void draft_image(struct tokan_draft *d, unsigned image)
{
    for (unsigned kind = 0; kind < TOKAN_KINDS; kind++) {
        uint64_t laid = d->laid[kind];
        for (d->laid[kind] = 0; laid;)
            d->laid[kind] |=
                BIT(square_image(TOKAN_DRAFT_COLUMNS, (unsigned)bits_pop(&laid), image));
    }
}

// Stacks go to their new squares as they are: what lies below a tile does not ask where.
static void play_image(struct tokan_play *play, unsigned image)
{
    const struct tokan_play from = *play;
    const uint64_t both = BIT(32) | 1;

    play->owner = play->range = play->tall = 0;
    for (unsigned square = 0; square < TOKAN_SQUARES; square++) {
        unsigned to = square_image(TOKAN_COLUMNS, square, image);
        play->top[to] = from.top[square];
        play->height[to] = from.height[square];
        play->owner |= (from.owner >> square & both) << to;
        play->range |= (from.range >> square & both) << to;
        play->tall |= (from.tall >> square & both) << to;
    }
}

void tokan_image(const struct game_position *p, unsigned image, struct game_position *other)
{
    struct tokan_position t = *tokan_of(p);

    if (t.drafting)
        draft_image(&t.draft, image);
    else
        play_image(&t.play, image);
    if (t.taboo != TOKAN_NOWHERE)
        t.taboo = (uint8_t)square_image(TOKAN_COLUMNS, t.taboo, image);
    *(struct tokan_position *)other->bytes = t;
}
