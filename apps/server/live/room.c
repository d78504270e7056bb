// SPDX-License-Identifier: MIT
// A room is a game in memory with those who follow it. It is loaded when first asked for and told about entries of other
// processes (look.c), and dropped after a quiet minute: the journal has everything. Nothing here reads or writes. What a follower is sent is made once for all who may see the same. Who calls: clientmessages.c, the api, the registry's
// tick; all in the loop.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "server/live/dealing.h"
#include "server/live/registry.h"
#include "server/live/clients.h"
#include "server/live/databasehealth.h"
#include "server/live/processes.h"
#include "server/live/rooms.h"
#include "server/live/livejson.h"
#include "server/live/standstill.h"

enum {
    KEPT = 60 * 1000,          // milliseconds that an idle room stays in memory
    LEFT = 5 * 1000,           // one that another process looks after
    GRACE = 60 * 1000,         // after a restart, until clocks go on without their people
    OTHERS_FIRST = 10 * 1000,  // milliseconds that another process has to let its computer act
    OTHERS_CLOCK = 15 * 1000,  // milliseconds that it has to call the time of its own player
    EYES = GAME_MAX_SEATS + 1, // seats and the public
};

// ---------------------------------------------------------------------------------------------
// Finding and loading
// ---------------------------------------------------------------------------------------------

static struct room **slot_of(struct live_registry *reg, const char *id)
{
    struct room **at = &reg->rooms[hash_bytes(id, strlen(id)) % REGISTRY_SLOTS];

    while (*at && strcmp((*at)->live.row.id, id) != 0)
        at = &(*at)->next;
    return at;
}

struct room *room_find(struct live_registry *reg, const char *id)
{
    return *slot_of(reg, id);
}

// After a crash nobody is charged for the time in which there was no server: a clock that has run since before the first of the
// present processes began is stopped by whichever of them comes to it first. Where some went on, they may be playing this very game:
// then it runs on.
static void settle_clock(struct live_registry *reg, struct room *r, int64_t now)
{
    struct clock *c = &r->live.match.clock;

    if (live_is_slow(&r->live) || match_over(&r->live.match))
        return;
    r->resume_at = now + GRACE;
    if (c->running != CLOCK_STOPPED && r->live.journal.last < reg->began)
        room_excuse(reg, r, r->live.journal.last, now);
}

void room_paused(struct room *r, int64_t now)
{
    r->resume_at = now + GRACE;
}

void room_excuse(struct live_registry *reg, struct room *r, int64_t since, int64_t now)
{
    room_paused(r, now);
    r->owed = since; // until it is stored
    client_command_own(reg, r, GAME_PUBLIC, "pause", "", since);
    client_command_go(reg, r);
}

void room_settle_phase(struct live_registry *reg, struct room *r)
{
    bool full = true;

    for (unsigned seat = 0; seat < r->live.row.seats; seat++)
        full = full && !live_seat_open(&r->live, (int)seat);
    if (full && r->live.row.phase == STORE_OPEN && !live_deal_waits(&r->live) &&
        !match_over(&r->live.match))
        phase_begin(reg, r);
}

void room_begin(struct live_registry *reg, struct room *r)
{
    struct room **at = slot_of(reg, r->live.row.id);
    int64_t now = live_registry_now(reg);

    assert(!*at); // one room a game
    *at = r;
    reg->counts.rooms++;
    presence_begin(r);
    standstill_begin(reg, r, now);
    r->think_at = reg->alone ? now : now + OTHERS_FIRST / 10;
    settle_clock(reg, r, now);
    room_settle_phase(reg, r);
    client_command_follow(reg, r, now);
}

void room_entry_back(struct live_registry *reg, struct room *r, const struct store_entry *stored)
{
    struct error e;

    r->busy = false;
    if (stored && stored->number == r->live.journal.number && live_apply(&r->live, stored, &e))
        room_tell_event(reg, r, stored);
    room_refresh(reg, r);
    client_command_go(reg, r);
}

