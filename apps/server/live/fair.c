// SPDX-License-Identifier: MIT
// Who may be rated with whom, and called how.
#include "server/live/fair.h"

#include <assert.h>
#include <strings.h>

#include "server/names.h"

// The person behind an account; 0 when there is none any more.
static bool find_person(struct store *s, int64_t account, int64_t *person, struct error *e)
{
    struct store_account found_account;
    bool found = false;

    *person = 0;
    if (account && !store_account_by_id(s, account, &found_account, &found, e))
        return false;
    if (found)
        *person = found_account.owner ? found_account.owner : found_account.id;
    return true;
}

bool fair_seats(struct store *s, const struct store_game *row, struct error *e)
{
    int64_t people[GAME_MAX_SEATS] = {0};

    for (unsigned seat = 0; row->rated && seat < row->seats; seat++) {
        if (!find_person(s, row->seat[seat].account, &people[seat], e))
            return false;
        for (unsigned other = 0; other < seat; other++) {
            if (people[seat] && people[seat] == people[other])
                return error_set(e, "fair.own-bot",
                                 "nobody is rated against an own bot: play it without a rating");
        }
    }
    return true;
}

bool fair_company(struct store *s, const struct store_game *row,
                  const struct store_account *account, struct error *e)
{
    for (unsigned seat = 0; account->id && seat < row->seats; seat++) {
        int64_t other = row->seat[seat].account;
        bool blocked = false;

        if (other && other != account->id && !store_blocked(s, other, account->id, &blocked, e))
            return false;
        if (blocked)
            return error_set(e, "fair.blocked:name", "%s does not want to play with you",
                             row->seat[seat].name);
    }
    return true;
}

static_assert((int)NAME_BYTES == STORE_NAME, "every stored name has room for its look");

bool fair_guest(struct store *s, const char *name, const struct store_account *account,
                struct error *e)
{
    struct store_account other;
    char look[NAME_BYTES];
    bool found = false;

    if (account->id || !name[0])
        return true;
    name_look(name, look); // accounts have Latin names
    if (!name_free(name, e) || !store_account_named(s, look, &other, &found, e))
        return false;
    return !found || error_set(e, "account.taken", "this name is taken");
}

bool fair_alike(const char *a, const char *b)
{
    char look[2][NAME_BYTES];

    name_look(a, look[0]);
    name_look(b, look[1]);
    return a[0] && !strcasecmp(look[0], look[1]);
}

bool fair_table(const struct store_game *row, const char *name, const struct store_account *account,
                struct error *e)
{
    for (unsigned seat = 0; !account->id && seat < row->seats; seat++) {
        if (fair_alike(name, row->seat[seat].name))
            return error_set(e, "account.taken", "this name is taken");
    }
    return true;
}
