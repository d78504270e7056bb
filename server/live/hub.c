// SPDX-License-Identifier: MIT
// Opens and closes everything that runs, hands results of the threads back to the loop, and gives time to rooms,
// lobby, sessions and bots. All of live/ belongs to the thread that called hub_open; other threads reach it only
// through the inbox. Ending is orderly: commands that came are stored and told, clocks are paused, then threads and
// connections go.
#include "server/live/hub.h"

#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

#include "server/store/listener.h"
#include "server/log.h"

enum {
    SWEEP = 60 * 1000,     // milliseconds between looks at old addresses
    LAST_WORDS = 5 * 1000, // that the end may take
    STEP = 5 * 1000,       // microseconds between looks while ending
};

// ---------------------------------------------------------------------------------------------
// Beginning
// ---------------------------------------------------------------------------------------------

// Something was missed: all is looked at again.
static void look_at_everything(struct hub *h)
{
    for (unsigned i = 0; i < HUB_SLOTS; i++) {
        for (struct room *r = h->rooms[i]; r; r = r->next) {
            r->stale = true;
            presence_begin(r);
        }
    }
}

// A game has changed: "ID", or "ID." when it has only got entries.
static void heard_of_game(struct hub *h, const char *word)
{
    char id[STORE_ID];

    snprintf(id, sizeof id, "%.*s", (int)strcspn(word, "."), word);
    bool all = !strchr(word, '.');
    struct room *r = room_find(h, id);
    if (r && all)
        room_refresh(h, r);
    else if (r)
        room_catch_up(h, r);
    if (all)
        lobby_changed(h);
}

static void heard(struct hub *h, const char *word)
{
    if (!word[0])
        look_at_everything(h);
    else if (word[0] == '@')
        login_check(h, strtoll(word + 1, NULL, 10));
    else if (word[0] == '~' || word[0] == '!')
        presence_heard(h, word);
    else if (word[0] == '"')
        said_heard(h, word);
    else
        heard_of_game(h, word);
}

// Games whose clocks run or whose computers have to act need nobody to look at them.
static bool wake_games(struct hub *h, struct error *e)
{
    char(*ids)[STORE_ID] = NULL;
    unsigned count = 0, awake = 0;

    if (!store_running(h->reader, &ids, &count, e))
        return false;
    for (unsigned i = 0; i < count; i++) {
        struct error why;
        if (room_enter(h, ids[i], &why))
            awake++;
        else
            log_event("game-skipped", "game=%s sentence=%s", ids[i], log_text(why.text).text);
    }
    free(ids);
    log_event("awake", "games=%u", awake);
    return true;
}

void hub_tell(struct hub *h, const char *word)
{
    struct writer_task *t = h->alone ? NULL : writer_task(1, writer_task_done);
    struct text text;

    if (!t)
        return;
    t->writes[0].kind = STORE_TELL;
    text_init(&text, t->writes[0].word, sizeof t->writes[0].word);
    text_add(&text, word);
    writer_submit(h->writer, t);
}

// What was opened before something failed. Workers and listener are not: then the process ends with them.
static bool abandon(struct hub *h)
{
    if (h->writer)
        writer_close(h->writer);
    if (h->reader)
        store_close(h->reader);
    limits_close(h->limits);
    return false;
}

bool hub_open(struct hub *h, const char *database, unsigned workers, bool limited,
              const struct hub_host *host, struct error *e)
{
    *h = (struct hub){.host = *host, .started = log_now(), .loop = pthread_self()};
    inbox_init(&h->inbox, host->wake, host->to);
    if (!token_begin(e))
        return false;
    h->limits = limits_open(limited);
    if (!h->limits)
        return error_set(e, "start.memory", "the server cannot start: out of memory");
    h->reader = store_open(database, e);
    if (!h->reader || !(h->writer = writer_open(database, &h->inbox, e)) ||
        !(h->workers = workers_open(workers, &h->inbox, e)))
        return abandon(h);
    if (!store_claim(h->reader, &h->first, e))
        return abandon(h);
    h->listener = listener_open(database, &h->inbox, heard, e);
    if (!h->listener && e->text[0])
        return false;
    h->alone = !h->listener;
    snprintf(h->process, sizeof h->process, "%08x", (unsigned)token_seed());
    return wake_games(h, e);
}

// ---------------------------------------------------------------------------------------------
// Going on
// ---------------------------------------------------------------------------------------------

void hub_wake(struct hub *h)
{
    assert(hub_in_loop(h));
    struct inbox_item *item = inbox_take(&h->inbox);

    while (item) {
        struct inbox_item *next = item->next;
        item->done(h, item);
        item = next;
    }
}

void hub_tick(struct hub *h, int64_t now)
{
    hub_wake(h);
    for (unsigned i = 0; i < HUB_SLOTS; i++) {
        for (struct room *r = h->rooms[i], *next; r; r = next) {
            next = r->next;
            room_tick(h, r, now);
        }
    }
    outage_tick(h, now);
    lobby_tick(h, now);
    login_tick(h, now);
    bots_tick(h, now);
    if (now - h->swept > SWEEP) {
        h->swept = now;
        limits_sweep(h->limits, now);
    }
}

// ---------------------------------------------------------------------------------------------
// Ending
// ---------------------------------------------------------------------------------------------

static bool pause_clocks(struct hub *h, int64_t now)
{
    bool waits = false;

    for (unsigned i = 0; i < HUB_SLOTS; i++) {
        for (struct room *r = h->rooms[i]; r; r = r->next) {
            bool runs = live_deadline(&r->live) != INT64_MAX && !live_is_slow(&r->live);
            if (runs && !r->busy && !r->first)
                client_command_own(h, r, GAME_PUBLIC, "pause", "", now);
            waits = waits || r->busy || r->first;
        }
    }
    return waits;
}

void hub_close(struct hub *h)
{
    int64_t until = log_now() + LAST_WORDS;

    assert(hub_in_loop(h) && !h->stopping);
    h->stopping = true;
    workers_stop(h->workers);
    for (unsigned i = 0; i < HUB_SLOTS; i++) {
        for (struct client *c = h->clients[i]; c; c = c->next)
            bot_withdraw(h, c);
    }
    presence_end(h);
    // Commands that came before the end are still stored and told; then the clocks stop.
    while (pause_clocks(h, log_now()) && log_now() < until) {
        usleep(STEP);
        hub_wake(h);
    }
    writer_close(h->writer);
    hub_wake(h);
    for (unsigned i = 0; i < HUB_SLOTS; i++) {
        while (h->clients[i])
            client_close(h, h->clients[i]);
        while (h->rooms[i])
            room_drop(h, h->rooms[i]);
    }
    store_close(h->reader);
    limits_close(h->limits);
    inbox_close(&h->inbox);
}
