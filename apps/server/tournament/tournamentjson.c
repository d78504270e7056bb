// SPDX-License-Identifier: MIT
// A tournament in JSON: docs/api.md tells the fields.
#include "server/tournament/tournamentjson.h"

#include "server/tournament/standings.h"

static const char *phase_name(int phase)
{
    return phase == STORE_OPEN ? "open" : phase == STORE_PLAYING ? "playing" : "over";
}

static void write_settings(const struct tournament_settings *s, struct json_writer *j)
{
    json_write_string(j, "form", tournament_form_name(s->form));
    json_write_string(j, "name", s->game);
    json_write_string(j, "options", s->options);
    json_write_string(j, "clock", s->clock);
    json_write_bool(j, "slow", s->slow);
    json_write_bool(j, "rated", s->rated);
    json_write_bool(j, "guests", s->guests);
    json_write_bool(j, "bots", s->bots);
    json_write_bool(j, "streaks", s->streaks);
    json_write_number(j, "cycles", s->cycles);
    json_write_number(j, "minutes", s->minutes);
    json_write_number(j, "most", s->most);
    json_write_number(j, "wait", s->wait);
    json_write_number(j, "pause", s->pause);
    json_write_number(j, "begins", s->begins);
    json_write_string(j, "month", s->month);
}

static void write_head(const struct store_document *row, struct json_writer *j)
{
    json_write_string(j, "id", row->id);
    json_write_string(j, "title", row->title);
    json_write_string(j, "host", row->owner_name);
    json_write_bool(j, "listed", row->listed);
    json_write_number(j, "created", row->created);
}

void tournamentjson_row(const struct store_document *row, struct json_writer *j, const char *name)
{
    struct tournament_settings s;

    json_write_object(j, name);
    write_head(row, j);
    json_write_string(j, "phase", phase_name(row->phase));
    if (tournament_settings_read(row->settings, &s)) {
        write_settings(&s, j);
        json_write_number(j, "rounds", s.rounds);
    }
    json_write_end_object(j);
}

static void write_standing(const struct tournament *m, const struct standing *s,
                           struct json_writer *j)
{
    const struct tournament_player *p = &m->players[s->player];
    int half = m->settings.form == TOURNAMENT_ARENA ? 10 : 5; // tenths

    json_write_object(j, NULL);
    json_write_number(j, "player", s->player);
    json_write_number(j, "place", s->place);
    json_write_string(j, "name", p->name);
    json_write_bool(j, "account", p->account != 0);
    json_write_string(j, "kind", p->kind);
    json_write_number(j, "rating", p->rating);
    json_write_bool(j, "in", p->in);
    json_write_bool(j, "absent", p->absent);
    json_write_decimal(j, "points", (long long)half * s->points, 10);
    json_write_decimal(j, "buchholz", (long long)half * s->buchholz, 10);
    json_write_decimal(j, "direct", 5LL * s->direct, 10);
    json_write_decimal(j, "berger", 25LL * s->berger, 100);
    json_write_number(j, "wins", s->wins);
    json_write_number(j, "draws", s->draws);
    json_write_number(j, "losses", s->losses);
    json_write_number(j, "byes", s->byes);
    json_write_number(j, "run", s->run);
    json_write_end_object(j);
}

static const char *result_name(const struct tournament_pair *p)
{
    static const char *const names[] = {[TOURNAMENT_OPEN] = "",
                                        [TOURNAMENT_FIRST] = "1-0",
                                        [TOURNAMENT_SECOND] = "0-1",
                                        [TOURNAMENT_DRAW] = "1/2",
                                        [TOURNAMENT_NEITHER] = "0-0"};

    return p->second == PAIRING_BYE ? "bye" : names[p->result];
}

static void write_pair(const struct tournament_pair *p, struct json_writer *j)
{
    json_write_object(j, NULL);
    json_write_number(j, "round", p->round);
    json_write_number(j, "first", p->first);
    json_write_number(j, "second", p->second);
    json_write_string(j, "game", p->game);
    json_write_string(j, "result", result_name(p));
    json_write_bool(j, "forfeit", p->forfeit);
    if (p->second == PAIRING_BYE)
        json_write_decimal(j, "points", 5LL * p->halves, 10);
    json_write_end_object(j);
}

void tournamentjson_whole(const struct tournament *m, bool all, struct json_writer *j)
{
    struct standing list[TOURNAMENT_PLAYERS];

    write_head(&m->row, j);
    json_write_string(j, "phase", phase_name((int)m->phase));
    write_settings(&m->settings, j);
    json_write_bool(j, "cancelled", m->cancelled);
    json_write_number(j, "number", m->number);
    json_write_number(j, "round", m->round);
    json_write_number(j, "rounds", m->phase == STORE_OPEN ? m->settings.rounds : m->planned);
    json_write_number(j, "begun", m->begun);
    json_write_number(j, "ends",
                      m->begun && m->settings.form == TOURNAMENT_ARENA
                          ? m->begun + (int64_t)m->settings.minutes * 60000
                          : 0);
    standings_make(m, list);
    json_write_array(j, "standings");
    for (unsigned i = 0; i < m->player_count; i++)
        write_standing(m, &list[i], j);
    json_write_end_array(j);
    json_write_array(j, "pairs");
    for (unsigned i = 0; i < m->pair_count; i++) {
        const struct tournament_pair *p = &m->pairs[i];
        if (all || p->round == m->round || p->result == TOURNAMENT_OPEN)
            write_pair(p, j);
    }
    json_write_end_array(j);
}
