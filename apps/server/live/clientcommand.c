// SPDX-License-Identifier: MIT
// From a command to an entry that everybody is told.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/live/registry.h"
#include "server/live/clients.h"
#include "server/live/databasehealth.h"
#include "server/live/indexing.h"
#include "server/live/lobby.h"
#include "server/live/logins.h"
#include "server/live/livegames.h"
#include "server/log.h"
#include "server/live/rating.h"
#include "server/live/notices.h"

// The context of a write in progress: what is written, and for whom.
struct write_context {
    struct live_change change;
    uint64_t client;
    int64_t ref;
};

static void copy(char *to, size_t capacity, const char *from)
{
    struct text t;

    text_init(&t, to, capacity);
    text_add(&t, from);
}

// ---------------------------------------------------------------------------------------------
// Back from the disk
// ---------------------------------------------------------------------------------------------

// The entry is stored: it happened, whatever comes.
static void entry_stored(struct live_registry *reg, struct live_game *live,
                         const struct write_context *p)
{
    const struct store_entry *entry = &p->change.entry;
    struct error e;

    if (entry->number == live->state.journal.number) { // else it was read back already
        if (!live_apply_change(&live->state, &p->change, &e)) {
            log_event("apply-failed", "game=%s number=%u sentence=%s", entry->game, entry->number,
                      log_text(e.message.text).text);
            live->stale = true;
            return;
        }
        live_game_send_event(reg, live, entry);
    }
    client_done(reg, p->client, p->ref, live);
}

static struct client_command *take_command(struct live_game *live)
{
    struct client_command *command = live->first;

    if (!(live->first = command->next))
        live->last = NULL;
    assert(live->waiting > 0);
    live->waiting--;
    return command;
}

void client_command_clear(struct live_registry *reg, struct live_game *live, const struct error *e)
{
    while (live->first) {
        struct client_command *command = take_command(live);
        client_refuse(reg, command->client, command->ref, live, e);
        free(command);
    }
}

// Told when it is known how the game stands: that somebody else was first, or that it is done.
struct later {
    struct load_waiter waiter;
    char game[STORE_ID];
    uint64_t client;
    int64_t ref;
};

static void load_then(struct live_registry *reg, const struct write_context *p,
                      void (*ready)(struct live_registry *reg, struct load_waiter *waiter,
                                    struct live_game *live, const struct error *e))
{
    struct later *s = calloc(1, sizeof *s);

    if (!s)
        return;
    *s = (struct later){.waiter.ready = ready, .client = p->client, .ref = p->ref};
    memcpy(s->game, p->change.entry.game, sizeof s->game);
    live_game_load(reg, s->game, true, &s->waiter);
}

static void answer_done(struct live_registry *reg, struct load_waiter *waiter,
                        struct live_game *live, const struct error *why)
{
    const struct later *s = (const struct later *)waiter;

    if (live)
        client_done(reg, s->client, s->ref, live);
    else if (why)
        client_refuse(reg, s->client, s->ref, NULL, why);
    free(waiter);
}

static void refuse_second(struct live_registry *reg, struct load_waiter *waiter,
                          struct live_game *live, const struct error *why)
{
    struct later *s = (struct later *)waiter;
    struct error e;

    (void)why;
    if (live && !live->removed)
        error_set(&e, "live.second:ply", "another move was first: the game is at ply %u",
                  live->state.match.history.length);
    else
        error_set(&e, "live.gone:game", "there is no game %s any more", s->game);
    client_refuse(reg, s->client, s->ref, live, &e);
    free(s);
}

static void entry_failed(struct live_registry *reg, struct live_game *live,
                         const struct write_context *p)
{
    struct error e;

    outage_noticed(reg);
    live_game_refresh(reg, live);
    error_set(&e, "live.not-stored", "this could not be stored: try again in a moment");
    client_refuse(reg, p->client, p->ref, live, &e);
    client_command_clear(reg, live, &e); // the rest would fare no better
}

// ---------------------------------------------------------------------------------------------
// Ratings
// ---------------------------------------------------------------------------------------------

// Ratings are read for the entry that ends a game, and once more when somebody else's game changed
// them meanwhile.
struct rating_reading {
    struct reader_task task;
    struct store_game row;
    struct rating_known known;
    bool good;
    struct error error;
    struct writer_task *ends; // the entry
};

static void read_ratings(struct reader_task *task, struct store *s)
{
    struct rating_reading *t = (struct rating_reading *)task;

    t->good = rating_read(s, &t->row, &t->known, &t->error);
}

static struct rating_reading *rating_reading(const struct live_game *live,
                                             void (*done)(struct live_registry *reg,
                                                          struct inbox_item *item))
{
    struct rating_reading *t = calloc(1, sizeof *t);

    if (t) {
        t->task = (struct reader_task){.item.done = done, .work = read_ratings};
        t->row = live->state.row;
    }
    return t;
}

static bool submit(struct live_registry *reg, const struct live_game *live, struct writer_task *t);

