// SPDX-License-Identifier: MIT
// What clients say, and what comes of it.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/live/dealing.h"
#include "server/live/registry.h"
#include "server/live/clients.h"
#include "server/live/lobby.h"
#include "server/live/livegames.h"
#include "server/live/studies.h"
#include "server/live/tournaments.h"

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

static bool leave(struct live_registry *reg, struct client *c, const struct wire_message *m,
                  struct error *e)
{
    struct watch *w = followed(reg, c, m, e);

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

static bool command(struct live_registry *reg, struct client *c, const struct wire_message *m,
                    int64_t now, struct error *e)
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

static bool deal(struct live_registry *reg, struct client *c, const struct wire_message *m,
                 int64_t now, struct error *e)
{
    const struct watch *w = followed(reg, c, m, e);

    return w && deal_give(reg, w, m, now, e);
}

static bool phrase(struct live_registry *reg, struct client *c, const struct wire_message *m,
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

static bool plan(struct live_registry *reg, struct client *c, const struct wire_message *m,
                 struct error *e)
{
    struct watch *w = followed(reg, c, m, e);
    struct writer_task *t;
    struct planner *p;
    struct text text;

    if (!w || !may_plan(w, m, e))
        return false;
    t = writer_task(1, plan_stored);
    p = t ? t->extra = calloc(1, sizeof *p) : NULL;
    if (!p) {
        if (t)
            writer_task_free(t);
        return error_set(e, "plan.store", "the lines cannot be stored: out of memory");
    }
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

static void pong(struct live_registry *reg, struct client *c, int64_t ref, int64_t now)
{
    struct payload_draft d;
    struct json_writer j;

    client_begin(&d, &j, "pong", ref);
    json_write_number(&j, "time", now);
    json_write_end_object(&j);
    client_send_draft(reg, c, &d);
}

static bool say(struct live_registry *reg, struct client *c, const struct wire_message *m,
                int64_t now, struct error *e)
{
    switch (m->what) {
    case WIRE_JOIN:
        join_begin(reg, c, m);
        return true;
    case WIRE_LEAVE:
        return leave(reg, c, m, e);
    case WIRE_COMMITMENT:
    case WIRE_REVEAL:
        return deal(reg, c, m, now, e);
    case WIRE_PHRASE:
        return phrase(reg, c, m, now, e);
    case WIRE_PLAN:
        return plan(reg, c, m, e);
    case WIRE_LOBBY:
        c->lobby = m->on;
        lobby_tell(reg, c, m->ref);
        return true;
    case WIRE_WATCH:
        return tournaments_watch(reg, c, m, e);
    case WIRE_STUDY:
        return studies_join(reg, c, m, e);
    case WIRE_ADD:
    case WIRE_SAY:
    case WIRE_DRAW:
    case WIRE_DROP:
    case WIRE_LEAD:
    case WIRE_TITLE:
        return studies_edit(reg, c, m, now, e);
    case WIRE_STAND:
        return studies_stand(reg, c, m, e);
    case WIRE_READY:
        return reg->host.above->ready(reg, c, m, now, e);
    case WIRE_PAIR:
        return reg->host.above->pair(reg, c, m, now, e);
    case WIRE_UNPAIR:
        reg->host.above->unpair(reg, c);
        client_done(reg, c->id, m->ref, NULL);
        return true;
    case WIRE_PING:
        pong(reg, c, m->ref, now);
        return true;
    default:
        return command(reg, c, m, now, e);
    }
}

// What a client said while something that it asked before is being read: it is done in order.
struct held {
    struct held *next;
    struct wire_message m;
    int64_t at;
};

static bool hold(struct client *c, const struct wire_message *m, int64_t now, struct error *e)
{
    struct held *held = c->held_count < CLIENT_HELD_MOST ? malloc(sizeof *held) : NULL;

    if (!held)
        return error_set(e, "talk.held",
                         "too much waits for what you asked before: wait for the answer");
    *held = (struct held){NULL, *m, now};
    *(c->tail ? &c->tail->next : &c->held) = held;
    c->tail = held;
    c->held_count++;
    return true;
}

static struct held *let_go(struct client *c)
{
    struct held *held = c->held;

    if (held && !(c->held = held->next))
        c->tail = NULL;
    c->held_count -= held != NULL;
    return held;
}

static void say_or_refuse(struct live_registry *reg, struct client *c, const struct wire_message *m,
                          int64_t now)
{
    struct error e;

    if (!say(reg, c, m, now, &e))
        client_refuse(reg, c->id, m->ref, m->game[0] ? live_game_find(reg, m->game) : NULL, &e);
}

void client_resume(struct live_registry *reg, struct client *c)
{
    struct held *held;

    assert(c->waits > 0);
    c->waits--;
    while (!c->waits && (held = let_go(c))) {
        say_or_refuse(reg, c, &held->m, held->at);
        free(held);
    }
}

void client_forget_held(struct client *c)
{
    struct held *held;

    while ((held = let_go(c)))
        free(held);
}

void client_says(struct live_registry *reg, struct client *c, const char *bytes, size_t length,
                 int64_t now)
{
    struct wire_message m;
    struct error e;

    c->heard = c->said = now;
    reg->counts.messages++;
    if (!limits_message(reg->limits, &c->bucket, now)) {
        client_refuse_with(reg, c->id, -1, NULL, "limits.messages",
                           "too many messages: wait a moment");
        return;
    }
    bool waits = c->waits || c->held;
    if (!wire_read(bytes, length, &m, &e) ||
        (waits && m.what != WIRE_PING && !hold(c, &m, now, &e)))
        client_refuse(reg, c->id, m.ref, m.game[0] ? live_game_find(reg, m.game) : NULL, &e);
    else if (!waits || m.what == WIRE_PING)
        say_or_refuse(reg, c, &m, now);
}
