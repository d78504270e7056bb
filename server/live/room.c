// SPDX-License-Identifier: MIT
// A room is a game in memory with those who follow it. It is loaded when first asked for, told about entries of other
// processes, and dropped after a quiet minute: the journal has everything. Reads here are done in the loop, writes
// never. What a follower is sent is made once for all who may see the same. Who calls: talk.c, the api, the hub's
// tick; all in the loop.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "server/live/hub.h"
#include "server/live/livejson.h"
#include "server/live/liveread.h"
#include "server/log.h"

enum {
    KEPT = 60 * 1000,          // milliseconds that an idle room stays in memory
    GRACE = 60 * 1000,         // after a restart, until clocks go on without their people
    OTHERS_FIRST = 10 * 1000,  // milliseconds that another process has to let its computer act
    EYES = GAME_MAX_SEATS + 1, // seats and the public
};

// ---------------------------------------------------------------------------------------------
// Finding and loading
// ---------------------------------------------------------------------------------------------

static struct room **slot_of(struct hub *h, const char *id)
{
    struct room **at = &h->rooms[hash_bytes(id, strlen(id)) % HUB_SLOTS];

    while (*at && strcmp((*at)->live.row.id, id) != 0)
        at = &(*at)->next;
    return at;
}

struct room *room_find(struct hub *h, const char *id)
{
    return *slot_of(h, id);
}

// After a crash nobody is charged for the time in which there was no server. Where other processes went on, they may be
// playing this very game: then the clock runs on.
static void settle_clock(struct hub *h, struct room *r, int64_t now)
{
    struct clock *c = &r->live.match.clock;

    if (live_is_slow(&r->live) || match_over(&r->live.match))
        return;
    r->resume_at = now + GRACE;
    if (h->first && c->running != CLOCK_STOPPED && r->live.journal.last < h->started)
        room_excuse(h, r, r->live.journal.last, now);
}

void room_excuse(struct hub *h, struct room *r, int64_t since, int64_t now)
{
    r->resume_at = now + GRACE;
    client_command_own(h, r, GAME_PUBLIC, "pause", "", since);
    client_command_go(h, r);
}

static bool load_plans(struct hub *h, struct room *r, struct error *e)
{
    struct store_plan plans[GAME_MAX_SEATS];
    unsigned count = 0;
    struct error why;

    if (match_over(&r->live.match) || !live_is_slow(&r->live))
        return true;
    if (!store_plans(h->reader, r->live.row.id, plans, &count, e))
        return false;
    for (unsigned i = 0; i < count; i++) {
        if (plans[i].seat < r->live.row.seats)
            live_set_plans(&r->live, (int)plans[i].seat, plans[i].at, plans[i].text, &why);
    }
    return true;
}

static struct room *load(struct hub *h, const struct store_game *row, struct error *e)
{
    struct room *r = calloc(1, sizeof *r);

    if (!r) {
        error_set(e, "live.memory:game", "game %s cannot be opened: out of memory", row->id);
        return NULL;
    }
    if (!live_read(&r->live, h->reader, row, e) || !load_plans(h, r, e)) {
        live_clear(&r->live);
        free(r);
        return NULL;
    }
    presence_begin(r);
    assert(!*slot_of(h, row->id)); // one room a game
    *slot_of(h, row->id) = r;
    h->counts.rooms++;
    return r;
}

// Begins a game that is full and still open: two people sat down at once, and neither was the last.
static void settle_phase(struct hub *h, struct room *r)
{
    bool full = true;

    for (unsigned seat = 0; seat < r->live.row.seats; seat++)
        full = full && !live_seat_open(&r->live, (int)seat);
    if (full && r->live.row.phase == STORE_OPEN)
        phase_begin(h, r);
}

struct room *room_enter(struct hub *h, const char *id, struct error *e)
{
    assert(hub_in_loop(h));
    struct room *r = room_find(h, id);
    struct store_game row;
    bool found;
    int64_t now = log_now();

