// SPDX-License-Identifier: MIT
// Saying no: to a seat that somebody keeps for one, to an invitation, and to people whom one does
// not want to meet.
#include <stdlib.h>
#include <string.h>

#include "server/api/handlers.h"
#include "server/api/reading.h"
#include "server/live/fair.h"
#include "server/live/rating.h"
#include "server/log.h"
#include "server/names.h"
#include "server/live/lobby.h"
#include "server/live/processes.h"
#include "server/live/livegames.h"

// ---------------------------------------------------------------------------------------------
// Refusing a seat
// ---------------------------------------------------------------------------------------------

// The game is broken off: it was meant for whoever does not want it.
static void refusal_stored(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    const struct store_entry *entry = &t->writes[0].entry;
    struct request *r = request_stored(reg, t);
    struct live_game *live = live_game_find(reg, entry->game);
    bool good = !t->failed && t->writes[0].answer == STORE_DONE;

    if (live) {
        live_game_entry_stored(reg, live, good ? entry : NULL);
        lobby_changed(reg);
    }
    if (r && good)
        request_done(reg, r, REQUEST_OK);
    else if (r)
        request_refuse_with(reg, r, REQUEST_CONFLICT, "refuse.late",
                            "something else happened at the game meanwhile: look again");
    writer_task_free(t);
}

static int kept_seat(const struct live_state *l, const struct store_account *account)
{
    for (unsigned seat = 0; seat < l->row.seats; seat++) {
        if (live_seat_open(l, (int)seat) && l->row.seat[seat].account == account->id)
            return (int)seat;
    }
    return -1;
}

static bool make_refusal(const struct live_game *live, int seat, int64_t now,
                         struct live_change *change, struct error *e)
{
    const struct live_command command = {.seat = seat, .kind = "abort", .ply = -1, .at = now};

    if (live->busy || live->stale)
        return error_set(e, "refuse.late",
                         "something else happened at the game meanwhile: look again");
    return live_make(&live->state, &command, change, e);
}

static void send_refusal(struct live_registry *reg, struct request *r, struct live_game *live,
                         const struct live_change *change)
{
    struct writer_task *t = request_task(reg, r, 2, refusal_stored);

    if (!t)
        return;
    t->writes[0].kind = STORE_ADD_ENTRY;
    t->writes[0].entry = change->entry;
    t->writes[1].kind = STORE_SET_PHASE;
    t->writes[1].with_last = true;
    memcpy(t->writes[1].game.id, live->state.row.id, STORE_ID);
    t->writes[1].game.phase = STORE_OVER;
    rating_result(&live->state, change, t->writes[1].game.result);
    live->busy = true;
    writer_submit(reg->writer, t);
}

void api_refuse(struct live_registry *reg, struct request *r, int64_t now)
{
    struct store_account account;
    struct live_change change;
    struct error e;

    if (!request_account(reg, r, &account))
        return;
    struct live_game *live = request_live_game(reg, r);
    if (!live)
        return;
    int seat = kept_seat(&live->state, &account);
    if (seat < 0)
        request_refuse_with(reg, r, REQUEST_NOT_FOUND, "refuse.none",
                            "no seat of such a game is kept for you");
    else if (!make_refusal(live, seat, now, &change, &e))
        request_refuse(reg, r, REQUEST_CONFLICT, &e);
    else
        send_refusal(reg, r, live, &change);
}

// ---------------------------------------------------------------------------------------------
// Declining an invitation
// ---------------------------------------------------------------------------------------------

struct wanted_decline {
    char name[STORE_NAME]; // of a guest
};

static const struct schema_field decline_shape[] = {
    {"name", SCHEMA_WORD, offsetof(struct wanted_decline, name), STORE_NAME, false},
    {0},
};

// Whether whoever declines may be called so is read first: nobody declines in the name of others.
struct decline {
    struct reading base;
    struct wanted_decline wanted;
    struct store_account account;
    struct store_game row;
    bool refused;
    struct error why;
};

static bool read_decline(struct store *s, struct reading *t, struct error *e)
{
    struct decline *d = (struct decline *)t;

    (void)e;
    d->refused = !fair_guest(s, d->wanted.name, &d->account, &d->why) ||
                 !fair_table(&d->row, d->wanted.name, &d->account, &d->why) ||
                 !fair_company(s, &d->row, &d->account, &d->why);
    return true;
}

// Whether there is a seat that this person could take.
static bool may_decline(const struct live_state *l, const struct store_account *account,
                        struct error *e)
{
    bool open = false;

    if (match_over(&l->match))
        return error_set(e, "live.over", "the game is over");
    for (unsigned seat = 0; seat < l->row.seats; seat++) {
        bool free = live_seat_open(l, (int)seat);
        if (!free && account->id && l->row.seat[seat].account == account->id)
            return error_set(e, "sit.already", "you sit at this game already");
        open = open || free;
    }
    return open || error_set(e, "sit.full", "no seat is open");
}

static void answer_decline(struct live_registry *reg, struct request *r, struct reading *t)
{
    const struct decline *d = (const struct decline *)t;
    struct live_game *live = request_live_game(reg, r);
    struct json_writer j;
    struct error e = d->why;

    if (!live)
        return;
    if (d->refused || !may_decline(&live->state, &d->account, &e)) {
        request_refuse(reg, r, REQUEST_CONFLICT, &e);
    } else if (!said_decline(reg, live, d->account.id ? d->account.name : d->wanted.name,
                             live_registry_now(reg), &e)) {
        request_refuse(reg, r, REQUEST_TOO_MANY, &e);
    } else {
        request_begin(r, &j);
        json_write_bool(&j, "told", (live_game_seats_here(live) | presence_elsewhere(live)) != 0);
        request_end(reg, r, &j, REQUEST_OK);
    }
}

