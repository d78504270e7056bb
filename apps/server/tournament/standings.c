// SPDX-License-Identifier: MIT
// Points and tie-breaks.
#include "server/tournament/standings.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { STREAK = 2 }; // wins in a row after which an arena counts double

// What an arena gives for a result in halves (2, 1, 0) after this many wins in a row.
static int arena_points(int halves, int run, bool streaks)
{
    return streaks && run >= STREAK ? 2 * halves : halves;
}

// What a pair brought to one of its two, in halves; -1: not yet.
static int halves_of(const struct tournament_pair *p, int player)
{
    if (p->result == TOURNAMENT_OPEN)
        return -1;
    if (p->second == PAIRING_BYE)
        return p->halves;
    if (p->result == TOURNAMENT_DRAW)
        return 1;
    return (p->result == TOURNAMENT_FIRST && p->first == player) ||
                   (p->result == TOURNAMENT_SECOND && p->second == player)
               ? 2
               : 0;
}

static void count_one(const struct tournament *m, struct standing *s,
                      const struct tournament_pair *p)
{
    int halves = halves_of(p, s->player);
    bool bye = p->second == PAIRING_BYE;

    if (halves < 0)
        return;
    s->byes += bye;
    if (!bye) {
        s->wins += halves == 2;
        s->draws += halves == 1;
        s->losses += halves == 0;
    }
    s->points += m->settings.form == TOURNAMENT_ARENA
                     ? arena_points(halves, s->run, m->settings.streaks)
                     : halves;
    s->run = halves == 2 && !bye ? s->run + 1 : 0;
}

// Pairs in the order in which they ended, which is what streaks are made of.
static int by_end(const void *a, const void *b)
{
    const struct tournament_pair *p = *(const struct tournament_pair *const *)a;
    const struct tournament_pair *q = *(const struct tournament_pair *const *)b;

    if (p->done != q->done)
        return p->done < q->done ? -1 : 1;
    return (p > q) - (p < q);
}

static void count_points(const struct tournament *m, struct standing *of)
{
    // NOLINTNEXTLINE(bugprone-sizeof-expression): pointers are what is sorted
    const struct tournament_pair **order = malloc((m->pair_count + 1) * sizeof *order);

    for (unsigned i = 0; order && i < m->pair_count; i++)
        order[i] = &m->pairs[i];
    if (order && m->settings.form == TOURNAMENT_ARENA)
        qsort(order, m->pair_count, sizeof *order, by_end); // NOLINT(bugprone-sizeof-expression)
    for (unsigned i = 0; i < m->pair_count; i++) {
        const struct tournament_pair *p = order ? order[i] : &m->pairs[i];
        count_one(m, &of[p->first], p);
        if (p->second != PAIRING_BYE)
            count_one(m, &of[p->second], p);
    }
    free(order);
}

static void add_opponent(struct standing *s, const struct standing *of,
                         const struct tournament_pair *p)
{
    int other = p->first == s->player ? p->second : p->first;
    int halves = halves_of(p, s->player);

    if (halves < 0)
        return;
    if (other == PAIRING_BYE) {
        s->buchholz += s->points;
        return;
    }
    s->buchholz += of[other].points;
    s->berger += halves * of[other].points;
}

static void count_opponents(const struct tournament *m, struct standing *of)
{
    for (unsigned i = 0; i < m->pair_count; i++) {
        const struct tournament_pair *p = &m->pairs[i];
        add_opponent(&of[p->first], of, p);
        if (p->second != PAIRING_BYE)
            add_opponent(&of[p->second], of, p);
    }
}

// ---------------------------------------------------------------------------------------------
// Order
// ---------------------------------------------------------------------------------------------

enum { CRITERIA = 5 };

// The numbers that decide, in order; the greater one is better. `direct` is in its place, 0 as long
// as it is not known.
static void criteria(const struct tournament *m, const struct standing *s, int values[CRITERIA])
{
    switch (m->settings.form) {
    case TOURNAMENT_SWISS:
        memcpy(values, (int[]){s->points, s->buchholz, s->direct, s->berger, s->wins},
               CRITERIA * sizeof *values);
        break;
    case TOURNAMENT_ARENA:
        memcpy(values, (int[]){s->points, s->wins, -(s->wins + s->draws + s->losses), 0, 0},
               CRITERIA * sizeof *values);
        break;
    default:
        memcpy(values, (int[]){s->points, s->direct, s->berger, s->wins, 0},
               CRITERIA * sizeof *values);
        break;
    }
}