// ---------------------------------------------------------------------------------------------
// After the write
// ---------------------------------------------------------------------------------------------

// A player who acts is back from a vacation, so their clocks in other games run again.
static void end_vacations(struct live_registry *reg, const struct writer_task *t)
{
    for (unsigned i = 1; i < t->count && !t->failed; i++) {
        const struct store_write *w = &t->writes[i];
        if (w->kind == STORE_OUTBOX && w->outbox.what == OUTBOX_END_VACATION &&
            w->answer == STORE_DONE)
            login_check(reg, w->outbox.vacation.account);
    }
}

// Nothing is stored: a rating had changed. Whether the entry goes again, with what the ratings are
// now.
static bool goes_again(struct live_registry *reg, const struct live_game *live,
                       struct writer_task *t)
{
    if (t->failed || t->writes[0].answer != STORE_RATING_CHANGED)
        return false;
    while (t->writes[t->count - 1].kind == STORE_SET_RATING)
        t->count--;
    t->failed = reg->ended || !submit(reg, live, t);
    return !t->failed;
}

static void stored(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    const struct write_context *p = t->extra;
    const char *game = p->change.entry.game;
    struct live_game *live = live_game_find(reg, game);
    bool ends = p->change.result.over;

    if (live && goes_again(reg, live, t))
        return;
    if (live) { // a busy live game is not dropped, but it may have been removed
        assert(live->busy || reg->stopping);
        live->busy = false;
        bool done = !t->failed && t->writes[0].answer == STORE_DONE;
        if (done &&
            live_undealt(&live->state.row)) // perhaps it is dealt by now: told on the true board
            load_then(reg, p, answer_done);
        else if (done)
            entry_stored(reg, live, p);
        else if (t->failed)
            entry_failed(reg, live, p);
        else
            load_then(reg, p, refuse_second);
        if (ends && done)
            log_event("over", "game=%s name=%s plies=%u", game, live->state.row.game,
                      live->state.match.history.length);
        if (ends && live->state.row.rated)
            live_game_refresh(reg, live); // the ratings are new
        // While the disk is full, a computer waits.
        live->think_at = t->failed ? live_registry_now(reg) + 1000 : 0;
        client_command_follow(reg, live, live_registry_now(reg));
        client_command_go(reg, live);
    }
    end_vacations(reg, t);
    if (ends) {
        lobby_changed(reg);
        reg->host.above->game_changed(reg, game);
        indexing_soon(reg, live_registry_now(reg));
    }
    writer_task_free(t);
}

// ---------------------------------------------------------------------------------------------
// To the disk
// ---------------------------------------------------------------------------------------------

enum { MOST_WRITES = 4 + GAME_MAX_SEATS }; // an entry, the phase, ratings, what is told, a vacation

// The ratings are known: all of it goes, or nothing.
static void send_end(struct live_registry *reg, struct inbox_item *item)
{
    struct rating_reading *reading = (struct rating_reading *)item;
    struct writer_task *t = reading->ends;
    const struct live_change *change = &((struct write_context *)t->extra)->change;
    const struct live_game *live = live_game_find(reg, change->entry.game);

    if (!reading->good) {
        t->failed = true;
        stored(reg, &t->item);
    } else {
        // If the game has moved on meanwhile, the entry will be refused, and all with it.
        if (live && live->state.journal.number == change->entry.number)
            t->count += rating_writes(&live->state, change, &reading->known, &t->writes[t->count]);
        writer_submit(reg->writer, t);
    }
    free(reading);
}

static bool submit(struct live_registry *reg, const struct live_game *live, struct writer_task *t)
{
    const struct write_context *p = t->extra;
    struct rating_reading *reading;
    struct error e;

    if (!p->change.result.over || !rating_counts(&live->state, &p->change.entry)) {
        writer_submit(reg->writer, t);
        return true;
    }
    reading = rating_reading(live, send_end);
    if (!reading)
        return false;
    reading->ends = t;
    if (live_registry_read(reg, READER_GAMES, &reading->task, &e))
        return true;
    free(reading);
    return false;
}

// The lines that an entry follows: it is stored only if they are still left.
static void fill_plan(const struct live_state *l, int seat, struct store_plan *plan)
{
    assert(l->plans[seat]);
    plan->seat = (unsigned)seat;
    plan->at = l->plans[seat]->ply;
    copy(plan->text, sizeof plan->text, l->plans[seat]->text);
}