void api_decline(struct live_registry *reg, struct request *r, int64_t now)
{
    struct wanted_decline wanted = {.name = ""};
    struct store_account account;
    struct decline *d;
    struct error e;

    (void)now;
    if (!request_maybe_account(reg, r, &account))
        return;
    if ((r->length && !schema_read(decline_shape, r->body, r->length, &wanted, &e)) ||
        !name_check(wanted.name, &e)) {
        request_refuse(reg, r, REQUEST_BAD, &e);
        return;
    }
    const struct live_game *live = request_live_game(reg, r);
    if (!live)
        return;
    if (!may_decline(&live->state, &account, &e)) {
        request_refuse(reg, r, REQUEST_CONFLICT, &e);
    } else if ((d = reading(reg, r, sizeof *d, read_decline, answer_decline))) {
        d->wanted = wanted;
        d->account = account;
        d->row = live->state.row;
        reading_go(reg, r, &d->base, READER_GAMES);
    }
}

// ---------------------------------------------------------------------------------------------
// Blocking people
// ---------------------------------------------------------------------------------------------

struct blocking {
    char name[STORE_NAME];
    bool blocked;
};

static const struct schema_field blocking_shape[] = {
    {"name", SCHEMA_WORD, offsetof(struct blocking, name), STORE_NAME, true},
    {"blocked", SCHEMA_FLAG, offsetof(struct blocking, blocked), 0, false},
    {0},
};

// The people whom an account has blocked.
struct blocked {
    struct reading base;
    int64_t account;
    struct store_block list[STORE_LIST];
    unsigned count;
};

static bool read_blocks(struct store *s, struct reading *t, struct error *e)
{
    struct blocked *b = (struct blocked *)t;

    return store_blocks(s, b->account, b->list, &b->count, e);
}

static void answer_blocks(struct live_registry *reg, struct request *r, struct reading *t)
{
    const struct blocked *b = (struct blocked *)t;
    struct json_writer j;

    request_begin(r, &j);
    json_write_array(&j, "blocked");
    for (unsigned i = 0; i < b->count; i++)
        json_write_string(&j, NULL, b->list[i].name);
    json_write_end_array(&j);
    request_end(reg, r, &j, REQUEST_OK);
}

static void write_blocks(struct live_registry *reg, struct request *r, int64_t account)
{
    struct blocked *b = reading(reg, r, sizeof *b, read_blocks, answer_blocks);

    if (!b)
        return;
    b->account = account;
    reading_go(reg, r, &b->base, READER_LISTS);
}

void api_blocks(struct live_registry *reg, struct request *r, int64_t now)
{
    struct store_account account;

    (void)now;
    if (request_account(reg, r, &account))
        write_blocks(reg, r, account.id);
}

static void block_stored(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    struct request *r = request_stored(reg, t);

    if (r && t->writes[0].answer != STORE_DONE)
        request_refuse_with(reg, r, REQUEST_NOT_FOUND, "account.none", "there is no such account");
    else if (r)
        write_blocks(reg, r, t->writes[0].block.account);
    writer_task_free(t);
}

static void send_block(struct live_registry *reg, struct request *r,
                       const struct store_block *block)
{
    struct writer_task *t = request_task(reg, r, 1, block_stored);

    if (!t)
        return;
    t->writes[0].kind = STORE_SET_BLOCK;
    t->writes[0].block = *block;
    writer_submit(reg->writer, t);
}

// Somebody who is to be blocked, or not any more.
struct blocking_whom {
    struct reading base;
    struct blocking wanted;
    int64_t account;
    struct store_account other;
    bool found;
};

static bool read_other(struct store *s, struct reading *t, struct error *e)
{
    struct blocking_whom *b = (struct blocking_whom *)t;

    return store_account_named(s, b->wanted.name, &b->other, &b->found, e);
}

static void block_other(struct live_registry *reg, struct request *r, struct reading *t)
{
    const struct blocking_whom *b = (struct blocking_whom *)t;

    if (!b->found)
        request_refuse_with(reg, r, REQUEST_NOT_FOUND, "account.none", "there is no such account");
    else if (b->other.id == b->account)
        request_refuse_with(reg, r, REQUEST_BAD, "block.self", "you cannot block yourself");
    else
        send_block(reg, r,
                   &(struct store_block){
                       .account = b->account, .other = b->other.id, .on = b->wanted.blocked});
}

void api_block(struct live_registry *reg, struct request *r, int64_t now)
{
    struct blocking wanted = {.blocked = true};
    struct store_account account;
    struct blocking_whom *b;
    struct error e;

    (void)now;
    if (!request_account(reg, r, &account))
        return;
    if (!schema_read(blocking_shape, r->body, r->length, &wanted, &e)) {
        request_refuse(reg, r, REQUEST_BAD, &e);
    } else if ((b = reading(reg, r, sizeof *b, read_other, block_other))) {
        b->wanted = wanted;
        b->account = account.id;
        reading_go(reg, r, &b->base, READER_GAMES);
    }
}
