// SPDX-License-Identifier: MIT
// The draft that can come before the play: ten tiles are dealt into two columns, then the players
// lay the other twenty in turn, and the finished board of six columns is handed over to the play.
#include <assert.h>
#include <string.h>

#include "base/bits.h"
#include "games/tokan/tokan.h"

// The first square of every row, and all squares.
#define ROW_STARTS (BIT(0) | BIT(10) | BIT(20) | BIT(30) | BIT(40))
#define BOARD      (BIT(TOKAN_DRAFT_SQUARES) - 1)

// All squares of a set of columns.
static uint64_t squares_of(uint64_t columns)
{
    return columns * ROW_STARTS;
}

// The columns with at least one square of a set.
static uint64_t columns_of(uint64_t squares)
{
    uint64_t columns = 0;

    for (; squares; squares >>= TOKAN_DRAFT_COLUMNS)
        columns |= squares;
    return columns & (BIT(TOKAN_DRAFT_COLUMNS) - 1);
}

static uint64_t dealt_squares(void)
{
    return squares_of(BIT(TOKAN_DEALT_FIRST) | BIT(TOKAN_DEALT_FIRST + 1));
}

// Five random tiles of each colour, mixed, in the two dealt columns; the others stay in hand.
void tokan_draft_deal(struct tokan_position *t, struct random *r)
{
    struct tokan_draft *d = &t->draft;
    uint8_t drawn[2 * TOKAN_DEALT];

    t->drafting = 1;
    t->taboo = TOKAN_NOWHERE;
    memcpy(d->hand, tokan_tiles, sizeof d->hand);
    for (unsigned seat = 0; seat < 2; seat++) {
        uint8_t bag[TOKAN_TILES / 2];
        unsigned filled = 0;
        for (unsigned kind = seat * TOKAN_ANIMALS; kind < (seat + 1) * TOKAN_ANIMALS; kind++) {
            for (unsigned i = 0; i < tokan_tiles[kind]; i++)
                bag[filled++] = (uint8_t)kind;
        }
        random_shuffle(r, bag, filled);
        memcpy(drawn + seat * TOKAN_DEALT, bag, TOKAN_DEALT);
    }
    random_shuffle(r, drawn, sizeof drawn);
    uint64_t squares = dealt_squares();
    for (unsigned i = 0; squares; i++) {
        d->laid[drawn[i]] |= BIT(bits_pop(&squares));
        d->hand[drawn[i]]--;
    }
}

uint64_t tokan_draft_all(const struct tokan_draft *d)
{
    uint64_t all = 0;

    for (unsigned kind = 0; kind < TOKAN_KINDS; kind++)
        all |= d->laid[kind];
    return all;
}

// The squares that touch a set of squares along a side; some of them may be in the set.
uint64_t tokan_draft_touching(uint64_t laid)
{
    uint64_t left = squares_of(BIT(0)), right = squares_of(BIT(TOKAN_DRAFT_COLUMNS - 1));

    return (laid << TOKAN_DRAFT_COLUMNS | laid >> TOKAN_DRAFT_COLUMNS | (laid & ~right) << 1 |
            (laid & ~left) >> 1) &
           BOARD;
}

// The squares of all columns that would not make the laid columns span more than six. The dealt
// columns are laid always, so neither end of that room leaves the ten columns.
uint64_t tokan_draft_room(uint64_t laid)
{
    uint64_t columns = columns_of(laid);
    int first = bits_last(columns) - (TOKAN_COLUMNS - 1);
    int end = bits_first(columns) + TOKAN_COLUMNS;

    return squares_of(BIT(end) - BIT(first));
}

// There is always one: while tiles are in hand, the six columns have an empty square that touches.
unsigned tokan_draft_actions(const struct tokan_position *t, game_action *list)
{
    uint64_t laid = tokan_draft_all(&t->draft);
    uint64_t open = tokan_draft_touching(laid) & ~laid & tokan_draft_room(laid);
    unsigned count = 0, first = t->seat * TOKAN_ANIMALS;

    for (unsigned kind = first; kind < first + TOKAN_ANIMALS; kind++) {
        if (t->draft.hand[kind] == 0)
            continue;
        for (uint64_t left = open; left;)
            list[count++] = (unsigned)bits_pop(&left) | kind << TOKAN_KIND_SHIFT;
    }
    return count;
}

