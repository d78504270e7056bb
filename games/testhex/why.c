// SPDX-License-Identifier: MIT
// Says which rule forbids an attempt.
#include "games/testhex/testhex.h"

const struct game_rule testhex_rules[TESTHEX_RULES] = {
    [TESTHEX_RULE_OCCUPIED] = {"occupied",
                               "A stone goes to an empty cell; there is one on that cell already."},
    [TESTHEX_RULE_NOTHING_TO_SWAP] = {"nothing-to-swap",
                                      "There is no stone to take over: the swap answers the first "
                                      "stone of the game."},
    [TESTHEX_RULE_SWAP_TOO_LATE] =
        {"swap-too-late", "Only the second player may swap, and only as the answer to the "
                          "first stone."},
};

unsigned testhex_why(const struct game_position *p, const struct game_path *path)
{
    const struct testhex_position *h = testhex_of(p);

    if (path->at[0] == testhex_swap_spot(h)) {
        if (testhex_may_swap(h))
            return TESTHEX_RULE_NONE;
        return h->stones[0] | h->stones[1] ? TESTHEX_RULE_SWAP_TOO_LATE
                                           : TESTHEX_RULE_NOTHING_TO_SWAP;
    }
    bool empty = testhex_empty(h) >> testhex_cell_of_spot(h, path->at[0]) & 1;
    return empty ? TESTHEX_RULE_NONE : TESTHEX_RULE_OCCUPIED;
}
