// SPDX-License-Identifier: MIT
// Requests of people: each is checked against the tournament as it stands, becomes events, and is
// answered when they are stored. When somebody else's events came first, it is checked again.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/live/fair.h"
#include "server/live/registry.h"
#include "server/tournament/directorinternal.h"
#include "server/log.h"
#include "server/tournament/tournamentjson.h"

enum { TRIES = 20, NEWCOMER = 1500 };

// ---------------------------------------------------------------------------------------------
// Answers
// ---------------------------------------------------------------------------------------------

// Hands the request back with its answer, good or bad.
static void answer_with(struct director *r, struct director_request *w, enum director_answer answer)
{
    w->answer = answer;
    director_answer(r, w);
}

static void write_message(const struct director_request *w, const struct tournament *m,
                          struct output *out)
{
    struct json_writer j;

    json_write_init(&j, out);
    json_write_object(&j, NULL);
    if (w->form == DIRECTOR_MESSAGE) {
        json_write_string(&j, "type", "tournament");
        json_write_object(&j, "tournament");
    }
    if (w->what == DIRECTOR_JOIN) {
        json_write_string(&j, "tournament", m->row.id);
        json_write_number(&j, "player", w->player);
        if (w->token[0])
            json_write_string(&j, "token", w->token);
    } else {
        tournamentjson_whole(m, w->form != DIRECTOR_MESSAGE, &j);
    }
    if (w->form == DIRECTOR_MESSAGE)
        json_write_end_object(&j);
    json_write_end_object(&j);
}

static void answer_tournament(struct director *r, struct director_request *w,
                              const struct tournament *m)
{
    struct payload_draft d;

    payload_begin(&d);
    if (w->form == DIRECTOR_TEXT)
        tournament_text(m, &d.out);
    else if (w->form == DIRECTOR_CSV)
        tournament_csv(m, &d.out);
    else
        write_message(w, m, &d.out);
    w->text = payload_end(&d);
    answer_with(r, w, w->text ? DIRECTOR_DONE : DIRECTOR_NO_STORE);
}

// ---------------------------------------------------------------------------------------------
// Lists and new ones
// ---------------------------------------------------------------------------------------------

static void answer_list(struct director *r, struct director_request *w)
{
    static const char *const names[] = {"open", "playing", "over"};
    struct store_document *rows = calloc(DOCUMENT_LIST, sizeof *rows);
    struct payload_draft d;
    struct json_writer j;
    bool good = rows != NULL;

    payload_begin(&d);
    json_write_init(&j, &d.out);
    json_write_object(&j, NULL);
    for (int phase = 0; phase < 3 && good; phase++) {
        unsigned count = 0;
        if (w->phase >= 0 && w->phase != phase)
            continue;
        good = store_documents(r->store, "tournament", phase, w->before, rows, &count, &w->error);
        json_write_array(&j, names[phase]);
        for (unsigned i = 0; good && i < count; i++)
            tournamentjson_row(&rows[i], &j, NULL);
        json_write_end_array(&j);
    }
    json_write_end_object(&j);
    free(rows);
    w->text = payload_end(&d);
    answer_with(r, w, good && w->text ? DIRECTOR_DONE : DIRECTOR_NO_STORE);
}

static void write_id(struct director *r, struct director_request *w)
{
    struct payload_draft d;
    struct json_writer j;

    payload_begin(&d);
    json_write_init(&j, &d.out);
    json_write_object(&j, NULL);
    json_write_string(&j, "tournament", w->id);
    json_write_end_object(&j);
    w->text = payload_end(&d);
    answer_with(r, w, w->text ? DIRECTOR_DONE : DIRECTOR_NO_STORE);
}

static void make_document(const struct director_request *w, int64_t now, struct store_document *row)
{
    *row = (struct store_document){
        .kind = "tournament",
        .owner = w->settings.form == TOURNAMENT_LADDER ? 0 : w->account, // a ladder is nobody's
        .listed = w->listed,
        .phase = STORE_OPEN,
        .created = now,
        .changed = now,
    };
    memcpy(row->id, w->id, sizeof row->id);
    memcpy(row->title, w->title, sizeof row->title);
    tournament_settings_write(&w->settings, row->settings);
}

