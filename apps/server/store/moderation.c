// SPDX-License-Identifier: MIT
// What those who look after a server write and read: who may not talk, reports, what they did
// themselves; and what an account may have of its own.
#include "server/store/store.h"
#include "server/store/internal.h"

bool store_set_mute(struct store *s, struct store_write *w, struct error *e)
{
    const struct value values[] = {store_number(w->account.muted), store_number(w->account.id)};

    return store_change(s, w, SQL_SET_MUTE, values, 2, e);
}

bool store_renew_password(struct store *s, struct store_write *w, struct error *e)
{
    const struct value values[] = {store_text(w->account.password), store_number(w->account.id),
                                   store_text(w->former)};

    return store_change(s, w, SQL_RENEW_PASSWORD, values, 3, e);
}

bool store_add_report(struct store *s, struct store_write *w, struct error *e)
{
    const struct store_report *r = &w->report;
    const struct value values[] = {store_number(r->about),     store_text(r->game),
                                   store_text(r->reason),      store_text(r->text),
                                   store_number(r->at),        store_number(r->account),
                                   store_number(STORE_REPORTS)};
    int64_t added = 0;
    bool there;

    if (!store_has_account(s, r->account, &there, e))
        return false;
    if (there && !store_run(s, SQL_ADD_REPORT, values, 7, &added, e))
        return false;
    w->answer = added ? STORE_DONE : there ? STORE_TAKEN : STORE_MISSING;
    return true;
}

bool store_close_report(struct store *s, struct store_write *w, struct error *e)
{
    const struct value values[] = {store_number(w->at), store_number(w->report.number)};
    int64_t changed;

    return store_run(s, SQL_CLOSE_REPORT, values, 2, &changed, e) &&
           store_settle(s, w, changed, SQL_HAS_REPORT, values + 1, 1, e);
}

bool store_add_audit(struct store *s, struct store_write *w, struct error *e)
{
    const struct store_audit *a = &w->audit;
    const struct value values[] = {store_number(a->at), store_text(a->who), store_text(a->did),
                                   store_text(a->about)};

    w->answer = STORE_DONE;
    return store_run(s, SQL_ADD_AUDIT, values, 4, NULL, e);
}

static bool read_report(struct database *db, void *to)
{
    struct store_report *r = store_next_row(to);

    if (!r)
        return false;
    *r = (struct store_report){
        .number = store_number_at(db, 0),
        .account = store_number_at(db, 1),
        .about = store_number_at(db, 2),
        .at = store_number_at(db, 8),
        .closed = store_number_at(db, 9),
    };
    store_text_at(db, 3, r->by, sizeof r->by);
    store_text_at(db, 4, r->name, sizeof r->name);
    store_text_at(db, 5, r->game, sizeof r->game);
    store_text_at(db, 6, r->reason, sizeof r->reason);
    store_text_at(db, 7, r->text, sizeof r->text);
    return true;
}

static struct store_rows reports_to(struct store_report *list)
{
    return (struct store_rows){.at = list, .size = sizeof *list, .capacity = STORE_LIST};
}

bool store_reports(struct store *s, struct store_report *list, unsigned *count, struct error *e)
{
    const struct value most = store_number(STORE_LIST);

    return store_query_rows(s, SQL_REPORTS, &most, 1, read_report, reports_to(list), count, e);
}

bool store_reports_by(struct store *s, int64_t account, struct store_report *list, unsigned *count,
                      struct error *e)
{
    const struct value values[] = {store_number(account), store_number(STORE_LIST)};

    return store_query_rows(s, SQL_REPORTS_BY, values, 2, read_report, reports_to(list), count, e);
}

static bool read_audit(struct database *db, void *to)
{
    struct store_audit *a = store_next_row(to);

    if (!a)
        return false;
    a->at = store_number_at(db, 0);
    store_text_at(db, 1, a->who, sizeof a->who);
    store_text_at(db, 2, a->did, sizeof a->did);
    store_text_at(db, 3, a->about, sizeof a->about);
    return true;
}

bool store_audits(struct store *s, struct store_audit *list, unsigned *count, struct error *e)
{
    const struct value most = store_number(STORE_LIST);
    struct store_rows rows = {.at = list, .size = sizeof *list, .capacity = STORE_LIST};

    return store_query_rows(s, SQL_AUDIT, &most, 1, read_audit, rows, count, e);
}

static bool read_session(struct database *db, void *to)
{
    struct store_session *session = store_next_row(to);

    if (!session)
        return false;
    *session = (struct store_session){store_number_at(db, 0), store_number_at(db, 1)};
    return true;
}

bool store_sessions(struct store *s, int64_t account, struct store_session *list, unsigned *count,
                    struct error *e)
{
    const struct value values[] = {store_number(account), store_number(STORE_LIST)};
    struct store_rows rows = {.at = list, .size = sizeof *list, .capacity = STORE_LIST};

    return store_query_rows(s, SQL_SESSIONS, values, 2, read_session, rows, count, e);
}

static bool read_name(struct database *db, void *to)
{
    struct store_rows *rows = to;
    char *name = store_next_row(rows);

    if (!name)
        return false;
    store_text_at(db, 0, name, rows->size);
    return true;
}

bool store_bots_of(struct store *s, int64_t account, char (*names)[STORE_NAME], unsigned *count,
                   struct error *e)
{
    const struct value values[] = {store_number(account), store_number(STORE_LIST)};
    struct store_rows rows = {.at = names, .size = STORE_NAME, .capacity = STORE_LIST};

    return store_query_rows(s, SQL_BOTS_OF, values, 2, read_name, rows, count, e);
}

bool store_ids(struct store *s, const char *after, char (*ids)[STORE_ID], unsigned *count,
               struct error *e)
{
    const struct value values[] = {store_text(after), store_number(STORE_LIST)};
    struct store_rows rows = {.at = ids, .size = STORE_ID, .capacity = STORE_LIST};

    return store_query_rows(s, SQL_IDS, values, 2, read_name, rows, count, e);
}
