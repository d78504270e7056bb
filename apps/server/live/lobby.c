// SPDX-License-Identifier: MIT
// The lobby: open games that are listed, told to whoever listens, at most once a second.
#include <stdlib.h>
#include <string.h>

#include "server/live/registry.h"
#include "server/live/clients.h"
#include "server/live/lobby.h"
#include "server/live/livejson.h"

enum { PAUSE = 1000 }; // milliseconds between two lists

static bool same_seek(const struct store_seek *a, const struct store_seek *b)
{
    return !a->found[0] && !b->found[0] && !strcmp(a->game, b->game) &&
           !strcmp(a->clock, b->clock) && a->rated == b->rated;
}

// One of those who wait for the same, and the first of them in the list.
static bool is_first(const struct store_seek *list, unsigned at)
{
    for (unsigned i = 0; i < at; i++) {
        if (same_seek(&list[i], &list[at]))
            return false;
    }
    return !list[at].found[0];
}

// How many look for an opponent, by what they want.
static bool write_waiting(struct store *s, struct json_writer *j, struct error *e)
{
    struct store_seek *list = calloc(SEEKS_MOST, sizeof *list);
    unsigned count = 0;
    bool good = list ? store_seeks(s, store_now(s), list, &count, e)
                     : error_set(e, "memory.lobby", "there is no memory for the lobby");

    json_write_array(j, "waiting");
    for (unsigned i = 0; i < count; i++) {
        unsigned same = 0;
        if (!is_first(list, i))
            continue;
        for (unsigned k = i; k < count; k++)
            same += same_seek(&list[i], &list[k]);
        json_write_object(j, NULL);
        json_write_string(j, "name", list[i].game);
        json_write_string(j, "clock", list[i].clock);
        json_write_bool(j, "rated", list[i].rated);
        json_write_number(j, "count", same);
        json_write_end_object(j);
    }
    json_write_end_array(j);
    free(list);
    return good;
}

static bool has_open_seat(const struct store_game *row)
{
    for (unsigned seat = 0; seat < row->seats; seat++) {
        if (!strcmp(row->seat[seat].kind, "open"))
            return true;
    }
    return false;
}

bool lobby_write(struct store *s, struct json_writer *j, struct error *e)
{
    static const enum store_phase phases[] = {STORE_OPEN, STORE_PLAYING};
    static const char *const names[] = {"open", "playing"};
    struct store_game *games = calloc(STORE_LIST, sizeof *games);
    bool good = games != NULL || error_set(e, "memory.lobby", "there is no memory for the lobby");

    for (unsigned i = 0; i < 2 && good; i++) {
        unsigned count = 0;
        good = store_lobby(s, phases[i], games, &count, e);
        json_write_array(j, names[i]);
        for (unsigned k = 0; good && k < count; k++) {
            if (phases[i] != STORE_OPEN || has_open_seat(&games[k])) // else it is being dealt
                livejson_row(&games[k], j, NULL);
        }
        json_write_end_array(j);
    }
    free(games);
    return good && write_waiting(s, j, e);
}

// The lobby for one client, or for all who listen.
struct lobby_reading {
    struct reader_task task;
    uint64_t client; // 0: all
    int64_t ref;
    struct payload *made; // NULL: it cannot be told now
};

// In a thread.
static void lobby_read_work(struct reader_task *task, struct store *s)
{
    struct lobby_reading *t = (struct lobby_reading *)task;
    struct payload_draft d;
    struct error e;
    struct json_writer j;

    client_begin(&d, &j, "lobby", t->ref);
    bool good = lobby_write(s, &j, &e);
    json_write_end_object(&j);
    t->made = payload_end(&d);
    if (!good) {
        payload_drop(t->made);
        t->made = NULL;
    }
}

static void send_to_one(struct live_registry *reg, const struct lobby_reading *t)
{
    struct client *c = client_find(reg, t->client);

    if (!c)
        return;
    if (t->made)
        client_send(reg, c, t->made);
    else
        client_refuse_with(reg, c->id, t->ref, NULL, "store.quiet", "the database does not answer");
    client_resume(reg, c);
}

static void send_to_all(struct live_registry *reg, const struct lobby_reading *t)
{
    reg->lobby_query_in_flight = false;
    if (!t->made)
        reg->lobby_broadcast_pending = true; // later
    for (unsigned i = 0; t->made && i < REGISTRY_SLOTS; i++) {
        for (struct client *c = reg->clients[i]; c; c = c->next) {
            if (c->lobby)
                client_send(reg, c, t->made);
        }
    }
}

static void lobby_read_done(struct live_registry *reg, struct inbox_item *item)
{
    struct lobby_reading *t = (struct lobby_reading *)item;

    if (t->client)
        send_to_one(reg, t);
    else
        send_to_all(reg, t);
    payload_drop(t->made);
    free(t);
}

static bool lobby_read_begin(struct live_registry *reg, uint64_t client, int64_t ref,
                             struct error *e)
{
    struct lobby_reading *t = calloc(1, sizeof *t);

    if (!t)
        return error_set(e, "memory.lobby", "there is no memory for the lobby");
    *t = (struct lobby_reading){
        {.item.done = lobby_read_done, .work = lobby_read_work}, client, ref, NULL};
    if (live_registry_read(reg, READER_LISTS, &t->task, e))
        return true;
    free(t);
    return false;
}

void lobby_send(struct live_registry *reg, struct client *c, int64_t ref)
{
    struct error e;

    if (lobby_read_begin(reg, c->id, ref, &e))
        c->waits++;
    else
        client_refuse(reg, c->id, ref, NULL, &e);
}

void lobby_tick(struct live_registry *reg, int64_t now)
{
    bool listens = false;
    struct error e;

    if (!reg->lobby_broadcast_pending || reg->lobby_query_in_flight ||
        now - reg->lobby_sent_at < PAUSE)
        return;
    reg->lobby_broadcast_pending = false;
    reg->lobby_sent_at = now;
    for (unsigned i = 0; i < REGISTRY_SLOTS && !listens; i++) {
        for (struct client *c = reg->clients[i]; c && !listens; c = c->next)
            listens = c->lobby;
    }
    reg->lobby_query_in_flight = listens && lobby_read_begin(reg, 0, -1, &e);
}
