// SPDX-License-Identifier: MIT
// Actions in words: which animal goes where and what it carries; in the draft, which tile is laid.
#include "games/tokan/tokan.h"

struct tokan_square_name {
    char name[3];
};

static struct tokan_square_name name_of(unsigned square, unsigned columns)
{
    return (struct tokan_square_name){
        {(char)('a' + square % columns), (char)('1' + square / columns), 0}};
}

void tokan_say(const struct game_position *p, game_action action, struct message *message)
{
    const struct tokan_position *t = tokan_of(p);

    if (t->drafting) {
        struct tokan_square_name on = name_of(tokan_draft_square(action), TOKAN_DRAFT_COLUMNS);
        message_set(message, "tokan.say.lay:tile@tokan.tile,square", "%s on %s",
                    tokan_tile_names[tokan_draft_kind(action)].english, on.name);
        return;
    }
    const char *animal = tokan_animals[tokan_range(t->play.top[tokan_from(action)]) - 1].id;
    struct tokan_square_name from = name_of(tokan_from(action), TOKAN_COLUMNS);
    struct tokan_square_name to = name_of(tokan_to(&t->play, action), TOKAN_COLUMNS);
    unsigned carried = tokan_carry(action);
    if (carried)
        message_count(message, carried, "tokan.say.carry:animal@tokan.piece,from,to,n",
                      "%s %s to %s, carries %u tile", "%s %s to %s, carries %u tiles", animal,
                      from.name, to.name, carried);
    else
        message_set(message, "tokan.say.move:animal@tokan.piece,from,to", "%s %s to %s", animal,
                    from.name, to.name);
}
