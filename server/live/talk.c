// SPDX-License-Identifier: MIT
// What clients say, and what comes of it.
#include <string.h>

#include "server/live/hub.h"
#include "server/log.h"

// ---------------------------------------------------------------------------------------------
// Joining and leaving
// ---------------------------------------------------------------------------------------------

// The seat of the account whose session this is, so that one's games can be played from any device.
static bool seat_of_session(struct hub *h, const struct live *l, const char *token,
                            struct claim *claim, struct error *e)
{
    struct store_account account;
    bool found;

    if (!login_account(h, token, &claim->session, &account, &found, e))
        return false;
    for (unsigned i = 0; found && i < l->row.seats; i++) {
        if (l->row.seat[i].account == account.id && !live_seat_open(l, (int)i))
            claim->seat = (int)i;
    }
    return true;
}

// Nobody who was banned sits anywhere.
static bool may_sit(struct hub *h, const struct claim *claim, struct error *e)
{
    struct store_account account;
    bool found;

    if (!claim->account)
        return true;
    if (!store_account_by_id(h->reader, claim->account, &account, &found, e))
        return false;
    return (found && !account.banned) ||
           error_set(e, "login.banned", "this account has been banned");
}

// The seat that a token opens.
static bool find_seat(struct hub *h, const struct live *l, const char *token, struct claim *claim,
                      struct error *e)
{
    *claim = (struct claim){.seat = GAME_PUBLIC};
    if (!token[0])
        return true;
    // All seats are tried, so that the time it takes tells nothing.
    for (unsigned i = 0; i < l->row.seats; i++) {
        if (token_opens(token, l->row.seat[i].token))
            claim->seat = (int)i;
    }
    if (claim->seat == GAME_PUBLIC && !seat_of_session(h, l, token, claim, e))
        return false;
    if (claim->seat == GAME_PUBLIC)
        return error_set(e, "talk.token", "this token opens no seat of the game");
    claim->account = l->row.seat[claim->seat].account;
    return may_sit(h, claim, e);
}

// Whether a client may know more than this process has heard of yet: a seat taken or an entry stored elsewhere.
static bool knows_more(struct hub *h, const struct room *r, const struct wire_message *m)
{
    struct claim claim;
    struct error e;

    return !h->alone && (m->since > (int64_t)r->live.journal.number ||
                         !find_seat(h, &r->live, m->token, &claim, &e));
}

static bool join(struct hub *h, struct client *c, const struct wire_message *m, struct error *e)
{
    struct room *r = room_enter(h, m->game, e);
    struct claim claim;

    if (r && knows_more(h, r, m))
        room_refresh(h, r);
    if (!r || !find_seat(h, &r->live, m->token, &claim, e))
        return false;
    if (!room_watch_of(r, c) && c->watch_count >= HUB_WATCHES_MOST)
        return error_set(e, "talk.follows:most", "a connection follows at most %d games",
                         HUB_WATCHES_MOST);
    if (m->since > (int64_t)r->live.journal.number)
        return error_set(e, "talk.since:entries,given",
                         "the game has %u entries: none is behind %lld", r->live.journal.number,
                         (long long)m->since);
    if (!room_watch(h, r, c, &claim, m->scene))
        return error_set(e, "talk.memory", "the game cannot be followed: out of memory");
    room_tell_state(h, r, room_watch_of(r, c), m->since);
    client_done(h, c->id, m->ref, r);
    return true;
}

// The room that a message is about, which the client must follow.
static struct watch *followed(struct hub *h, struct client *c, const struct wire_message *m,
                              struct error *e)
{
    struct room *r = room_find(h, m->game);
    struct watch *w = r ? room_watch_of(r, c) : NULL;

    if (!w)
        error_set(e, "talk.join:game", "you do not follow game %s: join it first", m->game);
    return w;
}

