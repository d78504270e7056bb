// SPDX-License-Identifier: MIT
// Actions in words: how the block is put, and both of its squares.
#include "games/kwinty/kwinty.h"

void kwinty_say(const struct game_position *p, game_action action, struct message *message)
{
    if (action == KWINTY_PASS) {
        message_set(message, "kwinty.say.pass", "passes");
        return;
    }
    struct kwinty_block block = kwinty_action_block(kwinty_of(p), action);
    char first[] = {(char)('a' + block.column), (char)('1' + block.row), 0};
    char second[] = {(char)('a' + kwinty_other_column(block)),
                     (char)('1' + kwinty_other_row(block)), 0};
    if (block.flat)
        message_set(message, "kwinty.say.flat:first,second", "block lies on %s and %s", first,
                    second);
    else
        message_set(message, "kwinty.say.upright:first,second", "block stands on %s and %s", first,
                    second);
}
