// SPDX-License-Identifier: MIT
// If fifty tries all end the game, draws a shorter opening. Fifty was chosen by hand; no game so
// far needs more than a few.
#include "play/opening.h"

enum { TRIES = 50 };

// False when the game ends on the way.
static bool draw_opening(const struct game *g, const struct game_position *start, unsigned plies,
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
    return list.count > 0; // not an opening if the game is over after it
}

unsigned opening_draw(const struct game *g, const struct game_position *start, unsigned plies,
                      uint64_t seed, game_action actions[OPENING_MOST])
{
    struct random r = random_from_seed(seed);

    if (plies > OPENING_MOST)
        plies = OPENING_MOST;
    for (; plies > 0; plies--) {
        for (unsigned i = 0; i < TRIES; i++) {
            if (draw_opening(g, start, plies, &r, actions))
                return plies;
        }
    }
    return 0;
}
