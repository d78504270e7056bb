// SPDX-License-Identifier: MIT
// From entries to what is told. Turns are told in games of days and without a clock only: in others
// people sit at the board.
#include "server/live/notices.h"
#include "server/live/clients.h"
#include "server/live/processes.h"
#include "server/live/livegames.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// Who is here
// ---------------------------------------------------------------------------------------------

static int seat_of(const struct live_state *l, int64_t account)
{
    for (unsigned seat = 0; seat < l->row.seats; seat++) {
        if (l->row.seat[seat].account == account)
            return (int)seat;
    }
    return -1;
}

// At any game.
static bool is_connected(const struct live_registry *reg, int64_t account)
{
    for (unsigned i = 0; i < REGISTRY_SLOTS; i++) {
        for (const struct client *c = reg->clients[i]; c; c = c->next) {
            for (const struct watch *w = c->watches; w; w = w->next_of_client) {
                if (w->account == account)
                    return true;
            }
        }
    }
    return false;
}

static bool is_awaited(const struct live_game *live, int seat)
{
    if (live_deal_waits(&live->state))
        return store_awaited(&live->state.row) >> seat & 1;
    return match_to_act(&live->state.match) == seat;
}

static enum notifier_presence presence(struct live_registry *reg, const struct outbox_row *row)
{
    struct live_game *live = row->kind == NOTIFY_TURN ? live_game_find(reg, row->about) : NULL;
    int seat = live ? seat_of(&live->state, row->account) : -1;

    if (seat >= 0 && !live->stale && !is_awaited(live, seat))
        return NOTIFIER_OVER;
    if (seat >= 0 && ((live_game_seats_here(live) | presence_elsewhere(live)) >> seat & 1))
        return NOTIFIER_HERE;
    // Letters are few: one may look at everybody.
    return row->mail && row->kind < NOTIFY_KINDS && is_connected(reg, row->account) ? NOTIFIER_HERE
                                                                                    : NOTIFIER_AWAY;
}

bool notice_open(struct live_registry *reg, const char *database,
                 const struct notifier_options *options, struct error *e)
{
    struct notifier_options own = *options;

    own.presence = presence;
    own.time = &reg->time;
    if (own.smtp && !own.site)
        return error_set(e, "told.no-site", "letters need to say where the server is: give --site");
    if (own.site)
        reg->notifier = notifier_open(database, &own, reg->writer, e);
    return reg->notifier || !own.site;
}

// ---------------------------------------------------------------------------------------------
// What happens
// ---------------------------------------------------------------------------------------------

static void notice_write(struct store_write *w, int64_t account, enum notify_kind kind,
                         const char *about, int64_t number, const char *title, int64_t now)
{
    struct text t;

    w->kind = STORE_OUTBOX;
    w->outbox = (struct store_outbox){
        .what = OUTBOX_ADD,
        .row = {.account = account, .kind = kind, .number = number, .at = now, .due = now}};
    text_init(&t, w->outbox.row.about, sizeof w->outbox.row.about);
    text_add(&t, about);
    text_init(&t, w->outbox.row.text, sizeof w->outbox.row.text);
    text_add(&t, title);
    w->outbox.row.text[text_utf8(w->outbox.row.text, strlen(w->outbox.row.text))] = 0;
}

void notice_send(struct live_registry *reg, int64_t account, enum notify_kind kind,
                 const char *about, int64_t number, const char *title, int64_t now)
{
    struct writer_task *t = reg->notifier && !reg->ended ? writer_task(1, writer_task_done) : NULL;

    if (!t)
        return;
    notice_write(&t->writes[0], account, kind, about, number, title, now);
    writer_submit(reg->writer, t);
}

void notice_challenges(struct live_registry *reg, const struct store_game *row, int64_t now)
{
    for (unsigned seat = 0; seat < row->seats; seat++) {
        if (row->seat[seat].account && !strcmp(row->seat[seat].kind, "open"))
            notice_send(reg, row->seat[seat].account, NOTIFY_CHALLENGE, row->id, 0, "", now);
    }
}

// Whoever is here, or may come by himself, is told later.
static int64_t due(const struct live_game *live, int seat, int64_t now)
{
    bool here = seat >= 0 && ((live_game_seats_here(live) | presence_elsewhere(live)) >> seat & 1);

    return now + (here ? NOTIFIER_PRESENT : NOTIFIER_SOON);
}

