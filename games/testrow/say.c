// SPDX-License-Identifier: MIT
// Actions in words.
#include "games/testrow/testrow.h"

void testrow_say(const struct game_position *p, game_action action, struct message *message)
{
    char square[] = {(char)('a' + action % TESTROW_SIDE), (char)('1' + action / TESTROW_SIDE), 0};

    (void)p;
    message_set(message, "testrow.say:square", "stone on %s", square);
}
