// SPDX-License-Identifier: MIT
// Reading and writing what people are told when they are away.
#include "server/store/store.h"

#include "server/store/internal.h"

// ---------------------------------------------------------------------------------------------
// Sound data
// ---------------------------------------------------------------------------------------------

static bool is_settings(const struct notify_settings *w)
{
    return w->account != 0 && store_is_text(w->language, sizeof w->language) &&
           store_is_text(w->zone, sizeof w->zone) && store_is_text(w->wanted, sizeof w->wanted) &&
           w->quiet_from < OUTBOX_DAY && w->quiet_to < OUTBOX_DAY;
}

static bool is_row(const struct outbox_row *row, enum outbox_write what)
{
    return store_is_text(row->about, sizeof row->about) &&
           store_is_text(row->text, sizeof row->text) &&
           (row->account != 0 || what != OUTBOX_ADD) && row->kind < NOTIFY_ALL;
}

bool store_is_outbox(const struct store_outbox *t)
{
    switch (t->what) {
    case OUTBOX_SET_SETTINGS:
    case OUTBOX_SET_WANTED:
    case OUTBOX_SET_ADDRESS:
    case OUTBOX_STOP:
        return is_settings(&t->settings);
    case OUTBOX_ADD_SUBSCRIPTION:
    case OUTBOX_DROP_SUBSCRIPTION:
        return t->subscription.account != 0 &&
               store_is_text(t->subscription.endpoint, sizeof t->subscription.endpoint);
    case OUTBOX_ADD:
    case OUTBOX_PASS_TURN:
    case OUTBOX_TAKE:
    case OUTBOX_DONE:
    case OUTBOX_LATER:
        return is_row(&t->row, t->what);
    case OUTBOX_SET_SECRET:
        return store_is_text(t->secret.name, sizeof t->secret.name) &&
               t->secret.length <= OUTBOX_SECRET;
    case OUTBOX_SET_VACATION:
    case OUTBOX_END_VACATION:
        return t->vacation.account != 0 && t->vacation.used <= VACATION_DAYS;
    }
    return false;
}

int64_t store_outbox_account(const struct store_outbox *t)
{
    if (t->what == OUTBOX_SET_SECRET)
        return 0;
    if (t->what == OUTBOX_SET_VACATION || t->what == OUTBOX_END_VACATION)
        return t->vacation.account;
    if (t->what == OUTBOX_ADD_SUBSCRIPTION || t->what == OUTBOX_DROP_SUBSCRIPTION)
        return t->subscription.account;
    return t->what >= OUTBOX_ADD ? t->row.account : t->settings.account;
}

// ---------------------------------------------------------------------------------------------
// Writing
// ---------------------------------------------------------------------------------------------

static bool set_settings(struct store *s, struct store_write *w, struct error *e)
{
    const struct notify_settings *settings = &w->outbox.settings;
    const struct value values[] = {
        store_text(settings->language),   store_number(settings->push),
        store_number(settings->mail),     store_number(settings->quiet_from),
        store_number(settings->quiet_to), store_text(settings->zone),
        store_number(settings->account),
    };

    return store_change(s, w, SQL_OUTBOX_SET_SETTINGS, values, 7, e);
}

static bool set_wanted(struct store *s, struct store_write *w, struct error *e)
{
    const struct notify_settings *settings = &w->outbox.settings;
    const struct value values[] = {store_text(settings->wanted), store_number(settings->wanted_at),
                                   store_number(settings->account)};

    return store_change(s, w, settings->wanted[0] ? SQL_OUTBOX_SET_WANTED : SQL_OUTBOX_DROP_ADDRESS,
                        values, 3, e);
}

static bool set_address(struct store *s, struct store_write *w, struct error *e)
{
    const struct notify_settings *settings = &w->outbox.settings;
    const struct value values[] = {store_number(settings->account), store_text(settings->wanted),
                                   store_number(settings->wanted_at)};

    return store_change(s, w, SQL_OUTBOX_SET_ADDRESS, values, 3, e);
}

static bool stop_kinds(struct store *s, struct store_write *w, struct error *e)
{
    const struct notify_settings *settings = &w->outbox.settings;
    const struct value values[] = {store_number((uint8_t)~settings->push),
                                   store_number((uint8_t)~settings->mail),
                                   store_number(settings->account)};

    return store_change(s, w, SQL_OUTBOX_STOP, values, 3, e);
}

