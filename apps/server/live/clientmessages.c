// SPDX-License-Identifier: MIT
// The messages of clients about live games: a handler per kind (live_message_handlers, at the end).
#include <stdlib.h>
#include <string.h>

#include "server/live/dealing.h"
#include "server/live/registry.h"
#include "server/live/clients.h"
#include "server/live/lobby.h"
#include "server/live/livegames.h"

// ---------------------------------------------------------------------------------------------
// Joining and leaving
// ---------------------------------------------------------------------------------------------

// The live game that a message is about, which the client must follow.
static struct watch *followed(struct live_registry *reg, struct client *c,
                              const struct wire_message *m, struct error *e)
{
    struct live_game *live = live_game_find(reg, m->game);
    struct watch *w = live ? live_game_watch_of(live, c) : NULL;

    if (!w)
        error_set(e, "talk.join:game", "you do not follow game %s: join it first", m->game);
    return w;
}

static bool handle_leave(struct live_registry *reg, struct client *c, const struct wire_message *m,
                         int64_t now, struct error *e)
{
    struct watch *w = followed(reg, c, m, e);

    (void)now;
    if (!w)
        return false;
    live_game_leave(reg, w);
    client_done(reg, c->id, m->ref, NULL);
    return true;
}

// ---------------------------------------------------------------------------------------------
// Commands
// ---------------------------------------------------------------------------------------------

static void kind_of(const struct wire_message *m, struct text *kind)
{
    static const char *const kinds[WIRE_KINDS] = {
        [WIRE_ACT] = "act",
        [WIRE_RESIGN] = "resign",
        [WIRE_OFFER] = "offer-",
        [WIRE_AGREE] = "agree",
        [WIRE_DECLINE] = "decline",
        [WIRE_ABORT] = "abort",
        [WIRE_REMATCH] = "offer-rematch",
    };

    text_add(kind, kinds[m->what]);
    if (m->what == WIRE_OFFER)
        text_add(kind, m->text);
}

static bool handle_command(struct live_registry *reg, struct client *c,
                           const struct wire_message *m, int64_t now, struct error *e)
{
    struct watch *w = followed(reg, c, m, e);
    struct client_command command = {
        .client = c->id, .ref = m->ref, .ply = -1, .at = now, .lag = c->lag};
    struct text kind, text;

    if (!w)
        return false;
    if (w->seat == GAME_PUBLIC)
        return error_set(e, "talk.spectator", "you are a spectator of this game");
    if (reg->outage && w->game->stale) // it would wait until nobody means it any more
        return error_set(e, "store.outage", "nothing can be stored");
    text_init(&kind, command.kind, sizeof command.kind);
    text_init(&text, command.text, sizeof command.text);
    kind_of(m, &kind);
    if (m->what != WIRE_OFFER)
        text_add(&text, m->text);
    if (m->what == WIRE_ACT)
        command.ply = m->ply;
    command.seat = w->seat;
    struct live_game *live = w->game;
    if (!client_command_add(reg, live, &command, e))
        return false;
    client_command_go(reg, live);
    return true;
}

static bool handle_deal(struct live_registry *reg, struct client *c, const struct wire_message *m,
                        int64_t now, struct error *e)
{
    const struct watch *w = followed(reg, c, m, e);

    return w && deal_give(reg, w, m, now, e);
}

static bool handle_phrase(struct live_registry *reg, struct client *c, const struct wire_message *m,
                          int64_t now, struct error *e)
{
    const struct watch *w = followed(reg, c, m, e);

    if (!w)
        return false;
    if (w->seat == GAME_PUBLIC)
        return error_set(e, "talk.spectator", "you are a spectator of this game");
    if (!said_add(reg, w->game, w->seat, m->text, now, e))
        return false;
    client_done(reg, c->id, m->ref, w->game);
    return true;
}

// Whether a seat may leave lines now.
static bool may_plan(const struct watch *w, const struct wire_message *m, struct error *e)
{
    const struct live_state *l = &w->game->state;

    if (w->seat == GAME_PUBLIC)
        return error_set(e, "talk.spectator", "you are a spectator of this game");
    if (match_over(&l->match))
        return error_set(e, "live.over", "the game is over");
    if (!live_is_slow(l))
        return error_set(e, "plan.clock",
                         "lines can be left only in games without a clock, or with days");
    if (m->ply != (int64_t)l->match.history.length)
        return error_set(e, "live.ply:ply,given", "the game stands at ply %u, not %lld",
                         l->match.history.length, (long long)m->ply);
    if (match_to_act(&l->match) == w->seat)
        return error_set(e, "plan.own-turn", "it is your turn: play it");
    return true;
}

