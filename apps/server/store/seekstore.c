// SPDX-License-Identifier: MIT
// People who wait for an opponent, and short codes of open games: writing and reading, for both
// databases. That two are paired once is decided here, by rows that only one writer can change.
#include <assert.h>

#include "server/store/store.h"
#include "server/store/internal.h"

static_assert((int)SEEK_HASH == STORE_HASH && (int)SEEK_NAME == STORE_NAME &&
                  (int)SEEK_WORD == STORE_WORD && (int)SEEK_GAME == STORE_ID,
              "as of games and people");

enum { FORGOTTEN = 10 * 60 * 1000 }; // milliseconds after which nobody asks what became of a seek

// ---------------------------------------------------------------------------------------------
// Writing
// ---------------------------------------------------------------------------------------------

bool store_is_pool(const struct store_write *w)
{
    switch (w->kind) {
    case STORE_ADD_SEEK:
        return !store_blank(w->seek.token, STORE_HASH) &&
               store_is_text(w->seek.name, sizeof w->seek.name) &&
               store_is_text(w->seek.game, sizeof w->seek.game) &&
               store_is_text(w->seek.clock, sizeof w->seek.clock);
    case STORE_ADD_PAIR:
        return store_is_id(w->pair.game);
    case STORE_ADD_CODE:
        return store_is_id(w->code.game) && store_is_text(w->code.code, sizeof w->code.code);
    default:
        return true;
    }
}

// A new seek; an account's earlier request makes room.
static bool begin_waiting(struct store *s, struct store_write *write, struct error *e)
{
    const struct store_seek *w = &write->seek;
    char folded[STORE_NAME];
    const struct value values[] = {
        store_bytes(w->token, STORE_HASH),
        store_account_value(w->account),
        store_text(folded),
        store_text(w->name),
        store_text(w->game),
        store_text(w->clock),
        store_number(w->rated),
        store_number(w->since),
        store_number(w->until),
    };
    const struct value old = store_number(w->since - FORGOTTEN);
    int64_t added = 0;
    bool there;

    store_fold(w->name, folded, sizeof folded);
    if (!store_has_account(s, w->account, &there, e) ||
        !store_run(s, SQL_PURGE_POOL, &old, 1, NULL, e))
        return false;
    if (there && w->account && !store_run(s, SQL_LEAVE_POOL_OF, values + 1, 1, NULL, e))
        return false;
    if (there && !store_run(s, SQL_ENTER_POOL, values, 9, &added, e))
        return false;
    write->answer = added ? STORE_DONE : there ? STORE_TAKEN : STORE_MISSING;
    return true;
}

static bool read_game_id(struct database *db, void *to)
{
    store_text_at(db, 0, to, STORE_ID);
    return true;
}

// Somebody still waits; or there is an opponent already; or he is not here any more.
static bool keep_seek(struct store *s, struct store_write *write, struct error *e)
{
    struct store_seek *w = &write->seek;
    const struct value values[] = {store_number(w->until), store_bytes(w->token, STORE_HASH)};
    int64_t changed = 0;

    w->found[0] = 0;
    if (!store_run(s, SQL_STAY_IN_POOL, values, 2, &changed, e) ||
        (!changed && !store_query(s, SQL_FOUND_IN_POOL, values + 1, 1, read_game_id, w->found, e)))
        return false;
    write->answer = changed ? STORE_DONE : w->found[0] ? STORE_PAIRED : STORE_MISSING;
    return true;
}

static bool add_seek(struct store *s, struct store_write *write, struct error *e)
{
    return keep_seek(s, write, e) && (write->answer != STORE_MISSING || begin_waiting(s, write, e));
}

// Takes one seek for a game, if he still waits.
static bool claim_seek(struct store *s, const struct store_write *w, unsigned which, bool *claimed,
                       struct error *e)
{
    const struct value values[] = {store_text(w->pair.game),
                                   store_bytes(w->pair.tokens[which], STORE_HASH),
                                   store_number(w->at)};
    int64_t changed = 0;

