// SPDX-License-Identifier: MIT
// Reading and writing what people are told when they are away.
#include "server/store/store.h"

#include "server/store/internal.h"

// ---------------------------------------------------------------------------------------------
// Sound data
// ---------------------------------------------------------------------------------------------

static bool is_wish(const struct told_wish *w)
{
    return w->account != 0 && store_is_text(w->language, sizeof w->language) &&
           store_is_text(w->zone, sizeof w->zone) && store_is_text(w->wanted, sizeof w->wanted) &&
           w->quiet_from < TOLD_DAY && w->quiet_to < TOLD_DAY;
}

static bool is_row(const struct told_row *row, enum told_write what)
{
    return store_is_text(row->about, sizeof row->about) &&
           store_is_text(row->text, sizeof row->text) && (row->account != 0 || what != TOLD_ADD) &&
           row->kind < TOLD_ALL;
}

bool store_is_told(const struct store_told *t)
{
    switch (t->what) {
    case TOLD_SET_WISH:
    case TOLD_SET_WANTED:
    case TOLD_SET_ADDRESS:
    case TOLD_STOP:
        return is_wish(&t->wish);
    case TOLD_ADD_PLACE:
    case TOLD_DROP_PLACE:
        return t->place.account != 0 && store_is_text(t->place.endpoint, sizeof t->place.endpoint);
    case TOLD_ADD:
    case TOLD_PASS_TURN:
    case TOLD_TAKE:
    case TOLD_DONE:
    case TOLD_LATER:
        return is_row(&t->row, t->what);
    case TOLD_SET_SECRET:
        return store_is_text(t->secret.name, sizeof t->secret.name) &&
               t->secret.length <= TOLD_SECRET;
    case TOLD_SET_VACATION:
    case TOLD_END_VACATION:
        return t->vacation.account != 0 && t->vacation.used <= VACATION_DAYS;
    }
    return false;
}

int64_t store_told_account(const struct store_told *t)
{
    if (t->what == TOLD_SET_SECRET)
        return 0;
    if (t->what == TOLD_SET_VACATION || t->what == TOLD_END_VACATION)
        return t->vacation.account;
    if (t->what == TOLD_ADD_PLACE || t->what == TOLD_DROP_PLACE)
        return t->place.account;
    return t->what >= TOLD_ADD ? t->row.account : t->wish.account;
}

// ---------------------------------------------------------------------------------------------
// Writing
// ---------------------------------------------------------------------------------------------

// Runs a statement; what it does not find is missing.
static bool change(struct store *s, struct store_write *w, enum statement statement,
                   const struct value *values, unsigned count, struct error *e)
{
    int64_t changed = 0;

    if (!store_run(s, statement, values, count, &changed, e))
        return false;
    w->answer = changed ? STORE_DONE : STORE_MISSING;
    return true;
}

static bool set_wish(struct store *s, struct store_write *w, struct error *e)
{
    const struct told_wish *wish = &w->told.wish;
    const struct value values[] = {
        store_text(wish->language),     store_number(wish->push),     store_number(wish->mail),
        store_number(wish->quiet_from), store_number(wish->quiet_to), store_text(wish->zone),
        store_number(wish->account),
    };

    return change(s, w, SQL_TOLD_SET_WISH, values, 7, e);
}

static bool set_wanted(struct store *s, struct store_write *w, struct error *e)
{
    const struct told_wish *wish = &w->told.wish;
    const struct value values[] = {store_text(wish->wanted), store_number(wish->wanted_at),
                                   store_number(wish->account)};

    return change(s, w, wish->wanted[0] ? SQL_TOLD_SET_WANTED : SQL_TOLD_DROP_ADDRESS, values, 3,
                  e);
}

static bool set_address(struct store *s, struct store_write *w, struct error *e)
{
    const struct told_wish *wish = &w->told.wish;
    const struct value values[] = {store_number(wish->account), store_text(wish->wanted),
                                   store_number(wish->wanted_at)};

    return change(s, w, SQL_TOLD_SET_ADDRESS, values, 3, e);
}

static bool stop(struct store *s, struct store_write *w, struct error *e)
{
    const struct told_wish *wish = &w->told.wish;
    const struct value values[] = {store_number((uint8_t)~wish->push),
                                   store_number((uint8_t)~wish->mail), store_number(wish->account)};

    return change(s, w, SQL_TOLD_STOP, values, 3, e);
}

static bool add_place(struct store *s, struct store_write *w, struct error *e)
{
    const struct told_place *p = &w->told.place;
    const struct value values[] = {store_text(p->endpoint), store_bytes(p->key, sizeof p->key),
                                   store_bytes(p->auth, sizeof p->auth), store_number(p->at),
                                   store_number(p->account)};
    const struct value most[] = {store_number(p->account), store_number(TOLD_PLACES)};

    bool there;

    if (!store_has_account(s, p->account, &there, e))
        return false;
    w->answer = STORE_MISSING;
    return !there || (change(s, w, SQL_TOLD_ADD_PLACE, values, 5, e) &&
                      store_run(s, SQL_TOLD_TRIM_PLACES, most, 2, NULL, e));
}

