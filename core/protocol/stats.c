// SPDX-License-Identifier: MIT
// Counts games by what their records say, and writes the sums; a session's call `stats` takes the
// records themselves as words.
#include "protocol/stats.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/jsonwrite.h"
#include "protocol/session.h"

// ---------------------------------------------------------------------------------------------
// Counting
// ---------------------------------------------------------------------------------------------

// The seat of the one person among computers, or -1.
static int own_seat(const struct match *m)
{
    int own = -1;

    for (int seat = 0; seat < match_seats(m); seat++) {
        if (m->setup.seats[seat].who == MATCH_COMPUTER)
            continue;
        if (own >= 0 || m->setup.seats[seat].who != MATCH_PERSON)
            return -1;
        own = seat;
    }
    return match_seats(m) > 1 ? own : -1;
}

// The level of all computers, or 0 when they differ or are none of the levels.
static unsigned level_met(const struct match *m)
{
    unsigned long long level = 0, met = 0;

    for (int seat = 0; seat < match_seats(m); seat++) {
        const struct match_seat *s = &m->setup.seats[seat];
        const char *number = strchr(s->player, ':');
        if (s->who != MATCH_COMPUTER)
            continue;
        if (!number ||
            (strncmp(s->player, "level:", 6) != 0 && strncmp(s->player, "like:", 5) != 0) ||
            !text_read_number(number + 1, LEVELS, &level) || (met && met != level))
            return 0;
        met = level;
    }
    return (unsigned)met;
}

static void count_outcome(struct stats_tally *t, enum game_outcome outcome)
{
    t->games++;
    t->won += outcome == GAME_WIN;
    t->drawn += outcome == GAME_DRAW;
    t->lost += outcome == GAME_LOSS;
}

static struct stats_game *game_of(struct stats *s, const struct game *g)
{
    for (unsigned i = 0; i < s->game_count; i++) {
        if (s->games[i].game == g)
            return &s->games[i];
    }
    if (s->game_count == STATS_GAMES)
        return NULL;
    s->games[s->game_count].game = g;
    return &s->games[s->game_count++];
}

// The first actions as a text, and what joins games that began with them or their mirror images.
static uint64_t read_opening(const struct match *m, char actions[STATS_OPENING_BYTES])
{
    const struct game *g = m->setup.game;
    unsigned most = g->random_start ? 1 : STATS_OPENING_ACTIONS;
    unsigned count = m->history.length < most ? m->history.length : most;
    struct game_position p;
    struct text t;

    text_init(&t, actions, STATS_OPENING_BYTES);
    for (unsigned i = 0; i < count; i++) {
        char action[GAME_ACTION_BYTES];
        match_action_text(m, i, action);
        text_format(&t, "%s%s", i ? " " : "", action);
    }
    if (g->random_start)
        return hash_bytes(actions, t.length);
    match_position_at(m, count, &p);
    return game_canonical_key(g, &p);
}

static void count_opening(struct stats_game *g, const struct match *m, enum game_outcome outcome)
{
    struct stats_opening opening = {.tally = {0}};
    unsigned i = 0;

    if (m->history.length == 0)
        return;
    opening.key = read_opening(m, opening.actions);
    while (i < g->opening_count && g->openings[i].key != opening.key)
        i++;
    if (i == STATS_OPENINGS)
        return;
    if (i == g->opening_count)
        g->openings[g->opening_count++] = opening;
    count_outcome(&g->openings[i].tally, outcome);
}

void stats_add(struct stats *s, const struct match *m)
{
    int own = own_seat(m);
    struct game_result result;
    struct stats_game *g = NULL;

    if (own >= 0 && match_over(m) && m->end.how != MATCH_ABORTED && !m->setup.start[0])
        g = game_of(s, m->setup.game);
    if (!g) {
        s->left_out++;
        return;
    }
    match_result(m, &result);
    enum game_outcome outcome = result.outcome[own];
    unsigned level = level_met(m);
    count_outcome(&g->all, outcome);
    count_outcome(&g->seats[own], outcome);
    if (level)
        count_outcome(&g->levels[level - 1], outcome);
    count_opening(g, m, outcome);
}

void stats_even(const struct stats_game *g, struct even *even)
{
    struct even_results results = {0};

    for (unsigned i = 0; i < LEVELS; i++) {
        results.won[i] = g->levels[i].won;
        results.drawn[i] = g->levels[i].drawn;
        results.lost[i] = g->levels[i].lost;
    }
    even_estimate(g->game, &results, even);
}

// ---------------------------------------------------------------------------------------------
// Telling
// ---------------------------------------------------------------------------------------------

static void write_tally(const struct stats_tally *t, struct json_writer *j)
{
    json_write_number(j, "games", t->games);
    json_write_number(j, "won", t->won);
    json_write_number(j, "drawn", t->drawn);
    json_write_number(j, "lost", t->lost);
}