    if (r && r->stale)
        room_refresh(h, r);
    if (r)
        return r;
    if (!store_game(h->reader, id, &row, &found, e))
        return NULL;
    if (!found) {
        error_set(e, "live.no-game:game", "there is no game %s", error_quote(id).text);
        return NULL;
    }
    r = load(h, &row, e);
    if (!r)
        return NULL;
    r->think_at = h->alone ? now : now + OTHERS_FIRST / 10;
    settle_clock(h, r, now);
    settle_phase(h, r);
    client_command_follow(h, r, now);
    return r;
}

// Reads the entries that others wrote, applies and tells them.
static bool take_entries(struct hub *h, struct room *r)
{
    struct store_entry *entries = NULL;
    unsigned count = 0;
    struct error e;

    if (!store_journal(h->reader, r->live.row.id, r->live.journal.number, &entries, &count, &e))
        return false;
    for (unsigned i = 0; i < count; i++) {
        if (!live_replay(&r->live, &entries[i], 1, &e))
            break;
        room_tell_event(h, r, &entries[i]);
    }
    free(entries);
    r->think_at = log_now() + (count ? OTHERS_FIRST : 0);
    return true;
}

void room_catch_up(struct hub *h, struct room *r)
{
    if (r->busy || r->stale || !take_entries(h, r))
        r->stale = true; // all of it with the next tick
}

void room_refresh(struct hub *h, struct room *r)
{
    struct store_game row;
    struct error e;
    bool found;

    r->stale = true; // tried again with the next tick, if anything fails
    if (r->busy || !store_game(h->reader, r->live.row.id, &row, &found, &e))
        return;
    if (!found) {
        r->stale = false;
        r->removed = true; // the next tick drops it
        return;
    }
    live_set_row(&r->live, &row);
    r->dirty = true;
    if (!take_entries(h, r))
        return;
    r->stale = false;
    settle_phase(h, r);
}