struct planner {
    uint64_t client;
    int64_t ref;
};

static void plan_stored(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    const struct planner *p = t->extra;
    const struct store_plan *plan = &t->writes[0].plan;
    struct live_game *live = live_game_find(reg, plan->game);
    struct error e;

    if (t->failed || t->writes[0].answer != STORE_DONE) {
        client_refuse_with(reg, p->client, p->ref, live, "plan.not-stored",
                           "the lines could not be stored: try again");
    } else if (live && live_set_plans(&live->state, (int)plan->seat, plan->at, plan->text, &e)) {
        live->plan_turn++; // what is being read may be older
        client_done(reg, p->client, p->ref, live);
        // what they expect may have come meanwhile
        client_command_follow(reg, live, live_registry_now(reg));
    }
    writer_task_free(t);
}

static bool handle_plan(struct live_registry *reg, struct client *c, const struct wire_message *m,
                        int64_t now, struct error *e)
{
    struct watch *w = followed(reg, c, m, e);
    struct writer_task *t;
    struct planner *p;
    struct text text;

    (void)now;
    if (!w || !may_plan(w, m, e))
        return false;
    if (!(t = writer_task_with(1, plan_stored, sizeof *p)))
        return error_set(e, "plan.store", "the lines cannot be stored: out of memory");
    p = t->extra;
    struct store_plan *plan = &t->writes[0].plan;
    *p = (struct planner){c->id, m->ref};
    t->writes[0].kind = STORE_SET_PLAN;
    memcpy(plan->game, m->game, sizeof plan->game);
    plan->seat = (unsigned)w->seat;
    plan->at = (unsigned)m->ply;
    text_init(&text, plan->text, sizeof plan->text);
    for (unsigned i = 0; i < m->lines.count; i++)
        text_format(&text, "%s%s", i ? "\n" : "", m->lines.at[i]);
    if (!live_check_plans(plan->at, plan->text, e)) {
        writer_task_free(t);
        return false;
    }
    writer_submit(reg->writer, t);
    return true;
}

// ---------------------------------------------------------------------------------------------
// The rest
// ---------------------------------------------------------------------------------------------

static bool handle_ping(struct live_registry *reg, struct client *c, const struct wire_message *m,
                        int64_t now, struct error *e)
{
    struct payload_draft d;
    struct json_writer j;

    (void)e;
    client_begin(&d, &j, "pong", m->ref);
    json_write_number(&j, "time", now);
    json_write_end_object(&j);
    client_send_draft(reg, c, &d);
    return true;
}

// A client that says nothing speaks the first protocol, of which this one is an extension.
static bool handle_hello(struct live_registry *reg, struct client *c, const struct wire_message *m,
                         int64_t now, struct error *e)
{
    (void)now;
    if (m->protocol < WIRE_PROTOCOL)
        return error_set(e, "protocol.old",
                         "this page is older than the server: reload it to go on");
    if (m->protocol > WIRE_PROTOCOL)
        return error_set(e, "protocol.new",
                         "this page is newer than the server: reload it in a moment");
    client_done(reg, c->id, m->ref, NULL);
    return true;
}

static bool handle_join(struct live_registry *reg, struct client *c, const struct wire_message *m,
                        int64_t now, struct error *e)
{
    (void)now;
    (void)e;
    join_begin(reg, c, m);
    return true;
}

static bool handle_lobby(struct live_registry *reg, struct client *c, const struct wire_message *m,
                         int64_t now, struct error *e)
{
    (void)now;
    (void)e;
    c->lobby = m->on;
    lobby_send(reg, c, m->ref);
    return true;
}

live_message_handler *const live_message_handlers[WIRE_KINDS] = {
    [WIRE_HELLO] = handle_hello,     [WIRE_JOIN] = handle_join,       [WIRE_LEAVE] = handle_leave,
    [WIRE_ACT] = handle_command,     [WIRE_RESIGN] = handle_command,  [WIRE_OFFER] = handle_command,
    [WIRE_AGREE] = handle_command,   [WIRE_DECLINE] = handle_command, [WIRE_ABORT] = handle_command,
    [WIRE_REMATCH] = handle_command, [WIRE_COMMITMENT] = handle_deal, [WIRE_REVEAL] = handle_deal,
    [WIRE_PHRASE] = handle_phrase,   [WIRE_PLAN] = handle_plan,       [WIRE_LOBBY] = handle_lobby,
    [WIRE_PING] = handle_ping,
};
