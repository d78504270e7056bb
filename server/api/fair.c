// SPDX-License-Identifier: MIT
// Who may be rated with whom.
#include "server/api/fair.h"

// The person behind an account; 0 when there is none any more.
static bool find_person(struct hub *h, int64_t account, int64_t *person, struct error *e)
{
    struct store_account found_account;
    bool found = false;

    *person = 0;
    if (account && !store_account_by_id(h->reader, account, &found_account, &found, e))
        return false;
    if (found)
        *person = found_account.owner ? found_account.owner : found_account.id;
    return true;
}

bool fair_seats(struct hub *h, const struct store_game *row, struct error *e)
{
    int64_t people[GAME_MAX_SEATS] = {0};

    for (unsigned seat = 0; row->rated && seat < row->seats; seat++) {
        if (!find_person(h, row->seat[seat].account, &people[seat], e))
            return false;
        for (unsigned other = 0; other < seat; other++) {
            if (people[seat] && people[seat] == people[other])
                return error_set(e, "fair.own-bot",
                                 "nobody is rated against an own bot: play it without a rating");
        }
    }
    return true;
}

bool fair_company(struct hub *h, const struct store_game *row, const struct store_account *account,
                  struct error *e)
{
    for (unsigned seat = 0; account->id && seat < row->seats; seat++) {
        int64_t other = row->seat[seat].account;
        bool blocked = false;

        if (other && other != account->id &&
            !store_blocked(h->reader, other, account->id, &blocked, e))
            return false;
        if (blocked)
            return error_set(e, "fair.blocked:name", "%s does not want to play with you",
                             row->seat[seat].name);
    }
    return true;
}