void room_drop(struct live_registry *reg, struct room *r)
{
    struct room **at = slot_of(reg, r->live.row.id);

    assert(*at == r && (reg->stopping || (!r->busy && !r->thinking)));
    while (r->watches)
        room_leave(reg, r->watches); // NOLINT(clang-analyzer-unix.Malloc): it takes itself off
    while (r->first) {
        struct client_command *gone = r->first;
        r->first = gone->next;
        free(gone);
    }
    *at = r->next;
    computer_forget(reg, r->live.row.id);
    presence_clear(r);
    shade_clear(r);
    live_clear(&r->live);
    free(r);
    reg->counts.rooms--;
}

// ---------------------------------------------------------------------------------------------
// Watching
// ---------------------------------------------------------------------------------------------

struct watch *room_watch_of(struct room *r, const struct client *c)
{
    for (struct watch *w = c->watches; w; w = w->next_of_client) {
        if (w->room == r)
            return w;
    }
    return NULL;
}

static void keep_claim(struct watch *w, const struct claim *claim)
{
    free(w->session);
    w->session = NULL;
    w->seat = claim->seat;
    w->account = claim->account;
    if (claim->session.account && (w->session = malloc(sizeof *w->session)))
        *w->session = claim->session;
}

bool room_watch(struct live_registry *reg, struct room *r, struct client *c,
                const struct claim *claim, bool scene, bool actions)
{
    struct watch *w = room_watch_of(r, c);

    (void)reg;
    if (!w) {
        w = calloc(1, sizeof *w);
        if (!w)
            return false;
        *w = (struct watch){
            .client = c, .room = r, .next_of_client = c->watches, .next_of_room = r->watches};
        c->watches = r->watches = w;
        c->watch_count++;
    }
    keep_claim(w, claim);
    w->scene = scene;
    w->actions = actions;
    r->dirty = true;
    r->idle_since = 0;
    return true;
}

void room_leave(struct live_registry *reg, struct watch *w)
{
    struct watch **at = &w->client->watches;

    (void)reg;
    while (*at != w)
        at = &(*at)->next_of_client;
    *at = w->next_of_client;
    for (at = &w->room->watches; *at != w;)
        at = &(*at)->next_of_room;
    *at = w->next_of_room;
    w->client->watch_count--;
    w->room->dirty = true;
    free(w->session);
    free(w);
}

uint8_t room_here(const struct room *r)
{
    uint8_t here = 0;

    for (const struct watch *w = r->watches; w; w = w->next_of_room) {
        if (w->seat >= 0)
            here |= (uint8_t)(1U << w->seat);
    }
    return here;
}

// ---------------------------------------------------------------------------------------------
// Telling
// ---------------------------------------------------------------------------------------------

typedef void teller(const struct live *l, const struct livejson_eyes *eyes, const void *what,
                    struct output *out);

static void tell_event(const struct live *l, const struct livejson_eyes *eyes, const void *what,
                       struct output *out)
{
    livejson_event(l, eyes, what, out);
}

static void tell_seats(const struct live *l, const struct livejson_eyes *eyes, const void *what,
                       struct output *out)
{
    (void)what;
    livejson_seats(l, eyes, out);
}

static void tell_said(const struct live *l, const struct livejson_eyes *eyes, const void *what,
                      struct output *out)
{
    (void)eyes;
    livejson_said(l, what, out);
}

static void tell_declined(const struct live *l, const struct livejson_eyes *eyes, const void *what,
                          struct output *out)
{
    (void)eyes;
    livejson_declined(l, what, out);
}

enum audience { SEATED = 1, STRANGERS = 2, EVERYBODY = 3 };

