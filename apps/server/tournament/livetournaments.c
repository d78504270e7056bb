// SPDX-License-Identifier: MIT
// The loop's side of tournaments: who watches which, games that a round brought about, and news for
// the director. Reads nothing.
#include <stdlib.h>
#include <string.h>

#include "server/live/registry.h"
#include "server/live/clients.h"
#include "server/live/lobby.h"
#include "server/live/livegames.h"
#include "server/tournament/livetournaments.h"
#include "server/tournament/director.h"

enum {
    PAUSE = 1000,    // milliseconds between two times that a tournament is told
    WATCHES_MOST = 8 // of a client
};

// A client wants to hear of a tournament.
struct tournament_watch {
    struct tournament_watch *next;
    uint64_t client;
    char id[DOCUMENT_ID];
    bool changed; // since it was told
    int64_t sent_at;
};

bool tournaments_open(struct live_registry *reg, const char *database, bool league, struct error *e)
{
    reg->director = director_open(database, reg, league, e);
    return reg->director != NULL;
}

void tournaments_close(struct live_registry *reg)
{
    struct director *r = reg->director;

    reg->director = NULL;
    if (r)
        director_close(r);
    while (reg->tournament_watches) {
        struct tournament_watch *gone = reg->tournament_watches;
        reg->tournament_watches = gone->next;
        free(gone);
    }
}

// ---------------------------------------------------------------------------------------------
// Games
// ---------------------------------------------------------------------------------------------

void tournaments_game_made(struct live_registry *reg, const struct store_game *row)
{
    reg->counts.created++;
    lobby_changed(reg);
    live_game_load(reg, row->id, false, NULL); // clocks and computers begin
    reg->host.above->game_made(reg, row);
}

struct resigning {
    struct load_waiter waiter; // first
    int seat;
};

static void resign_seat(struct live_registry *reg, struct load_waiter *waiter,
                        struct live_game *live, const struct error *e)
{
    (void)e;
    if (live && !match_over(&live->state.match))
        client_command_own(reg, live, ((struct resigning *)waiter)->seat, "resign", "",
                           live_registry_now(reg));
    free(waiter);
}

void tournaments_resign(struct live_registry *reg, const char *game, int seat)
{
    struct resigning *resigning = calloc(1, sizeof *resigning);

    if (!resigning)
        return;
    *resigning = (struct resigning){.waiter.ready = resign_seat, .seat = seat};
    live_game_load(reg, game, false, &resigning->waiter);
}

void tournaments_game_changed(struct live_registry *reg, const char *game)
{
    if (reg->director)
        director_post_news(reg->director, game);
}

void tournaments_news(struct live_registry *reg, const char *word)
{
    char id[DOCUMENT_ID];
    struct text t;

    if (reg->director)
        director_post_news(reg->director, word);
    text_init(&t, id, sizeof id);
    if (word[0] == '#')
        text_until(&t, word + 1, ".");
    tournaments_changed(reg, id);
}

// ---------------------------------------------------------------------------------------------
// Watching
// ---------------------------------------------------------------------------------------------

void tournaments_changed(struct live_registry *reg, const char *id)
{
    for (struct tournament_watch *w = reg->tournament_watches; w; w = w->next) {
        if (!id[0] || !strcmp(w->id, id))
            w->changed = true;
    }
}

static struct tournament_watch **watch_of(struct live_registry *reg, uint64_t client,
                                          const char *id)
{
    struct tournament_watch **at = &reg->tournament_watches;

    while (*at && ((*at)->client != client || (id && strcmp((*at)->id, id) != 0)))
        at = &(*at)->next;
    return at;
}

static void drop_watch(struct tournament_watch **at)
{
    struct tournament_watch *gone = *at;

    *at = gone->next;
    free(gone);
}

void tournaments_forget(struct live_registry *reg, const struct client *c)
{
    struct tournament_watch **at;

    while (*(at = watch_of(reg, c->id, NULL)))
        drop_watch(at);
}

// The director has written how it stands: the asker, or all who watch, get it.
static void tournament_shown(struct live_registry *reg, struct inbox_item *item)
{
    struct director_request *w = (struct director_request *)item;
    struct client *asker = w->asker ? client_find(reg, w->asker) : NULL;

    if (w->answer != DIRECTOR_DONE) {
        struct tournament_watch **at = watch_of(reg, w->asker, w->id);
        if (w->asker && *at)
            drop_watch(at);
        if (w->answer == DIRECTOR_NO_STORE)
            error_set(&w->error, "store.quiet", "the database does not answer");
        if (asker)
            client_refuse(reg, w->asker, w->ref, NULL, &w->error);
    } else if (asker) {
        client_send(reg, asker, w->text);
        client_done(reg, w->asker, w->ref, NULL);
    } else if (!w->asker) {
        for (struct tournament_watch *m = reg->tournament_watches; m; m = m->next) {
            struct client *c = strcmp(m->id, w->id) != 0 ? NULL : client_find(reg, m->client);
            if (c)
                client_send(reg, c, w->text);
        }
    }
    payload_drop(w->text);
    free(w);
}

static bool request_tournament(struct live_registry *reg, const char *id, uint64_t client,
                               int64_t ref)
{
    struct director_request *w = calloc(1, sizeof *w);

    if (!w)
        return false;
    w->item.done = tournament_shown;
    w->what = DIRECTOR_SHOW;
    w->form = DIRECTOR_MESSAGE;
    w->asker = client;
    w->ref = ref;
    memcpy(w->id, id, sizeof w->id);
    director_submit(reg->director, w);
    return true;
}

bool tournaments_watch(struct live_registry *reg, struct client *c, const struct wire_message *m,
                       int64_t now, struct error *e)
{
    struct tournament_watch **at = watch_of(reg, c->id, m->game);
    unsigned count = 0;

    (void)now;
    if (!m->on) {
        if (*at)
            drop_watch(at);
        client_done(reg, c->id, m->ref, NULL);
        return true;
    }
    if (!reg->director)
        return error_set(e, "meet.nowhere", "there are no tournaments on this server");
    for (const struct tournament_watch *w = reg->tournament_watches; w; w = w->next)
        count += w->client == c->id;
    if (!*at && count >= WATCHES_MOST)
        return error_set(e, "meet.watches:most", "a connection watches at most %d tournaments",
                         WATCHES_MOST);
    if (!*at) {
        struct tournament_watch *w = calloc(1, sizeof *w);
        if (!w)
            return error_set(e, "memory.this", "there is no memory for this");
        w->client = c->id;
        memcpy(w->id, m->game, sizeof w->id);
        w->next = reg->tournament_watches;
        reg->tournament_watches = w;
    }
    return request_tournament(reg, m->game, c->id, m->ref) ||
           error_set(e, "memory.this", "there is no memory for this");
}

// Asks once for all who watch the same.
static void request_again(struct live_registry *reg, const struct tournament_watch *first,
                          int64_t now)
{
    bool good = request_tournament(reg, first->id, 0, -1);

    for (struct tournament_watch *w = reg->tournament_watches; w && good; w = w->next) {
        if (!strcmp(w->id, first->id)) {
            w->changed = false;
            w->sent_at = now;
        }
    }
}

void tournaments_tick(struct live_registry *reg, int64_t now)
{
    for (struct tournament_watch *w = reg->tournament_watches; w && reg->director; w = w->next) {
        if (w->changed && now - w->sent_at >= PAUSE)
            request_again(reg, w, now);
    }
}
