// SPDX-License-Identifier: MIT
// Writing: a batch is one transaction. A write is refused by what its statement finds, never by a fault of the
// database, so that one refused write leaves the others alone.
#include <assert.h>
#include <math.h>

#include "base/text.h"
#include "server/store/store.h"
#include "server/store/storeparts.h"

enum { TRIES = 3, KEY_BYTES = 2 * STORE_WORD + 32 };

// ---------------------------------------------------------------------------------------------
// Sound data
// ---------------------------------------------------------------------------------------------

// A text that ends within its room and is UTF-8, as both databases want it.
static bool is_text(const char *text, size_t room)
{
    size_t length = strnlen(text, room);

    return length < room && text_utf8(text, length) == length;
}

// Ids stand in addresses and, one beside the other, in news.
static bool is_id(const char id[STORE_ID])
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";

    return is_text(id, STORE_ID) && id[0] && id[strspn(id, letters)] == 0;
}

static bool is_seat(const struct store_seat *seat)
{
    return is_text(seat->kind, sizeof seat->kind) && is_text(seat->name, sizeof seat->name);
}

static bool is_phase(enum store_phase phase)
{
    return phase == STORE_OPEN || phase == STORE_PLAYING || phase == STORE_OVER;
}

static bool is_game(const struct store_game *g)
{
    bool good = is_id(g->id) && is_text(g->game, sizeof g->game) &&
                is_text(g->options, sizeof g->options) && is_text(g->start, sizeof g->start) &&
                is_text(g->clock, sizeof g->clock) && is_text(g->before, sizeof g->before) &&
                is_phase(g->phase) && g->seats <= GAME_MAX_SEATS;

    for (unsigned i = 0; good && i < g->seats; i++)
        good = is_seat(&g->seat[i]);
    return good;
}

static bool is_entry(const struct store_entry *entry)
{
    return is_id(entry->game) && entry->number <= INT32_MAX && entry->seat >= GAME_PUBLIC &&
           entry->seat < GAME_MAX_SEATS && is_text(entry->kind, sizeof entry->kind) &&
           is_text(entry->text, sizeof entry->text);
}

static bool is_account(const struct store_account *account)
{
    return is_text(account->name, sizeof account->name) && account->name[0] &&
           is_text(account->password, sizeof account->password);
}

// Of an account or of a player, not of both.
static bool is_rating(const struct store_rating *r)
{
    return is_text(r->player, sizeof r->player) && is_text(r->game, sizeof r->game) &&
           (r->account != 0) == (r->player[0] == 0) && isfinite(r->rating) &&
           isfinite(r->deviation) && isfinite(r->volatility) && r->games <= INT32_MAX;
}

// Names of games and blanks.
static bool is_ready(const struct store_ready *ready)
{
    return ready->account != 0 && is_text(ready->games, sizeof ready->games);
}

static bool is_sound(const struct store_write *w)
{
    switch (w->kind) {
    case STORE_ADD_GAME:
        return is_game(&w->game);
    case STORE_TAKE_SEAT:
        return is_id(w->game.id) && is_seat(&w->seat) && w->number < GAME_MAX_SEATS;
    case STORE_ADD_ENTRY:
        return is_entry(&w->entry);
    case STORE_SET_PHASE:
        return is_id(w->game.id) && is_phase(w->game.phase);
    case STORE_DROP_GAME:
        return is_id(w->game.id);
    case STORE_ADD_ACCOUNT:
    case STORE_SET_ACCOUNT:
        return is_account(&w->account);
    case STORE_SET_BAN:
    case STORE_DROP_ACCOUNT:
    case STORE_ADD_SESSION:
    case STORE_TOUCH_SESSION:
    case STORE_DROP_SESSION:
    case STORE_END_SESSIONS:
    case STORE_PURGE_SESSIONS:
    case STORE_PROBE:
        return true;
    case STORE_SET_BLOCK:
        return w->block.account != 0 && w->block.other != 0 && w->block.account != w->block.other;
    case STORE_SET_READY:
        return is_ready(&w->ready);
    case STORE_TELL:
        return is_text(w->word, sizeof w->word) && w->word[0] && !strchr(w->word, ' ');
    case STORE_SET_RATING:
        return is_rating(&w->rating);
    case STORE_SET_PLAN:
        return is_id(w->plan.game) && w->plan.seat < GAME_MAX_SEATS && w->plan.at <= INT32_MAX &&
               is_text(w->plan.text, sizeof w->plan.text);
    }
    return false;
}

