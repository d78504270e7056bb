// SPDX-License-Identifier: MIT
// What is due in a tournament, and whom the next round brings together.
#include <stdlib.h>
#include <string.h>

#include "server/tournament/tournament.h"
#include "server/tournament/standings.h"

// ---------------------------------------------------------------------------------------------
// Rounds
// ---------------------------------------------------------------------------------------------

static unsigned logarithm(unsigned players)
{
    unsigned rounds = 0;

    while ((1U << rounds) < players)
        rounds++;
    return rounds;
}

// Nobody need meet anybody twice: no more rounds than that allows.
unsigned tournament_rounds(const struct tournament_settings *s, unsigned players)
{
    unsigned most = (unsigned)pairing_robin_rounds((int)players), rounds = s->rounds;

    switch (s->form) {
    case TOURNAMENT_SWISS:
        if (!rounds)
            rounds = logarithm(players) < 3 ? 3 : logarithm(players);
        return rounds < most ? rounds : most;
    case TOURNAMENT_ROBIN:
        return most * s->cycles;
    case TOURNAMENT_LEAGUE:
        return players * (players - 1) / 2 * s->cycles; // a game each
    default:
        return 0;
    }
}

bool tournament_may_join(const struct tournament *m, struct error *e)
{
    if (m->phase == STORE_OVER)
        return error_set(e, "meet.over", "the tournament is over");
    if (m->settings.form == TOURNAMENT_LEAGUE)
        return error_set(e, "meet.league", "a league of computers is for computers");
    if (m->phase == STORE_PLAYING && m->settings.form == TOURNAMENT_ROBIN)
        return error_set(e, "meet.begun", "the tournament has begun: all play all from the start");
    if (m->phase == STORE_PLAYING && m->settings.form == TOURNAMENT_SWISS && m->round >= m->planned)
        return error_set(e, "meet.last-round", "the last round has begun");
    return true;
}

// Whether all against all begins all its games at once: each plays them at his own pace.
static bool is_self_paced(const struct tournament *m)
{
    return m->settings.form == TOURNAMENT_ROBIN && m->settings.slow &&
           m->player_count * (m->player_count - 1) / 2 * m->settings.cycles <=
               TOURNAMENT_SELF_PACED;
}

static int64_t last_result(const struct tournament *m)
{
    int64_t last = m->begun;

    for (unsigned i = 0; i < m->pair_count; i++)
        last = m->pairs[i].done > last ? m->pairs[i].done : last;
    return last;
}

static int64_t last_round(const struct tournament *m)
{
    return m->pair_count ? m->pairs[m->pair_count - 1].at : m->begun;
}

static enum tournament_due at_time(int64_t then, int64_t now, int64_t *when,
                                   enum tournament_due due)
{
    if (now >= then)
        return due;
    *when = then;
    return TOURNAMENT_WAIT;
}

static enum tournament_due due_open(const struct tournament *m, int64_t now, int64_t *when)
{
    if (m->settings.form == TOURNAMENT_LADDER || m->settings.form == TOURNAMENT_LEAGUE)
        return TOURNAMENT_BEGIN;
    if (!m->settings.begins)
        return TOURNAMENT_WAIT;
    return at_time(m->settings.begins, now, when,
                   tournament_active(m) >= 2 ? TOURNAMENT_BEGIN : TOURNAMENT_CANCEL);
}

static int64_t seconds(unsigned count)
{
    return (int64_t)count * 1000;
}

// Those who could be paired now.
static unsigned free_players(const struct tournament *m)
{
    unsigned count = 0;

    for (unsigned i = 0; i < m->player_count; i++)
        count += m->players[i].in && !tournament_open_pair(m, (int)i);
    return count;
}

static int arena_pairs(const struct tournament *m, struct tournament_next *next, unsigned capacity);

static enum tournament_due due_arena(const struct tournament *m, int64_t now, int64_t *when)
{
    int64_t over = m->begun + seconds(60 * m->settings.minutes);
    int64_t next = last_round(m) + seconds(m->settings.pause);
    struct tournament_next one[PAIRING_MOST + 1];

    if (now >= over)
        return m->open ? TOURNAMENT_WAIT : TOURNAMENT_END; // games under way still count
    *when = over;
    if (free_players(m) < 2)
        return TOURNAMENT_WAIT;
    if (now < next) {
        *when = next < over ? next : over;
        return TOURNAMENT_WAIT;
    }
    return arena_pairs(m, one, PAIRING_MOST + 1) > 0 ? TOURNAMENT_PAIR : TOURNAMENT_WAIT;
}

