// SPDX-License-Identifier: MIT
// Saying no: to a seat that somebody keeps for one, and to people whom one does not want to meet.
#include <stdlib.h>
#include <string.h>

#include "server/api/request.h"
#include "server/log.h"

// ---------------------------------------------------------------------------------------------
// Refusing a seat
// ---------------------------------------------------------------------------------------------

// The game is broken off: it was meant for whoever does not want it.
static void refusal_stored(struct hub *h, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    const struct store_entry *entry = &t->writes[0].entry;
    struct request *r = request_find(h, *(uint64_t *)t->extra);
    struct room *room = room_find(h, entry->game);
    bool good = !t->failed && t->writes[0].answer == STORE_DONE;
    struct json_writer j;
    struct error e;

    if (room) {
        room->busy = false;
        if (good && entry->number == room->live.journal.number &&
            live_apply(&room->live, entry, &e))
            room_tell_event(h, room, entry);
        room_refresh(h, room);
        client_command_go(h, room);
        lobby_changed(h);
    }
    if (r && good) {
        request_begin(r, &j);
        request_end(h, r, &j, REQUEST_OK);
    } else if (r && t->failed) {
        request_no_database(h, r, &t->fault);
    } else if (r) {
        request_refuse_with(h, r, REQUEST_CONFLICT, "refuse.late",
                            "something else happened at the game meanwhile: look again");
    }
    writer_task_free(t);
}

static int kept_seat(const struct live *l, const struct store_account *account)
{
    for (unsigned seat = 0; seat < l->row.seats; seat++) {
        if (live_seat_open(l, (int)seat) && l->row.seat[seat].account == account->id)
            return (int)seat;
    }
    return -1;
}

static bool make_refusal(const struct room *room, int seat, int64_t now, struct store_entry *entry,
                         struct error *e)
{
    const struct live_wish wish = {.seat = seat, .kind = "abort", .ply = -1, .at = now};

    if (room->busy || room->stale)
        return error_set(e, "refuse.late",
                         "something else happened at the game meanwhile: look again");
    return live_make(&room->live, &wish, entry, e);
}

static bool send_refusal(struct hub *h, struct request *r, struct room *room,
                         const struct store_entry *entry, struct error *e)
{
    struct writer_task *t = writer_task(2, refusal_stored);
    uint64_t *id = malloc(sizeof *id);

    if (!t || !id) {
        free(t);
        free(id);
        return error_set(e, "memory.this", "there is no memory for this");
    }
    *id = r->id;
    t->extra = id;
    t->writes[0].kind = STORE_ADD_ENTRY;
    t->writes[0].entry = *entry;
    t->writes[1].kind = STORE_SET_PHASE;
    t->writes[1].with_last = true;
    memcpy(t->writes[1].game.id, room->live.row.id, STORE_ID);
    t->writes[1].game.phase = STORE_OVER;
    room->busy = true;
    writer_submit(h->writer, t);
    return true;
}

void api_refuse(struct hub *h, struct request *r, int64_t now)
{
    struct store_account account;
    struct store_entry entry;
    struct error e;

    if (!request_account(h, r, &account))
        return;
    struct room *room = token_is_game_id(r->word) ? room_enter(h, r->word, &e) : NULL;
    int seat = room ? kept_seat(&room->live, &account) : -1;
    if (seat < 0)
        request_refuse_with(h, r, REQUEST_NOT_FOUND, "refuse.none",
                            "no seat of such a game is kept for you");
    else if (!make_refusal(room, seat, now, &entry, &e) || !send_refusal(h, r, room, &entry, &e))
        request_refuse(h, r, REQUEST_CONFLICT, &e);
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

static void write_blocks(struct hub *h, struct request *r, int64_t account)
{
    struct store_block list[STORE_LIST];
    unsigned count = 0;
    struct json_writer j;
    struct error e;

    if (!store_blocks(h->reader, account, list, &count, &e)) {
        request_no_database(h, r, &e);
        return;
    }
    request_begin(r, &j);
    json_write_array(&j, "blocked");
    for (unsigned i = 0; i < count; i++)
        json_write_string(&j, NULL, list[i].name);
    json_write_end_array(&j);
    request_end(h, r, &j, REQUEST_OK);
}

void api_blocks(struct hub *h, struct request *r, int64_t now)
{
    struct store_account account;

    (void)now;
    if (request_account(h, r, &account))
        write_blocks(h, r, account.id);
}

static void block_stored(struct hub *h, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    struct request *r = request_find(h, *(uint64_t *)t->extra);

    if (r && t->failed)
        request_no_database(h, r, &t->fault);
    else if (r && t->writes[0].answer != STORE_DONE)
        request_refuse_with(h, r, REQUEST_NOT_FOUND, "account.none", "there is no such account");
    else if (r)
        write_blocks(h, r, t->writes[0].block.account);
    writer_task_free(t);
}

static void send_block(struct hub *h, struct request *r, const struct store_block *block)
{
    struct writer_task *t = writer_task(1, block_stored);
    uint64_t *id = malloc(sizeof *id);

    if (!t || !id) {
        free(t);
        free(id);
        request_refuse_with(h, r, REQUEST_BROKEN, "memory.this", "there is no memory for this");
        return;
    }
    *id = r->id;
    t->extra = id;
    t->writes[0].kind = STORE_SET_BLOCK;
    t->writes[0].block = *block;
    writer_submit(h->writer, t);
}

void api_block(struct hub *h, struct request *r, int64_t now)
{
    struct blocking wanted = {.blocked = true};
    struct store_account account, other;
    bool found = false;
    struct error e;

    (void)now;
    if (!request_account(h, r, &account))
        return;
    if (!schema_read(blocking_shape, r->body, r->length, &wanted, &e))
        request_refuse(h, r, REQUEST_BAD, &e);
    else if (!store_account_named(h->reader, wanted.name, &other, &found, &e))
        request_no_database(h, r, &e);
    else if (!found)
        request_refuse_with(h, r, REQUEST_NOT_FOUND, "account.none", "there is no such account");
    else if (other.id == account.id)
        request_refuse_with(h, r, REQUEST_BAD, "block.self", "nobody can block himself");
    else
        send_block(
            h, r,
            &(struct store_block){.account = account.id, .other = other.id, .on = wanted.blocked});
}
