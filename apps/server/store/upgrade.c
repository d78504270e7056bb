// SPDX-License-Identifier: MIT
// Bringing the schema up to date. The version stands in a table of its own, from the first day on.
#include "base/text.h"
#include "server/store/database.h"
#include "server/store/sql.h"

enum { MIGRATION_BYTES = 8192 };

// Appends the migration with the database's own words in place of its marks.
static void fill_in(struct text *t, const char *sql, const struct database_kind *kind)
{
    const struct {
        const char *mark, *word;
    } marks[] = {{"{identity}", kind->identity},
                 {"{clustered}", kind->clustered},
                 {"{own}", kind->own},
                 {"{news}", kind->news}};

    while (*sql) {
        size_t skip = 0;
        for (unsigned i = 0; i < sizeof marks / sizeof *marks && !skip; i++) {
            if (!strncmp(sql, marks[i].mark, strlen(marks[i].mark))) {
                text_add(t, marks[i].word);
                skip = strlen(marks[i].mark);
            }
        }
        if (!skip)
            text_char(t, *sql);
        sql += skip ? skip : 1;
    }
}

// Runs a statement whose answer is one row of two numbers at most.
static bool read_two_numbers(struct database *db, unsigned statement, const char *sql,
                             int64_t *first, int64_t *second, struct error *e)
{
    const struct database_kind *kind = db->kind;

    if (!kind->start(db, statement, sql, NULL, 0, e))
        return false;
    enum database_step step = kind->step(db, e);
    if (step == DATABASE_ROW) {
        *first = kind->number(db, 0);
        if (second)
            *second = kind->number(db, 1);
    } else if (step == DATABASE_END) {
        error_set(e, "store.unversioned", "the database does not say which version it has");
    }
    kind->finish(db);
    return step == DATABASE_ROW;
}

// 0 when the database is empty.
static bool read_version(struct database *db, int64_t *version, struct error *e)
{
    int64_t ours, all;

    *version = 0;
    if (!read_two_numbers(db, SQL_COUNT, db->kind->tables, &ours, &all, e))
        return false;
    if (ours == 0 && all > 0)
        return error_set(e, "store.foreign", "the database belongs to another program");
    return ours == 0 || read_two_numbers(db, SQL_VERSION, NULL, version, NULL, e);
}

static bool migrate(struct database *db, int version, struct error *e)
{
    char storage[MIGRATION_BYTES];
    struct text t;

    text_init(&t, storage, sizeof storage);
    fill_in(&t, sql_migration(version), db->kind);
    text_format(&t, "UPDATE abax_schema SET version = %d;", version);
    return t.cut ? error_set(e, "store.migration:version", "migration %d is too long", version)
                 : db->kind->script(db, storage, e);
}

static bool upgrade(struct database *db, int to, struct error *e)
{
    static const char create[] = "CREATE TABLE abax_schema (version INTEGER NOT NULL);"
                                 "INSERT INTO abax_schema VALUES (0);";
    int64_t version;

    // Asked again behind the lock: another process may have been first.
    if (!read_version(db, &version, e))
        return false;
    if (version == 0 && to > 0 && !db->kind->script(db, create, e))
        return false;
    while (version < to) {
        if (!migrate(db, (int)++version, e))
            return false;
    }
    return true;
}

bool database_upgrade(struct database *db, int to, struct error *e)
{
    int64_t version;

    if (!read_version(db, &version, e))
        return false;
    if (version > SCHEMA_VERSION)
        return error_set(e, "store.newer:version,known",
                         "the database is of version %lld, and this program knows only up to %d",
                         (long long)version, SCHEMA_VERSION);
    if (version >= to)
        return true;
    if (!db->kind->begin(db, true, e))
        return false;
    if (!upgrade(db, to, e)) {
        db->kind->rollback(db);
        return false;
    }
    return db->kind->commit(db, e);
}
