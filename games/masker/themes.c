// SPDX-License-Identifier: MIT
// What a puzzle of this game can be about, judged by an action: whether a turn is ended before it
// must be, a white cross is taken for the free capture behind it, or a cross of the own colour is
// given away.
#include "games/masker/masker.h"

enum { STOP, WHITE, OWN };

const struct game_theme masker_themes[] = {
    [STOP] = {"stop-in-time", "stop in time"},
    [WHITE] = {"white-cross", "white cross"},
    [OWN] = {"own-cross-taken", "own cross taken"},
    {NULL, NULL},
};

unsigned masker_theme(const struct game_position *before, game_action action)
{
    const struct masker_position *p = masker_of(before);

    if (action >= MASKER_TAKE)
        return 0;
    if (action == masker_stop(p->tower))
        return 1u << STOP;
    unsigned colour = p->pile[action] & 15, own = p->colour[masker_side(p, masker_seat(p))];
    return (unsigned)(colour == MASKER_WHITE) << WHITE | (unsigned)(colour == own) << OWN;
}
