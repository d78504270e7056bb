// SPDX-License-Identifier: MIT
// Clients and their queues.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/sentencejson.h"

#include "server/live/registry.h"
#include "server/live/clients.h"
#include "server/live/livegames.h"

static struct client **client_slot(struct live_registry *reg, uint64_t id)
{
    struct client **at = &reg->clients[id % REGISTRY_SLOTS];

    while (*at && (*at)->id != id)
        at = &(*at)->next;
    return at;
}

struct client *client_find(struct live_registry *reg, uint64_t id)
{
    return *client_slot(reg, id);
}

struct client *client_open(struct live_registry *reg, void *link, const char *address, int64_t now)
{
    struct client *c = calloc(1, sizeof *c);
    struct text t;

    if (!c)
        return NULL;
    c->id = ++reg->last_id;
    c->link = link;
    c->heard = c->said = now;
    text_init(&t, c->address, sizeof c->address);
    text_add(&t, address);
    *client_slot(reg, c->id) = c;
    reg->counts.clients++;
    return c;
}

// One message may be longer than what may wait, and others behind it: a long game must be joinable,
// and moves come meanwhile.
static bool is_too_slow(const struct client *c)
{
    size_t first = c->first ? c->first->message->length : 0;
    size_t last = c->last ? c->last->message->length : 0;

    return c->queued - (first > last ? first : last) > CLIENT_QUEUE_MOST;
}

void client_send(struct live_registry *reg, struct client *c, struct payload *p)
{
    struct queued *q;

    assert(live_registry_in_loop(reg) && (c->first == NULL) == (c->queued == 0 && !c->last));
    if (c->doomed)
        return;
    if (is_too_slow(c) || !(q = malloc(sizeof *q))) {
        reg->counts.dropped++;
        client_doom(reg, c, "too slow"); // it may come back and resume
        return;
    }
    *q = (struct queued){NULL, payload_keep(p)};
    if (c->last)
        c->last->next = q;
    else
        c->first = q;
    c->last = q;
    c->queued += p->length;
    reg->host.writable(reg->host.to, c);
}

void client_begin(struct payload_draft *d, struct json_writer *j, const char *type, int64_t ref)
{
    payload_begin(d);
    json_write_init(j, &d->out);
    json_write_object(j, NULL);
    json_write_string(j, "type", type);
    if (ref >= 0)
        json_write_number(j, "ref", ref);
}

void client_send_draft(struct live_registry *reg, struct client *c, struct payload_draft *d)
{
    struct payload *p = payload_end(d);

    if (p)
        client_send(reg, c, p);
    else
        client_doom(reg, c, "no memory"); // it would miss something: let it come back
    payload_drop(p);
}

void client_doom(struct live_registry *reg, struct client *c, const char *why)
{
    c->doomed = true;
    c->why = why;
    reg->host.writable(reg->host.to, c);
}

struct payload *client_next(struct client *c)
{
    struct queued *q = c->first;

    if (!q)
        return NULL;
    if (!(c->first = q->next))
        c->last = NULL;
    struct payload *p = q->message;
    c->queued -= p->length;
    free(q);
    return p;
}

// A short answer to one client, if it is still there.
static void client_answer(struct live_registry *reg, uint64_t id, const char *type, int64_t ref,
                          const struct live_game *live, const struct error *e)
{
    struct client *c = id ? client_find(reg, id) : NULL;
    struct payload_draft d;
    struct json_writer j;

    if (!c)
        return;
    client_begin(&d, &j, type, ref);
    if (live) {
        json_write_string(&j, "game", live->state.row.id);
        json_write_number(&j, "number", live->state.journal.number);
        json_write_number(&j, "ply", live->state.match.history.length);
    }
    if (e) {
        json_write_string(&j, "sentence", e->message.text);
        message_json(&j, "said", &e->message);
    }
    json_write_end_object(&j);
    client_send_draft(reg, c, &d);
}

void client_refuse(struct live_registry *reg, uint64_t id, int64_t ref,
                   const struct live_game *live, const struct error *e)
{
    reg->counts.refused++;
    client_answer(reg, id, "refused", ref, live, e);
}

void client_refuse_with(struct live_registry *reg, uint64_t client, int64_t ref,
                        const struct live_game *live, const char *id, const char *format, ...)
{
    struct error e;
    va_list arguments;

    va_start(arguments, format);
    error_vset(&e, id, format, arguments);
    va_end(arguments);
    client_refuse(reg, client, ref, live, &e);
}

void client_done(struct live_registry *reg, uint64_t id, int64_t ref, const struct live_game *live)
{
    if (ref >= 0)
        client_answer(reg, id, "done", ref, live, NULL);
}
