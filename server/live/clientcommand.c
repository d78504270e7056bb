// SPDX-License-Identifier: MIT
// From a command to an entry that everybody is told.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/live/hub.h"
#include "server/log.h"
#include "server/live/rating.h"

// What a task on its way must remember.
struct passage {
    char game[STORE_ID];
    uint64_t client;
    int64_t ref;
    bool ends;
};

static void copy(char *to, size_t room, const char *from)
{
    struct text t;

    text_init(&t, to, room);
    text_add(&t, from);
}

// ---------------------------------------------------------------------------------------------
// Back from the disk
// ---------------------------------------------------------------------------------------------

// The entry is stored: it happened, whatever comes.
static void entry_stored(struct hub *h, struct room *r, const struct store_entry *entry,
                         const struct passage *p)
{
    struct error e;

    if (entry->number == r->live.journal.number) { // else it was read back already
        if (!live_apply(&r->live, entry, &e)) {
            log_event("apply-failed", "game=%s number=%u sentence=%s", p->game, entry->number,
                      log_text(e.text).text);
            r->stale = true;
            return;
        }
        room_tell_event(h, r, entry);
    }
    client_done(h, p->client, p->ref, r);
    if (p->ends)
        log_event("over", "game=%s name=%s plies=%u", p->game, r->live.row.game,
                  r->live.match.history.length);
}

static struct client_command *take_command(struct room *r)
{
    struct client_command *command = r->first;

    if (!(r->first = command->next))
        r->last = NULL;
    assert(r->waiting > 0);
    r->waiting--;
    return command;
}

static void client_refuse_next(struct hub *h, struct room *r, const struct error *e)
{
    struct client_command *command = take_command(r);

    client_refuse(h, command->client, command->ref, r, e);
    free(command);
}

static void entry_refused(struct hub *h, struct room *r, const struct writer_task *t,
                          const struct passage *p)
{
    struct error e;

    r->stale = true;
    if (t->failed)
        outage_noticed(h);
    room_refresh(h, r);
    if (t->failed)
        error_set(&e, "live.not-stored", "this could not be stored: try again in a moment");
    else if (t->writes[0].answer == STORE_TAKEN)
        error_set(&e, "live.second:ply", "somebody else was first: the game stands at ply %u",
                  r->live.match.history.length);
    else
        error_set(&e, "live.gone:game", "there is no game %s any more", p->game);
    client_refuse(h, p->client, p->ref, r, &e);
    while (t->failed && r->first) // the rest would fare no better
        client_refuse_next(h, r, &e);
}

static void rate_again(struct hub *h, const struct room *r, const struct writer_task *before);

// Ratings come with the entry; one that somebody else's game changed meanwhile is made anew.
static void rated(struct hub *h, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    const struct passage *p = t->extra;
    struct room *r = room_find(h, p->game);

    if (r && !t->failed)
        rate_again(h, r, t);
    writer_task_free(t);
}

static void rate_again(struct hub *h, const struct room *r, const struct writer_task *before)
{
    struct writer_task *t = writer_task(GAME_MAX_SEATS, rated);
    struct passage *p = calloc(1, sizeof *p);

    if (t)
        t->extra = p;
    if (t && p) {
        *p = *(const struct passage *)before->extra;
        t->count = 0;
        for (unsigned i = 0; i < before->count; i++) {
            const struct store_write *w = &before->writes[i];
            if (w->kind == STORE_SET_RATING && w->answer == STORE_TAKEN)
                t->count +=
                    rating_again(h->reader, &r->live, &w->rating, &t->writes[t->count]) ? 1 : 0;
        }
        if (t->count) {
            writer_submit(h->writer, t);
            return;
        }
    }
    if (t)
        writer_task_free(t);
    else
        free(p);
}

static void stored(struct hub *h, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    const struct passage *p = t->extra;
    struct room *r = room_find(h, p->game);

    if (r) { // a busy room is not dropped, but it may have been removed
        assert(r->busy || h->stopping);
        r->busy = false;
        if (p->ends && !t->failed)
            rate_again(h, r, t);
        if (!t->failed && t->writes[0].answer == STORE_DONE)
            entry_stored(h, r, &t->writes[0].entry, p);
        else
            entry_refused(h, r, t, p);
        if (r->stale)
            room_refresh(h, r);
        r->think_at = 0;
        client_command_follow(h, r, log_now());
        client_command_go(h, r);
    }
    if (p->ends)
        lobby_changed(h);
    writer_task_free(t);
}