static bool drop_place(struct store *s, struct store_write *w, struct error *e)
{
    const struct told_place *p = &w->told.place;
    const struct value values[] = {store_number(p->account), store_text(p->endpoint)};

    return change(s, w, SQL_TOLD_DROP_PLACE, values, 2, e);
}

// That nobody wants to hear it is as good as told.
static bool add_row(struct store *s, struct store_write *w, struct error *e)
{
    const struct told_row *row = &w->told.row;
    int bits = row->kind < TOLD_KINDS ? 1 << row->kind : UINT8_MAX;
    const struct value values[] = {
        store_number(row->kind),   store_text(row->about),     store_text(row->text),
        store_number(row->number), store_number(row->at),      store_number(row->due),
        store_number(row->mail),   store_number(row->account), store_number(bits),
    };

    w->answer = STORE_DONE;
    if (row->kind == TOLD_CONFIRM)
        return store_run(s, SQL_TOLD_ADD_LETTER, values, 8, NULL, e);
    return store_run(s, SQL_TOLD_ADD, values, 9, NULL, e);
}

static bool pass_turn(struct store *s, struct store_write *w, struct error *e)
{
    const struct value values[] = {store_text(w->told.row.about),
                                   store_number(w->told.row.account)};

    w->answer = STORE_DONE;
    return store_run(s, SQL_TOLD_PASS_TURN, values, 2, NULL, e) &&
           (w->told.row.account == 0 || add_row(s, w, e));
}

static bool take(struct store *s, struct store_write *w, struct error *e)
{
    const struct told_row *row = &w->told.row;
    const struct value values[] = {store_number(row->taken), store_number(row->id),
                                   store_number(row->number), store_number(w->told.at)};

    if (!change(s, w, SQL_TOLD_TAKE, values, 4, e))
        return false;
    w->answer = w->answer == STORE_DONE ? STORE_DONE : STORE_TAKEN;
    return true;
}

static bool end_row(struct store *s, struct store_write *w, struct error *e)
{
    const struct value values[] = {store_number(w->told.row.id), store_number(w->told.row.number)};

    return change(s, w, SQL_TOLD_DONE, values, 2, e);
}

static bool put_off(struct store *s, struct store_write *w, struct error *e)
{
    const struct told_row *row = &w->told.row;
    const struct value values[] = {store_number(row->due), store_number(row->tries),
                                   store_number(row->mail), store_number(row->id),
                                   store_number(row->number)};

    return change(s, w, SQL_TOLD_LATER, values, 5, e);
}

static bool set_secret(struct store *s, struct store_write *w, struct error *e)
{
    const struct told_secret *secret = &w->told.secret;
    const struct value values[] = {store_text(secret->name),
                                   store_bytes(secret->bytes, secret->length)};

    if (!change(s, w, SQL_TOLD_SET_SECRET, values, 2, e))
        return false;
    w->answer = w->answer == STORE_DONE ? STORE_DONE : STORE_TAKEN;
    return true;
}

static bool set_vacation(struct store *s, struct store_write *w, struct error *e)
{
    const struct store_vacation *v = &w->told.vacation;
    const struct value values[] = {store_number(v->since),   store_number(v->until),
                                   store_number(v->year),    store_number(v->used),
                                   store_number(v->account), store_number(v->was)};
    int64_t changed;

    return store_run(s, SQL_SET_VACATION, values, 6, &changed, e) &&
           store_settle(s, w, changed, SQL_HAS_ACCOUNT, values + 4, 1, e);
}

// That there is none is as good as ended.
static bool end_vacation(struct store *s, struct store_write *w, struct error *e)
{
    const struct value values[] = {store_number(w->told.at),
                                   store_number(w->told.vacation.account)};

    w->answer = STORE_DONE;
    return store_run(s, SQL_END_VACATION, values, 2, NULL, e);
}

bool store_tell_people(struct store *s, struct store_write *w, struct error *e)
{
    static store_writer *const writers[] = {
        [TOLD_SET_WISH] = set_wish,
        [TOLD_SET_WANTED] = set_wanted,
        [TOLD_SET_ADDRESS] = set_address,
        [TOLD_STOP] = stop,
        [TOLD_ADD_PLACE] = add_place,
        [TOLD_DROP_PLACE] = drop_place,
        [TOLD_ADD] = add_row,
        [TOLD_PASS_TURN] = pass_turn,
        [TOLD_TAKE] = take,
        [TOLD_DONE] = end_row,
        [TOLD_LATER] = put_off,
        [TOLD_SET_SECRET] = set_secret,
        [TOLD_SET_VACATION] = set_vacation,
        [TOLD_END_VACATION] = end_vacation,
    };

    return writers[w->told.what](s, w, e);
}

// ---------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------