    if (!store_run(s, SQL_CLAIM_SEEK, values, 3, &changed, e))
        return false;
    *claimed = changed > 0;
    return true;
}

// Both or neither. The rows are locked by the order of their keys, so that two processes do not
// wait for each other.
static bool add_pair(struct store *s, struct store_write *w, struct error *e)
{
    unsigned first = memcmp(w->pair.tokens[0], w->pair.tokens[1], STORE_HASH) > 0;
    const struct value values[] = {store_bytes(w->pair.tokens[first], STORE_HASH),
                                   store_text(w->pair.game)};
    bool one = false, both = false;

    if (!claim_seek(s, w, first, &one, e) || (one && !claim_seek(s, w, !first, &both, e)))
        return false;
    w->answer = both ? STORE_DONE : STORE_TAKEN;
    return both || !one || store_run(s, SQL_RELEASE_SEEK, values, 2, NULL, e);
}

static bool read_code(struct database *db, void *to)
{
    store_text_at(db, 0, to, SEEK_CODE);
    return true;
}

static bool add_code(struct store *s, struct store_write *w, struct error *e)
{
    struct store_code *c = &w->code;
    char old[SEEK_CODE] = "";
    const struct value values[] = {store_text(c->code), store_text(c->game)};
    int64_t added = 0, there = 0;

    if (!store_run(s, SQL_FREE_CODE, values, 1, NULL, e) ||
        !store_run(s, SQL_ADD_CODE, values, 2, &added, e))
        return false;
    w->answer = STORE_DONE;
    if (added)
        return true;
    if (!store_query(s, SQL_CODE_OF_GAME, values + 1, 1, read_code, old, e) ||
        !store_run(s, SQL_HAS_OPEN_GAME, values + 1, 1, &there, e))
        return false;
    w->answer = !there ? STORE_MISSING : old[0] ? STORE_DONE : STORE_TAKEN;
    if (there && old[0])
        memcpy(c->code, old, sizeof old);
    return true;
}

bool store_pool(struct store *s, struct store_write *w, struct error *e)
{
    switch (w->kind) {
    case STORE_ADD_SEEK:
        return add_seek(s, w, e);
    case STORE_KEEP_SEEK:
        return keep_seek(s, w, e);
    case STORE_ADD_PAIR:
        return add_pair(s, w, e);
    case STORE_ADD_CODE:
        return add_code(s, w, e);
    default:
        return store_drop(s, w, SQL_LEAVE_POOL, store_bytes(w->token, STORE_HASH), e);
    }
}

// ---------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------

static bool read_seek(struct database *db, void *to)
{
    struct store_seek *w = store_next_row(to);
    size_t length;

    if (!w)
        return false;
    *w = (struct store_seek){
        .account = store_number_at(db, 1),
        .rated = store_number_at(db, 5) != 0,
        .rating = db->kind->real(db, 6),
        .since = store_number_at(db, 7),
        .until = store_number_at(db, 8),
    };
    const unsigned char *token = db->kind->bytes(db, 0, &length);
    if (token && length == STORE_HASH)
        memcpy(w->token, token, STORE_HASH);
    store_text_at(db, 2, w->name, sizeof w->name);
    store_text_at(db, 3, w->game, sizeof w->game);
    store_text_at(db, 4, w->clock, sizeof w->clock);
    store_text_at(db, 9, w->found, sizeof w->found);
    return true;
}

bool store_seeks(struct store *s, int64_t now, struct store_seek *list, unsigned *count,
                 struct error *e)
{
    const struct value values[] = {store_number(now), store_number(SEEKS_MOST)};
    struct store_rows rows = {.at = list, .size = sizeof *list, .capacity = SEEKS_MOST};

    return store_query_rows(s, SQL_SEEKS, values, 2, read_seek, rows, count, e);
}

bool store_game_of_code(struct store *s, const char *code, char game[SEEK_GAME], bool *found,
                        struct error *e)
{
    const struct value value = store_text(code);

    game[0] = 0;
    if (!store_query(s, SQL_GAME_OF_CODE, &value, 1, read_game_id, game, e))
        return false;
    *found = game[0] != 0;
    return true;
}
