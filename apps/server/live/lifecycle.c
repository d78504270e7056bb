// SPDX-License-Identifier: MIT
// Opens and closes the registry, hands results of the threads back to the event loop, and gives
// time to live games, lobby, logins and bots. All of live/ belongs to the thread that called
// live_registry_open; other threads reach it only through the inbox. It ends in order: commands
// that came are stored and sent, clocks are paused, then threads and connections end.
#include "server/live/entriesjson.h"
#include "server/live/explored.h"
#include "server/live/registry.h"
#include "server/live/clients.h"
#include "server/live/databasehealth.h"
#include "server/live/indexing.h"
#include "server/live/lobby.h"
#include "server/live/logins.h"
#include "server/live/processes.h"
#include "server/live/livegames.h"
#include "server/live/standstill.h"

#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

#include "server/store/listener.h"
#include "server/notify/notifier.h"

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

// A game has changed: "ID", or "ID." when it has only got entries.
static void heard_of_game(struct live_registry *reg, const char *word)
{
    char id[STORE_ID];

    snprintf(id, sizeof id, "%.*s", (int)strcspn(word, "."), word);
    bool all = !strchr(word, '.');
    struct live_game *live = live_game_find(reg, id);
    if (live && all)
        live_game_refresh(reg, live);
    else if (live)
        live_game_catch_up(reg, live);
    else
        live_game_news_missed(reg, id);
    if (all) {
        lobby_changed(reg);
        reg->host.above->game_changed(reg, id);
    }
}

static void heard(struct live_registry *reg, const char *word)
{
    if (reg->ended)
        return; // nothing can be read or told any more
    if (!word[0])
        live_registry_reload_all(reg);
    else if (strchr("#$", word[0]))
        reg->host.above->news(reg, word);
    else if (word[0] == '@')
        login_check(reg, strtoll(word + 1, NULL, 10));
    else if (strchr("~!+%", word[0]))
        presence_heard(reg, word);
    else if (word[0] == '"')
        said_heard(reg, word);
    else if (word[0] == '\'')
        said_declined_heard(reg, word);
    else
        heard_of_game(reg, word);
}

// What was opened before something failed. Workers and listener are not: then the process ends with
// them.
static bool abandon(struct live_registry *reg)
{
    if (reg->reader)
        reader_close(reg->reader);
    if (reg->writer)
        writer_close(reg->writer);
    limits_close(reg->limits);
    explored_close(reg->explored);
    return false;
}

bool live_registry_open(struct live_registry *reg, const char *database, unsigned workers,
                        bool limited, const struct live_registry_host *host, struct error *e)
{
    *reg = (struct live_registry){.host = *host, .loop = pthread_self()};
    for (unsigned i = 0; i < WIRE_KINDS; i++)
        reg->handlers[i] =
            host->above->handlers[i] ? host->above->handlers[i] : live_message_handlers[i];
    timekeeper_begin(&reg->time);
    inbox_init(&reg->inbox, host->wake, host->to);
    if (!token_begin(e))
        return false;
    reg->explored = explored_open();
    reg->limits = limits_open(limited);
    if (!reg->limits || !reg->explored)
        return error_set(e, "start.memory", "the server cannot start: out of memory");
    if (!(reg->writer = writer_open(database, &reg->inbox, &reg->time, &reg->began, e)) ||
        !(reg->reader = reader_open(database, &reg->inbox, &reg->time, e)) ||
        !(reg->workers = workers_open(workers, &reg->inbox, e)))
        return abandon(reg);
    reg->listener = listener_open(database, &reg->inbox, heard, e);
    if (!reg->listener && e->message.text[0])
        return false;
    reg->alone = !reg->listener;
    snprintf(reg->process, sizeof reg->process, "%08x", (unsigned)token_seed());
    reg->started = reg->serves = reg->wake_at = live_registry_now(reg);
    reg->wake_all = true;
    live_game_wake_tick(reg, reg->started);
    return true;
}

// ---------------------------------------------------------------------------------------------
// Going on
// ---------------------------------------------------------------------------------------------

