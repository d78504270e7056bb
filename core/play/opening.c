// SPDX-License-Identifier: MIT
// Draws random openings for matches, self-play and the bench, so that deterministic players do not play one game many
// times. Whoever calls starts from `start` and plays them. If fifty tries all end the game, it draws a shorter one:
// fifty was chosen by hand, and no game so far needs more than a few.
#include "play/opening.h"

enum { TRIES = 50 };

// False when the game ends on the way.
static bool draw(const struct game *g, const struct game_position *start, unsigned plies,
                 struct random *r, game_action actions[OPENING_MOST])
{
    struct game_position p = *start;
    struct game_actions list;

    for (unsigned i = 0; i < plies; i++) {
        game_list(g, &p, &list);
        if (list.count == 0)
            return false;
        actions[i] = list.at[random_below(r, list.count)];
        g->apply(&p, actions[i], &p);
    }
    game_list(g, &p, &list);
    return list.count > 0; // an opening after which nobody can act is none
}

unsigned opening_draw(const struct game *g, const struct game_position *start, unsigned plies,
                      uint64_t seed, game_action actions[OPENING_MOST])
{
    struct random r = random_from_seed(seed);

    if (plies > OPENING_MOST)
        plies = OPENING_MOST;
    for (; plies > 0; plies--) {
        for (unsigned i = 0; i < TRIES; i++) {
            if (draw(g, start, plies, &r, actions))
                return plies;
        }
    }
    return 0;
}