// Those of a list that have games, with their number.
static void write_tallies(const struct stats_tally *list, unsigned most, unsigned first,
                          const char *name, const char *number, struct json_writer *j)
{
    json_write_array(j, name);
    for (unsigned i = 0; i < most; i++) {
        if (!list[i].games)
            continue;
        json_write_object(j, NULL);
        json_write_number(j, number, i + first);
        write_tally(&list[i], j);
        json_write_end_object(j);
    }
    json_write_end_array(j);
}

static void write_even(const struct stats_game *g, struct json_writer *j)
{
    struct even even;

    stats_even(g, &even);
    json_write_object(j, "even");
    json_write_number(j, "games", even.games);
    json_write_number(j, "level", even.level);
    json_write_decimal(j, "score", even.score, 1000);
    json_write_decimal(j, "low", even.low, 100);
    json_write_decimal(j, "high", even.high, 100);
    json_write_decimal(j, "sure", even.sure, 1000);
    json_write_end_object(j);
}

static void write_game(const struct stats_game *g, struct json_writer *j)
{
    json_write_object(j, NULL);
    json_write_string(j, "game", g->game->name);
    write_tally(&g->all, j);
    write_tallies(g->seats, GAME_MAX_SEATS, 0, "seats", "seat", j);
    write_tallies(g->levels, LEVELS, 1, "levels", "level", j);
    json_write_array(j, "openings");
    for (unsigned i = 0; i < g->opening_count; i++) {
        json_write_object(j, NULL);
        json_write_string(j, "actions", g->openings[i].actions);
        write_tally(&g->openings[i].tally, j);
        json_write_end_object(j);
    }
    json_write_end_array(j);
    write_even(g, j);
    json_write_end_object(j);
}

void stats_json(const struct stats *s, struct output *out)
{
    struct json_writer j;

    json_write_init(&j, out);
    json_write_object(&j, NULL);
    json_write_array(&j, "games");
    for (unsigned i = 0; i < s->game_count; i++)
        write_game(&s->games[i], &j);
    json_write_end_array(&j);
    json_write_number(&j, "left_out", s->left_out);
    json_write_end_object(&j);
    output_add(out, "\n");
}

static void say_tally(const char *name, const struct stats_tally *t,
                      const struct catalogue *messages, struct output *out)
{
    output_say(out, messages, "stats.row:name,games,won,drawn,lost",
               "  %s: %u games, %u won, %u drawn, %u lost", name, t->games, t->won, t->drawn,
               t->lost);
    output_add(out, "\n");
}

static void say_even(const struct stats_game *g, const struct catalogue *messages,
                     struct output *out)
{
    struct even even;

    stats_even(g, &even);
    if (even.games == 0)
        return;
    output_say(out, messages, "stats.even:level,sure,games",
               "  An even game: level %u (%d %% sure, from %u games against levels)", even.level,
               (even.sure + 5) / 10, even.games);
    output_add(out, "\n");
}

static void say_game(const struct stats_game *g, const struct catalogue *messages,
                     struct output *out)
{
    char name[64];
    struct text t;

    output_format(out, "%s\n", catalogue_text(messages, g->game->title, "%s.title", g->game->name));
    text_init(&t, name, sizeof name);
    text_say(&t, messages, "stats.all", "all");
    say_tally(name, &g->all, messages, out);
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++) {
        if (g->seats[seat].games)
            say_tally(catalogue_text(messages, g->game->seat_names[seat], "%s.seat.%d",
                                     g->game->name, seat + 1),
                      &g->seats[seat], messages, out);
    }
    for (unsigned i = 0; i < LEVELS; i++) {
        text_init(&t, name, sizeof name);
        text_say(&t, messages, "stats.level:level", "level %u", i + 1);
        if (g->levels[i].games)
            say_tally(name, &g->levels[i], messages, out);
    }
    for (unsigned i = 0; i < g->opening_count; i++)
        say_tally(g->openings[i].actions, &g->openings[i].tally, messages, out);
    say_even(g, messages, out);
}

void stats_text(const struct stats *s, const struct catalogue *messages, struct output *out)
{
    if (s->game_count == 0) {
        output_say(out, messages, "stats.none", "No finished game against the computer is kept.");
        output_add(out, "\n");
    }
    for (unsigned i = 0; i < s->game_count; i++)
        say_game(&s->games[i], messages, out);
}

// ---------------------------------------------------------------------------------------------
// The session's call
// ---------------------------------------------------------------------------------------------

// Records as words; what cannot be read is left out.
bool session_stats(struct session *session, const struct session_call *c)
{
    struct stats *s = calloc(1, sizeof *s);
    struct error ignored;

    (void)session;
    if (!s)
        return error_set(c->e, "session.memory", "out of memory");
    for (unsigned i = 0; i < c->count; i++) {
        struct series series;
        struct match m;
        if (session_load(c->words[i], &m, &series, &ignored)) {
            stats_add(s, &m);
            match_clear(&m);
        } else {
            s->left_out++;
        }
    }
    stats_json(s, c->out);
    free(s);
    return true;
}
