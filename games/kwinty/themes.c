// SPDX-License-Identifier: MIT
// What a puzzle of this game can be about, judged by an action: whether the five
// lie aslant, the rows of four are counted, or the wall becomes nine wide.
#include "games/kwinty/kwinty.h"

extern const struct game game_kwinty;

enum { ASLANT, FOURS, WIDE, FIVE = 5 };

const struct game_theme kwinty_themes[] = {
    [ASLANT] = {"five-aslant", "five aslant"},
    [FOURS] = {"rows-of-four-count", "rows of four count"},
    [WIDE] = {"nine-wide", "nine wide"},
    {NULL, NULL},
};

// Squares of a seat's colour in a line through this one.
static int row_through(const struct kwinty_position *k, int seat, int column, int row, int x, int y)
{
    int count = 0;

    while (kwinty_owns(k, seat, column - x, row - y)) {
        column -= x;
        row -= y;
    }
    for (; kwinty_owns(k, seat, column, row); count++) {
        column += x;
        row += y;
    }
    return count;
}

// Whether a square is part of five that lie or stand.
static bool in_straight_five(const struct kwinty_position *k, int seat, int column, int row)
{
    return row_through(k, seat, column, row, 1, 0) >= FIVE ||
           row_through(k, seat, column, row, 0, 1) >= FIVE;
}

unsigned kwinty_theme(const struct game_position *before, game_action action)
{
    const struct kwinty_position *k = kwinty_of(before);
    struct game_position next;
    struct game_result result;
    int seat = k->seat;

    game_kwinty.apply(before, action, &next);
    game_kwinty.result(&next, &result);
    const struct kwinty_position *n = kwinty_of(&next);
    bool five = n->winner != 0, aslant = false;
    if (five && action != KWINTY_PASS) {
        struct kwinty_block b = kwinty_action_block(k, action);
        aslant = !in_straight_five(n, seat, b.column, b.row) &&
                 !in_straight_five(n, seat, kwinty_other_column(b), kwinty_other_row(b));
    }
    bool wide = kwinty_width(n) == KWINTY_SIZE && kwinty_width(k) < KWINTY_SIZE;
    return (unsigned)aslant << ASLANT | (unsigned)(result.over && !five) << FOURS |
           (unsigned)wide << WIDE;
}
