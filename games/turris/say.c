// SPDX-License-Identifier: MIT
// Actions in words: the cells of a block and the levels that it fills or leaves.
#include "games/turris/turris.h"

struct turris_cell_name {
    char name[3];
};

static struct turris_cell_name name_of(unsigned cell)
{
    return (struct turris_cell_name){
        {(char)('a' + cell % TURRIS_SIDE), (char)('1' + cell / TURRIS_SIDE), 0}};
}

static void say_placed(const struct turris_block *block, struct message *message)
{
    struct turris_cell_name base = name_of(block->base), other = name_of(block->other);

    if (block->orientation == TURRIS_UPRIGHT)
        message_set(message, "turris.say.upright:cell,level,upper",
                    "block stands on %s, levels %d and %d", base.name, block->level,
                    block->level + 1);
    else
        message_set(message, "turris.say.flat:first,second,level",
                    "block lies on %s and %s, level %d", base.name, other.name, block->level);
}

static void say_removed(const struct turris_block *block, struct message *message)
{
    struct turris_cell_name base = name_of(block->base), other = name_of(block->other);

    if (block->orientation == TURRIS_UPRIGHT)
        message_set(message, "turris.say.remove.upright:cell,level,upper",
                    "removes the block on %s, levels %d and %d", base.name, block->level,
                    block->level + 1);
    else
        message_set(message, "turris.say.remove.flat:first,second,level",
                    "removes the block on %s and %s, level %d", base.name, other.name,
                    block->level);
}

void turris_say(const struct game_position *p, game_action action, struct message *message)
{
    const struct turris_position *t = turris_of(p);
    struct turris_block block = {0};

    if (action == TURRIS_DONE) {
        message_set(message, "turris.say.done", "leaves the bonus");
    } else if (action == TURRIS_PASS) {
        message_set(message, "turris.say.pass", "passes");
    } else if (action >= TURRIS_REMOVE) {
        unsigned cell = action - TURRIS_REMOVE;
        turris_block(t, cell, turris_height(t, cell), &block);
        say_removed(&block, message);
    } else {
        unsigned base = action % TURRIS_LANE, orientation = action / TURRIS_LANE;
        block = (struct turris_block){.orientation = (uint8_t)orientation,
                                      .base = (uint8_t)base,
                                      .other = (uint8_t)(base + turris_step(orientation)),
                                      .level = (uint8_t)(turris_height(t, base) + 1)};
        say_placed(&block, message);
    }
}
