// SPDX-License-Identifier: MIT
// Actions in words.
#include "games/testrow/testrow.h"

void testrow_say(const struct game_position *p, game_action action, struct error *said)
{
    char square[] = {(char)('a' + action % TESTROW_SIDE), (char)('1' + action / TESTROW_SIDE), 0};

    (void)p;
    error_set(said, "testrow.say:square", "stone on %s", square);
}