// ---------------------------------------------------------------------------------------------
// Statements
// ---------------------------------------------------------------------------------------------

bool store_run(struct store *s, enum statement statement, const struct value *values,
               unsigned count, int64_t *rows, struct error *e)
{
    const struct database_kind *kind = s->db->kind;
    enum database_step step;
    int64_t found = 0;

    if (!kind->start(s->db, statement, NULL, values, count, e))
        return false;
    while ((step = kind->step(s->db, e)) == DATABASE_ROW)
        found++;
    if (step == DATABASE_END && rows) {
        int64_t changed = found ? 0 : kind->changed(s->db);
        *rows = found ? found : changed;
    }
    kind->finish(s->db);
    return step == DATABASE_END;
}

bool store_settle(struct store *s, struct store_write *w, int64_t changed, enum statement has,
                  const struct value *values, unsigned count, struct error *e)
{
    int64_t there = 0;

    if (!changed && !store_run(s, has, values, count, &there, e))
        return false;
    w->answer = changed ? STORE_DONE : there ? STORE_TAKEN : STORE_MISSING;
    return true;
}

bool store_has_account(struct store *s, int64_t account, bool *there, struct error *e)
{
    const struct value values[] = {store_number(account)};
    int64_t rows = 0;

    if (account != 0 && !store_run(s, SQL_HAS_ACCOUNT, values, 1, &rows, e))
        return false;
    *there = account == 0 || rows > 0;
    return true;
}

struct value store_account_value(int64_t account)
{
    return account ? store_number(account) : (struct value){.kind = VALUE_NONE};
}

static struct value token_value(const unsigned char token[STORE_HASH])
{
    if (store_blank(token, STORE_HASH))
        return (struct value){.kind = VALUE_NONE};
    return store_bytes(token, STORE_HASH);
}

// ---------------------------------------------------------------------------------------------
// Games
// ---------------------------------------------------------------------------------------------

static bool add_seat(struct store *s, const char *game, unsigned number,
                     const struct store_seat *seat, struct error *e)
{
    const struct value values[] = {store_text(game),
                                   store_number(number),
                                   store_text(seat->kind),
                                   store_text(seat->name),
                                   store_account_value(seat->account),
                                   token_value(seat->token)};

    return store_run(s, SQL_ADD_SEAT, values, 6, NULL, e);
}

static bool add_game(struct store *s, struct store_write *w, struct error *e)
{
    const struct store_game *g = &w->game;
    const struct value values[] = {
        store_text(g->id),        store_text(g->game),
        store_text(g->options),   store_number((int64_t)g->seed),
        store_text(g->start),     store_text(g->clock),
        store_number(g->listed),  store_number(g->rated),
        store_number(g->guests),  store_number(g->created),
        store_number(g->changed), store_number(g->phase),
        store_text(g->before),
    };
    int64_t added;
    bool there = true;

    for (unsigned i = 0; i < g->seats && there; i++) {
        if (!store_has_account(s, g->seat[i].account, &there, e))
            return false;
    }
    w->answer = STORE_MISSING;
    if (!there)
        return true;
    if (!store_run(s, SQL_ADD_GAME, values, 13, &added, e))
        return false;
    w->answer = added ? STORE_DONE : STORE_TAKEN;
    for (unsigned i = 0; added && i < g->seats; i++) {
        if (!add_seat(s, g->id, i, &g->seat[i], e))
            return false;
    }
    return true;
}

// Without a time nothing is newer than before.
static bool touch_game(struct store *s, const struct store_write *w, struct error *e)
{
    const struct value values[] = {store_number(w->at), store_text(w->game.id)};

    return w->answer != STORE_DONE || w->at == 0 ||
           store_run(s, SQL_TOUCH_GAME, values, 2, NULL, e);
}

static bool take_seat(struct store *s, struct store_write *w, struct error *e)
{
    const struct value values[] = {
        store_text(w->seat.kind),   store_text(w->seat.name), store_account_value(w->seat.account),
        token_value(w->seat.token), store_text(w->game.id),   store_number(w->number)};
    int64_t taken;
    bool there;

    if (!store_has_account(s, w->seat.account, &there, e))
        return false;
    w->answer = STORE_MISSING;
    if (!there)
        return true;
    return store_run(s, SQL_LOCK_GAME, values + 4, 1, NULL, e) &&
           store_run(s, SQL_TAKE_SEAT, values, 6, &taken, e) &&
           store_settle(s, w, taken, SQL_HAS_SEAT, values + 4, 2, e) && touch_game(s, w, e);
}