// ---------------------------------------------------------------------------------------------
// To the disk
// ---------------------------------------------------------------------------------------------

enum { MOST_WRITES = 2 + GAME_MAX_SEATS }; // an entry, the phase, ratings

static bool send_entry(struct hub *h, struct room *r, const struct client_command *command,
                       const struct store_entry *entry)
{
    assert(!r->busy &&
           entry->number == r->live.journal.number); // one entry of a game on its way at a time
    bool ends = live_ends(&r->live, entry);
    struct writer_task *t = writer_task(ends ? MOST_WRITES : 1, stored);
    struct passage *p = calloc(1, sizeof *p);

    if (!t || !p) {
        free(t);
        free(p);
        return false;
    }
    *p = (struct passage){.client = command->client, .ref = command->ref};
    copy(p->game, sizeof p->game, r->live.row.id);
    p->ends = ends;
    t->extra = p;
    t->writes[0].kind = STORE_ADD_ENTRY;
    t->writes[0].entry = *entry;
    t->count = 1;
    if (p->ends) { // all of it or nothing: the phase and the ratings only with the entry
        struct store_write *w = &t->writes[t->count++];
        w->kind = STORE_SET_PHASE;
        w->with_last = true;
        copy(w->game.id, sizeof w->game.id, r->live.row.id);
        w->game.phase = STORE_OVER;
        t->count += rating_writes(h->reader, &r->live, entry, &t->writes[t->count]);
    }
    r->busy = true;
    writer_submit(h->writer, t);
    return true;
}

static bool let_go(struct hub *h, struct room *r, const struct client_command *command,
                   struct error *e)
{
    bool acts = !strcmp(command->kind, "act") && command->seat >= 0;
    int64_t lag = acts ? live_lag_forgiven(r->lag[command->seat], command->lag) : 0;
    struct live_wish w = {command->seat, command->kind, command->text,
                          command->ply,  command->at,   lag};
    struct store_entry entry;

    if (!live_make(&r->live, &w, &entry, e))
        return false;
    if (acts)
        r->lag[command->seat] = live_lag_used(r->lag[command->seat], lag);
    if (!strcmp(entry.kind, "offer-rematch") &&
        !(journal_others(&r->live.match, command->seat) & ~r->live.journal.rematch))
        return rematch_begin(h, r, command, &entry, e);
    return send_entry(h, r, command, &entry) ||
           error_set(e, "memory.store", "this cannot be stored: out of memory");
}

void client_command_go(struct hub *h, struct room *r)
{
    while (!r->busy && !r->stale && r->first && !outage_excuses(h, r)) {
        struct client_command *command = take_command(r);
        struct error e;

        if (!let_go(h, r, command, &e))
            client_refuse(h, command->client, command->ref, r, &e);
        free(command);
    }
}

bool client_command_add(struct hub *h, struct room *r, const struct client_command *command,
                        struct error *e)
{
    struct client_command *own;

    (void)h;
    if (r->waiting >= HUB_LINE_MOST)
        return error_set(e, "live.crowded", "too much is waiting at this game: try again");
    own = malloc(sizeof *own);
    if (!own)
        return error_set(e, "memory.do", "this cannot be done: out of memory");
    *own = *command;
    own->next = NULL;
    if (r->last)
        r->last->next = own;
    else
        r->first = own;
    r->last = own;
    r->waiting++;
    assert(r->waiting <= HUB_LINE_MOST);
    return true;
}

void client_command_own(struct hub *h, struct room *r, int seat, const char *kind, const char *text,
                        int64_t at)
{
    struct client_command command = {.seat = seat, .ref = -1, .ply = -1, .at = at};
    struct error e;

    copy(command.kind, sizeof command.kind, kind);
    copy(command.text, sizeof command.text, text);
    if (client_command_add(h, r, &command, &e))
        client_command_go(h, r);
}

void client_command_follow(struct hub *h, struct room *r, int64_t now)
{
    if (match_over(&r->live.match))
        computer_forget(h, r->live.row.id);
    if (r->busy || r->first || match_over(&r->live.match) || r->live.row.phase != STORE_PLAYING)
        return;
    const char *planned = live_planned(&r->live);
    if (planned) {
        client_command_own(h, r, match_to_act(&r->live.match), "act", planned, now);
        if (!r->busy) // it was not legal after all
            live_set_plans(&r->live, match_to_act(&r->live.match), 0, "", NULL);
    }
    if (!r->busy && !r->thinking && live_computer_acts(&r->live) && now >= r->think_at)
        computer_think(h, r);
}
