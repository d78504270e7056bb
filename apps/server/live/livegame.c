// SPDX-License-Identifier: MIT
// A live game is a game in memory with those who follow it. It is loaded when first asked for and
// told about entries of other processes (load.c), and dropped after a quiet minute: the journal has
// everything. Nothing here reads or writes. What a follower is sent is made once for all who may
// see the same. Who calls: clientmessages.c, the api, the registry's tick; all in the loop.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "server/live/dealing.h"
#include "server/live/registry.h"
#include "server/live/clients.h"
#include "server/live/databasehealth.h"
#include "server/live/processes.h"
#include "server/live/livegames.h"
#include "server/live/livejson.h"
#include "server/live/standstill.h"

enum {
    KEPT = 60 * 1000,         // milliseconds that an idle live game stays in memory
    LEFT = 5 * 1000,          // one that another process looks after
    GRACE = 60 * 1000,        // after a restart, until clocks go on without their people
    OTHERS_FIRST = 10 * 1000, // milliseconds that another process has to let its computer act
    OTHERS_CLOCK = 15 * 1000, // milliseconds that it has to call the time of its own player
    VIEWPOINTS = GAME_MAX_SEATS + 1, // seats and the public
};

// ---------------------------------------------------------------------------------------------
// Finding and loading
// ---------------------------------------------------------------------------------------------

static struct live_game **slot_of(struct live_registry *reg, const char *id)
{
    struct live_game **at = &reg->games[hash_bytes(id, strlen(id)) % REGISTRY_SLOTS];

    while (*at && strcmp((*at)->state.row.id, id) != 0)
        at = &(*at)->next;
    return at;
}

struct live_game *live_game_find(struct live_registry *reg, const char *id)
{
    return *slot_of(reg, id);
}

// After a crash nobody is charged for the time in which there was no server: a clock that has run
// since before the first of the present processes began is stopped by whichever of them comes to it
// first. Where some went on, they may be playing this very game: then it runs on.
static void settle_clock(struct live_registry *reg, struct live_game *live, int64_t now)
{
    struct clock *c = &live->state.match.clock;

    if (live_is_slow(&live->state) || match_over(&live->state.match))
        return;
    live->resume_at = now + GRACE;
    if (c->running != CLOCK_STOPPED && live->state.journal.last < reg->began)
        live_game_excuse(reg, live, live->state.journal.last, now);
}

void live_game_paused(struct live_game *live, int64_t now)
{
    live->resume_at = now + GRACE;
}

void live_game_excuse(struct live_registry *reg, struct live_game *live, int64_t since, int64_t now)
{
    live_game_paused(live, now);
    live->owed = since; // until it is stored
    client_command_own(reg, live, GAME_PUBLIC, "pause", "", since);
    client_command_go(reg, live);
}

void live_game_settle_phase(struct live_registry *reg, struct live_game *live)
{
    bool full = true;

    for (unsigned seat = 0; seat < live->state.row.seats; seat++)
        full = full && !live_seat_open(&live->state, (int)seat);
    if (full && live->state.row.phase == STORE_OPEN && !live_deal_waits(&live->state) &&
        !match_over(&live->state.match))
        phase_begin(reg, live);
}

void live_game_add(struct live_registry *reg, struct live_game *live)
{
    struct live_game **at = slot_of(reg, live->state.row.id);
    int64_t now = live_registry_now(reg);

    assert(!*at); // one per game
    *at = live;
    reg->counts.games++;
    presence_begin(live);
    standstill_begin(reg, live, now);
    live->think_at = reg->alone ? now : now + OTHERS_FIRST / 10;
    settle_clock(reg, live, now);
    live_game_settle_phase(reg, live);
    client_command_follow(reg, live, now);
}

void live_game_entry_stored(struct live_registry *reg, struct live_game *live,
                            const struct store_entry *stored)
{
    struct error e;

    live->busy = false;
    if (stored && stored->number == live->state.journal.number &&
        live_apply(&live->state, stored, &e))
        live_game_send_event(reg, live, stored);
    live_game_refresh(reg, live);
    client_command_go(reg, live);
}

