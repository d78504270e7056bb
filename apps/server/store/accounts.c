// SPDX-License-Identifier: MIT
// Writing about people: accounts, sessions, bots that are ready, ratings.
#include "base/text.h"
#include "server/store/store.h"
#include "server/store/internal.h"

bool store_add_account(struct store *s, struct store_write *w, struct error *e)
{
    const struct database_kind *kind = s->db->kind;
    struct store_account *account = &w->account;
    char folded[STORE_NAME];
    const struct value values[] = {
        store_text(account->name),          store_text(folded),
        store_text(account->password),      store_number(account->bot),
        store_number(account->banned),      store_number(account->created),
        store_account_value(account->owner)};
    enum database_step step;

    store_fold(account->name, folded, sizeof folded);
    account->id = 0;
    if (!kind->start(s->db, SQL_ADD_ACCOUNT, NULL, values, 7, e))
        return false;
    while ((step = kind->step(s->db, e)) == DATABASE_ROW)
        account->id = kind->number(s->db, 0);
    kind->finish(s->db);
    w->answer = account->id ? STORE_DONE : STORE_TAKEN;
    return step == DATABASE_END;
}

bool store_set_account(struct store *s, struct store_write *w, struct error *e)
{
    const struct database_kind *kind = s->db->kind;
    const struct store_account *account = &w->account;
    char folded[STORE_NAME];
    const struct value values[] = {store_text(account->name), store_text(folded),
                                   store_text(account->password), store_number(account->id)};
    enum database_step step;
    int64_t changed = 0;
    struct text t;

    store_fold(account->name, folded, sizeof folded);
    if (!kind->start(s->db, SQL_SET_ACCOUNT, NULL, values, 4, e))
        return false;
    while ((step = kind->step(s->db, e)) == DATABASE_ROW) {
        changed = 1;
        text_init(&t, w->former, sizeof w->former);
        text_add(&t, kind->text(s->db, 0));
    }
    kind->finish(s->db);
    return step == DATABASE_END && store_settle(s, w, changed, SQL_HAS_ACCOUNT, values + 3, 1, e);
}

bool store_set_ban(struct store *s, struct store_write *w, struct error *e)
{
    const struct value values[] = {store_number(w->account.banned), store_number(w->account.id)};

    return store_change(s, w, SQL_SET_BAN, values, 2, e);
}

// Sessions, ratings and their history go with the account.
bool store_drop_account(struct store *s, struct store_write *w, struct error *e)
{
    const struct value id = store_number(w->account.id);

    return store_run(s, SQL_DROP_OWN_DOCUMENTS, &id, 1, NULL, e) &&
           store_run(s, SQL_FORGET_SEATS, &id, 1, NULL, e) &&
           store_drop(s, w, SQL_DROP_ACCOUNT, id, e);
}

// Whether the password that somebody has shown is still the account's. The row is locked with it:
// who changes it ends this session, or is seen here.
static bool is_password(struct store *s, const struct store_write *w, bool *there, struct error *e)
{
    const struct value values[] = {store_text(w->former), store_number(w->account.id),
                                   store_text(w->former)};
    int64_t found = 1;

    if (w->former[0] && !store_run(s, SQL_RENEW_PASSWORD, values, 3, &found, e))
        return false;
    *there = *there && found;
    return true;
}

bool store_add_session(struct store *s, struct store_write *w, struct error *e)
{
    const struct value values[] = {store_bytes(w->token, STORE_HASH), store_number(w->account.id),
                                   store_number(w->at)};
    int64_t added = 0;
    bool there;

    if (!store_has_account(s, w->account.id, &there, e) || !is_password(s, w, &there, e))
        return false;
    there = there && w->account.id != 0;
    if (there && !store_run(s, SQL_ADD_SESSION, values, 3, &added, e))
        return false;
    w->answer = added ? STORE_DONE : there ? STORE_TAKEN : STORE_MISSING;
    return true;
}

bool store_touch_session(struct store *s, struct store_write *w, struct error *e)
{
    const struct value values[] = {store_number(w->at), store_bytes(w->token, STORE_HASH)};

    w->answer = STORE_DONE;
    return store_run(s, SQL_TOUCH_SESSION, values, 2, NULL, e);
}

bool store_end_sessions(struct store *s, struct store_write *w, struct error *e)
{
    const struct value values[] = {store_number(w->account.id), store_bytes(w->token, STORE_HASH)};

    w->answer = STORE_DONE;
    return store_run(s, SQL_END_SESSIONS, values, 2, NULL, e);
}

bool store_purge_sessions(struct store *s, struct store_write *w, struct error *e)
{
    const struct value values[] = {store_session_end(w->at, STORE_SESSION_IDLE),
                                   store_session_end(w->at, STORE_SESSION_LONGEST)};

    w->answer = STORE_DONE;
    return store_run(s, SQL_PURGE_SESSIONS, values, 2, NULL, e);
}

bool store_set_ready(struct store *s, struct store_write *w, struct error *e)
{
    const struct store_ready *r = &w->ready;
    const struct value values[] = {store_text(r->games), store_number(r->until),
                                   store_number(r->account)};

    if (!r->games[0]) {
        w->answer = STORE_DONE;
        return store_run(s, SQL_DROP_READY, values + 2, 1, NULL, e);
    }
    return store_change(s, w, SQL_SET_READY, values, 3, e);
}

bool store_set_block(struct store *s, struct store_write *w, struct error *e)
{
    const struct value values[] = {store_number(w->block.account), store_number(w->block.other)};
    bool there = true, other = true;

    if (!store_has_account(s, w->block.account, &there, e) ||
        !store_has_account(s, w->block.other, &other, e))
        return false;
    w->answer = there && other ? STORE_DONE : STORE_MISSING;
    return w->answer != STORE_DONE ||
           store_run(s, w->block.on ? SQL_ADD_BLOCK : SQL_DROP_BLOCK, values, 2, NULL, e);
}

static bool add_history(struct store *s, const struct store_rating *r, struct error *e)
{
    const struct value values[] = {
        store_number(r->account), store_text(r->game),       store_real(r->rating),
        store_real(r->deviation), store_real(r->volatility), store_number(r->games),
        store_number(r->changed), store_text(r->by),         store_real(r->former),
    };

    return store_run(s, SQL_ADD_HISTORY, values, 9, NULL, e);
}

bool store_set_rating(struct store *s, struct store_write *w, struct error *e)
{
    const struct store_rating *r = &w->rating;
    const struct value values[] = {
        store_account_value(r->account), store_text(r->player),    store_text(r->game),
        store_real(r->rating),           store_real(r->deviation), store_real(r->volatility),
        store_number(r->games),          store_number(r->changed),
    };
    int64_t changed = 0;
    bool there;

    if (!store_has_account(s, r->account, &there, e))
        return false;
    if (there && !store_run(s, SQL_SET_RATING, values, 8, &changed, e))
        return false;
    w->answer = changed ? STORE_DONE : there ? STORE_TAKEN : STORE_MISSING;
    return !changed || r->account == 0 || add_history(s, r, e);
}
