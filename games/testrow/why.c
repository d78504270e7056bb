// SPDX-License-Identifier: MIT
// Says which rule forbids an attempt.
#include "games/testrow/testrow.h"

const struct game_rule testrow_rules[TESTROW_RULES] = {
    [TESTROW_RULE_OCCUPIED] = {"occupied", "A stone goes on an empty square; this one is taken."},
};

unsigned testrow_why(const struct game_position *p, const struct game_path *path)
{
    bool empty = testrow_of(p)->at[path->at[0]] == TESTROW_EMPTY;

    return empty ? TESTROW_RULE_NONE : TESTROW_RULE_OCCUPIED;
}
