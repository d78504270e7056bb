// SPDX-License-Identifier: MIT
// Actions in words.
#include "games/yoxii/yoxii.h"

void yoxii_say(const struct game_position *p, game_action action, struct message *message)
{
    unsigned to = yoxii_action_to(action), place = yoxii_action_place(action);
    char totem[] = {yoxii_column(to), yoxii_row(to), 0};
    char piece[] = {yoxii_column(place), yoxii_row(place), 0};

    (void)p;
    message_set(message, "yoxii.say.move:to,value,place", "totem to %s, a %u on %s", totem,
                yoxii_action_value(action), piece);
}
