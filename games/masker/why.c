// SPDX-License-Identifier: MIT
// Why an action is refused: each rule of Masker that can forbid one, and which of them applies.
#include "games/masker/masker.h"

const struct game_rule masker_rules[MASKER_RULES] = {
    [MASKER_RULE_TAKE_DUE] = {"take-due", "Whoever has eliminated oneself first takes crosses from "
                                          "the two others; nothing else can be done now."},
    [MASKER_RULE_NO_TAKE] = {"no-take", "Crosses are taken from the others only right after "
                                        "eliminating oneself, while both of them are still in."},
    [MASKER_RULE_MUST_CAPTURE] = {"must-capture",
                                  "A turn captures at least one cross before it can stop."},
    [MASKER_RULE_EMPTY] = {"empty", "There is no cross to capture there."},
    [MASKER_RULE_COLOURLESS] = {"colourless",
                                "The colourless cross captures; it cannot be captured "
                                "itself, and no other cross lies under it."},
    [MASKER_RULE_UNDER] = {"under",
                           "The cross under the colourless cross can be captured only when "
                           "the capture is free."},
    [MASKER_RULE_NOT_BESIDE] = {"not-beside",
                                "A capture that is not free takes a cross side by side "
                                "with the colourless cross, not further away and not "
                                "diagonally."},
    [MASKER_RULE_TAKE_SUM] = {"take-sum", "A take names how many crosses come from each of the two "
                                          "others: together exactly as many as fill up to twelve, "
                                          "or all that they have."},
    [MASKER_RULE_TAKE_MORE] = {"take-more", "A take cannot claim more crosses from a player than "
                                            "that player holds."},
};

static unsigned why_not_take(const struct masker_position *p, int spot)
{
    if (spot < masker_take_spot(p))
        return MASKER_RULE_TAKE_DUE;
    if (spot == masker_take_spot(p))
        return MASKER_RULE_TAKE_SUM;
    return masker_can_take(p, spot - masker_split_spot(p, 0)) ? MASKER_RULE_NONE
                                                              : MASKER_RULE_TAKE_MORE;
}

static unsigned why_not_capture(const struct masker_position *p, int square)
{
    bool empty = p->pile[square] == 0;

    if (p->targets & BIT(square))
        return MASKER_RULE_NONE;
    if (square == masker_star(p))
        return empty ? MASKER_RULE_COLOURLESS : MASKER_RULE_UNDER;
    return empty ? MASKER_RULE_EMPTY : MASKER_RULE_NOT_BESIDE;
}

unsigned masker_why(const struct game_position *position, const struct game_path *path)
{
    const struct masker_position *p = masker_of(position);
    int spot = path->at[0];

    if (masker_captures(p) == MASKER_TAKE_DUE)
        return why_not_take(p, spot);
    if (spot < masker_squares(p))
        return why_not_capture(p, spot);
    if (spot == masker_stop_spot(p))
        return masker_captures(p) == 0 ? MASKER_RULE_MUST_CAPTURE : MASKER_RULE_NONE;
    return MASKER_RULE_NO_TAKE;
}