void live_registry_begin_turn(struct live_registry *reg)
{
    assert(live_registry_in_loop(reg));
    standstill_begin_turn(reg);
}

void live_registry_wake(struct live_registry *reg)
{
    assert(live_registry_in_loop(reg));
    standstill_begin_turn(reg);
    struct inbox_item *item = inbox_take(&reg->inbox);

    while (item) {
        struct inbox_item *next = item->next;
        item->done(reg, item);
        item = next;
    }
}

// Few live games do not have all slots looked at; one that comes meanwhile has its turn with the
// next tick.
static void tick_games(struct live_registry *reg, int64_t now)
{
    unsigned left = reg->counts.games;

    for (unsigned i = 0; i < REGISTRY_SLOTS && left; i++) {
        for (struct live_game *live = reg->games[i], *next; live; live = next) {
            next = live->next;
            left -= left > 0;
            live_game_tick(reg, live, now);
        }
    }
}

void live_registry_tick(struct live_registry *reg, int64_t now)
{
    live_registry_wake(reg);
    live_game_wake_tick(reg, now);
    tick_games(reg, now);
    outage_tick(reg, now);
    health_tick(reg, now);
    presence_registry_tick(reg, now);
    lobby_tick(reg, now);
    login_tick(reg, now);
    indexing_tick(reg, now);
    reg->host.above->tick(reg, now);
    if (now - reg->swept > SWEEP) {
        reg->swept = now;
        limits_sweep(reg->limits, now);
        entries_kept_sweep(&reg->journals, false);
    }
}

// ---------------------------------------------------------------------------------------------
// Ending
// ---------------------------------------------------------------------------------------------

static bool pause_clocks(struct live_registry *reg, int64_t now)
{
    bool waits = false;

    for (unsigned i = 0; i < REGISTRY_SLOTS; i++) {
        for (struct live_game *live = reg->games[i]; live; live = live->next) {
            bool runs = live_deadline(&live->state) != INT64_MAX && !live_is_slow(&live->state);
            if (runs && !live->busy && !live->first)
                client_command_own(reg, live, GAME_PUBLIC, "pause", "",
                                   live->owed ? live->owed : now);
            waits = waits || live->busy || live->first;
        }
    }
    return waits;
}

void live_registry_close(struct live_registry *reg)
{
    int64_t until = live_registry_now(reg) + LAST_WORDS;

    assert(live_registry_in_loop(reg) && !reg->stopping);
    reg->stopping = true;
    workers_stop(reg->workers);
    for (unsigned i = 0; i < REGISTRY_SLOTS; i++) {
        for (struct client *c = reg->clients[i]; c; c = c->next)
            reg->host.above->withdraw(reg, c);
    }
    presence_end(reg);
    // Commands that came before the end are still stored and told; then the clocks stop.
    while (pause_clocks(reg, live_registry_now(reg)) && live_registry_now(reg) < until) {
        usleep(reg->outage ? REST : STEP);
        live_registry_wake(reg);
    }
    if (reg->notifier)
        notifier_stop(reg->notifier);
    // What was asked but not read is refused; that may still write something.
    reader_close(reg->reader);
    reg->ended = true;
    live_registry_wake(reg);
    writer_stop(reg->writer);
    for (unsigned i = 0; i < ANSWERS; i++)
        live_registry_wake(reg);
    if (reg->notifier)
        notifier_close(reg->notifier);
    live_game_wake_end(reg);
    live_game_sleepers_end(reg);
    for (unsigned i = 0; i < REGISTRY_SLOTS; i++) {
        while (reg->clients[i])
            client_close(reg, reg->clients[i]);
        while (reg->games[i])
            live_game_drop(reg, reg->games[i]);
    }
    reg->host.above->close(reg);
    entries_kept_sweep(&reg->journals, true);
    presence_close(reg);
    limits_close(reg->limits);
    explored_close(reg->explored);
    writer_close(reg->writer);
    inbox_close(&reg->inbox);
}