static void create_tournament(struct director *r, struct director_request *w, int64_t now)
{
    struct tournament m = {.number = 0};
    struct event_batch n;

    // Taken: it was made before, by the same key or for the same month.
    if (w->tries) {
        if (w->answer == DIRECTOR_DONE)
            write_id(r, w);
        else
            answer_with(r, w, DIRECTOR_NO_STORE);
        return;
    }
    make_document(w, now, &m.row);
    if (!event_batch_begin(&n, &m, 1, w, now)) {
        answer_with(r, w, DIRECTOR_NO_STORE);
        return;
    }
    n.task->writes[0].kind = STORE_ADD_DOCUMENT;
    n.task->writes[0].document = m.row;
    n.task->count = 1;
    log_event("tournament", "tournament=%s form=%s name=%s", w->id,
              tournament_form_name(w->settings.form), w->settings.game);
    event_batch_send(r, &n);
}

// ---------------------------------------------------------------------------------------------
// Joining
// ---------------------------------------------------------------------------------------------

// Nobody is rated against an own bot.
static bool is_company_fair(struct director *r, const struct tournament *m,
                            const struct director_request *w, struct error *e)
{
    struct store_account other;
    bool found;

    for (unsigned i = 0; m->settings.rated && i < m->player_count; i++) {
        const struct tournament_player *p = &m->players[i];
        if (!p->account || !p->in)
            continue;
        if (!store_account_by_id(r->store, p->account, &other, &found, e))
            return false;
        if (found && (other.owner == w->account || other.id == w->owner ||
                      (other.owner && other.owner == w->owner)))
            return error_set(e, "meet.own-bot", "nobody plays for ratings where his own bot does");
    }
    return true;
}

// Names of guests stand in one table with the others.
static bool is_name_free(const struct tournament *m, const struct director_request *w,
                         struct error *e)
{
    for (unsigned i = 0; !w->account && i < m->player_count; i++) {
        if (fair_alike(m->players[i].name, w->name))
            return error_set(e, "account.taken", "this name is taken");
    }
    return true;
}

// Whether there is a place for one more, in this company: also for whoever was in before.
static bool may_be_in(struct director *r, const struct tournament *m,
                      const struct director_request *w, struct error *e)
{
    if (tournament_active(m) >= m->settings.most)
        return error_set(e, "meet.full:players", "the tournament is full: it has %u players",
                         tournament_active(m));
    return is_company_fair(r, m, w, e);
}

static bool may_join(struct director *r, const struct tournament *m,
                     const struct director_request *w, struct error *e)
{
    if (!tournament_may_join(m, e))
        return false;
    if (!w->account && (!m->settings.guests || m->settings.rated))
        return error_set(e, "meet.account",
                         "this tournament is for people with an account: log in first");
    if (w->bot && !m->settings.bots)
        return error_set(e, "meet.bots", "this tournament is for people, not for bots");
    if (m->player_count >= TOURNAMENT_PLAYERS)
        return error_set(e, "meet.full:players", "the tournament is full: it has %u players",
                         tournament_active(m));
    if (!w->account && !w->name[0])
        return error_set(e, "meet.guest-name", "a guest needs a name here");
    return fair_guest(r->store, w->name, &(struct store_account){.id = w->account}, e) &&
           is_name_free(m, w, e) && may_be_in(r, m, w, e);
}

static int rating_of(struct director *r, const struct director_request *w, const char *game)
{
    struct store_rating rating;
    struct error e;
    bool found = false;

    if (!w->account || !store_rating(r->store, w->account, "", game, &rating, &found, &e) || !found)
        return NEWCOMER;
    return (int)rating.rating;
}

static void add_join_event(struct event_batch *n, const struct director_request *w, int rating)
{
    unsigned char hash[STORE_HASH];
    char hex[2 * STORE_HASH + 1];

    if (w->account) {
        event_batch_add(n, "join", w->account, "%s %d", w->bot ? "bot" : "person", rating);
        return;
    }
    token_hash(w->token, hash);
    for (unsigned i = 0; i < STORE_HASH; i++)
        snprintf(hex + 2 * (size_t)i, 3, "%02x", hash[i]);
    event_batch_add(n, "join", 0, "guest %s %s", hex, w->name);
}

static int player_of(const struct tournament *m, const struct director_request *w)
{
    unsigned char hash[STORE_HASH];

    if (w->account)
        return tournament_player_of(m, w->account, NULL);
    return w->token[0] && token_hash(w->token, hash) ? tournament_player_of(m, 0, hash) : -1;
}