// Writes a text once for all who may read the same: strangers never share one with the seats where they are behind.
static void tell_all(struct live_registry *reg, struct room *r, enum audience audience,
                     teller *tell, const void *what)
{
    struct message *made[EYES][4] = {{NULL}}; // with and without scene and actions
    struct livejson_eyes eyes = {.here = room_here(r) | presence_elsewhere(r),
                                 .now = live_registry_now(reg)};
    bool same = livejson_same_for_all(&r->live);

    for (struct watch *w = r->watches; w; w = w->next_of_room) {
        bool stranger = w->seat == GAME_PUBLIC;
        if (!(audience & (stranger ? STRANGERS : SEATED)))
            continue;
        eyes.seat = !same ? w->seat : stranger || !r->shade ? GAME_PUBLIC : 0;
        eyes.late = stranger && r->shade;
        eyes.scene = w->scene;
        eyes.actions = w->actions;
        struct message **p = &made[eyes.seat + 1][eyes.scene + 2 * eyes.actions];
        if (!*p) {
            struct message_draft d;
            message_begin(&d);
            tell(stranger ? shade_live(r) : &r->live, &eyes, what, &d.out);
            *p = message_end(&d);
        }
        if (*p)
            client_send(reg, w->client, *p);
        else
            client_doom(reg, w->client, "no memory"); // it would miss something: let it come back
    }
    for (unsigned i = 0; i < EYES * 4; i++)
        message_drop(made[i / 4][i % 4]);
}

void room_tell_event(struct live_registry *reg, struct room *r, const struct store_entry *entry)
{
    assert(entry->number < r->live.journal.number); // stored and applied before anybody is told
    reg->counts.events++;
    if (!r->shade && !shade_falls(r)) {
        tell_all(reg, r, EVERYBODY, tell_event, entry);
        return;
    }
    tell_all(reg, r, SEATED, tell_event, entry);
    shade_entry(reg, r, entry);
}

void room_tell_strangers(struct live_registry *reg, struct room *r, const struct store_entry *entry)
{
    tell_all(reg, r, STRANGERS, tell_event, entry);
}

static void room_tell_seats(struct live_registry *reg, struct room *r)
{
    r->dirty = false;
    tell_all(reg, r, EVERYBODY, tell_seats, NULL);
}

void room_tell_said(struct live_registry *reg, struct room *r, const struct saying *saying)
{
    tell_all(reg, r, EVERYBODY, tell_said, saying);
}

void room_tell_declined(struct live_registry *reg, struct room *r, const struct declining *declined)
{
    tell_all(reg, r, SEATED, tell_declined, declined);
}

void room_tell_state(struct live_registry *reg, struct room *r, struct watch *w,
                     const struct store_entry *entries, unsigned count,
                     const struct entries_json *made)
{
    struct livejson_eyes eyes = {w->seat,
                                 w->scene,
                                 w->actions,
                                 room_here(r) | presence_elsewhere(r),
                                 live_registry_now(reg),
                                 w->seat == GAME_PUBLIC && r->shade};
    const struct live *l = w->seat == GAME_PUBLIC ? shade_live(r) : &r->live;
    struct message_draft d;

    // What is not applied yet comes as an event in a moment, or later to strangers.
    while (count && entries[count - 1].number >= l->journal.number)
        count--;
    message_begin(&d);
    livejson_state(l, &eyes, entries, count, made, &r->said, &d.out);
    client_send_draft(reg, w->client, &d);
}

// ---------------------------------------------------------------------------------------------
// What time brings
// ---------------------------------------------------------------------------------------------

// Whether this process calls the time of the seat to act. If the player is connected to another process,
// that one goes first: should it stand still, this one notices in time, and the player is excused.
static bool calls_time(const struct live_registry *reg, const struct room *r, int64_t now)
{
    int64_t deadline = live_deadline(&r->live);

    if (now < deadline || r->stale || reg->outage || r->owed || r->lost || !health_good(reg, now))
        return false;
    int seat = r->live.match.clock.running;
    if (reg->alone || live_is_slow(&r->live) || room_here(r) >> seat & 1)
        return true;
    if (!reg->woke_again)
        return false; // another process may have died unheard
    return now >= deadline + OTHERS_CLOCK ||
           (!(presence_elsewhere(r) >> seat & 1) && presence_known(reg, r));
}