// It is told that it is this seat's turn, or nobody's (-1).
static void write_turn(const struct live_game *live, int seat, unsigned length, int64_t now,
                       struct store_write *w)
{
    const struct store_seat *next = seat >= 0 ? &live->state.row.seat[seat] : NULL;
    int64_t account = next && !strcmp(next->kind, "person") ? next->account : 0;

    notice_write(w, account, NOTIFY_TURN, live->state.row.id, length, "", now);
    w->outbox.what = OUTBOX_PASS_TURN;
    w->outbox.row.due = due(live, seat, now);
}

static bool has_accounts(const struct live_state *l)
{
    for (unsigned seat = 0; seat < l->row.seats; seat++) {
        if (l->row.seat[seat].account && !strcmp(l->row.seat[seat].kind, "person"))
            return true;
    }
    return false;
}

bool notice_turn_write(const struct live_game *live, const struct live_change *change,
                       struct store_write *w)
{
    bool undoes = !strcmp(change->entry.kind, "undo");

    if (!live_is_slow(&live->state) || !has_accounts(&live->state) ||
        !(change->acts || undoes || change->result.over))
        return false;
    write_turn(live, change->next, live->state.match.history.length + 1, change->entry.at, w);
    w->with_last = true;
    return true;
}

bool notice_end_vacation_write(const struct live_game *live, const struct store_entry *entry,
                               struct store_write *w)
{
    if (strcmp(entry->kind, "act") != 0 || !live_on_vacation(&live->state, entry->seat, entry->at))
        return false;
    w->kind = STORE_OUTBOX;
    w->with_last = true;
    w->outbox = (struct store_outbox){.what = OUTBOX_END_VACATION, .at = entry->at};
    w->outbox.vacation.account = live->state.row.seat[entry->seat].account;
    return true;
}

// Those for whose word the deal waits.
static void write_deal(const struct live_game *live, int64_t now, struct writer_task *t)
{
    const struct store_game *row = &live->state.row;
    uint8_t awaited = store_awaited(row);
    int64_t number = store_asked(row) ? NOTIFY_COMMITMENT : NOTIFY_SHARE;

    t->count = 0;
    for (unsigned seat = 0; seat < row->seats; seat++) {
        const struct store_seat *s = &row->seat[seat];
        if (!(awaited >> seat & 1) || !s->account || strcmp(s->kind, "person") != 0)
            continue;
        struct store_write *w = &t->writes[t->count++];
        notice_write(w, s->account, NOTIFY_TURN, row->id, number, "", now);
        w->outbox.row.due = due(live, (int)seat, now);
    }
}

void notice_begin(struct live_registry *reg, const struct live_game *live, int64_t now)
{
    bool waits = live_deal_waits(&live->state);
    bool begun = (waits || live->state.row.phase == STORE_PLAYING) &&
                 !match_over(&live->state.match) && live_is_slow(&live->state) &&
                 has_accounts(&live->state);
    struct writer_task *t = reg->notifier && !reg->ended && begun
                                ? writer_task(GAME_MAX_SEATS, writer_task_done)
                                : NULL;

    if (!t)
        return;
    t->count = 1;
    if (waits)
        write_deal(live, now, t);
    else
        write_turn(live, match_to_act(&live->state.match), live->state.match.history.length, now,
                   &t->writes[0]);
    if (t->count)
        writer_submit(reg->writer, t);
    else
        writer_task_free(t);
}

static void begin_known(struct live_registry *reg, struct load_waiter *waiter,
                        struct live_game *live, const struct error *e)
{
    (void)e; // then nobody is told; it is his turn all the same
    if (live)
        notice_begin(reg, live, live_registry_now(reg));
    free(waiter);
}

void notice_begin_soon(struct live_registry *reg, const char *game)
{
    struct load_waiter *waiter = reg->notifier ? calloc(1, sizeof *waiter) : NULL;

    if (waiter)
        waiter->ready = begin_known;
    live_game_load(reg, game, false, waiter);
}

// Those who are still asked for a commitment have been told when the game was made.
static void send_deal_notice(struct live_registry *reg, struct load_waiter *waiter,
                             struct live_game *live, const struct error *e)
{
    (void)e;
    if (live && live_deal_waits(&live->state) && !store_asked(&live->state.row))
        notice_begin(reg, live, live_registry_now(reg));
    free(waiter);
}

void notice_deal_soon(struct live_registry *reg, const char *game)
{
    struct load_waiter *waiter = reg->notifier && !reg->ended ? calloc(1, sizeof *waiter) : NULL;

    if (!waiter)
        return;
    waiter->ready = send_deal_notice;
    live_game_load(reg, game, true, waiter);
}
