// SPDX-License-Identifier: MIT
// Whose turn it is: for somebody who comes back, by a session, by the seats that a browser keeps,
// or both.
#include <stdlib.h>
#include <string.h>

#include "server/live/dealing.h"
#include "server/live/livejson.h"
#include "server/live/liveread.h"
#include "server/api/handlers.h"
#include "server/api/reading.h"

struct visit {
    struct schema_many seats; // "GAME=TOKEN"
};

static const struct schema_field visit_shape[] = {
    {"seats", SCHEMA_MANY_PAIRS, offsetof(struct visit, seats), 0, false},
    {0},
};

// What is being gathered.
struct turns_reading {
    struct reading base;
    struct visit visit;
    int64_t account; // or 0
    int64_t now;
    struct store *store;
    struct json_writer *j;
    unsigned waiting;
    unsigned count;
    char listed[SCHEMA_MANY + STORE_LIST][STORE_ID]; // games that are in the answer already
};

static bool is_listed(const struct turns_reading *t, const char *id)
{
    for (unsigned i = 0; i < t->count; i++) {
        if (!strcmp(t->listed[i], id))
            return true;
    }
    return false;
}

// The seat to act, or -1, by replaying the journal.
static int to_act(struct store *s, const struct store_game *row)
{
    struct live_state state;
    struct error e;
    int seat = -1;

    if (row->phase != STORE_PLAYING)
        return -1;
    if (live_read(&state, s, row, &e))
        seat = match_to_act(&state.match);
    live_clear(&state);
    return seat;
}

// Whether the game waits for its deal, and for this seat's share in it.
static bool is_awaited(const struct store_game *row, int seat)
{
    for (unsigned i = 0; i < row->seats; i++) {
        if (!strcmp(row->seat[i].kind, "open"))
            return false;
    }
    return row->phase == STORE_OPEN && (store_awaited(row) >> seat & 1);
}

static void add_turn(struct turns_reading *t, const struct store_game *row, int seat)
{
    bool invited = !strcmp(row->seat[seat].kind, "open");
    bool yours = !invited && (is_awaited(row, seat) || to_act(t->store, row) == seat);

    memcpy(t->listed[t->count++], row->id, STORE_ID);
    t->waiting += yours || invited;
    json_write_object(t->j, NULL);
    json_write_number(t->j, "seat", seat);
    json_write_bool(t->j, "yours", yours);
    json_write_bool(t->j, "invited", invited);
    livejson_row(row, t->j, "row");
    json_write_end_object(t->j);
}

// Games that an account sits at or is asked to.
static bool list_account(struct turns_reading *t, int64_t account, struct error *e)
{
    struct store_game *games = calloc(STORE_LIST, sizeof *games);
    unsigned count = 0;
    bool good = games ? store_games_now(t->store, account, games, &count, e)
                      : error_set(e, "memory.games", "there is no memory for games");

    for (unsigned i = 0; i < count; i++) {
        for (unsigned seat = 0; seat < games[i].seats; seat++) {
            if (games[i].seat[seat].account == account && !is_listed(t, games[i].id))
                add_turn(t, &games[i], (int)seat);
        }
    }
    free(games);
    return good;
}

// A seat that a browser has the secret of; `pair` is "GAME=TOKEN". What is over or opens nothing is
// not told.
static bool list_seat(struct turns_reading *t, const char *pair, struct error *e)
{
    struct store_game row;
    char id[STORE_ID] = "";
    bool found = false;
    int seat = -1;

    if (strcspn(pair, "=") == STORE_ID - 1)
        memcpy(id, pair, STORE_ID - 1);
    if (!token_is_game_id(id) || is_listed(t, id))
        return true;
    if (!store_game(t->store, id, &row, &found, e))
        return false;
    for (unsigned i = 0; found && i < row.seats; i++) {
        if (token_opens(pair + STORE_ID, row.seat[i].token))
            seat = (int)i;
    }
    if (seat >= 0 && row.phase != STORE_OVER)
        add_turn(t, &row, seat);
    return true;
}

static bool read_turns(struct store *s, struct reading *base, struct error *e)
{
    struct turns_reading *t = (struct turns_reading *)base;
    struct payload_draft d;
    struct json_writer j;

    t->store = s;
    t->j = &j;
    reading_begin(&d, &j);
    json_write_number(&j, "time", t->now);
    json_write_array(&j, "games");
    bool good = !t->account || list_account(t, t->account, e);
    for (unsigned i = 0; good && i < t->visit.seats.count; i++)
        good = list_seat(t, t->visit.seats.at[i], e);
    json_write_end_array(&j);
    json_write_number(&j, "waiting", t->waiting);
    reading_end(base, &d, &j);
    return good;
}

static void clear_turns(struct reading *base)
{
    struct turns_reading *t = (struct turns_reading *)base;

    explicit_bzero(&t->visit, sizeof t->visit);
}

void api_turns(struct live_registry *reg, struct request *r, int64_t now)
{
    struct store_account account;
    struct turns_reading *t;
    struct error e;

    if (!request_maybe_account(reg, r, &account))
        return;
    if (!limits_allow(reg->limits, r->address, LIMITS_TURNS, now, &e)) {
        request_refuse(reg, r, REQUEST_TOO_MANY, &e);
        return;
    }
    if (!(t = reading(reg, r, sizeof *t, read_turns, reading_made)))
        return;
    t->base.clear = clear_turns;
    if (r->length && !schema_read(visit_shape, r->body, r->length, &t->visit, &e)) {
        request_refuse(reg, r, REQUEST_BAD, &e);
        reading_drop(&t->base);
        return;
    }
    t->account = account.id;
    t->now = now;
    reading_go(reg, r, &t->base, READER_LISTS);
}
