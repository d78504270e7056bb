// SPDX-License-Identifier: MIT
// The lobby: open games that are listed, told to whoever listens, at most once a second.
#include <stdlib.h>

#include "server/live/hub.h"
#include "server/live/livejson.h"

enum { PAUSE = 1000 }; // milliseconds between two lists

void lobby_changed(struct hub *h)
{
    h->lobby_changed = true;
}

bool lobby_write(struct hub *h, struct json_writer *j, struct error *e)
{
    static const enum store_phase phases[] = {STORE_OPEN, STORE_PLAYING};
    static const char *const names[] = {"open", "playing"};
    struct store_game *games = calloc(STORE_LIST, sizeof *games);
    bool good = games != NULL || error_set(e, "memory.lobby", "there is no memory for the lobby");

    for (unsigned i = 0; i < 2 && good; i++) {
        unsigned count = 0;
        good = store_lobby(h->reader, phases[i], games, &count, e);
        json_write_array(j, names[i]);
        for (unsigned k = 0; good && k < count; k++)
            livejson_row(&games[k], j, NULL);
        json_write_end_array(j);
    }
    free(games);
    return good;
}

// NULL when it cannot be told now.
static struct message *make(struct hub *h, int64_t ref)
{
    struct message_draft d;
    struct error e;
    struct json_writer j;

    client_begin(&d, &j, "lobby", ref);
    bool good = lobby_write(h, &j, &e);
    json_write_end_object(&j);
    struct message *p = message_end(&d);
    if (good)
        return p;
    message_drop(p);
    return NULL;
}

void lobby_tell(struct hub *h, struct client *c, int64_t ref)
{
    struct message *p = make(h, ref);

    if (p)
        client_send(h, c, p);
    else
        client_refuse_with(h, c->id, ref, NULL, "store.quiet", "the database does not answer");
    message_drop(p);
}

void lobby_tick(struct hub *h, int64_t now)
{
    struct message *p = NULL;

    if (!h->lobby_changed || now - h->lobby_told < PAUSE)
        return;
    h->lobby_changed = false;
    h->lobby_told = now;
    for (unsigned i = 0; i < HUB_SLOTS; i++) {
        for (struct client *c = h->clients[i]; c; c = c->next) {
            if (!c->lobby)
                continue;
            if (!p && !(p = make(h, -1)))
                return;
            client_send(h, c, p);
        }
    }
    message_drop(p);
}