static void resume_clock(struct live_registry *reg, struct room *r, int64_t now)
{
    int seat = match_to_act(&r->live.match);

    if (r->live.journal.paused && !r->live.journal.vacation && seat >= 0 && !reg->stopping &&
        ((room_here(r) >> seat & 1) || (now >= r->resume_at && !r->lost) ||
         live_seat_computer(&r->live, seat)))
        client_command_own(reg, r, GAME_PUBLIC, "resume", "", now);
}

// Whether a clock is being stopped for somebody's vacation, or goes on behind it.
static bool vacation(struct live_registry *reg, struct room *r, int64_t now)
{
    int64_t at = 0;
    const char *kind = r->stale || reg->stopping ? NULL : live_vacation(&r->live, now, &at);

    if (kind)
        client_command_own(reg, r, match_to_act(&r->live.match), kind, "vacation", at);
    return kind != NULL;
}

static bool is_in_use(const struct room *r)
{
    return r->watches || r->busy || r->first || r->thinking || r->owed || r->lost;
}

// Somebody must look after its clock, its computers, its deal or its plans.
static bool is_under_way(const struct room *r)
{
    return live_deadline(&r->live) != INT64_MAX || live_deal_waits(&r->live) ||
           live_computer_acts(&r->live) || r->live.journal.paused || r->live.plans[0] ||
           r->live.plans[1] || r->live.plans[2] || r->live.plans[3];
}

// Where people are, the game is in memory until it is over; if that process is lost, all that is under way is woken up.
static bool is_needed(const struct room *r)
{
    return is_in_use(r) || (is_under_way(r) && !presence_elsewhere(r));
}

// Somebody who looks after the database removed the game.
static void close_removed(struct live_registry *reg, struct room *r)
{
    struct error e;

    error_set(&e, "live.removed:game", "game %s has been removed", r->live.row.id);
    for (struct watch *w = r->watches; w; w = w->next_of_room)
        client_refuse(reg, w->client->id, -1, r, &e);
    room_drop(reg, r);
}

// Whoever offered a game with a real clock in the lobby has gone: nobody shall wait for them.
static bool is_deserted(const struct room *r)
{
    return r->live.row.phase == STORE_OPEN && r->live.row.listed && !live_is_slow(&r->live) &&
           !match_over(&r->live.match) && r->live.open && !presence_elsewhere(r);
}

void room_tick(struct live_registry *reg, struct room *r, int64_t now)
{
    room_look_tick(reg, r, now);
    if (r->removed && !r->busy && !r->thinking) {
        close_removed(reg, r);
        return;
    }
    client_command_go(reg, r); // what came while it was not known how the game stands
    presence_tick(reg, r);
    deal_tick(reg, r, now);
    if (r->dirty && !(r->lost && r->stale)) // with how the game stands
        room_tell_seats(reg, r);
    if ((r->owed || r->lost) && !r->busy && !r->first && !r->stale)
        outage_settle(reg, r, now);
    if (!r->busy && !r->first) {
        if (vacation(reg, r, now))
            return;
        if (calls_time(reg, r, now))
            client_command_own(reg, r, r->live.match.clock.running, "time", "", now);
        resume_clock(reg, r, now);
        if (live_computer_acts(&r->live))
            client_command_follow(reg, r, now);
    }
    if (is_needed(r))
        r->idle_since = 0;
    else if (!r->idle_since)
        r->idle_since = now;
    else if (now - r->idle_since > KEPT && is_deserted(r))
        client_command_own(reg, r, GAME_PUBLIC, "abort", "", now);
    else if (now - r->idle_since > (is_under_way(r) ? LEFT : KEPT))
        room_drop(reg, r);
}
