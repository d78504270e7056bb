// SPDX-License-Identifier: MIT
// Plain questions about a wall, square by square, for texts, reasons, scenes and the final count.
// Nothing here is called while placements are listed or played.
#include <assert.h>

#include "games/kwinty/kwinty.h"

#include "base/bits.h"

// The bit of a square in a half that begins at this row, or 0 when the half does not have it.
static uint64_t square_bit(const struct kwinty_position *k, int first_row, int column, int row)
{
    int at = column - (int)k->left;

    row -= first_row;
    if (at < 0 || at >= KWINTY_SIZE || row < 0 || row >= KWINTY_HALF_ROWS)
        return 0;
    return BIT(row * KWINTY_SIZE + at);
}

static uint64_t lower_bit(const struct kwinty_position *k, int column, int row)
{
    return square_bit(k, 0, column, row);
}

static uint64_t upper_bit(const struct kwinty_position *k, int column, int row)
{
    return square_bit(k, KWINTY_UPPER, column, row);
}

bool kwinty_owns(const struct kwinty_position *k, int seat, int column, int row)
{
    return (k->lower.own[seat] & lower_bit(k, column, row)) ||
           (k->upper.own[seat] & upper_bit(k, column, row));
}

static bool is_left(const struct kwinty_position *k, int column, int row)
{
    return (k->lower.lefts & lower_bit(k, column, row)) ||
           (k->upper.lefts & upper_bit(k, column, row));
}

static bool is_top(const struct kwinty_position *k, int column, int row)
{
    return (k->lower.tops & lower_bit(k, column, row)) ||
           (k->upper.tops & upper_bit(k, column, row));
}

bool kwinty_filled(const struct kwinty_position *k, int column, int row)
{
    return kwinty_owns(k, 0, column, row) || kwinty_owns(k, 1, column, row);
}

int kwinty_width(const struct kwinty_position *k)
{
    int width = 0;

    while (kwinty_filled(k, (int)k->left + width, 0))
        width++;
    return width;
}

int kwinty_height(const struct kwinty_position *k, int column)
{
    int height = 0;

    while (kwinty_filled(k, column, height))
        height++;
    return height;
}

int kwinty_placed(const struct kwinty_position *k, int seat)
{
    uint64_t below_upper = BIT(KWINTY_UPPER * KWINTY_SIZE) - 1;

    return (bits_count(k->lower.own[seat] & below_upper) + bits_count(k->upper.own[seat])) / 2;
}

bool kwinty_block_at(const struct kwinty_position *k, int column, int row,
                     struct kwinty_block *block)
{
    *block = (struct kwinty_block){column, row, is_left(k, column, row)};
    return block->flat || is_top(k, column, row + 1);
}

void kwinty_put(struct kwinty_position *k, int seat, struct kwinty_block block)
{
    int column = kwinty_other_column(block), row = kwinty_other_row(block);
    assert(!kwinty_filled(k, block.column, block.row) && !kwinty_filled(k, column, row));
    assert(block.column >= (int)k->left && column < (int)k->left + KWINTY_SIZE &&
           row < KWINTY_SIZE);
    uint64_t lower = lower_bit(k, column, row), upper = upper_bit(k, column, row);

    k->lower.tops |= block.flat ? 0 : lower;
    k->upper.tops |= block.flat ? 0 : upper;
    k->lower.own[seat] |= lower;
    k->upper.own[seat] |= upper;
    lower = lower_bit(k, block.column, block.row);
    upper = upper_bit(k, block.column, block.row);
    k->lower.lefts |= block.flat ? lower : 0;
    k->upper.lefts |= block.flat ? upper : 0;
    k->lower.own[seat] |= lower;
    k->upper.own[seat] |= upper;
}

bool kwinty_supported(const struct kwinty_position *k, struct kwinty_block block)
{
    return block.row == 0 || (kwinty_filled(k, block.column, block.row - 1) &&
                              kwinty_filled(k, kwinty_other_column(block), block.row - 1));
}

// Whether a flat block of the seat's colour starts here.
static bool own_left(const struct kwinty_position *k, int seat, int column, int row)
{
    return is_left(k, column, row) && kwinty_owns(k, seat, column, row);
}

bool kwinty_short_ends(const struct kwinty_position *k, int seat, struct kwinty_block block)
{
    if (block.flat)
        return own_left(k, seat, block.column - 2, block.row) ||
               own_left(k, seat, block.column + 2, block.row);
    return is_top(k, block.column, block.row - 1) &&
           kwinty_owns(k, seat, block.column, block.row - 1);
}

// How many squares of the colour follow each other in a line, this one first.
static int run_length(const struct kwinty_position *k, int seat, int column, int row,
                      int column_step, int row_step)
{
    int length = 0;

    while (kwinty_owns(k, seat, column, row)) {
        length++;
        column += column_step;
        row += row_step;
    }
    return length;
}

bool kwinty_in_row(const struct kwinty_position *k, int seat, int column, int row, int least,
                   int most)
{
    static const struct {
        int column, row;
    } step[] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};

    for (int i = 0; i < 4; i++) {
        int onward = run_length(k, seat, column, row, step[i].column, step[i].row);
        int back = run_length(k, seat, column, row, -step[i].column, -step[i].row);
        int length = onward + back - 1; // the square itself is in both
        if (length >= least && length <= most)
            return true;
    }
    return false;
}