static bool leave(struct hub *h, struct client *c, const struct wire_message *m, struct error *e)
{
    struct watch *w = followed(h, c, m, e);

    if (!w)
        return false;
    room_leave(h, w);
    client_done(h, c->id, m->ref, NULL);
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

static bool command(struct hub *h, struct client *c, const struct wire_message *m, int64_t now,
                    struct error *e)
{
    struct watch *w = followed(h, c, m, e);
    struct client_command command = {
        .client = c->id, .ref = m->ref, .ply = -1, .at = now, .lag = c->lag};
    struct text kind, text;

    if (!w)
        return false;
    if (w->seat == GAME_PUBLIC)
        return error_set(e, "talk.spectator", "you are a spectator of this game");
    if (h->outage && w->room->stale) // it would wait until nobody means it any more
        return error_set(e, "store.outage", "nothing can be stored");
    text_init(&kind, command.kind, sizeof command.kind);
    text_init(&text, command.text, sizeof command.text);
    kind_of(m, &kind);
    if (m->what != WIRE_OFFER)
        text_add(&text, m->text);
    if (m->what == WIRE_ACT)
        command.ply = m->ply;
    command.seat = w->seat;
    struct room *r = w->room;
    if (!client_command_add(h, r, &command, e))
        return false;
    client_command_go(h, r);
    return true;
}

static bool phrase(struct hub *h, struct client *c, const struct wire_message *m, int64_t now,
                   struct error *e)
{
    const struct watch *w = followed(h, c, m, e);

    if (!w)
        return false;
    if (w->seat == GAME_PUBLIC)
        return error_set(e, "talk.spectator", "you are a spectator of this game");
    if (!said_add(h, w->room, w->seat, m->text, now, e))
        return false;
    client_done(h, c->id, m->ref, w->room);
    return true;
}

// Whether a seat may leave lines now.
static bool may_plan(const struct watch *w, const struct wire_message *m, struct error *e)
{
    const struct live *l = &w->room->live;

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

static void plan_stored(struct hub *h, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    const struct planner *p = t->extra;
    const struct store_plan *plan = &t->writes[0].plan;
    struct room *r = room_find(h, plan->game);
    struct error e;

    if (t->failed || t->writes[0].answer != STORE_DONE) {
        client_refuse_with(h, p->client, p->ref, r, "plan.not-stored",
                           "the lines could not be stored: try again");
    } else if (r && live_set_plans(&r->live, (int)plan->seat, plan->at, plan->text, &e)) {
        client_done(h, p->client, p->ref, r);
        client_command_follow(h, r, log_now()); // what they expect may have come meanwhile
    }
    writer_task_free(t);
}

static bool plan(struct hub *h, struct client *c, const struct wire_message *m, struct error *e)
{
    struct watch *w = followed(h, c, m, e);
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
    writer_submit(h->writer, t);
    return true;
}

// ---------------------------------------------------------------------------------------------
// The rest
// ---------------------------------------------------------------------------------------------

static void pong(struct hub *h, struct client *c, int64_t ref, int64_t now)
{
    struct message_draft d;
    struct json_writer j;

    client_begin(&d, &j, "pong", ref);
    json_write_number(&j, "time", now);
    json_write_end_object(&j);
    client_send_draft(h, c, &d);
}

static bool say(struct hub *h, struct client *c, const struct wire_message *m, int64_t now,
                struct error *e)
{
    switch (m->what) {
    case WIRE_JOIN:
        return join(h, c, m, e);
    case WIRE_LEAVE:
        return leave(h, c, m, e);
    case WIRE_PHRASE:
        return phrase(h, c, m, now, e);
    case WIRE_PLAN:
        return plan(h, c, m, e);
    case WIRE_LOBBY:
        c->lobby = m->on;
        lobby_tell(h, c, m->ref);
        return true;
    case WIRE_READY:
        return bot_ready(h, c, m, now, e);
    case WIRE_PING:
        pong(h, c, m->ref, now);
        return true;
    default:
        return command(h, c, m, now, e);
    }
}

void client_says(struct hub *h, struct client *c, const char *bytes, size_t length, int64_t now)
{
    struct wire_message m;
    struct error e;

    c->heard = c->said = now;
    h->counts.messages++;
    if (!limits_message(h->limits, &c->bucket, now)) {
        client_refuse_with(h, c->id, -1, NULL, "limits.messages",
                           "too many messages: wait a moment");
        return;
    }
    if (!wire_read(bytes, length, &m, &e) || !say(h, c, &m, now, &e)) {
        struct room *r = m.game[0] ? room_find(h, m.game) : NULL;
        client_refuse(h, c->id, m.ref, r, &e);
    }
}
