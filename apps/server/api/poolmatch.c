// SPDX-License-Identifier: MIT
// Finds opponents among those who wait.
#include "server/api/pool.h"

#include <math.h>
#include <string.h>

enum {
    NEAR = 200, // points of rating that do not matter
    WIDER = 40, // that every second of waiting adds
};

// Whoever has no rating yet fits to everybody.
static double distance(const struct store_seek *a, const struct store_seek *b)
{
    return a->rating > 0 && b->rating > 0 ? fabs(a->rating - b->rating) : 0;
}

static bool seeks_fit(const struct store_seek *a, const struct store_seek *b, int64_t now)
{
    int64_t since = a->since < b->since ? a->since : b->since;

    return !strcmp(a->game, b->game) && !strcmp(a->clock, b->clock) && a->rated == b->rated &&
           (!a->account || a->account != b->account) &&
           distance(a, b) <= NEAR + WIDER * (double)(now - since) / 1000;
}

static bool want_each_other(struct store *s, const struct store_seek *a, const struct store_seek *b,
                            bool *want, struct error *e)
{
    bool first = false, second = false;

    if (a->account && b->account &&
        (!store_blocked(s, a->account, b->account, &first, e) ||
         !store_blocked(s, b->account, a->account, &second, e)))
        return false;
    *want = !first && !second;
    return true;
}

struct partner_search {
    const struct store_seek *list;
    unsigned count;
    int64_t now;
    bool taken[SEEKS_MOST];
};

// The nearest by rating for one who waits; -1: nobody.
static bool find_opponent(struct store *s, const struct partner_search *w, unsigned who, int *found,
                          struct error *e)
{
    bool unwanted[SEEKS_MOST] = {false};

    for (bool want = false; !want;) {
        *found = -1;
        for (unsigned i = who + 1; i < w->count; i++) {
            if (w->taken[i] || unwanted[i] || !seeks_fit(&w->list[who], &w->list[i], w->now))
                continue;
            if (*found < 0 ||
                distance(&w->list[who], &w->list[i]) < distance(&w->list[who], &w->list[*found]))
                *found = (int)i;
        }
        if (*found < 0)
            return true;
        if (!want_each_other(s, &w->list[who], &w->list[*found], &want, e))
            return false;
        unwanted[*found] = true;
    }
    return true;
}

bool pool_match(struct store *s, const struct store_seek *list, unsigned count, int64_t now,
                struct pool_pairs *pairs, struct error *e)
{
    struct partner_search w = {.list = list, .count = count, .now = now};

    pairs->count = 0;
    for (unsigned i = 0; i < count; i++)
        w.taken[i] = list[i].found[0] != 0;
    for (unsigned i = 0; i < count && pairs->count < POOL_PAIRS; i++) {
        int other = -1;
        if (w.taken[i])
            continue;
        if (!find_opponent(s, &w, i, &other, e))
            return false;
        if (other < 0)
            continue;
        w.taken[other] = true;
        pairs->at[pairs->count][0] = list[i];
        pairs->at[pairs->count++][1] = list[other];
    }
    return true;
}
