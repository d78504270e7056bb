// SPDX-License-Identifier: MIT
// Opens and closes everything that runs, hands results of the threads back to the loop, and gives time to rooms,
// lobby, sessions and bots. All of live/ belongs to the thread that called hub_open; other threads reach it only
// through the inbox. Ending is orderly: commands that came are stored and told, clocks are paused, then threads and
// connections go.
#include "server/live/entriesjson.h"
#include "server/live/explored.h"
#include "server/live/hub.h"
#include "server/live/clients.h"
#include "server/live/databasehealth.h"
#include "server/live/indexing.h"
#include "server/live/lobby.h"
#include "server/live/logins.h"
#include "server/live/processes.h"
#include "server/live/rooms.h"
#include "server/live/standstill.h"
#include "server/live/studies.h"
#include "server/live/tournaments.h"

#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

#include "server/store/listener.h"
#include "server/told/herald.h"

enum {
    SWEEP = 60 * 1000,     // milliseconds between looks at old addresses
    LAST_WORDS = 5 * 1000, // that the end may take
    STEP = 5 * 1000,       // microseconds between looks while ending
    REST = 200 * 1000,     // the same while nothing can be stored
    ANSWERS = 8, // more than writes that follow on each other, of which the last ones are refused
};

// ---------------------------------------------------------------------------------------------
// Beginning
// ---------------------------------------------------------------------------------------------

void hub_look_at_everything(struct hub *h)
{
    presence_missed(h, hub_now(h));
    room_missed(h, NULL);
    for (unsigned i = 0; i < HUB_SLOTS; i++) {
        for (struct room *r = h->rooms[i]; r; r = r->next) {
            r->stale = r->stale_row = true;
            presence_begin(r);
        }
    }
    meets_heard(h, "");
    studies_heard(h, "");
    lobby_changed(h);
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
    else
        room_missed(h, id);
    if (all) {
        lobby_changed(h);
        meets_game_changed(h, id);
    }
}

// A thing has: "#ID", or "#ID.".
static void heard_of_thing(struct hub *h, const char *word)
{
    char id[THING_ID];

    meets_heard(h, word);
    snprintf(id, sizeof id, "%.*s", (int)strcspn(word + 1, "."), word + 1);
    if (id[0])
        studies_heard(h, id);
}

static void heard(struct hub *h, const char *word)
{
    if (h->ended)
        return; // nothing can be read or told any more
    if (!word[0])
        hub_look_at_everything(h);
    else if (word[0] == '#')
        heard_of_thing(h, word);
    else if (word[0] == '$')
        studies_heard_people(h, word);
    else if (word[0] == '@')
        login_check(h, strtoll(word + 1, NULL, 10));
    else if (strchr("~!+%", word[0]))
        presence_heard(h, word);
    else if (word[0] == '"')
        said_heard(h, word);
    else if (word[0] == '\'')
        said_declined_heard(h, word);
    else
        heard_of_game(h, word);
}