enum tournament_due tournament_due(const struct tournament *m, int64_t now, int64_t *when)
{
    *when = INT64_MAX;
    if (m->phase == STORE_OPEN)
        return due_open(m, now, when);
    if (m->phase == STORE_OVER || m->settings.form == TOURNAMENT_LADDER)
        return TOURNAMENT_WAIT; // a month's end is the director's
    if (m->settings.form == TOURNAMENT_ARENA)
        return due_arena(m, now, when);
    if (m->open)
        return TOURNAMENT_WAIT;
    if (m->round >= m->planned || tournament_active(m) < 2)
        return TOURNAMENT_END;
    if (m->round == 0)
        return TOURNAMENT_PAIR;
    return at_time(last_result(m) + seconds(m->settings.pause), now, when, TOURNAMENT_PAIR);
}

// ---------------------------------------------------------------------------------------------
// Pairs
// ---------------------------------------------------------------------------------------------

// Players by place who can be paired, and what pairing must know of them.
struct table {
    int count;
    int who[TOURNAMENT_PLAYERS];
    int at[TOURNAMENT_PLAYERS]; // of a player: his place in `who`, or -1
    struct pairing_player players[TOURNAMENT_PLAYERS];
};

static void take_place(struct table *t, int player, int points)
{
    t->at[player] = t->count;
    t->who[t->count] = player;
    t->players[t->count++] = (struct pairing_player){.points = points, .last = -1};
}

static void seat_taken(struct pairing_player *p, int sign)
{
    p->balance += sign;
    p->run = p->run * sign > 0 ? p->run + sign : sign;
}

// What has been played so far, as far as pairing needs it.
static void look_back(const struct tournament *m, struct table *t, uint8_t *met)
{
    for (unsigned i = 0; i < m->pair_count; i++) {
        const struct tournament_pair *p = &m->pairs[i];
        int a = t->at[p->first], b = p->second == PAIRING_BYE ? -1 : t->at[p->second];
        if (p->second == PAIRING_BYE) {
            if (a >= 0)
                t->players[a].had_bye = true;
            continue;
        }
        if (a >= 0) {
            seat_taken(&t->players[a], 1);
            t->players[a].last = b;
        }
        if (b >= 0) {
            seat_taken(&t->players[b], -1);
            t->players[b].last = a;
        }
        if (met && a >= 0 && b >= 0 && met[a * t->count + b] < UINT8_MAX)
            met[a * t->count + b] = ++met[b * t->count + a];
    }
}

static void make_table(const struct tournament *m, bool only_free, struct table *t)
{
    struct standing list[TOURNAMENT_PLAYERS];

    *t = (struct table){0};
    memset(t->at, -1, sizeof t->at);
    standings_make(m, list);
    for (unsigned i = 0; i < m->player_count; i++) {
        int player = list[i].player;
        if (m->players[player].in && !(only_free && tournament_open_pair(m, player)))
            take_place(t, player, list[i].points);
    }
}

static void add_next(struct tournament_next *next, int *count, unsigned round, int first,
                     int second, int halves)
{
    next[(*count)++] = (struct tournament_next){round, first, second, halves};
}

static int translate(const struct tournament *m, const struct table *t, const struct pairing *pairs,
                     int made, struct tournament_next *next)
{
    int count = 0;

    for (int i = 0; i < made; i++) {
        bool bye = pairs[i].second == PAIRING_BYE;
        add_next(next, &count, m->round + 1, t->who[pairs[i].first],
                 bye ? PAIRING_BYE : t->who[pairs[i].second], bye ? 2 : 0);
    }
    return made < 0 ? -1 : count;
}

static int swiss_pairs(const struct tournament *m, struct tournament_next *next)
{
    struct pairing pairs[PAIRING_MOST + 1];
    struct table t;

    make_table(m, false, &t);
    uint8_t *met = calloc((size_t)t.count * (size_t)t.count + 1, 1);
    if (!met)
        return -1;
    look_back(m, &t, met);
    int made = pairing_swiss(t.players, t.count, met, pairs);
    free(met);
    return translate(m, &t, pairs, made, next);
}

static int arena_pairs(const struct tournament *m, struct tournament_next *next, unsigned capacity)
{
    struct pairing pairs[PAIRING_MOST + 1];
    struct table t;

    (void)capacity;
    make_table(m, true, &t);
    look_back(m, &t, NULL);
    int made = pairing_arena(t.players, t.count, tournament_active(m) <= 2, pairs);
    return translate(m, &t, pairs, made, next);
}

