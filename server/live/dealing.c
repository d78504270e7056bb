// SPDX-License-Identifier: MIT
// Deals of games with secrets. Everybody sees the board; were it drawn from the same number as the secrets, a patient computer could find
// the number by the board, and the secrets with it. So the secrets are drawn anew, from a number that nothing else comes from.
#include "base/random.h"
#include "server/live/hub.h"

void deal_apart(struct store_game *row)
{
    struct random r = random_from_seed(token_seed());
    struct game_position whole, seen;
    struct match_setup setup;
    struct error e;
    struct text t;

    if (row->start[0] || !live_setup(row, &setup, &e) || !setup.game->hidden)
        return;
    setup.game->start(&setup.options, row->seed, &whole);
    game_view(setup.game, &whole, GAME_PUBLIC, &seen);
    game_redeal(setup.game, &seen, &r, &whole);
    text_init(&t, row->start, sizeof row->start);
    setup.game->write(&whole, &t);
}