bool hub_read(struct hub *h, enum reader_line line, struct reader_task *t, struct error *e)
{
    assert(hub_in_loop(h));
    if (h->ended)
        return error_set(e, "request.stopping", "the server is stopping");
    return reader_submit(h->reader, line, t) ||
           error_set(e, "store.crowded",
                     "too many wait for the database just now: try again in a moment");
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

int64_t hub_now(const struct hub *h)
{
    return timekeeper_now(&h->time);
}

// What was opened before something failed. Workers and listener are not: then the process ends with them.
static bool abandon(struct hub *h)
{
    if (h->reader)
        reader_close(h->reader);
    if (h->writer)
        writer_close(h->writer);
    limits_close(h->limits);
    explored_close(h->explored);
    return false;
}

bool hub_open(struct hub *h, const char *database, unsigned workers, bool limited,
              const struct hub_host *host, struct error *e)
{
    *h = (struct hub){.host = *host, .loop = pthread_self()};
    timekeeper_begin(&h->time);
    inbox_init(&h->inbox, host->wake, host->to);
    if (!token_begin(e))
        return false;
    h->explored = explored_open();
    h->limits = limits_open(limited);
    if (!h->limits || !h->explored)
        return error_set(e, "start.memory", "the server cannot start: out of memory");
    if (!(h->writer = writer_open(database, &h->inbox, &h->time, &h->began, e)) ||
        !(h->reader = reader_open(database, &h->inbox, &h->time, e)) ||
        !(h->workers = workers_open(workers, &h->inbox, e)))
        return abandon(h);
    h->listener = listener_open(database, &h->inbox, heard, e);
    if (!h->listener && e->text[0])
        return false;
    h->alone = !h->listener;
    snprintf(h->process, sizeof h->process, "%08x", (unsigned)token_seed());
    h->started = h->serves = h->wake_at = hub_now(h);
    h->wake_all = true;
    room_wake_tick(h, h->started);
    return true;
}

// ---------------------------------------------------------------------------------------------
// Going on
// ---------------------------------------------------------------------------------------------

void hub_turn(struct hub *h)
{
    assert(hub_in_loop(h));
    standstill_look(h);
}

void hub_wake(struct hub *h)
{
    assert(hub_in_loop(h));
    standstill_look(h);
    struct inbox_item *item = inbox_take(&h->inbox);

    while (item) {
        struct inbox_item *next = item->next;
        item->done(h, item);
        item = next;
    }
}

// Few rooms do not have all slots looked at; one that comes meanwhile has its turn with the next tick.
static void tick_rooms(struct hub *h, int64_t now)
{
    unsigned left = h->counts.rooms;

    for (unsigned i = 0; i < HUB_SLOTS && left; i++) {
        for (struct room *r = h->rooms[i], *next; r; r = next) {
            next = r->next;
            left -= left > 0;
            room_tick(h, r, now);
        }
    }
}

void hub_tick(struct hub *h, int64_t now)
{
    hub_wake(h);
    room_wake_tick(h, now);
    tick_rooms(h, now);
    outage_tick(h, now);
    health_tick(h, now);
    presence_hub_tick(h, now);
    lobby_tick(h, now);
    login_tick(h, now);
    meets_tick(h, now);
    studies_tick(h, now);
    indexing_tick(h, now);
    h->host.above->tick(h, now);
    if (now - h->swept > SWEEP) {
        h->swept = now;
        limits_sweep(h->limits, now);
        entries_kept_sweep(&h->journals, false);
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
                client_command_own(h, r, GAME_PUBLIC, "pause", "", r->owed ? r->owed : now);
            waits = waits || r->busy || r->first;
        }
    }
    return waits;
}

void hub_close(struct hub *h)
{
    int64_t until = hub_now(h) + LAST_WORDS;

    assert(hub_in_loop(h) && !h->stopping);
    h->stopping = true;
    workers_stop(h->workers);
    for (unsigned i = 0; i < HUB_SLOTS; i++) {
        for (struct client *c = h->clients[i]; c; c = c->next)
            h->host.above->forget(h, c);
    }
    presence_end(h);
    // Commands that came before the end are still stored and told; then the clocks stop.
    while (pause_clocks(h, hub_now(h)) && hub_now(h) < until) {
        usleep(h->outage ? REST : STEP);
        hub_wake(h);
    }
    if (h->herald)
        herald_stop(h->herald);
    // What was asked but not read is refused; that may still write something.
    reader_close(h->reader);
    h->ended = true;
    hub_wake(h);
    writer_stop(h->writer);
    for (unsigned i = 0; i < ANSWERS; i++)
        hub_wake(h);
    if (h->herald)
        herald_close(h->herald);
    room_wake_end(h);
    room_sleepers_end(h);
    for (unsigned i = 0; i < HUB_SLOTS; i++) {
        while (h->clients[i])
            client_close(h, h->clients[i]);
        while (h->rooms[i])
            room_drop(h, h->rooms[i]);
    }
    studies_close(h);
    entries_kept_sweep(&h->journals, true);
    presence_close(h);
    limits_close(h->limits);
    explored_close(h->explored);
    writer_close(h->writer);
    inbox_close(&h->inbox);
}
