// SPDX-License-Identifier: MIT
// Ratings go with the entry that ends a game: every rated game that counts is in the ratings of its
// people once.
#include <string.h>

#include "games/registry.h"
#include "tests/sim/people.h"

// Whether everybody had acted when it ended, and it did not end without a result.
static bool counts(const struct model_game *g)
{
    unsigned end = g->count;

    if (!g->known || !g->state.row.rated || !g->moments[g->count].over)
        return false;
    while (end && g->moments[end - 1].over)
        end--;
    const struct store_entry *last = &g->entries[end - 1];
    return strcmp(last->kind, "abort") != 0 && g->moments[end].ply >= g->state.row.seats;
}

static bool sits(struct store *s, const struct model_game *g, int64_t account)
{
    struct store_game row;
    struct error e;
    bool found = false;

    if (!store_game(s, g->id, &row, &found, &e) || !found)
        return false;
    for (unsigned i = 0; i < row.seats; i++) {
        if (row.seat[i].account == account)
            return true;
    }
    return false;
}

static void check_rating(struct store *s, const struct store_account *account,
                         const struct game *game)
{
    struct store_rating rating = {.games = 0};
    unsigned played = 0;
    struct error e;
    bool found = false;

    for (unsigned i = 0; i < model.game_count; i++) {
        const struct model_game *g = model.games[i];
        played += counts(g) && !strcmp(g->state.row.game, game->name) && sits(s, g, account->id);
    }
    if (!store_rating(s, account->id, "", game->name, &rating, &found, &e))
        sim_fail("ratings cannot be read: %s", e.message.text);
    if (!found)
        rating.games = 0;
    model.rated += played;
    if (rating.games > played)
        sim_fail("%s has %u rated games of %s, and played %u", account->name, rating.games,
                 game->name, played);
    if (rating.games < played)
        sim_fail("%s played %u rated games of %s, and %u count", account->name, played, game->name,
                 rating.games);
}

void ratings_check(struct store *s)
{
    for (unsigned i = 0; i < PEOPLE; i++) {
        struct store_account account;
        struct error e;
        bool found = false;
        if (!store_account_named(s, people.at[i].name, &account, &found, &e))
            sim_fail("accounts cannot be read: %s", e.message.text);
        for (unsigned k = 0; found && k < registry_count(); k++)
            check_rating(s, &account, registry_game(k));
    }
}
