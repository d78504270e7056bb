// SPDX-License-Identifier: MIT
// Why an attempt is refused. A turn is three touches: the totem's new square, the piece's square, a
// value in hand. They are judged in that order, and the first that is wrong gives the reason, so a
// beginning without an error is the beginning of a legal action.
#include "games/yoxii/yoxii.h"

const struct game_rule yoxii_rules[YOXII_RULES] = {
    [YOXII_RULE_TOTEM_FIRST] = {"totem-first",
                                "A turn begins with the square to which the totem moves; the piece "
                                "comes after it."},
    [YOXII_RULE_TOTEM_STAYS] = {"totem-stays",
                                "The totem must move; it cannot stay on its square."},
    [YOXII_RULE_TOTEM_BLOCKED] = {"totem-blocked", "The totem can only move to a free square."},
    [YOXII_RULE_OFF_LINE] =
        {"off-line", "The totem moves in a straight line: along a row, a column or a diagonal."},
    [YOXII_RULE_GAP] =
        {"gap", "The totem goes one step, or jumps an unbroken row of your own pieces to the "
                "square right behind it; here a free square lies in between."},
    [YOXII_RULE_ENEMY_JUMP] =
        {"enemy-jump", "The totem jumps only your own pieces, never those of the other player."},
    [YOXII_RULE_SQUARE_SECOND] = {"square-second",
                                  "After the totem's new square comes a square for your piece; its "
                                  "value is chosen last."},
    [YOXII_RULE_UNDER_TOTEM] = {"under-totem",
                                "The totem will stand there, so your piece needs another square."},
    [YOXII_RULE_TAKEN] = {"taken", "A piece can only be placed on a free square."},
    [YOXII_RULE_APART] =
        {"apart", "The piece must go next to the totem's new square while any square there is "
                  "free."},
    [YOXII_RULE_VALUE_LAST] =
        {"value-last", "The turn ends with the value of your piece, not with another square."},
    [YOXII_RULE_NONE_LEFT] = {"none-left", "You have no piece of that value left."},
};

// The step of the straight line from one square to another, or 0 when there is none.
static int line_step(unsigned from, unsigned to)
{
    int across = (int)(to % 8) - (int)(from % 8), up = (int)(to / 8) - (int)(from / 8);

    if (across != 0 && up != 0 && across != up && across != -up)
        return 0;
    return 8 * ((up > 0) - (up < 0)) + (across > 0) - (across < 0);
}

// What is wrong with a free square that the totem cannot reach. A jump over enemy pieces is called
// so even if free squares lie in between as well.
static enum yoxii_rule why_unreached(const struct yoxii_position *y, unsigned to)
{
    int step = line_step(y->totem, to);

    if (step == 0)
        return YOXII_RULE_OFF_LINE;
    for (int square = (int)y->totem + step; square != (int)to; square += step) {
        if (y->pieces[y->seat ^ 1] >> square & 1)
            return YOXII_RULE_ENEMY_JUMP;
    }
    return YOXII_RULE_GAP;
}

static enum yoxii_rule why_not_to(const struct yoxii_position *y, game_spot spot)
{
    if (spot >= YOXII_SQUARES)
        return YOXII_RULE_TOTEM_FIRST;
    unsigned to = yoxii_square_of[spot];
    if (yoxii_destinations(y) >> to & 1)
        return YOXII_RULE_NONE;
    if (to == y->totem)
        return YOXII_RULE_TOTEM_STAYS;
    if (!(yoxii_open(y) >> to & 1))
        return YOXII_RULE_TOTEM_BLOCKED;
    return why_unreached(y, to);
}

static enum yoxii_rule why_not_place(const struct yoxii_position *y, unsigned to, game_spot spot)
{
    if (spot >= YOXII_SQUARES)
        return YOXII_RULE_SQUARE_SECOND;
    unsigned place = yoxii_square_of[spot];
    if (yoxii_places(y, to) >> place & 1)
        return YOXII_RULE_NONE;
    if (place == to)
        return YOXII_RULE_UNDER_TOTEM;
    if (!(yoxii_open(y) >> place & 1))
        return YOXII_RULE_TAKEN;
    return YOXII_RULE_APART;
}

static enum yoxii_rule why_not_value(const struct yoxii_position *y, game_spot spot)
{
    if (spot < YOXII_HAND_SPOT)
        return YOXII_RULE_VALUE_LAST;
    unsigned value = spot - YOXII_HAND_SPOT + 1u;
    return yoxii_left(y, (int)y->seat, value) ? YOXII_RULE_NONE : YOXII_RULE_NONE_LEFT;
}

unsigned yoxii_why(const struct game_position *p, const struct game_path *path)
{
    const struct yoxii_position *y = yoxii_of(p);
    enum yoxii_rule rule = YOXII_RULE_NONE;

    if (path->count > 0)
        rule = why_not_to(y, path->at[0]);
    if (rule == YOXII_RULE_NONE && path->count > 1)
        rule = why_not_place(y, yoxii_square_of[path->at[0]], path->at[1]);
    if (rule == YOXII_RULE_NONE && path->count > 2)
        rule = why_not_value(y, path->at[2]);
    return rule;
}
