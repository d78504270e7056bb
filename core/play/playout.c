// SPDX-License-Identifier: MIT
// Called millions of times by tests, bench and players without an evaluation.
#include "play/playout.h"

uint64_t playout_perft(const struct game *g, const struct game_position *p, unsigned depth)
{
    if (depth == 0)
        return 1;
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    unsigned count = g->actions(p, list);
    uint64_t total = 0;

    if (depth == 1)
        return count;
    for (unsigned i = 0; i < count; i++) {
        struct game_position after;
        g->apply(p, list[i], &after);
        total += playout_perft(g, &after, depth - 1);
    }
    return total;
}

unsigned playout_random(const struct game *g, struct game_position *p, struct random *r)
{
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    unsigned played = 0, count;

    while ((count = g->actions(p, list)) > 0) {
        g->apply(p, list[random_below(r, count)], p);
        played++;
    }
    return played;
}