// Who plays against somebody who has withdrawn wins without a game; two who have, do not play.
static int robin_round(const struct tournament *m, unsigned round, struct tournament_next *next)
{
    struct pairing pairs[PAIRING_MOST];
    int made = pairing_robin((int)m->player_count, (int)round - 1, pairs), count = 0;

    for (int i = 0; i < made; i++) {
        int first = pairs[i].first, second = pairs[i].second;
        bool bye = second == PAIRING_BYE, here = m->players[first].in;
        bool there = !bye && m->players[second].in;
        if (here && there)
            add_next(next, &count, round, first, second, 0);
        else if (here && !bye)
            add_next(next, &count, round, first, PAIRING_BYE, 2);
        else if (there)
            add_next(next, &count, round, second, PAIRING_BYE, 2);
    }
    return count;
}

static int robin_pairs(const struct tournament *m, struct tournament_next *next)
{
    unsigned until = is_self_paced(m) ? m->planned : m->round + 1;
    int count = 0;

    for (unsigned round = m->round + 1; round <= until; round++)
        count += robin_round(m, round, next + count);
    return count;
}

// One game at a time, in the order of all against all.
static int league_pair(const struct tournament *m, struct tournament_next *next)
{
    struct pairing pairs[PAIRING_MOST];
    unsigned at = m->round;

    for (int round = 0;
         round < pairing_robin_rounds((int)m->player_count) * (int)m->settings.cycles; round++) {
        int made = pairing_robin((int)m->player_count, round, pairs), count = 0;
        for (int i = 0; i < made; i++) {
            if (pairs[i].second == PAIRING_BYE || at-- > 0)
                continue;
            add_next(next, &count, m->round + 1, pairs[i].first, pairs[i].second, 0);
            return count;
        }
    }
    return 0;
}

unsigned tournament_next_most(const struct tournament *m)
{
    return is_self_paced(m) ? TOURNAMENT_SELF_PACED + TOURNAMENT_PLAYERS : TOURNAMENT_PLAYERS + 1;
}

int tournament_next_round(const struct tournament *m, struct tournament_next *next,
                          unsigned capacity)
{
    if (capacity < tournament_next_most(m))
        return -1;
    switch (m->settings.form) {
    case TOURNAMENT_SWISS:
        return swiss_pairs(m, next);
    case TOURNAMENT_ARENA:
        return arena_pairs(m, next, capacity);
    case TOURNAMENT_ROBIN:
        return robin_pairs(m, next);
    case TOURNAMENT_LEAGUE:
        return league_pair(m, next);
    default:
        return 0;
    }
}

// ---------------------------------------------------------------------------------------------
// The ladder
// ---------------------------------------------------------------------------------------------

static int place_of(const struct tournament *m, int player)
{
    int place = 0;

    // Those who have left do not count.
    for (unsigned i = 0; i < m->player_count; i++) {
        if (m->ladder[i] == player)
            return place;
        place += m->players[m->ladder[i]].in;
    }
    return -1;
}

static int last_opponent(const struct tournament *m, int player)
{
    for (unsigned i = m->pair_count; i > 0; i--) {
        const struct tournament_pair *p = &m->pairs[i - 1];
        if (p->first == player || p->second == player)
            return p->first == player ? p->second : p->first;
    }
    return -1;
}

bool tournament_may_challenge(const struct tournament *m, int player, int other, struct error *e)
{
    if (m->settings.form != TOURNAMENT_LADDER || m->phase != STORE_PLAYING)
        return error_set(e, "meet.no-ladder", "challenges are for a ladder that goes on");
    if (player < 0 || !m->players[player].in)
        return error_set(e, "meet.not-in", "you do not play in this tournament");
    if (other < 0 || other >= (int)m->player_count || !m->players[other].in || other == player)
        return error_set(e, "meet.no-player", "there is no such player in this tournament");
    int above = place_of(m, player) - place_of(m, other);
    if (above < 1 || above > TOURNAMENT_LADDER_REACH)
        return error_set(e, "meet.reach:places",
                         "on a ladder one challenges somebody at most %d places above oneself",
                         TOURNAMENT_LADDER_REACH);
    if (tournament_open_pair(m, player))
        return error_set(e, "meet.busy", "you have a game to finish first");
    if (tournament_open_pair(m, other))
        return error_set(e, "meet.busy-other", "this player has a game to finish first");
    return last_opponent(m, player) != other || last_opponent(m, other) != player ||
           error_set(e, "meet.again",
                     "you have just played each other: play another opponent first");
}
