// SPDX-License-Identifier: MIT
// Why an attempt is refused. Rules are asked from far from legal to nearly legal, since each
// takes the ones before it for granted; the first that forbids the attempt answers.
#include "base/bits.h"
#include "games/tokan/tokan.h"

const struct game_rule tokan_rules[TOKAN_RULES] = {
    [TOKAN_RULE_FIRST_TILE] = {"draft-tile-first",
                               "In the draft you first choose one of your tiles in hand."},
    [TOKAN_RULE_FOREIGN_HAND] = {"not-your-tile", "You may lay only tiles of your own colour."},
    [TOKAN_RULE_NOT_IN_HAND] = {"none-in-hand", "You have no tile of this kind left in hand."},
    [TOKAN_RULE_THEN_SQUARE] = {"draft-square-next",
                                "After choosing a tile you choose the square to lay it on."},
    [TOKAN_RULE_OCCUPIED] = {"square-taken",
                             "A tile may be laid only on an empty square during the draft."},
    [TOKAN_RULE_NO_NEIGHBOUR] =
        {"must-touch", "A tile must be laid so that it touches a laid tile along a side."},
    [TOKAN_RULE_TOO_WIDE] = {"too-wide", "The layout may never span more than six columns."},
    [TOKAN_RULE_FIRST_STACK] = {"stack-first",
                                "You first choose a stack, and only at the end what it carries."},
    [TOKAN_RULE_GAP_START] = {"empty-square",
                              "There is nothing to move on this square: it is a gap."},
    [TOKAN_RULE_FOREIGN_STACK] = {"not-your-stack",
                                  "You may move only a stack with your own colour on top."},
    [TOKAN_RULE_THEN_TARGET] = {"target-next",
                                "After the stack you choose the square it moves to."},
    [TOKAN_RULE_SAME_SQUARE] = {"same-square", "A move must end on another square."},
    [TOKAN_RULE_STRAIGHT] = {"straight-line",
                             "Tiles move straight along a row or a column, never diagonally."},
    [TOKAN_RULE_RANGE] = {"exact-range",
                          "A mouse moves exactly one square, a jackal exactly two, a "
                          "lion exactly three."},
    [TOKAN_RULE_GAP_CROSSED] = {"gap-in-the-way", "A gap may never be crossed."},
    [TOKAN_RULE_GAP_TARGET] = {"gap-at-target", "A move must end on another tile, not in a gap."},
    [TOKAN_RULE_THEN_CARRY] = {"carry-next",
                               "After the target you say only how many tiles are carried."},
    [TOKAN_RULE_CARRY_STRENGTH] = {"carry-limit",
                                   "A mouse carries nothing, a jackal at most one tile, a lion at "
                                   "most two."},
    [TOKAN_RULE_CARRY_MISSING] = {"too-few-below",
                                  "There are not that many tiles below the one you move."},
    [TOKAN_RULE_CLIMB] = {"must-climb", "The moving tile must end on a higher level than it left; "
                                        "tiles it carries lift it."},
    [TOKAN_RULE_TABOO] = {"taboo", "You may not cover the tile that your opponent has just moved."},
};

// Two touches are a whole action here; more than that is refused before anybody asks the game.
static unsigned why_not_lay(const struct tokan_position *t, const struct game_path *path)
{
    unsigned tile = path->at[0];

    if (tile < TOKAN_SPOT_HAND)
        return TOKAN_RULE_FIRST_TILE;
    unsigned kind = tile - TOKAN_SPOT_HAND;
    if (kind / TOKAN_ANIMALS != t->seat)
        return TOKAN_RULE_FOREIGN_HAND;
    if (t->draft.hand[kind] == 0)
        return TOKAN_RULE_NOT_IN_HAND;
    if (path->count == 1)
        return TOKAN_RULE_NONE;
    if (path->at[1] >= TOKAN_SPOT_HAND)
        return TOKAN_RULE_THEN_SQUARE;
    uint64_t square = BIT(path->at[1]), laid = tokan_draft_all(&t->draft);
    if (square & laid)
        return TOKAN_RULE_OCCUPIED;
    if (!(square & tokan_draft_touching(laid)))
        return TOKAN_RULE_NO_NEIGHBOUR;
    if (!(square & tokan_draft_room(laid)))
        return TOKAN_RULE_TOO_WIDE;
    return TOKAN_RULE_NONE;
}

static int distance(int a, int b)
{
    return a < b ? b - a : a - b;
}

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

// Which rule about the way forbids moving the top of one square to another?
static unsigned why_not_go(const struct tokan_position *t, unsigned from, unsigned to)
{
    int column = (int)(from % TOKAN_COLUMNS), row = (int)(from / TOKAN_COLUMNS);
    int to_column = (int)(to % TOKAN_COLUMNS), to_row = (int)(to / TOKAN_COLUMNS);

    if (from == to)
        return TOKAN_RULE_SAME_SQUARE;
    if (column != to_column && row != to_row)
        return TOKAN_RULE_STRAIGHT;
    int range = distance(column, to_column) + distance(row, to_row);
    if (range != tokan_range(t->play.top[from]))
        return TOKAN_RULE_RANGE;
    int step = sign(to_column - column) + TOKAN_COLUMNS * sign(to_row - row);
    for (int i = 1; i < range; i++) {
        if (t->play.height[(int)from + i * step] == 0)
            return TOKAN_RULE_GAP_CROSSED;
    }
    return t->play.height[to] == 0 ? TOKAN_RULE_GAP_TARGET : TOKAN_RULE_NONE;
}

// Which rule about levels forbids the move, whatever is carried or with this much?
static unsigned why_not_carry(const struct tokan_position *t, const struct game_path *path)
{
    int height = t->play.height[path->at[0]], range = tokan_range(t->play.top[path->at[0]]);
    int least = tokan_least_carry(height, t->play.height[path->at[1]]);

    if (path->count == 2)
        return least < tokan_carry_end(height, range) ? TOKAN_RULE_NONE : TOKAN_RULE_CLIMB;
    int carry = (int)path->at[2] - TOKAN_SPOT_CARRY;
    if (carry < 0)
        return TOKAN_RULE_THEN_CARRY;
    if (carry >= range)
        return TOKAN_RULE_CARRY_STRENGTH;
    if (carry >= height)
        return TOKAN_RULE_CARRY_MISSING;
    return carry < least ? TOKAN_RULE_CLIMB : TOKAN_RULE_NONE;
}

static unsigned why_not_move(const struct tokan_position *t, const struct game_path *path)
{
    unsigned from = path->at[0], to = path->at[1];

    if (from >= TOKAN_SPOT_CARRY)
        return TOKAN_RULE_FIRST_STACK;
    if (t->play.height[from] == 0)
        return TOKAN_RULE_GAP_START;
    if (tokan_owner(t->play.top[from]) != t->seat)
        return TOKAN_RULE_FOREIGN_STACK;
    if (path->count == 1)
        return TOKAN_RULE_NONE;
    if (to >= TOKAN_SPOT_CARRY)
        return TOKAN_RULE_THEN_TARGET;
    unsigned rule = why_not_go(t, from, to);
    if (rule != TOKAN_RULE_NONE)
        return rule;
    // The nearest to legal, but it needs no third touch to be known.
    return to == t->taboo ? TOKAN_RULE_TABOO : why_not_carry(t, path);
}

unsigned tokan_why(const struct game_position *p, const struct game_path *path)
{
    const struct tokan_position *t = tokan_of(p);

    return t->drafting ? why_not_lay(t, path) : why_not_move(t, path);
}