static bool send_entry(struct live_registry *reg, struct live_game *live,
                       const struct client_command *command, const struct live_change *change)
{
    const struct store_entry *entry = &change->entry;
    // One entry per game is written at a time.
    assert(!live->busy && entry->number == live->state.journal.number);
    // Only where turns take days are there turns to notify of and vacations to end.
    unsigned most = change->result.over ? MOST_WRITES : live_is_slow(&live->state) ? 3 : 1;
    struct writer_task *t = writer_task_with(most, stored, sizeof(struct write_context));

    if (!t)
        return false;
    *(struct write_context *)t->extra =
        (struct write_context){*change, command->client, command->ref};
    t->writes[0].kind = STORE_ADD_ENTRY;
    t->writes[0].entry = *entry;
    if (command->planned)
        fill_plan(&live->state, entry->seat, &t->writes[0].plan);
    t->count = 1;
    if (change->result.over) { // the phase and the ratings only with the entry
        struct store_write *w = &t->writes[t->count++];
        w->kind = STORE_SET_PHASE;
        w->with_last = true;
        copy(w->game.id, sizeof w->game.id, live->state.row.id);
        w->game.phase = STORE_OVER;
        rating_result(&live->state, change, w->game.result);
    }
    if (reg->notifier)
        t->count += notice_turn_write(live, change, &t->writes[t->count]) ? 1 : 0;
    t->count += notice_end_vacation_write(live, entry, &t->writes[t->count]) ? 1 : 0;
    live->busy = submit(reg, live, t);
    if (!live->busy)
        writer_task_free(t);
    return live->busy;
}

// Whether the line that a command follows was withdrawn while it waited.
static bool is_withdrawn(struct live_state *l, const struct client_command *command)
{
    const char *planned = command->planned ? live_planned(l) : command->text;

    return !planned || strcmp(planned, command->text) != 0;
}

static bool let_go(struct live_registry *reg, struct live_game *live,
                   const struct client_command *command, struct error *e)
{
    bool acts = !strcmp(command->kind, "act") && command->seat >= 0;
    int64_t lag = acts ? live_lag_forgiven(live->lag[command->seat], command->lag) : 0;
    struct live_command w = {command->seat, command->kind, command->text,
                             command->ply,  command->at,   lag};
    struct live_change change;

    if (!live_make(&live->state, &w, &change, e))
        return false;
    if (acts)
        live->lag[command->seat] = live_lag_used(live->lag[command->seat], lag);
    if (!strcmp(change.entry.kind, "offer-rematch") &&
        live_next_begins(&live->state, command->seat, change.entry.at))
        return rematch_begin(reg, live, command, &change.entry, e);
    return send_entry(reg, live, command, &change) ||
           error_set(e, "memory.store", "this cannot be stored: out of memory");
}

void client_command_go(struct live_registry *reg, struct live_game *live)
{
    while (!live->busy && !live->stale && live->first && !reg->ended &&
           !outage_excuses(reg, live)) {
        struct client_command *command = take_command(live);
        struct error e;

        if (!is_withdrawn(&live->state, command) && !let_go(reg, live, command, &e))
            client_refuse(reg, command->client, command->ref, live, &e);
        free(command);
    }
}

bool client_command_add(struct live_registry *reg, struct live_game *live,
                        const struct client_command *command, struct error *e)
{
    struct client_command *own;

    (void)reg;
    if (live->waiting >= LIVE_GAME_COMMANDS_MOST)
        return error_set(e, "live.crowded", "too much is waiting at this game: try again");
    own = malloc(sizeof *own);
    if (!own)
        return error_set(e, "memory.do", "this cannot be done: out of memory");
    *own = *command;
    own->next = NULL;
    if (live->last)
        live->last->next = own;
    else
        live->first = own;
    live->last = own;
    live->waiting++;
    assert(live->waiting <= LIVE_GAME_COMMANDS_MOST);
    return true;
}

void client_command_own(struct live_registry *reg, struct live_game *live, int seat,
                        const char *kind, const char *text, int64_t at)
{
    struct client_command command = {.seat = seat, .ref = -1, .ply = -1, .at = at};
    struct error e;

    copy(command.kind, sizeof command.kind, kind);
    copy(command.text, sizeof command.text, text);
    if (client_command_add(reg, live, &command, &e))
        client_command_go(reg, live);
}

void client_command_act(struct live_registry *reg, struct live_game *live, int seat,
                        const char *text, unsigned ply, bool planned, int64_t at)
{
    struct client_command command = {
        .seat = seat, .ref = -1, .ply = ply, .at = at, .planned = planned};
    struct error e;

    copy(command.kind, sizeof command.kind, "act");
    copy(command.text, sizeof command.text, text);
    if (client_command_add(reg, live, &command, &e))
        client_command_go(reg, live);
}

void client_command_follow(struct live_registry *reg, struct live_game *live, int64_t now)
{
    if (match_over(&live->state.match))
        computer_forget(reg, live->state.row.id);
    if (live->busy || live->first || live->stale || match_over(&live->state.match) ||
        live->state.row.phase != STORE_PLAYING)
        return;
    bool rests = reg->outage && now < live->think_at; // that was tried just now
    const char *planned = rests ? NULL : live_planned(&live->state);
    if (planned) {
        client_command_act(reg, live, match_to_act(&live->state.match), planned,
                           live->state.match.history.length, true, now);
        if (!live->busy && !live->first) // it was not legal after all
            live_set_plans(&live->state, match_to_act(&live->state.match), 0, "", NULL);
    }
    if (!live->busy && !live->thinking && live_computer_acts(&live->state) && now >= live->think_at)
        computer_think(reg, live);
}