static int compare(const struct tournament *m, const struct standing *a, const struct standing *b,
                   int upto)
{
    int first[CRITERIA], second[CRITERIA];

    criteria(m, a, first);
    criteria(m, b, second);
    for (int i = 0; i < upto; i++) {
        if (first[i] != second[i])
            return first[i] > second[i] ? -1 : 1;
    }
    return 0;
}

// Before the first game, and where nothing decides: the stronger one by rating, then who came
// first.
static int seed(const struct tournament *m, const struct standing *a, const struct standing *b)
{
    int first = m->players[a->player].rating, second = m->players[b->player].rating;

    if (first != second)
        return first > second ? -1 : 1;
    return a->player - b->player;
}

static void sort(const struct tournament *m, struct standing *list, int count, int upto)
{
    for (int i = 1; i < count; i++) {
        struct standing one = list[i];
        int at = i;
        while (at > 0) {
            int order = compare(m, &one, &list[at - 1], upto);
            if (order > 0 || (order == 0 && seed(m, &one, &list[at - 1]) >= 0))
                break;
            list[at] = list[at - 1];
            at--;
        }
        list[at] = one;
    }
}

// What a player made against those of a group, if he has met each of them.
static bool met_all(const struct tournament *m, const struct standing *group, int count, int who,
                    int *halves)
{
    bool met[TOURNAMENT_PLAYERS] = {false};
    int player = group[who].player;

    *halves = 0;
    for (unsigned i = 0; i < m->pair_count; i++) {
        const struct tournament_pair *p = &m->pairs[i];
        if (p->second == PAIRING_BYE || p->result == TOURNAMENT_OPEN ||
            (p->first != player && p->second != player))
            continue;
        int other = p->first == player ? p->second : p->first;
        for (int k = 0; k < count; k++) {
            if (group[k].player == other) {
                met[k] = true;
                *halves += halves_of(p, player);
            }
        }
    }
    for (int k = 0; k < count; k++) {
        if (k != who && !met[k])
            return false;
    }
    return true;
}

static void direct_in_group(const struct tournament *m, struct standing *group, int count)
{
    int halves[TOURNAMENT_PLAYERS];
    bool all = true;

    for (int i = 0; i < count && all; i++)
        all = met_all(m, group, count, i, &halves[i]);
    for (int i = 0; i < count && all; i++)
        group[i].direct = halves[i];
}

// Those who are equal by all that comes before the direct encounter.
static void direct_encounters(const struct tournament *m, struct standing *list, int count)
{
    int before = m->settings.form == TOURNAMENT_SWISS ? 2 : 1;

    for (int from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && compare(m, &list[from], &list[to], before) == 0;)
            to++;
        if (to - from > 1 && to - from <= TOURNAMENT_PLAYERS)
            direct_in_group(m, list + from, to - from);
    }
}

static void climb_ladder(const struct tournament *m, const struct standing *of,
                         struct standing *list)
{
    unsigned at = 0;

    // Those who have left stand behind all others.
    for (int in = 1; in >= 0; in--) {
        for (unsigned i = 0; i < m->player_count; i++) {
            if (m->players[m->ladder[i]].in == (in == 1)) {
                list[at] = of[m->ladder[i]];
                list[at].place = (int)at + 1;
                at++;
            }
        }
    }
}

void standings_make(const struct tournament *m, struct standing *list)
{
    struct standing of[TOURNAMENT_PLAYERS];
    int count = (int)m->player_count;

    assert(count <= TOURNAMENT_PLAYERS);
    for (int i = 0; i < count; i++)
        of[i] = (struct standing){.player = i};
    count_points(m, of);
    count_opponents(m, of);
    if (m->settings.form == TOURNAMENT_LADDER) {
        climb_ladder(m, of, list);
        return;
    }
    memcpy(list, of, (size_t)count * sizeof *list);
    sort(m, list, count, m->settings.form == TOURNAMENT_SWISS ? 2 : 1);
    if (m->settings.form != TOURNAMENT_ARENA)
        direct_encounters(m, list, count);
    sort(m, list, count, CRITERIA);
    for (int i = 0; i < count; i++) {
        bool shared = i > 0 && compare(m, &list[i - 1], &list[i], CRITERIA) == 0;
        list[i].place = shared ? list[i - 1].place : i + 1;
    }
}