// All tiles are laid: the six columns are lettered again, and the play begins.
static void begin_play(struct tokan_position *t)
{
    struct tokan_draft d = t->draft;
    assert(bits_count(columns_of(tokan_draft_all(&d))) == TOKAN_COLUMNS);
    unsigned shift = (unsigned)bits_first(columns_of(tokan_draft_all(&d)));

    t->drafting = 0;
    tokan_clear(t);
    for (unsigned kind = 0; kind < TOKAN_KINDS; kind++) {
        for (unsigned number = 0; d.laid[kind]; number++) {
            unsigned square = (unsigned)bits_pop(&d.laid[kind]);
            unsigned row = square / TOKAN_DRAFT_COLUMNS;
            unsigned column = square % TOKAN_DRAFT_COLUMNS - shift;
            tokan_put(t, row * TOKAN_COLUMNS + column, kind, number);
        }
    }
}

void tokan_draft_apply(struct tokan_position *t, game_action action)
{
    unsigned kind = tokan_draft_kind(action);

    assert(kind / TOKAN_ANIMALS == t->seat && t->draft.hand[kind] > 0);
    assert(tokan_draft_room(tokan_draft_all(&t->draft)) & ~tokan_draft_all(&t->draft) &
           BIT(tokan_draft_square(action)));
    t->draft.laid[kind] |= BIT(tokan_draft_square(action));
    t->draft.hand[kind]--;
    t->seat ^= 1;
    if (bits_count(tokan_draft_all(&t->draft)) == TOKAN_TILES)
        begin_play(t);
}

static unsigned in_hand(const struct tokan_draft *d, unsigned seat)
{
    const uint8_t *hand = &d->hand[seat * TOKAN_ANIMALS];

    return (unsigned)hand[0] + hand[1] + hand[2];
}

// The squares that can be reached from the dealt columns over laid tiles.
static uint64_t connected(uint64_t laid)
{
    uint64_t found = dealt_squares(), before;

    do {
        before = found;
        found |= tokan_draft_touching(found) & laid;
    } while (found != before);
    return found;
}

// What the draft's own rules say of every layout: the deal, the turns, the touching and the width.
// Whether the tiles could have been laid in some order of turns is not asked.
bool tokan_check_draft(const struct tokan_position *t, const char *board, struct error *e)
{
    const struct tokan_draft *d = &t->draft;
    uint64_t laid = tokan_draft_all(d), dealt = dealt_squares();
    uint64_t red = d->laid[0] | d->laid[1] | d->laid[2];
    uint64_t columns = columns_of(laid);

    if (dealt & ~laid)
        return error_set(e, "tokan.draft.dealt-full:board",
                         "the board '%s': the dealt columns e and f must be full", board);
    if (bits_count(red & dealt) != TOKAN_DEALT)
        return error_set(
            e, "tokan.draft.dealt-five:board",
            "the board '%s': the dealt columns e and f must hold five tiles of each colour", board);
    if (bits_last(columns) - bits_first(columns) >= TOKAN_COLUMNS)
        return error_set(e, "tokan.draft.wide:board",
                         "the board '%s': the laid columns span more than six", board);
    if (connected(laid) != laid)
        return error_set(e, "tokan.draft.apart:board",
                         "the board '%s': every laid tile must be connected to columns e and f "
                         "along the sides of tiles",
                         board);
    if (in_hand(d, 0) + t->seat != in_hand(d, 1))
        return error_set(e, "tokan.draft.hands:board",
                         "the board '%s': the hands do not fit the side to lay", board);
    if (in_hand(d, 1) == 0)
        return error_set(
            e, "tokan.draft.over:board",
            "the board '%s': with empty hands the draft is over, and the board has six columns",
            board);
    return true;
}
