// SPDX-License-Identifier: MIT
// Which rule forbids an attempt. A path is the pass button, or the two squares of a block with
// the left or lower one first. Written square by square from the rules, apart from the list of
// placements in rules.c, so that the tests can hold one against the other.
#include "games/kwinty/kwinty.h"

const struct game_rule kwinty_rules[KWINTY_RULES] = {
    [KWINTY_RULE_PASS_ALONE] = {"pass-alone", "A pass is a whole turn; no square goes with it."},
    [KWINTY_RULE_TWO_SQUARES] = {"two-squares",
                                 "A block covers two neighbouring squares between a1 and q9."},
    [KWINTY_RULE_MUST_PLACE] = {"must-place", "You may pass only when you cannot place a block."},
    [KWINTY_RULE_NO_BLOCKS] = {"no-blocks",
                               "All twenty of your blocks are in the wall, so you have to pass."},
    [KWINTY_RULE_OCCUPIED] = {"occupied", "A block needs two empty squares."},
    [KWINTY_RULE_FIRST_BLOCK] = {"first-block",
                                 "The first block stands on i1 or lies on i1 and j1."},
    [KWINTY_RULE_SUPPORT] = {"support", "A block must rest with its whole underside on the ground "
                                        "or on other blocks."},
    [KWINTY_RULE_WIDTH] = {"width", "The wall may become at most nine squares wide."},
    [KWINTY_RULE_CONTACT] = {"contact", "A block must touch the wall along a side."},
    [KWINTY_RULE_SHORT_ENDS] = {"short-ends",
                                "Short ends of two blocks of one colour may not touch."},
    [KWINTY_RULE_LEFT_OR_LOWER] = {"left-or-lower",
                                   "The text of a block begins with its left or lower square."},
};

// Takes two squares in either order as a block; false when they are not side by side.
static bool join(int spot, int other, struct kwinty_block *block)
{
    int first = spot < other ? spot : other, distance = spot < other ? other - spot : spot - other;

    *block = (struct kwinty_block){first % KWINTY_COLUMNS, first / KWINTY_COLUMNS, distance == 1};
    if (distance == 1)
        return kwinty_other_column(*block) < KWINTY_COLUMNS;
    return distance == KWINTY_COLUMNS;
}

static bool too_wide(const struct kwinty_position *k, struct kwinty_block block)
{
    int first = (int)k->left, last = first + kwinty_width(k) - 1;

    if (block.column < first)
        first = block.column;
    if (kwinty_other_column(block) > last)
        last = kwinty_other_column(block);
    return last - first >= KWINTY_SIZE;
}

static bool touches(const struct kwinty_position *k, int column, int row)
{
    return kwinty_filled(k, column - 1, row) || kwinty_filled(k, column + 1, row) ||
           kwinty_filled(k, column, row - 1) || kwinty_filled(k, column, row + 1);
}

// The most basic rule that forbids a block in the columns a-q and the rows 1-9.
static enum kwinty_rule judge(const struct kwinty_position *k, struct kwinty_block block)
{
    int column = kwinty_other_column(block), row = kwinty_other_row(block);

    if (kwinty_filled(k, block.column, block.row) || kwinty_filled(k, column, row))
        return KWINTY_RULE_OCCUPIED;
    if (kwinty_width(k) == 0)
        return block.column == KWINTY_FIRST && block.row == 0 ? KWINTY_RULE_NONE
                                                              : KWINTY_RULE_FIRST_BLOCK;
    if (!kwinty_supported(k, block))
        return KWINTY_RULE_SUPPORT;
    if (too_wide(k, block))
        return KWINTY_RULE_WIDTH;
    if (!touches(k, block.column, block.row) && !touches(k, column, row))
        return KWINTY_RULE_CONTACT;
    if (kwinty_short_ends(k, k->seat, block))
        return KWINTY_RULE_SHORT_ENDS;
    return KWINTY_RULE_NONE;
}

unsigned kwinty_why(const struct game_position *p, const struct game_path *path)
{
    const struct kwinty_position *k = kwinty_of(p);
    struct kwinty_block block;
    int spot = path->at[0];

    if (spot == KWINTY_PASS_SPOT) {
        if (kwinty_can_place(k, k->seat))
            return KWINTY_RULE_MUST_PLACE;
        return path->count == 1 ? KWINTY_RULE_NONE : KWINTY_RULE_PASS_ALONE;
    }
    if (kwinty_placed(k, k->seat) == KWINTY_BLOCKS)
        return KWINTY_RULE_NO_BLOCKS;
    if (kwinty_filled(k, spot % KWINTY_COLUMNS, spot / KWINTY_COLUMNS))
        return KWINTY_RULE_OCCUPIED;
    if (path->count == 1)
        return KWINTY_RULE_NONE;
    int other = path->at[1];
    if (other == KWINTY_PASS_SPOT)
        return KWINTY_RULE_PASS_ALONE;
    if (!join(spot, other, &block))
        return KWINTY_RULE_TWO_SQUARES;
    enum kwinty_rule rule = judge(k, block);
    return rule == KWINTY_RULE_NONE && other < spot ? KWINTY_RULE_LEFT_OR_LOWER : rule;
}