void live_game_drop(struct live_registry *reg, struct live_game *live)
{
    struct live_game **at = slot_of(reg, live->state.row.id);

    assert(*at == live && (reg->stopping || (!live->busy && !live->thinking)));
    while (live->watches)
        live_game_leave(reg,
                        live->watches); // NOLINT(clang-analyzer-unix.Malloc): it takes itself off
    while (live->first) {
        struct client_command *gone = live->first;
        live->first = gone->next;
        free(gone);
    }
    *at = live->next;
    computer_forget(reg, live->state.row.id);
    presence_clear(live);
    spectator_delay_clear(live);
    live_clear(&live->state);
    free(live);
    reg->counts.games--;
}

// ---------------------------------------------------------------------------------------------
// Watching
// ---------------------------------------------------------------------------------------------

struct watch *live_game_watch_of(struct live_game *live, const struct client *c)
{
    for (struct watch *w = c->watches; w; w = w->next_of_client) {
        if (w->game == live)
            return w;
    }
    return NULL;
}

static void keep_access(struct watch *w, const struct seat_access *seat_access)
{
    free(w->session);
    w->session = NULL;
    w->seat = seat_access->seat;
    w->account = seat_access->account;
    if (seat_access->session.account && (w->session = malloc(sizeof *w->session)))
        *w->session = seat_access->session;
}

bool live_game_watch(struct live_registry *reg, struct live_game *live, struct client *c,
                     const struct seat_access *seat_access, bool scene, bool actions)
{
    struct watch *w = live_game_watch_of(live, c);

    (void)reg;
    if (!w) {
        w = calloc(1, sizeof *w);
        if (!w)
            return false;
        *w = (struct watch){
            .client = c, .game = live, .next_of_client = c->watches, .next_of_game = live->watches};
        c->watches = live->watches = w;
        c->watch_count++;
    }
    keep_access(w, seat_access);
    w->scene = scene;
    w->actions = actions;
    live->dirty = true;
    live->idle_since = 0;
    return true;
}

void live_game_leave(struct live_registry *reg, struct watch *w)
{
    struct watch **at = &w->client->watches;

    (void)reg;
    while (*at != w)
        at = &(*at)->next_of_client;
    *at = w->next_of_client;
    for (at = &w->game->watches; *at != w;)
        at = &(*at)->next_of_game;
    *at = w->next_of_game;
    w->client->watch_count--;
    w->game->dirty = true;
    free(w->session);
    free(w);
}

uint8_t live_game_seats_here(const struct live_game *live)
{
    uint8_t here = 0;

    for (const struct watch *w = live->watches; w; w = w->next_of_game) {
        if (w->seat >= 0)
            here |= (uint8_t)(1U << w->seat);
    }
    return here;
}

// ---------------------------------------------------------------------------------------------
// Telling
// ---------------------------------------------------------------------------------------------

typedef void body_writer(const struct live_state *l, const struct livejson_viewpoint *viewpoint,
                         const void *what, struct output *out);

static void write_event(const struct live_state *l, const struct livejson_viewpoint *viewpoint,
                        const void *what, struct output *out)
{
    livejson_event(l, viewpoint, what, out);
}

static void write_seats(const struct live_state *l, const struct livejson_viewpoint *viewpoint,
                        const void *what, struct output *out)
{
    (void)what;
    livejson_seats(l, viewpoint, out);
}

static void write_said(const struct live_state *l, const struct livejson_viewpoint *viewpoint,
                       const void *what, struct output *out)
{
    (void)viewpoint;
    livejson_said(l, what, out);
}

static void write_declined(const struct live_state *l, const struct livejson_viewpoint *viewpoint,
                           const void *what, struct output *out)
{
    (void)viewpoint;
    livejson_declined(l, what, out);
}

enum audience { SEATED = 1, SPECTATORS = 2, EVERYBODY = 3 };

