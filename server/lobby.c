// SPDX-License-Identifier: MIT
// The lobby: open games that are listed, told to whoever listens, at most once a second.
#include "base/json.h"
#include "server/hub.h"
#include "server/livejson.h"

enum { PAUSE = 1000 }; // milliseconds between two lists

void lobby_changed(struct hub *h)
{
    h->lobby_changed = true;
}

static struct parcel *make(struct hub *h, int64_t ref)
{
    static const enum store_phase phases[] = {STORE_OPEN, STORE_PLAYING};
    static const char *const names[] = {"open", "playing"};
    struct store_game *games = calloc(STORE_LIST, sizeof *games);
    struct parcel_draft d;
    struct error e;
    struct json j;

    if (!games)
        return NULL;
    parcel_begin(&d);
    json_init(&j, &d.out);
    json_object(&j, NULL);
    json_string(&j, "type", "lobby");
    if (ref >= 0)
        json_number(&j, "ref", ref);
    for (unsigned i = 0; i < 2; i++) {
        unsigned count = 0;
        if (!store_lobby(h->reader, phases[i], games, &count, &e))
            count = 0;
        json_array(&j, names[i]);
        for (unsigned k = 0; k < count; k++)
            livejson_row(&games[k], &j);
        json_end_array(&j);
    }
    json_end_object(&j);
    free(games);
    return parcel_end(&d);
}

void lobby_tell(struct hub *h, struct client *c, int64_t ref)
{
    struct parcel *p = make(h, ref);

    if (p)
        client_send(h, c, p);
    parcel_drop(p);
}

void lobby_tick(struct hub *h, int64_t now)
{
    struct parcel *p = NULL;

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
    parcel_drop(p);
}