static bool make_join(struct director *r, struct held_tournament *h, struct director_request *w,
                      struct event_batch *n, int64_t now)
{
    struct tournament *m = &h->tournament;
    int player = player_of(m, w);

    w->answer = DIRECTOR_CONFLICT;
    if (player >= 0) {
        if (m->phase == STORE_OVER)
            return error_set(&w->error, "meet.over", "the tournament is over");
        if (m->players[player].removed)
            return error_set(&w->error, "meet.removed", "the host has removed you");
        if (!may_be_in(r, m, w, &w->error))
            return false;
        if (!event_batch_begin(n, m, 1, w, now))
            return error_set(&w->error, "memory.this", "there is no memory for this");
        event_batch_add(n, "back", m->players[player].account, "%d", player);
        return true;
    }
    if (!may_join(r, m, w, &w->error))
        return false;
    if (!w->account && !w->token[0])
        token_make(w->token);
    if (!event_batch_begin(n, m, 2, w, now))
        return error_set(&w->error, "memory.this", "there is no memory for this");
    add_join_event(n, w, rating_of(r, w, m->settings.game));
    // Who comes late has half a point for the round that is under way, and nothing for those
    // before.
    if (m->phase == STORE_PLAYING && m->settings.form == TOURNAMENT_SWISS && m->round)
        event_batch_add(n, "bye", w->account, "%u %u 1", m->round, m->player_count);
    return true;
}

// ---------------------------------------------------------------------------------------------
// The others
// ---------------------------------------------------------------------------------------------

static bool make_leave(struct held_tournament *h, struct director_request *w, struct event_batch *n,
                       int64_t now)
{
    struct tournament *m = &h->tournament;
    int player = w->what == DIRECTOR_REMOVE ? w->player : player_of(m, w);

    w->answer = DIRECTOR_CONFLICT;
    if (player < 0 || player >= (int)m->player_count)
        return error_set(&w->error, "meet.not-in", "you do not play in this tournament");
    if (m->phase == STORE_OVER)
        return error_set(&w->error, "meet.over", "the tournament is over");
    if (!event_batch_begin(n, m, 1, w, now))
        return error_set(&w->error, "memory.this", "there is no memory for this");
    event_batch_add(n, "leave", m->players[player].account, "%d %s", player,
                    w->what == DIRECTOR_REMOVE ? "removed" : "left");
    return true;
}

static bool make_begin(struct held_tournament *h, struct director_request *w, struct event_batch *n,
                       int64_t now)
{
    w->answer = DIRECTOR_CONFLICT;
    if (h->tournament.phase != STORE_OPEN)
        return error_set(&w->error, "meet.has-begun", "the tournament has begun already");
    if (tournament_active(&h->tournament) < 2)
        return error_set(&w->error, "meet.two", "a tournament needs two players at least");
    if (!event_batch_begin(n, &h->tournament, 2, w, now))
        return error_set(&w->error, "memory.this", "there is no memory for this");
    event_batch_add(n, "begin", w->account, "%s", "");
    event_batch_set_row(n, STORE_PLAYING);
    return true;
}

static bool make_cancel(struct held_tournament *h, struct director_request *w,
                        struct event_batch *n, int64_t now)
{
    w->answer = DIRECTOR_CONFLICT;
    if (h->tournament.phase == STORE_OVER)
        return error_set(&w->error, "meet.over", "the tournament is over");
    if (!event_batch_begin(n, &h->tournament, 2, w, now))
        return error_set(&w->error, "memory.this", "there is no memory for this");
    event_batch_add(n, "end", w->account, "cancelled");
    event_batch_set_row(n, STORE_OVER);
    return true;
}

static bool make_set(struct held_tournament *h, struct director_request *w, struct event_batch *n,
                     int64_t now)
{
    struct tournament *m = &h->tournament;

    w->answer = DIRECTOR_CONFLICT;
    if (m->phase == STORE_OVER)
        return error_set(&w->error, "meet.over", "the tournament is over");
    if (m->settings.form != TOURNAMENT_SWISS)
        return error_set(&w->error, "meet.rounds-swiss",
                         "only a Swiss tournament has a number of rounds to choose");
    if (w->settings.rounds < m->round)
        return error_set(&w->error, "meet.rounds-past:rounds", "round %u has begun already",
                         m->round);
    if (!event_batch_begin(n, m, 2, w, now))
        return error_set(&w->error, "memory.this", "there is no memory for this");
    unsigned before = m->settings.rounds;
    m->settings.rounds = w->settings.rounds;
    // The row first: whoever reads the event finds it there.
    event_batch_add(n, "set", w->account, "rounds %u", w->settings.rounds);
    event_batch_set_row(n, m->phase);
    m->settings.rounds = before;
    return true;
}

