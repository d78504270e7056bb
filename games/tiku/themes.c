// SPDX-License-Identifier: MIT
// What a puzzle of this game can be about, judged by an action: whether one disc
// was all that was left, three or more go home, or a figure rests on an own
// disc.
#include "games/tiku/tiku.h"

enum { LAST_DISC, HOME, OWN_DISC, MANY = 3 };

const struct game_theme tiku_themes[] = {
    [LAST_DISC] = {"last-disc", "last disc"},
    [HOME] = {"discs-sent-home", "discs sent home"},
    [OWN_DISC] = {"rest-on-an-own-disc", "rest on an own disc"},
    {NULL, NULL},
};

unsigned tiku_theme(const struct game_position *before, game_action action)
{
    const struct tiku_position *t = tiku_of(before);
    unsigned seat = tiku_seat(t), other = seat ^ 1;
    struct game_position next;

    if (action == TIKU_PASS)
        return 0;
    tiku_apply(before, action, &next);
    const struct tiku_position *n = tiku_of(&next);
    bool last = bits_count(t->discs[seat]) == TIKU_DISCS - 1 && tiku_has_won(n, seat);
    bool home = bits_count(t->discs[other]) - bits_count(n->discs[other]) >= MANY;
    bool rests = t->discs[seat] >> tiku_to(action) & 1;
    return (unsigned)last << LAST_DISC | (unsigned)home << HOME | (unsigned)rests << OWN_DISC;
}
