// SPDX-License-Identifier: MIT
// Runs statements: those that write, and those whose rows become a list of records.
#include <stdlib.h>

#include "base/text.h"
#include "server/store/store.h"
#include "server/store/internal.h"

// Nothing that is stored has a text that is no UTF-8, and one of the databases would not be asked
// for it.
static bool can_be_stored(const struct value *values, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        size_t length = values[i].kind == VALUE_TEXT ? strlen(values[i].text) : 0;
        if (length > 0 && text_utf8(values[i].text, length) != length)
            return false;
    }
    return true;
}

bool store_query(struct store *s, enum statement statement, const struct value *values,
                 unsigned count, store_row_reader read, void *to, struct error *e)
{
    const struct database_kind *kind = s->db->kind;
    enum database_step step;

    if (!can_be_stored(values, count))
        return true;
    if (!kind->start(s->db, statement, NULL, values, count, e))
        return false;
    while ((step = kind->step(s->db, e)) == DATABASE_ROW) {
        if (!read(s->db, to)) {
            error_set(e, "store.rows-memory", "no memory for what the database has");
            step = DATABASE_ERROR;
            break;
        }
    }
    kind->finish(s->db);
    return step == DATABASE_END;
}

void *store_next_row(struct store_rows *rows)
{
    if (rows->count == rows->capacity && rows->grows) {
        unsigned capacity = rows->capacity ? 2 * rows->capacity : 64;
        void *more = realloc(rows->at, capacity * rows->size);
        if (!more)
            return NULL;
        rows->at = more;
        rows->capacity = capacity;
    }
    return rows->count < rows->capacity ? (char *)rows->at + rows->size * rows->count++ : NULL;
}

bool store_query_rows(struct store *s, enum statement statement, const struct value *values,
                      unsigned value_count, store_row_reader read, struct store_rows rows,
                      unsigned *count, struct error *e)
{
    if (!store_query(s, statement, values, value_count, read, &rows, e))
        return false;
    *count = rows.count;
    return true;
}

bool store_query_all(struct store *s, enum statement statement, const struct value *values,
                     unsigned value_count, store_row_reader read, size_t size, void **list,
                     unsigned *count, struct error *e)
{
    struct store_rows rows = {.size = size, .grows = true};

    if (!store_query(s, statement, values, value_count, read, &rows, e)) {
        free(rows.at);
        return false;
    }
    *list = rows.at;
    *count = rows.count;
    return true;
}

int64_t store_number_at(struct database *db, int column)
{
    return db->kind->number(db, column);
}

void store_text_at(struct database *db, int column, char *to, size_t capacity)
{
    const char *text = db->kind->text(db, column);

    snprintf(to, capacity, "%s", text ? text : "");
}

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

bool store_change(struct store *s, struct store_write *w, enum statement statement,
                  const struct value *values, unsigned count, struct error *e)
{
    int64_t changed = 0;

    if (!store_run(s, statement, values, count, &changed, e))
        return false;
    w->answer = changed ? STORE_DONE : STORE_MISSING;
    return true;
}

bool store_drop(struct store *s, struct store_write *w, enum statement statement, struct value what,
                struct error *e)
{
    return store_change(s, w, statement, &what, 1, e);
}