static bool make_challenge(struct held_tournament *h, struct director_request *w,
                           struct event_batch *n, int64_t now)
{
    struct tournament *m = &h->tournament;
    int player = player_of(m, w);

    w->answer = DIRECTOR_CONFLICT;
    if (!tournament_may_challenge(m, player, w->player, &w->error))
        return false;
    if (!event_batch_begin(n, m, 3, w, now))
        return error_set(&w->error, "memory.this", "there is no memory for this");
    event_batch_add(n, "round", w->account, "%u", m->round + 1);
    const struct store_game *game = event_batch_add_game(n, w->player, player);
    event_batch_add(n, "pair", 0, "%u %d %d %s", m->round + 1, w->player, player, game->id);
    return true;
}

// The host's own; the server's tournaments have none.
static bool is_host(const struct held_tournament *h, struct director_request *w)
{
    w->answer = DIRECTOR_FORBIDDEN;
    return (w->account && h->tournament.row.owner == w->account) ||
           error_set(&w->error, "meet.host", "only the host of the tournament may do this");
}

static bool make_events(struct director *r, struct held_tournament *h, struct director_request *w,
                        struct event_batch *n, int64_t now)
{
    switch (w->what) {
    case DIRECTOR_JOIN:
        return make_join(r, h, w, n, now);
    case DIRECTOR_LEAVE:
        return make_leave(h, w, n, now);
    case DIRECTOR_REMOVE:
        return is_host(h, w) && make_leave(h, w, n, now);
    case DIRECTOR_BEGIN:
        return is_host(h, w) && make_begin(h, w, n, now);
    case DIRECTOR_CANCEL:
        return is_host(h, w) && make_cancel(h, w, n, now);
    case DIRECTOR_SET:
        return is_host(h, w) && make_set(h, w, n, now);
    case DIRECTOR_CHALLENGE:
        return make_challenge(h, w, n, now);
    default:
        return false;
    }
}

// Whether nothing has to be noted for somebody to be out: such events again and again would fill
// the database.
static bool is_out(const struct tournament *m, const struct director_request *w)
{
    bool leaves = w->what == DIRECTOR_LEAVE;
    int player = leaves ? player_of(m, w) : w->player;

    if (player < 0 || player >= (int)m->player_count || m->phase == STORE_OVER)
        return false;
    return leaves ? !m->players[player].in
                  : w->what == DIRECTOR_REMOVE && m->players[player].removed && w->account &&
                        m->row.owner == w->account;
}

static bool is_done_already(const struct held_tournament *h, struct director_request *w)
{
    if (w->what == DIRECTOR_SHOW || w->stored) {
        if (w->what == DIRECTOR_JOIN)
            w->player = player_of(&h->tournament, w);
        return true;
    }
    if (w->what != DIRECTOR_JOIN)
        return is_out(&h->tournament, w);
    if ((w->player = player_of(&h->tournament, w)) < 0)
        return false;
    return h->tournament.players[w->player].in; // who is in already need not join again
}

void director_handle(struct director *r, struct director_request *w, int64_t now)
{
    struct event_batch n;
    bool failed;

    if (w->what == DIRECTOR_LIST) {
        answer_list(r, w);
        return;
    }
    if (w->what == DIRECTOR_CREATE) {
        create_tournament(r, w, now);
        return;
    }
    struct held_tournament *h = director_find_tournament(r, w->id, &failed);
    if (h && w->stored) { // the answer knows it, whether the word of it came before or not
        h->stale = true;
        h = director_find_tournament(r, w->id, &failed);
    }
    if (!h || w->tries > TRIES) {
        if (!failed)
            error_set(&w->error, "meet.none", "there is no such tournament");
        answer_with(r, w, failed || h ? DIRECTOR_NO_STORE : DIRECTOR_UNKNOWN);
    } else if (is_done_already(h, w)) {
        answer_tournament(r, w, &h->tournament);
    } else if (h->busy) {
        w->next = r->later;
        r->later = w;
    } else if (make_events(r, h, w, &n, now)) {
        h->busy = true;
        event_batch_send(r, &n);
    } else {
        director_answer(r, w);
    }
}