static bool add_entry(struct store *s, struct store_write *w, struct error *e)
{
    const struct store_entry *entry = &w->entry;
    const struct value values[] = {
        store_number(entry->number),  store_text(entry->kind),      store_number(entry->seat),
        store_text(entry->text),      store_number(entry->at),      store_number(entry->left[0]),
        store_number(entry->left[1]), store_number(entry->left[2]), store_number(entry->left[3]),
        store_text(entry->game),
    };
    int64_t added;

    return store_run(s, SQL_ADD_ENTRY, values, 10, &added, e) &&
           store_settle(s, w, added, SQL_HAS_GAME, values + 9, 1, e);
}

static bool set_phase(struct store *s, struct store_write *w, struct error *e)
{
    const struct value values[] = {store_number(w->game.phase), store_text(w->game.id)};
    int64_t changed;

    if (!store_run(s, SQL_SET_PHASE, values, 2, &changed, e))
        return false;
    w->answer = changed ? STORE_DONE : STORE_MISSING;
    return touch_game(s, w, e);
}

static bool set_plan(struct store *s, struct store_write *w, struct error *e)
{
    const struct store_plan *p = &w->plan;
    const struct value gone[] = {store_text(p->game), store_number(p->seat)};
    const struct value values[] = {store_number(p->seat), store_number(p->at), store_text(p->text),
                                   store_text(p->game)};
    int64_t changed = 0;

    if (!p->text[0]) {
        w->answer = STORE_DONE;
        return store_run(s, SQL_DROP_PLAN, gone, 2, &changed, e);
    }
    if (!store_run(s, SQL_SET_PLAN, values, 4, &changed, e))
        return false;
    w->answer = changed ? STORE_DONE : STORE_MISSING;
    return true;
}

bool store_drop(struct store *s, struct store_write *w, enum statement statement, struct value what,
                struct error *e)
{
    int64_t dropped;

    if (!store_run(s, statement, &what, 1, &dropped, e))
        return false;
    w->answer = dropped ? STORE_DONE : STORE_MISSING;
    return true;
}

// ---------------------------------------------------------------------------------------------
// Batches
// ---------------------------------------------------------------------------------------------

static bool write_one(struct store *s, struct store_write *w, struct error *e)
{
    switch (w->kind) {
    case STORE_ADD_GAME:
        return add_game(s, w, e);
    case STORE_TAKE_SEAT:
        return take_seat(s, w, e);
    case STORE_ADD_ENTRY:
        return add_entry(s, w, e);
    case STORE_SET_PHASE:
        return set_phase(s, w, e);
    case STORE_ADD_ACCOUNT:
        return store_add_account(s, w, e);
    case STORE_SET_ACCOUNT:
        return store_set_account(s, w, e);
    case STORE_SET_BAN:
        return store_set_ban(s, w, e);
    case STORE_DROP_ACCOUNT:
        return store_drop_account(s, w, e);
    case STORE_ADD_SESSION:
        return store_add_session(s, w, e);
    case STORE_TOUCH_SESSION:
        return store_touch_session(s, w, e);
    case STORE_END_SESSIONS:
        return store_end_sessions(s, w, e);
    case STORE_PURGE_SESSIONS:
        return store_purge_sessions(s, w, e);
    case STORE_SET_BLOCK:
        return store_set_block(s, w, e);
    case STORE_SET_READY:
        return store_set_ready(s, w, e);
    case STORE_PROBE:
        w->answer = STORE_DONE;
        return store_run(s, SQL_PROBE, NULL, 0, NULL, e);
    case STORE_TELL:
        w->answer = STORE_DONE;
        return true;
    case STORE_DROP_SESSION:
        return store_drop(s, w, SQL_DROP_SESSION, store_bytes(w->token, STORE_HASH), e);
    case STORE_SET_RATING:
        return store_set_rating(s, w, e);
    case STORE_SET_PLAN:
        return set_plan(s, w, e);
    case STORE_DROP_GAME:
        return store_drop(s, w, SQL_DROP_GAME, store_text(w->game.id), e);
    }
    return error_set(e, "store.write-kind:kind", "there is no write of kind %d", (int)w->kind);
}

