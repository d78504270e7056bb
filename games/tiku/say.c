// SPDX-License-Identifier: MIT
// Actions in words: the way of the figure, and how many discs it leaves.
#include "games/tiku/tiku.h"

struct tiku_square_name {
    char name[3];
};

static struct tiku_square_name name_of(unsigned square)
{
    return (struct tiku_square_name){
        {(char)('a' + tiku_column(square)), (char)('1' + tiku_row(square)), 0}};
}

// Discs of the seat that lie where none of them lay before.
static unsigned discs_laid(const struct game_position *p, game_action action)
{
    struct game_position after;
    unsigned seat = tiku_seat(tiku_of(p));

    tiku_apply(p, action, &after);
    return (unsigned)bits_count(tiku_of(&after)->discs[seat] & ~tiku_of(p)->discs[seat]);
}

void tiku_say(const struct game_position *p, game_action action, struct message *message)
{
    if (action == TIKU_PASS) {
        message_set(message, "tiku.say.pass", "passes");
        return;
    }
    unsigned laid = discs_laid(p, action);
    message_count(message, laid, "tiku.say.move:from,to,n", "figure %s to %s, lays %u disc",
                  "figure %s to %s, lays %u discs", name_of(tiku_from(action)).name,
                  name_of(tiku_to(action)).name, laid);
}