// Writes a text once for all who may read the same: spectators never share one with the seats where
// they are behind.
static void send_to_all(struct live_registry *reg, struct live_game *live, enum audience audience,
                        body_writer *write, const void *what)
{
    struct payload *made[VIEWPOINTS][4] = {{NULL}}; // with and without scene and actions
    struct livejson_viewpoint viewpoint = {.here = live_game_seats_here(live) |
                                                   presence_elsewhere(live),
                                           .now = live_registry_now(reg)};
    bool same = livejson_same_for_all(&live->state);

    for (struct watch *w = live->watches; w; w = w->next_of_game) {
        bool spectator = w->seat == GAME_PUBLIC;
        if (!(audience & (spectator ? SPECTATORS : SEATED)))
            continue;
        viewpoint.seat = !same ? w->seat : spectator || !live->delay ? GAME_PUBLIC : 0;
        viewpoint.late = spectator && live->delay;
        viewpoint.scene = w->scene;
        viewpoint.actions = w->actions;
        struct payload **p = &made[viewpoint.seat + 1][viewpoint.scene + 2 * viewpoint.actions];
        if (!*p) {
            struct payload_draft d;
            payload_begin(&d);
            write(spectator ? spectator_delay_state(live) : &live->state, &viewpoint, what, &d.out);
            *p = payload_end(&d);
        }
        if (*p)
            client_send(reg, w->client, *p);
        else
            client_doom(reg, w->client, "no memory"); // it would miss something: let it come back
    }
    for (unsigned i = 0; i < VIEWPOINTS * 4; i++)
        payload_drop(made[i / 4][i % 4]);
}

void live_game_send_event(struct live_registry *reg, struct live_game *live,
                          const struct store_entry *entry)
{
    assert(entry->number < live->state.journal.number); // stored and applied before anybody is told
    reg->counts.events++;
    if (!live->delay && !spectator_delay_applies(live)) {
        send_to_all(reg, live, EVERYBODY, write_event, entry);
        return;
    }
    send_to_all(reg, live, SEATED, write_event, entry);
    spectator_delay_apply(reg, live, entry);
}

void live_game_send_to_spectators(struct live_registry *reg, struct live_game *live,
                                  const struct store_entry *entry)
{
    send_to_all(reg, live, SPECTATORS, write_event, entry);
}

static void live_game_send_seats(struct live_registry *reg, struct live_game *live)
{
    live->dirty = false;
    send_to_all(reg, live, EVERYBODY, write_seats, NULL);
}

void live_game_send_said(struct live_registry *reg, struct live_game *live,
                         const struct saying *saying)
{
    send_to_all(reg, live, EVERYBODY, write_said, saying);
}

void live_game_send_declined(struct live_registry *reg, struct live_game *live,
                             const struct declining *declined)
{
    send_to_all(reg, live, SEATED, write_declined, declined);
}

void live_game_send_state(struct live_registry *reg, struct live_game *live, struct watch *w,
                          const struct store_entry *entries, unsigned count,
                          const struct entries_json *made)
{
    struct livejson_viewpoint viewpoint = {w->seat,
                                           w->scene,
                                           w->actions,
                                           live_game_seats_here(live) | presence_elsewhere(live),
                                           live_registry_now(reg),
                                           w->seat == GAME_PUBLIC && live->delay};
    const struct live_state *l =
        w->seat == GAME_PUBLIC ? spectator_delay_state(live) : &live->state;
    struct payload_draft d;

    // What is not applied yet comes as an event in a moment, or later to spectators.
    while (count && entries[count - 1].number >= l->journal.number)
        count--;
    payload_begin(&d);
    livejson_state(l, &viewpoint, entries, count, made, &live->said, &d.out);
    client_send_draft(reg, w->client, &d);
}

// ---------------------------------------------------------------------------------------------
// What time brings
// ---------------------------------------------------------------------------------------------

// Whether this process calls the time of the seat to act. If the player is connected to another
// process, that one goes first: should it stand still, this one notices in time, and the player is
// excused.
static bool calls_time(const struct live_registry *reg, const struct live_game *live, int64_t now)
{
    int64_t deadline = live_deadline(&live->state);

    if (now < deadline || live->stale || reg->outage || live->owed || live->lost ||
        !health_good(reg, now))
        return false;
    int seat = live->state.match.clock.running;
    if (reg->alone || live_is_slow(&live->state) || live_game_seats_here(live) >> seat & 1)
        return true;
    if (!reg->woke_again)
        return false; // another process may have died unheard
    return now >= deadline + OTHERS_CLOCK ||
           (!(presence_elsewhere(live) >> seat & 1) && presence_known(reg, live));
}