void room_drop(struct hub *h, struct room *r)
{
    struct room **at = slot_of(h, r->live.row.id);

    assert(*at == r && (h->stopping || (!r->busy && !r->thinking)));
    while (r->watches)
        room_leave(h, r->watches); // NOLINT(clang-analyzer-unix.Malloc): it takes itself off
    while (r->first) {
        struct client_command *gone = r->first;
        r->first = gone->next;
        free(gone);
    }
    *at = r->next;
    computer_forget(h, r->live.row.id);
    presence_clear(r);
    live_clear(&r->live);
    free(r);
    h->counts.rooms--;
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

bool room_watch(struct hub *h, struct room *r, struct client *c, const struct claim *claim,
                bool scene)
{
    struct watch *w = room_watch_of(r, c);

    (void)h;
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
    r->dirty = true;
    r->idle_since = 0;
    return true;
}

void room_leave(struct hub *h, struct watch *w)
{
    struct watch **at = &w->client->watches;

    (void)h;
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

typedef void teller(const struct room *r, const struct livejson_eyes *eyes, const void *what,
                    struct output *out);

static void tell_event(const struct room *r, const struct livejson_eyes *eyes, const void *what,
                       struct output *out)
{
    livejson_event(&r->live, eyes, what, out);
}

static void tell_seats(const struct room *r, const struct livejson_eyes *eyes, const void *what,
                       struct output *out)
{
    (void)what;
    livejson_seats(&r->live, eyes, out);
}

static void tell_said(const struct room *r, const struct livejson_eyes *eyes, const void *what,
                      struct output *out)
{
    (void)eyes;
    livejson_said(&r->live, what, out);
}

// Writes a text once for all who may read the same.
static void tell_all(struct hub *h, struct room *r, teller *tell, const void *what)
{
    struct message *made[EYES][2] = {{NULL}};
    struct livejson_eyes eyes = {.here = room_here(r) | presence_elsewhere(r), .now = log_now()};
    bool same = livejson_same_for_all(&r->live);

    for (struct watch *w = r->watches; w; w = w->next_of_room) {
        eyes.seat = same ? GAME_PUBLIC : w->seat;
        eyes.scene = w->scene;
        struct message **p = &made[eyes.seat + 1][eyes.scene];
        if (!*p) {
            struct message_draft d;
            message_begin(&d);
            tell(r, &eyes, what, &d.out);
            *p = message_end(&d);
        }
        if (*p)
            client_send(h, w->client, *p);
        else
            client_doom(h, w->client, "no memory"); // it would miss something: let it come back
    }
    for (unsigned i = 0; i < EYES * 2; i++)
        message_drop(made[i / 2][i % 2]);
}

void room_tell_event(struct hub *h, struct room *r, const struct store_entry *entry)
{
    assert(entry->number < r->live.journal.number); // stored and applied before anybody is told
    h->counts.events++;
    tell_all(h, r, tell_event, entry);
}

void room_tell_seats(struct hub *h, struct room *r)
{
    r->dirty = false;
    tell_all(h, r, tell_seats, NULL);
}

void room_tell_said(struct hub *h, struct room *r, const struct saying *saying)
{
    tell_all(h, r, tell_said, saying);
}

void room_tell_state(struct hub *h, struct room *r, struct watch *w, int64_t since)
{
    struct livejson_eyes eyes = {w->seat, w->scene, room_here(r) | presence_elsewhere(r),
                                 log_now()};
    struct store_entry *entries = NULL;
    struct message_draft d;
    unsigned count = 0;
    struct error e;

    if (since < (int64_t)r->live.journal.number &&
        !store_journal(h->reader, r->live.row.id, (unsigned)since, &entries, &count, &e)) {
        client_refuse(h, w->client->id, -1, r, &e);
        return;
    }
    // What is stored but not applied yet comes as an event in a moment.
    while (count && entries[count - 1].number >= r->live.journal.number)
        count--;
    message_begin(&d);
    livejson_state(&r->live, &eyes, entries, count, &r->said, &d.out);
    free(entries);
    client_send_draft(h, w->client, &d);
}

// ---------------------------------------------------------------------------------------------
// What time brings
// ---------------------------------------------------------------------------------------------

static void resume_clock(struct hub *h, struct room *r, int64_t now)
{
    int seat = match_to_act(&r->live.match);

    if (r->live.journal.paused && seat >= 0 && !h->stopping &&
        ((room_here(r) >> seat & 1) || now >= r->resume_at || live_seat_computer(&r->live, seat)))
        client_command_own(h, r, GAME_PUBLIC, "resume", "", now);
}

static bool is_needed(const struct room *r)
{
    return r->watches || r->busy || r->first || r->thinking ||
           live_deadline(&r->live) != INT64_MAX || live_computer_acts(&r->live) ||
           r->live.journal.paused || r->live.plans[0] || r->live.plans[1] || r->live.plans[2] ||
           r->live.plans[3];
}

// Somebody who looks after the database removed the game.
static void close_removed(struct hub *h, struct room *r)
{
    struct error e;

    error_set(&e, "live.removed:game", "game %s has been removed", r->live.row.id);
    for (struct watch *w = r->watches; w; w = w->next_of_room)
        client_refuse(h, w->client->id, -1, r, &e);
    room_drop(h, r);
}

// Whoever offered a game with a real clock in the lobby has gone: nobody shall wait for them.
static bool is_deserted(const struct room *r)
{
    return r->live.row.phase == STORE_OPEN && r->live.row.listed && !live_is_slow(&r->live) &&
           !match_over(&r->live.match) && !presence_elsewhere(r);
}

void room_tick(struct hub *h, struct room *r, int64_t now)
{
    if (r->stale)
        room_refresh(h, r);
    if (r->removed && !r->busy && !r->thinking) {
        close_removed(h, r);
        return;
    }
    client_command_go(h, r); // what came while it was not known how the game stands
    presence_tick(h, r, now);
    if (r->dirty)
        room_tell_seats(h, r);
    if (!r->busy && !r->first) {
        if (now >= live_deadline(&r->live) && !r->stale && !h->outage)
            client_command_own(h, r, r->live.match.clock.running, "time", "", now);
        resume_clock(h, r, now);
        if (live_computer_acts(&r->live))
            client_command_follow(h, r, now);
    }
    if (is_needed(r))
        r->idle_since = 0;
    else if (!r->idle_since)
        r->idle_since = now;
    else if (now - r->idle_since > KEPT && is_deserted(r))
        client_command_own(h, r, GAME_PUBLIC, "abort", "", now);
    else if (now - r->idle_since > KEPT)
        room_drop(h, r);
}