static bool read_wish(struct database *db, void *to)
{
    struct told_wish *w = store_next_row(to);

    if (!w)
        return false;
    *w = (struct told_wish){
        .account = store_number_at(db, 0),
        .push = (uint8_t)store_number_at(db, 2),
        .mail = (uint8_t)store_number_at(db, 3),
        .quiet_from = (uint16_t)store_number_at(db, 4),
        .quiet_to = (uint16_t)store_number_at(db, 5),
        .wanted_at = store_number_at(db, 9),
    };
    store_text_at(db, 1, w->language, sizeof w->language);
    store_text_at(db, 6, w->zone, sizeof w->zone);
    store_text_at(db, 7, w->address, sizeof w->address);
    store_text_at(db, 8, w->wanted, sizeof w->wanted);
    return true;
}

bool store_told_wish(struct store *s, int64_t account, struct told_wish *wish, bool *found,
                     struct error *e)
{
    const struct value values[] = {store_number(account)};
    struct store_rows rows = {.at = wish, .size = sizeof *wish, .room = 1};
    unsigned count = 0;

    *wish = (struct told_wish){.account = account};
    if (!store_query_rows(s, SQL_TOLD_WISH, values, 1, read_wish, rows, &count, e))
        return false;
    *found = count > 0;
    return true;
}

static void read_bytes(struct database *db, int column, unsigned char *to, size_t size)
{
    size_t length = 0;
    const unsigned char *bytes = db->kind->bytes(db, column, &length);

    if (bytes && length == size)
        memcpy(to, bytes, size);
}

static bool read_place(struct database *db, void *to)
{
    struct told_place *p = store_next_row(to);

    if (!p)
        return false;
    *p = (struct told_place){.account = store_number_at(db, 0), .at = store_number_at(db, 4)};
    store_text_at(db, 1, p->endpoint, sizeof p->endpoint);
    read_bytes(db, 2, p->key, sizeof p->key);
    read_bytes(db, 3, p->auth, sizeof p->auth);
    return true;
}

bool store_told_places(struct store *s, int64_t account, struct told_place places[TOLD_PLACES],
                       unsigned *count, struct error *e)
{
    const struct value values[] = {store_number(account), store_number(TOLD_PLACES)};
    struct store_rows rows = {.at = places, .size = sizeof *places, .room = TOLD_PLACES};

    return store_query_rows(s, SQL_TOLD_PLACES, values, 2, read_place, rows, count, e);
}

static bool read_row(struct database *db, void *to)
{
    struct told_row *row = store_next_row(to);

    if (!row)
        return false;
    *row = (struct told_row){
        .id = store_number_at(db, 0),
        .account = store_number_at(db, 1),
        .kind = (enum told_kind)store_number_at(db, 2),
        .number = store_number_at(db, 5),
        .at = store_number_at(db, 6),
        .due = store_number_at(db, 7),
        .taken = store_number_at(db, 8),
        .tries = (unsigned)store_number_at(db, 9),
        .mail = store_number_at(db, 10) != 0,
    };
    store_text_at(db, 3, row->about, sizeof row->about);
    store_text_at(db, 4, row->text, sizeof row->text);
    return true;
}

bool store_told_due(struct store *s, int64_t now, struct told_row *list, unsigned most,
                    unsigned *count, struct error *e)
{
    const struct value values[] = {store_number(now), store_number(most)};
    struct store_rows rows = {.at = list, .size = sizeof *list, .room = most};

    return store_query_rows(s, SQL_TOLD_DUE, values, 2, read_row, rows, count, e);
}

static bool read_secret(struct database *db, void *to)
{
    struct told_secret *secret = store_next_row(to);
    size_t length = 0;
    const unsigned char *bytes = db->kind->bytes(db, 0, &length);

    if (!secret || !bytes || length > TOLD_SECRET)
        return false;
    memcpy(secret->bytes, bytes, length);
    secret->length = length;
    return true;
}

bool store_told_secret(struct store *s, const char *name, struct told_secret *secret, bool *found,
                       struct error *e)
{
    const struct value values[] = {store_text(name)};
    struct store_rows rows = {.at = secret, .size = sizeof *secret, .room = 1};
    unsigned count = 0;

    if (!store_query_rows(s, SQL_TOLD_SECRET, values, 1, read_secret, rows, &count, e))
        return false;
    *found = count > 0;
    return true;
}

static bool read_vacation(struct database *db, void *to)
{
    struct store_vacation *v = store_next_row(to);

    if (!v)
        return false;
    *v = (struct store_vacation){
        .account = store_number_at(db, 0),
        .since = store_number_at(db, 1),
        .until = store_number_at(db, 2),
        .was = store_number_at(db, 2),
        .year = (unsigned)store_number_at(db, 3),
        .used = (unsigned)store_number_at(db, 4),
    };
    return true;
}

bool store_vacation(struct store *s, int64_t account, struct store_vacation *vacation,
                    struct error *e)
{
    const struct value values[] = {store_number(account)};
    struct store_rows rows = {.at = vacation, .size = sizeof *vacation, .room = 1};
    unsigned count = 0;

    *vacation = (struct store_vacation){.account = account};
    return store_query_rows(s, SQL_VACATION, values, 1, read_vacation, rows, &count, e);
}