static bool add_subscription(struct store *s, struct store_write *w, struct error *e)
{
    const struct push_subscription *p = &w->outbox.subscription;
    const struct value values[] = {store_text(p->endpoint), store_bytes(p->key, sizeof p->key),
                                   store_bytes(p->auth, sizeof p->auth), store_number(p->at),
                                   store_number(p->account)};
    const struct value most[] = {store_number(p->account), store_number(PUSH_SUBSCRIPTIONS_MOST)};

    bool there;

    if (!store_has_account(s, p->account, &there, e))
        return false;
    w->answer = STORE_MISSING;
    return !there || (store_change(s, w, SQL_OUTBOX_ADD_SUBSCRIPTION, values, 5, e) &&
                      store_run(s, SQL_OUTBOX_TRIM_SUBSCRIPTIONS, most, 2, NULL, e));
}

static bool drop_place(struct store *s, struct store_write *w, struct error *e)
{
    const struct push_subscription *p = &w->outbox.subscription;
    const struct value values[] = {store_number(p->account), store_text(p->endpoint)};

    return store_change(s, w, SQL_OUTBOX_DROP_SUBSCRIPTION, values, 2, e);
}

// That nobody wants to hear it is as good as told.
static bool add_row(struct store *s, struct store_write *w, struct error *e)
{
    const struct outbox_row *row = &w->outbox.row;
    int bits = row->kind < NOTIFY_KINDS ? 1 << row->kind : UINT8_MAX;
    const struct value values[] = {
        store_number(row->kind),   store_text(row->about),     store_text(row->text),
        store_number(row->number), store_number(row->at),      store_number(row->due),
        store_number(row->mail),   store_number(row->account), store_number(bits),
    };

    w->answer = STORE_DONE;
    if (row->kind == NOTIFY_CONFIRM)
        return store_run(s, SQL_OUTBOX_ADD_EMAIL, values, 8, NULL, e);
    return store_run(s, SQL_OUTBOX_ADD, values, 9, NULL, e);
}

static bool pass_turn(struct store *s, struct store_write *w, struct error *e)
{
    const struct value values[] = {store_text(w->outbox.row.about),
                                   store_number(w->outbox.row.account)};

    w->answer = STORE_DONE;
    return store_run(s, SQL_OUTBOX_PASS_TURN, values, 2, NULL, e) &&
           (w->outbox.row.account == 0 || add_row(s, w, e));
}

static bool take_row(struct store *s, struct store_write *w, struct error *e)
{
    const struct outbox_row *row = &w->outbox.row;
    const struct value values[] = {store_number(row->taken), store_number(row->id),
                                   store_number(row->number), store_number(w->outbox.at)};

    if (!store_change(s, w, SQL_OUTBOX_TAKE, values, 4, e))
        return false;
    w->answer = w->answer == STORE_DONE ? STORE_DONE : STORE_TAKEN;
    return true;
}

static bool end_row(struct store *s, struct store_write *w, struct error *e)
{
    const struct value values[] = {store_number(w->outbox.row.id),
                                   store_number(w->outbox.row.number)};

    return store_change(s, w, SQL_OUTBOX_DONE, values, 2, e);
}

static bool put_off(struct store *s, struct store_write *w, struct error *e)
{
    const struct outbox_row *row = &w->outbox.row;
    const struct value values[] = {store_number(row->due), store_number(row->tries),
                                   store_number(row->mail), store_number(row->id),
                                   store_number(row->number)};

    return store_change(s, w, SQL_OUTBOX_LATER, values, 5, e);
}

static bool set_secret(struct store *s, struct store_write *w, struct error *e)
{
    const struct server_secret *secret = &w->outbox.secret;
    const struct value values[] = {store_text(secret->name),
                                   store_bytes(secret->bytes, secret->length)};

    if (!store_change(s, w, SQL_OUTBOX_SET_SECRET, values, 2, e))
        return false;
    w->answer = w->answer == STORE_DONE ? STORE_DONE : STORE_TAKEN;
    return true;
}

static bool set_vacation(struct store *s, struct store_write *w, struct error *e)
{
    const struct store_vacation *v = &w->outbox.vacation;
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
    const struct value values[] = {store_number(w->outbox.at),
                                   store_number(w->outbox.vacation.account)};

    w->answer = STORE_DONE;
    return store_run(s, SQL_END_VACATION, values, 2, NULL, e);
}

