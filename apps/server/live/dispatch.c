// SPDX-License-Identifier: MIT
// Hands the messages of a client to their handlers, in order: while something that it asked for is
// being read, its next messages wait here. Handlers are registered per kind (live_registry_open).
#include <assert.h>
#include <stdlib.h>

#include "server/live/clients.h"
#include "server/live/livegames.h"

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

static void client_handle(struct live_registry *reg, struct client *c, const struct wire_message *m,
                          int64_t now)
{
    struct error e;

    if (!reg->handlers[m->what](reg, c, m, now, &e))
        client_refuse(reg, c->id, m->ref, m->game[0] ? live_game_find(reg, m->game) : NULL, &e);
}

void client_resume(struct live_registry *reg, struct client *c)
{
    struct held *held;

    assert(c->waits > 0);
    c->waits--;
    while (!c->waits && (held = let_go(c))) {
        client_handle(reg, c, &held->m, held->at);
        free(held);
    }
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
        client_handle(reg, c, &m, now);
}

void client_close(struct live_registry *reg, struct client *c)
{
    struct client **at = &reg->clients[c->id % REGISTRY_SLOTS];
    struct held *held;
    struct payload *p;

    reg->host.above->forget(reg, c);
    while ((held = let_go(c)))
        free(held);
    while (c->watches)
        live_game_leave(reg, c->watches);
    while ((p = client_next(c)))
        payload_drop(p);
    while (*at != c)
        at = &(*at)->next;
    *at = c->next;
    limits_disconnect(reg->limits, c->address, LIMITS_SOCKET);
    free(c);
    reg->counts.clients--;
}
