// SPDX-License-Identifier: MIT
// Says which rule forbids an attempt.
#include "games/hex/hex.h"

const struct game_rule hex_rules[HEX_RULES] = {
    [HEX_RULE_OCCUPIED] = {"occupied",
                           "A stone goes to an empty cell; there is one on that cell already."},
    [HEX_RULE_NOTHING_TO_SWAP] = {"nothing-to-swap",
                                  "There is no stone to take over: the swap answers the first "
                                  "stone of the game."},
    [HEX_RULE_SWAP_TOO_LATE] = {"swap-too-late",
                                "Only the second player may swap, and only as the answer to the "
                                "first stone."},
};

unsigned hex_why(const struct game_position *p, const struct game_path *path)
{
    const struct hex_position *h = hex_of(p);

    if (path->at[0] == hex_swap_spot(h)) {
        if (hex_may_swap(h))
            return HEX_RULE_NONE;
        return h->stones[0] | h->stones[1] ? HEX_RULE_SWAP_TOO_LATE : HEX_RULE_NOTHING_TO_SWAP;
    }
    bool empty = hex_empty(h) >> hex_cell_of_spot(h, path->at[0]) & 1;
    return empty ? HEX_RULE_NONE : HEX_RULE_OCCUPIED;
}
