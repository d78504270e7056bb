// SPDX-License-Identifier: MIT
// What the storage needs of a database, as one table of functions: numbered statements
// (server/store/sql.h) with values in and rows out, and transactions. Knows nothing of games. One
// statement is under way at a time.
#ifndef ABAX_SERVER_STORE_DATABASE_H
#define ABAX_SERVER_STORE_DATABASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum { DATABASE_MOST_VALUES = 16 };

struct value {
    enum { VALUE_NONE, VALUE_NUMBER, VALUE_REAL, VALUE_TEXT, VALUE_BYTES } kind;
    union {
        int64_t number;
        double real;
        const char *text;
        const unsigned char *bytes;
    };
    size_t length; // of bytes
};

enum database_step { DATABASE_ROW, DATABASE_END, DATABASE_ERROR };

struct database;

struct database_kind {
    // The words that differ from one SQL to the other, for sql.c.
    const char *identity;  // type of a column that numbers itself and never gives a number twice
    const char *clustered; // ends a table that is kept in the order of its key
    const char *own;       // tables that it needs for itself
    const char *news;      // and for news
    const char *now;    // asks its clock, in milliseconds since 1970; NULL: this process's is its
    const char *tables; // counts tables of ours and tables in all
    // Housekeeping that another connection can do for the writer, or NULL.
    const char *tidy;

    // Says "ok" in its first row when the file is sound, or NULL: the database looks after that.
    const char *check;

    // NULL with a sentence on an error.
    struct database *(*open)(const char *where, struct error *e);
    void (*close)(struct database *db);

    // A transaction for writing. After an error of any step it is over and nothing of it is stored;
    // `again` then says that a second try may well succeed. The lock is for changes of the schema:
    // one at a time.
    bool (*begin)(struct database *db, bool lock, struct error *e);
    bool (*commit)(struct database *db, struct error *e);
    void (*rollback)(struct database *db);

    // Statements without values or rows, several in one text.
    bool (*script)(struct database *db, const char *sql, struct error *e);

    // A numbered statement, or any text with `sql`. Values must live until the statement is
    // finished.
    bool (*start)(struct database *db, unsigned statement, const char *sql,
                  const struct value *values, unsigned count, struct error *e);
    enum database_step (*step)(struct database *db, struct error *e);
    int64_t (*changed)(struct database *db); // rows that the statement changed, after its end
    void (*finish)(struct database *db);

    // Columns of the row, from 0. Texts and bytes live until the next step; NULL for none.
    int64_t (*number)(struct database *db, int column);
    double (*real)(struct database *db, int column);
    const char *(*text)(struct database *db, int column);
    const unsigned char *(*bytes)(struct database *db, int column, size_t *length);

    bool (*backup)(struct database *db, const char *path, struct error *e);
    bool (*alive)(struct database *db);

    // This connection's process serves the database from now on, until it ends however it ends.
    // *began is its own beginning; where others serve it already, it becomes that of the first of
    // them, who found nobody.
    bool (*claim)(struct database *db, int64_t *began, struct error *e);

    // News: a word that others hear once the transaction is stored.
    bool (*publish)(struct database *db, const char *word, struct error *e);
    int (*news_fd)(struct database *db);
    bool (*heard)(struct database *db, char *word, size_t capacity);
};

// The functions that every database has, by its prefix.
#define DATABASE_FUNCTIONS(kind)                                                                   \
    .begin = kind##_begin, .commit = kind##_commit, .rollback = kind##_rollback,                   \
    .script = kind##_script, .start = kind##_start, .step = kind##_step,                           \
    .changed = kind##_changed, .finish = kind##_finish, .number = kind##_number,                   \
    .real = kind##_real, .text = kind##_text, .bytes = kind##_bytes, .backup = kind##_backup,      \
    .alive = kind##_alive, .publish = kind##_publish, .claim = kind##_claim

struct database {
    const struct database_kind *kind;
    bool again;
};

extern const struct database_kind database_sqlite, database_postgres;

// Brings the schema to version `to`, at most SCHEMA_VERSION; a newer one is refused.
bool database_upgrade(struct database *db, int to, struct error *e);

#endif