// The game that a write changes, or NULL.
static const char *game_of(const struct store_write *w)
{
    switch (w->kind) {
    case STORE_ADD_ENTRY:
        return w->entry.game;
    case STORE_ADD_GAME:
    case STORE_TAKE_SEAT:
    case STORE_SET_PHASE:
    case STORE_DROP_GAME:
        return w->game.id;
    default:
        return NULL;
    }
}

// Tells the other processes what a write has changed: a game, or what an account may do; or just tells.
static bool tell(struct store *s, const struct store_write *w, struct error *e)
{
    const char *game = game_of(w);
    char word[STORE_NEWS] = "";

    if (game)
        snprintf(word, sizeof word, "%s%s", game, w->kind == STORE_ADD_ENTRY ? "." : "");
    else if (w->kind == STORE_TELL)
        memcpy(word, w->word, sizeof word);
    else if (w->kind == STORE_SET_ACCOUNT || w->kind == STORE_SET_BAN ||
             w->kind == STORE_DROP_ACCOUNT || w->kind == STORE_DROP_SESSION ||
             w->kind == STORE_END_SESSIONS)
        snprintf(word, sizeof word, "@%lld", (long long)w->account.id);
    return !word[0] || s->db->kind->tell(s->db, word, e);
}

// The write on which this one hangs; itself when it hangs on none.
static const struct store_write *head_of(const struct store_write *w)
{
    while (w->with_last) // the first of a batch never says so
        w--;
    return w;
}

static bool write_batch(struct store *s, struct store_write **order, size_t count, struct error *e)
{
    const struct database_kind *kind = s->db->kind;

    if (!kind->begin(s->db, false, e))
        return false;
    for (size_t i = 0; i < count; i++) {
        const struct store_write *head = head_of(order[i]);
        if (head != order[i] && head->answer != STORE_DONE) {
            order[i]->answer = head->answer;
        } else if (!is_sound(order[i])) {
            order[i]->answer = STORE_FAILED;
        } else if (!write_one(s, order[i], e) ||
                   (order[i]->answer == STORE_DONE && !tell(s, order[i], e))) {
            kind->rollback(s->db);
            return false;
        }
    }
    return kind->commit(s->db, e);
}

// Two processes that lock the same rows lock them in the same order, or they would wait for each other: games by
// id, then the rest. Writes to the same thing keep theirs. What hangs on a game's write comes behind it; a game that is
// new with it is nobody else's yet.
static void lock_key(const struct store_write *w, char key[KEY_BYTES])
{
    const char *game = game_of(w) ? game_of(head_of(w)) : NULL;

    if (game)
        snprintf(key, KEY_BYTES, "1 %.*s", STORE_ID, game);
    else if (w->kind == STORE_SET_RATING)
        snprintf(key, KEY_BYTES, "3 %020lld %.*s %.*s", (long long)w->rating.account, STORE_WORD,
                 w->rating.player, STORE_WORD, w->rating.game);
    else
        snprintf(key, KEY_BYTES, "2");
}

static int compare(const void *a, const void *b)
{
    const struct store_write *first = *(struct store_write *const *)a;
    const struct store_write *second = *(struct store_write *const *)b;
    char key[2][KEY_BYTES];

    lock_key(first, key[0]);
    lock_key(second, key[1]);
    int order = strcmp(key[0], key[1]);
    return order ? order : (first > second) - (first < second);
}

bool store_write(struct store *s, struct store_write *writes, size_t count, struct error *e)
{
    // NOLINTNEXTLINE(bugprone-sizeof-expression): pointers are what is sorted
    struct store_write **order = malloc((count + 1) * sizeof *order);
    bool done = count == 0;

    assert(count == 0 || !writes[0].with_last);
    if (!order)
        return error_set(e, "store.batch-memory", "no memory for a batch of writes");
    for (size_t i = 0; i < count; i++)
        order[i] = &writes[i];
    qsort(order, count, sizeof *order, compare); // NOLINT(bugprone-sizeof-expression)
    for (int tries = 0; tries < TRIES && !done; tries++) {
        s->db->again = false;
        done = write_batch(s, order, count, e);
        if (!done && !s->db->again)
            break;
    }
    for (size_t i = 0; i < count && !done; i++)
        writes[i].answer = STORE_FAILED;
    free(order);
    assert(done || e->text[0]); // a failed database always has a sentence
    return done;
}