bool store_write_outbox(struct store *s, struct store_write *w, struct error *e)
{
    static store_writer *const writers[] = {
        [OUTBOX_SET_SETTINGS] = set_settings,
        [OUTBOX_SET_WANTED] = set_wanted,
        [OUTBOX_SET_ADDRESS] = set_address,
        [OUTBOX_STOP] = stop_kinds,
        [OUTBOX_ADD_SUBSCRIPTION] = add_subscription,
        [OUTBOX_DROP_SUBSCRIPTION] = drop_place,
        [OUTBOX_ADD] = add_row,
        [OUTBOX_PASS_TURN] = pass_turn,
        [OUTBOX_TAKE] = take_row,
        [OUTBOX_DONE] = end_row,
        [OUTBOX_LATER] = put_off,
        [OUTBOX_SET_SECRET] = set_secret,
        [OUTBOX_SET_VACATION] = set_vacation,
        [OUTBOX_END_VACATION] = end_vacation,
    };

    return writers[w->outbox.what](s, w, e);
}

// ---------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------

static bool read_settings(struct database *db, void *to)
{
    struct notify_settings *w = store_next_row(to);

    if (!w)
        return false;
    *w = (struct notify_settings){
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

bool store_notify_settings(struct store *s, int64_t account, struct notify_settings *settings,
                           bool *found, struct error *e)
{
    const struct value values[] = {store_number(account)};
    struct store_rows rows = {.at = settings, .size = sizeof *settings, .capacity = 1};
    unsigned count = 0;

    *settings = (struct notify_settings){.account = account};
    if (!store_query_rows(s, SQL_OUTBOX_SETTINGS, values, 1, read_settings, rows, &count, e))
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

static bool read_subscription(struct database *db, void *to)
{
    struct push_subscription *p = store_next_row(to);

    if (!p)
        return false;
    *p =
        (struct push_subscription){.account = store_number_at(db, 0), .at = store_number_at(db, 4)};
    store_text_at(db, 1, p->endpoint, sizeof p->endpoint);
    read_bytes(db, 2, p->key, sizeof p->key);
    read_bytes(db, 3, p->auth, sizeof p->auth);
    return true;
}

bool store_push_subscriptions(struct store *s, int64_t account,
                              struct push_subscription subscriptions[PUSH_SUBSCRIPTIONS_MOST],
                              unsigned *count, struct error *e)
{
    const struct value values[] = {store_number(account), store_number(PUSH_SUBSCRIPTIONS_MOST)};
    struct store_rows rows = {
        .at = subscriptions, .size = sizeof *subscriptions, .capacity = PUSH_SUBSCRIPTIONS_MOST};

    return store_query_rows(s, SQL_OUTBOX_SUBSCRIPTIONS, values, 2, read_subscription, rows, count,
                            e);
}

static bool read_row(struct database *db, void *to)
{
    struct outbox_row *row = store_next_row(to);

    if (!row)
        return false;
    *row = (struct outbox_row){
        .id = store_number_at(db, 0),
        .account = store_number_at(db, 1),
        .kind = (enum notify_kind)store_number_at(db, 2),
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

bool store_outbox_due(struct store *s, int64_t now, struct outbox_row *list, unsigned most,
                      unsigned *count, struct error *e)
{
    const struct value values[] = {store_number(now), store_number(most)};
    struct store_rows rows = {.at = list, .size = sizeof *list, .capacity = most};

    return store_query_rows(s, SQL_OUTBOX_DUE, values, 2, read_row, rows, count, e);
}

static bool read_secret(struct database *db, void *to)
{
    struct server_secret *secret = store_next_row(to);
    size_t length = 0;
    const unsigned char *bytes = db->kind->bytes(db, 0, &length);

    if (!secret || !bytes || length > OUTBOX_SECRET)
        return false;
    memcpy(secret->bytes, bytes, length);
    secret->length = length;
    return true;
}

bool store_server_secret(struct store *s, const char *name, struct server_secret *secret,
                         bool *found, struct error *e)
{
    const struct value values[] = {store_text(name)};
    struct store_rows rows = {.at = secret, .size = sizeof *secret, .capacity = 1};
    unsigned count = 0;

    if (!store_query_rows(s, SQL_OUTBOX_SECRET, values, 1, read_secret, rows, &count, e))
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
    struct store_rows rows = {.at = vacation, .size = sizeof *vacation, .capacity = 1};
    unsigned count = 0;

    *vacation = (struct store_vacation){.account = account};
    return store_query_rows(s, SQL_VACATION, values, 1, read_vacation, rows, &count, e);
}
