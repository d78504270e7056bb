// SPDX-License-Identifier: MIT
// Tournaments that the server makes itself: a ladder of correspondence a month and game, which goes
// on in the next month with those who played on it, and, where it is wanted, a league of the
// computer's levels. Game and month give the name, so that no two processes make two.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "games/registry.h"
#include "server/live/registry.h"
#include "server/tournament/directorinternal.h"
#include "server/log.h"
#include "server/tournament/standings.h"

enum { GAMES_CARRIED = 200, LEVELS_IN_LEAGUE = 10, FIRST_LEVEL = 1000, EACH_LEVEL = 100 };

void director_month(int64_t now, char month[8])
{
    time_t seconds = (time_t)(now / 1000);
    struct tm t;

    gmtime_r(&seconds, &t);
    snprintf(month, 8, "%04u-%02u", (unsigned)(t.tm_year + 1900) % 10000,
             (unsigned)(t.tm_mon + 1) % 100);
}

void director_month_id(const char *form, const char *game, const char *month, char id[DOCUMENT_ID])
{
    char text[STORE_WORD + 24];
    struct text t;

    text_init(&t, text, sizeof text);
    text_format(&t, "%s %s %s", form, game, month);
    token_game_id_of(text, id);
}

// ---------------------------------------------------------------------------------------------
// Ladders
// ---------------------------------------------------------------------------------------------

// Games that go over into the next month; all with all its people fit into one transaction.
static unsigned open_games(const struct tournament *m)
{
    return m->open < GAMES_CARRIED ? m->open : GAMES_CARRIED;
}

// Those who are still on it, in their order, and the games that they have not finished: these count
// where they end.
static void carry_over(struct event_batch *n, const struct tournament *old, struct tournament *new)
{
    struct standing list[TOURNAMENT_PLAYERS];
    int place[TOURNAMENT_PLAYERS], players = 0;
    unsigned games = 0;

    n->tournament = new;
    n->number = 0;
    standings_make(old, list);
    for (unsigned i = 0; i < old->player_count; i++) {
        const struct tournament_player *p = &old->players[list[i].player];
        place[list[i].player] = p->in && p->account ? players++ : -1;
        if (p->in && p->account)
            event_batch_add(n, "join", p->account, "%s %d", p->kind, p->rating);
    }
    for (unsigned i = 0; i < old->pair_count && games < open_games(old); i++) {
        const struct tournament_pair *p = &old->pairs[i];
        if (p->result == TOURNAMENT_OPEN && place[p->first] >= 0 && place[p->second] >= 0)
            event_batch_add(n, "pair", 0, "%u %d %d %s", ++games, place[p->first], place[p->second],
                            p->game);
    }
}

static void next_month(struct director *r, struct held_tournament *h, const char *month,
                       int64_t now)
{
    struct tournament *old = &h->tournament, new = {.row = old->row};
    struct tournament_settings settings = old->settings;
    struct event_batch n;

    if (!event_batch_begin(&n, old, 3 + old->player_count + open_games(old), NULL, now))
        return;
    event_batch_add(&n, "end", 0, "over");
    event_batch_set_row(&n, STORE_OVER);
    snprintf(settings.month, sizeof settings.month, "%s", month);
    director_month_id("ladder", settings.game, month, new.row.id);
    new.row.created = new.row.changed = now;
    new.row.phase = STORE_OPEN;
    tournament_settings_write(&settings, new.row.settings);
    struct store_write *w = &n.task->writes[n.task->count++];
    w->kind = STORE_ADD_DOCUMENT;
    w->with_last = true;
    w->document = new.row;
    carry_over(&n, old, &new);
    h->busy = true;
    log_event("ladder", "name=%s month=%s players=%u", settings.game, month, old->player_count);
    event_batch_send(r, &n);
}

// ---------------------------------------------------------------------------------------------
// Leagues
// ---------------------------------------------------------------------------------------------

static void make_league(struct director *r, const char *game, const char *month, int64_t now)
{
    struct tournament m = {.number = 0};
    struct tournament_settings s = {.form = TOURNAMENT_LEAGUE,
                                    .options = "-",
                                    .clock = "none",
                                    .cycles = 2,
                                    .most = LEVELS_IN_LEAGUE};
    struct store_document there;
    struct event_batch n;
    struct error e;
    bool found;

    snprintf(s.game, sizeof s.game, "%s", game);
    snprintf(s.month, sizeof s.month, "%s", month);
    m.row = (struct store_document){
        .kind = "tournament", .listed = true, .created = now, .changed = now};
    snprintf(m.row.title, sizeof m.row.title, "%s", month);
    director_month_id("league", game, month, m.row.id);
    tournament_settings_write(&s, m.row.settings);
    if (!store_document(r->store, m.row.id, &there, &found, &e) || found ||
        !event_batch_begin(&n, &m, 1 + LEVELS_IN_LEAGUE, NULL, now))
        return;
    n.task->writes[0].kind = STORE_ADD_DOCUMENT;
    n.task->writes[0].document = m.row;
    n.task->count = 1;
    for (int level = 1; level <= LEVELS_IN_LEAGUE; level++)
        event_batch_add(&n, "join", 0, "computer level:%d %d", level,
                        FIRST_LEVEL + EACH_LEVEL * (level - 1));
    event_batch_send(r, &n);
}

static bool has_levels(const struct game *g)
{
    struct game_options options = {0};

    return !g->unlisted && game_seats(g, &options) == 2;
}

void director_begin_month(struct director *r, int64_t now)
{
    char month[8];

    director_month(now, month);
    for (struct held_tournament *h = r->held; h; h = h->next) {
        if (h->tournament.settings.form == TOURNAMENT_LADDER &&
            h->tournament.phase == STORE_PLAYING && !h->busy && !h->stale &&
            strcmp(h->tournament.settings.month, month) < 0)
            next_month(r, h, month, now);
    }
    for (unsigned i = 0; r->league && i < registry_count(); i++) {
        if (has_levels(registry_game(i)))
            make_league(r, registry_game(i)->name, month, now);
    }
}