static void resume_clock(struct live_registry *reg, struct live_game *live, int64_t now)
{
    int seat = match_to_act(&live->state.match);

    if (live->state.journal.paused && !live->state.journal.vacation && seat >= 0 &&
        !reg->stopping &&
        ((live_game_seats_here(live) >> seat & 1) || (now >= live->resume_at && !live->lost) ||
         live_seat_computer(&live->state, seat)))
        client_command_own(reg, live, GAME_PUBLIC, "resume", "", now);
}

// Whether a clock is being stopped for somebody's vacation, or goes on behind it.
static bool vacation(struct live_registry *reg, struct live_game *live, int64_t now)
{
    int64_t at = 0;
    const char *kind = live->stale || reg->stopping ? NULL : live_vacation(&live->state, now, &at);

    if (kind)
        client_command_own(reg, live, match_to_act(&live->state.match), kind, "vacation", at);
    return kind != NULL;
}

static bool is_in_use(const struct live_game *live)
{
    return live->watches || live->busy || live->first || live->thinking || live->owed || live->lost;
}

// Somebody must look after its clock, its computers, its deal or its plans.
static bool is_under_way(const struct live_game *live)
{
    return live_deadline(&live->state) != INT64_MAX || live_deal_waits(&live->state) ||
           live_computer_acts(&live->state) || live->state.journal.paused || live->state.plans[0] ||
           live->state.plans[1] || live->state.plans[2] || live->state.plans[3];
}

// Where people are, the game is in memory until it is over; if that process is lost, all that is
// under way is woken up.
static bool is_needed(const struct live_game *live)
{
    return is_in_use(live) || (is_under_way(live) && !presence_elsewhere(live));
}

// Somebody who looks after the database removed the game.
static void close_removed(struct live_registry *reg, struct live_game *live)
{
    struct error e;

    error_set(&e, "live.removed:game", "game %s has been removed", live->state.row.id);
    for (struct watch *w = live->watches; w; w = w->next_of_game)
        client_refuse(reg, w->client->id, -1, live, &e);
    live_game_drop(reg, live);
}

// Whoever offered a game with a real clock in the lobby has gone: nobody shall wait for them.
static bool is_deserted(const struct live_game *live)
{
    return live->state.row.phase == STORE_OPEN && live->state.row.listed &&
           !live_is_slow(&live->state) && !match_over(&live->state.match) && live->state.open &&
           !presence_elsewhere(live);
}

void live_game_tick(struct live_registry *reg, struct live_game *live, int64_t now)
{
    live_game_load_tick(reg, live, now);
    if (live->removed && !live->busy && !live->thinking) {
        close_removed(reg, live);
        return;
    }
    client_command_go(reg, live); // what came while it was not known how the game stands
    presence_tick(reg, live);
    deal_tick(reg, live, now);
    if (live->dirty && !(live->lost && live->stale)) // with how the game stands
        live_game_send_seats(reg, live);
    if ((live->owed || live->lost) && !live->busy && !live->first && !live->stale)
        outage_settle(reg, live, now);
    if (!live->busy && !live->first) {
        if (vacation(reg, live, now))
            return;
        if (calls_time(reg, live, now))
            client_command_own(reg, live, live->state.match.clock.running, "time", "", now);
        resume_clock(reg, live, now);
        if (live_computer_acts(&live->state))
            client_command_follow(reg, live, now);
    }
    if (is_needed(live))
        live->idle_since = 0;
    else if (!live->idle_since)
        live->idle_since = now;
    else if (now - live->idle_since > KEPT && is_deserted(live))
        client_command_own(reg, live, GAME_PUBLIC, "abort", "", now);
    else if (now - live->idle_since > (is_under_way(live) ? LEFT : KEPT))
        live_game_drop(reg, live);
}
