// SPDX-License-Identifier: MIT
// Whose turn it is: for somebody who comes back, by a session, by the seats that a browser keeps, or both.
#include <stdlib.h>
#include <string.h>

#include "server/live/livejson.h"
#include "server/live/liveread.h"
#include "server/api/request.h"

struct visit {
    struct schema_many seats; // "GAME=TOKEN"
};

static const struct schema_field visit_shape[] = {
    {"seats", SCHEMA_MANY_PAIRS, offsetof(struct visit, seats), 0, false},
    {0},
};

// What is being gathered.
struct turns {
    struct hub *hub;
    struct json_writer *j;
    unsigned waiting;
    unsigned count;
    char told[SCHEMA_MANY + STORE_LIST][STORE_ID]; // games that are in the answer already
};

static bool is_told(const struct turns *t, const char *id)
{
    for (unsigned i = 0; i < t->count; i++) {
        if (!strcmp(t->told[i], id))
            return true;
    }
    return false;
}

// The seat to act, or -1: from memory, or else by replaying the journal.
static int to_act(struct hub *h, const struct store_game *row)
{
    struct room *room = room_find(h, row->id);
    struct live live;
    struct error e;
    int seat = -1;

    if (row->phase != STORE_PLAYING)
        return -1;
    if (room)
        return match_to_act(&room->live.match);
    if (live_read(&live, h->reader, row, &e))
        seat = match_to_act(&live.match);
    live_clear(&live);
    return seat;
}

static void tell(struct turns *t, const struct store_game *row, int seat)
{
    bool invited = !strcmp(row->seat[seat].kind, "open");
    bool yours = !invited && to_act(t->hub, row) == seat;

    memcpy(t->told[t->count++], row->id, STORE_ID);
    t->waiting += yours || invited;
    json_write_object(t->j, NULL);
    json_write_number(t->j, "seat", seat);
    json_write_bool(t->j, "yours", yours);
    json_write_bool(t->j, "invited", invited);
    livejson_row(row, t->j, "row");
    json_write_end_object(t->j);
}

// Games that an account sits at or is asked to.
static bool tell_account(struct turns *t, int64_t account, struct error *e)
{
    struct store_game *games = calloc(STORE_LIST, sizeof *games);
    unsigned count = 0;
    bool good = games ? store_games_now(t->hub->reader, account, games, &count, e)
                      : error_set(e, "memory.games", "there is no memory for games");

    for (unsigned i = 0; i < count; i++) {
        for (unsigned seat = 0; seat < games[i].seats; seat++) {
            if (games[i].seat[seat].account == account && !is_told(t, games[i].id))
                tell(t, &games[i], (int)seat);
        }
    }
    free(games);
    return good;
}

// A seat that a browser has the secret of; `pair` is "GAME=TOKEN". What is over or opens nothing is not told.
static bool tell_seat(struct turns *t, const char *pair, struct error *e)
{
    struct store_game row;
    char id[STORE_ID] = "";
    bool found = false;
    int seat = -1;

    if (strcspn(pair, "=") == STORE_ID - 1)
        memcpy(id, pair, STORE_ID - 1);
    if (!token_is_game_id(id) || is_told(t, id))
        return true;
    if (!store_game(t->hub->reader, id, &row, &found, e))
        return false;
    for (unsigned i = 0; found && i < row.seats; i++) {
        if (token_opens(pair + STORE_ID, row.seat[i].token))
            seat = (int)i;
    }
    if (seat >= 0 && row.phase != STORE_OVER)
        tell(t, &row, seat);
    return true;
}

void api_turns(struct hub *h, struct request *r, int64_t now)
{
    struct visit visit = {0};
    struct store_account account;
    struct turns t = {.hub = h};
    struct error e;
    struct json_writer j;

    if (!request_maybe_account(h, r, &account))
        return;
    if (!limits_allow(h->limits, r->address, LIMITS_TURNS, now, &e)) {
        request_refuse(h, r, REQUEST_TOO_MANY, &e);
        return;
    }
    if (r->length && !schema_read(visit_shape, r->body, r->length, &visit, &e)) {
        request_refuse(h, r, REQUEST_BAD, &e);
        return;
    }
    t.j = &j;
    request_begin(r, &j);
    json_write_number(&j, "time", now);
    json_write_array(&j, "games");
    bool good = !account.id || tell_account(&t, account.id, &e);
    for (unsigned i = 0; good && i < visit.seats.count; i++)
        good = tell_seat(&t, visit.seats.at[i], &e);
    json_write_end_array(&j);
    json_write_number(&j, "waiting", t.waiting);
    explicit_bzero(&visit, sizeof visit);
    if (good) {
        request_end(h, r, &j, REQUEST_OK);
        return;
    }
    message_drop(message_end(&r->draft));
    request_no_database(h, r, &e);
}
