// SPDX-License-Identifier: MIT
// The storage's database in one file. Write-ahead log, synced at every commit: readers never wait,
// and what was committed survives a power cut.
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <libgen.h>
#include <limits.h>
#include <time.h>
#include <unistd.h>

#include <sqlite3.h>

#include "server/store/database.h"
#include "server/store/sql.h"

// Milliseconds to wait for another program's lock; of those who begin each makes or changes the
// whole schema, one after the other.
enum { PATIENCE = 3000, PATIENCE_AT_FIRST = 30000 };

struct sqlite {
    struct database base;
    sqlite3 *handle;
    sqlite3_stmt *kept[SQL_COUNT];
    sqlite3_stmt *current;
    bool loose; // the current one is not kept
    int64_t changed;
    char *where;
    bool claimed;
    int claim; // a file that holds the lock of the server
};

static struct sqlite *sqlite_of(struct database *db)
{
    return (struct sqlite *)db;
}

// ---------------------------------------------------------------------------------------------
// Errors
// ---------------------------------------------------------------------------------------------

// SQLite does not always keep the system's reason; then errno, which was cleared before the call,
// still has it.
static bool file_error(const struct sqlite *q, bool open, int code, int reason, struct error *e)
{
    int kept = sqlite3_system_errno(q->handle);

    if (kept)
        reason = kept;
    if (reason == ENOSPC || reason == EDQUOT)
        return error_set(e, "store.full", "the disk is full: nothing was stored");
    const char *why = reason ? strerror(reason) : sqlite3_errstr(code);
    return open ? error_set(e, "store.file:reason",
                            "the database file cannot be read or written: %s", why)
                : error_set(e, "store.no-file:reason", "the database file cannot be opened: %s",
                            why);
}

static bool error(const struct sqlite *q, int code, struct error *e)
{
    int reason = errno;

    switch (code & 0xff) {
    case SQLITE_FULL:
        return error_set(e, "store.full", "the disk is full: nothing was stored");
    case SQLITE_READONLY:
        return error_set(e, "store.file-read-only", "the database file is read-only");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL: // it was tried for seconds while others changed the log
        return error_set(e, "store.locked", "the database file is locked by another program");
    case SQLITE_NOTADB:
        return error_set(e, "store.alien", "the file is not a database");
    case SQLITE_CORRUPT:
        return error_set(e, "store.damaged:reason", "the database file is damaged: %s",
                         sqlite3_errmsg(q->handle));
    case SQLITE_IOERR:
        return file_error(q, true, code, reason, e);
    case SQLITE_CANTOPEN:
        return file_error(q, false, code, reason, e);
    default:
        return error_set(e, "store.refuses:reason", "the database refuses: %s",
                         sqlite3_errmsg(q->handle));
    }
}

static bool sqlite_script(struct database *db, const char *sql, struct error *e)
{
    struct sqlite *q = sqlite_of(db);

    errno = 0;
    return sqlite3_exec(q->handle, sql, NULL, NULL, NULL) == SQLITE_OK ||
           error(q, sqlite3_extended_errcode(q->handle), e);
}

// ---------------------------------------------------------------------------------------------
// Opening and closing
// ---------------------------------------------------------------------------------------------

static void close_file(struct database *db)
{
    struct sqlite *q = sqlite_of(db);

    for (unsigned i = 0; i < SQL_COUNT; i++)
        sqlite3_finalize(q->kept[i]);
    sqlite3_close(q->handle);
    if (q->claimed) // the last of what this process has open of the file: see create_file
        close(q->claim);
    free(q->where);
    free(q);
}

// Hashes of passwords and tokens are nobody else's business: a new file is the owner's alone. One
// that is there is not opened here: closing it would take away the locks of all connections that
// this process has to it, and another process would remove the log under them.
static bool create_file(const char *where, struct error *e)
{
    int fd = open(where, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

    if (fd >= 0)
        close(fd);
    else if (errno != EEXIST || faccessat(AT_FDCWD, where, R_OK | W_OK, AT_EACCESS) != 0)
        return error_set(e, "store.unopened:file,reason", "cannot open '%s' for writing: %s",
                         error_quote(where).text, strerror(errno));
    return true;
}

static int64_t milliseconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * INT64_C(1000) + t.tv_nsec / 1000000;
}

// A code of SQLite's, and whether the file has its log now.
static int ask_for_wal(struct sqlite *q, bool *wal)
{
    sqlite3_stmt *mode;
    int code = sqlite3_prepare_v2(q->handle, "PRAGMA journal_mode = WAL", -1, &mode, NULL);

    if (code == SQLITE_OK)
        code = sqlite3_step(mode);
    *wal = code == SQLITE_ROW && !strcmp((const char *)sqlite3_column_text(mode, 0), "wal");
    sqlite3_finalize(mode);
    return code;
}

// Of several that change a new file's mode at once SQLite sends all but one away without waiting,
// since each of them holds what the others wait for: they let go here and ask again.
static bool is_wal(struct sqlite *q, struct error *e)
{
    int64_t until = milliseconds() + PATIENCE_AT_FIRST;
    bool wal;
    int code = ask_for_wal(q, &wal);

    while ((code & 0xff) == SQLITE_BUSY && milliseconds() < until) {
        sqlite3_sleep(5); // milliseconds
        code = ask_for_wal(q, &wal);
    }
    if (code != SQLITE_ROW)
        return error(q, code, e);
    return wal || error_set(e, "store.wal", "the database file cannot have a write-ahead log");
}

static bool open_handle(struct sqlite *q, const char *where, struct error *e)
{
    int code = sqlite3_open_v2(where, &q->handle, SQLITE_OPEN_READWRITE, NULL);

    if (code != SQLITE_OK)
        return error(q, code, e);
    sqlite3_extended_result_codes(q->handle, 1);
    sqlite3_busy_timeout(q->handle, PATIENCE);
    return is_wal(q, e) &&
           sqlite_script(
               &q->base,
               "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON;"
               "PRAGMA cache_size = -16000; PRAGMA trusted_schema = OFF;"
               "PRAGMA wal_autocheckpoint = 8000;", // pages; store_tidy leaves it little to do
               e);
}

static struct database *open_file(const char *where, struct error *e)
{
    if (!create_file(where, e))
        return NULL;
    struct sqlite *q = calloc(1, sizeof *q);
    if (!q) {
        error_set(e, "store.memory", "no memory for the database");
        return NULL;
    }
    q->base.kind = &database_sqlite;
    q->where = strdup(where);
    if (!q->where)
        error_set(e, "store.memory", "no memory for the database");
    else if (open_handle(q, where, e))
        return &q->base;
    close_file(&q->base);
    return NULL;
}

// ---------------------------------------------------------------------------------------------
// Transactions
// ---------------------------------------------------------------------------------------------

static void sqlite_rollback(struct database *db)
{
    struct sqlite *q = sqlite_of(db);

    if (!sqlite3_get_autocommit(q->handle))
        sqlite3_exec(q->handle, "ROLLBACK", NULL, NULL, NULL);
}

static bool sqlite_begin(struct database *db, bool lock, struct error *e)
{
    sqlite3 *handle = sqlite_of(db)->handle;

    if (!lock) // every writer is the only one
        return sqlite_script(db, "BEGIN IMMEDIATE", e);
    sqlite3_busy_timeout(handle, PATIENCE_AT_FIRST);
    bool begun = sqlite_script(db, "BEGIN IMMEDIATE", e);
    sqlite3_busy_timeout(handle, PATIENCE);
    return begun;
}

static bool sqlite_commit(struct database *db, struct error *e)
{
    if (sqlite_script(db, "COMMIT", e))
        return true;
    sqlite_rollback(db);
    return false;
}

// ---------------------------------------------------------------------------------------------
// Statements
// ---------------------------------------------------------------------------------------------

static bool bind_value(sqlite3_stmt *statement, int at, const struct value *v)
{
    switch (v->kind) {
    case VALUE_NUMBER:
        return sqlite3_bind_int64(statement, at, v->number) == SQLITE_OK;
    case VALUE_REAL:
        return sqlite3_bind_double(statement, at, v->real) == SQLITE_OK;
    case VALUE_TEXT:
        return sqlite3_bind_text(statement, at, v->text, -1, SQLITE_STATIC) == SQLITE_OK;
    case VALUE_BYTES:
        return sqlite3_bind_blob(statement, at, v->bytes, (int)v->length, SQLITE_STATIC) ==
               SQLITE_OK;
    case VALUE_NONE:
        break;
    }
    return sqlite3_bind_null(statement, at) == SQLITE_OK;
}

static bool prepare(struct sqlite *q, unsigned number, const char *sql, struct error *e)
{
    q->loose = sql != NULL;
    if (!sql && q->kept[number]) {
        q->current = q->kept[number];
        return true;
    }
    int code = sqlite3_prepare_v3(q->handle, sql ? sql : sql_text(number), -1,
                                  sql ? 0 : SQLITE_PREPARE_PERSISTENT, &q->current, NULL);
    if (code != SQLITE_OK)
        return error(q, code, e);
    if (!sql)
        q->kept[number] = q->current;
    return true;
}

static void sqlite_finish(struct database *db)
{
    struct sqlite *q = sqlite_of(db);

    if (q->loose)
        sqlite3_finalize(q->current);
    else
        sqlite3_reset(q->current);
    q->current = NULL;
}

static bool sqlite_start(struct database *db, unsigned number, const char *sql,
                         const struct value *values, unsigned count, struct error *e)
{
    struct sqlite *q = sqlite_of(db);

    if (!prepare(q, number, sql, e))
        return false;
    q->changed = 0;
    for (unsigned i = 0; i < count; i++) {
        if (!bind_value(q->current, (int)i + 1, &values[i])) {
            error(q, sqlite3_extended_errcode(q->handle), e);
            sqlite_finish(db);
            return false;
        }
    }
    return true;
}

static enum database_step sqlite_step(struct database *db, struct error *e)
{
    struct sqlite *q = sqlite_of(db);

    errno = 0;
    int code = sqlite3_step(q->current);
    if (code == SQLITE_ROW)
        return DATABASE_ROW;
    if (code == SQLITE_DONE) {
        if (!sqlite3_stmt_readonly(q->current))
            q->changed = sqlite3_changes(q->handle);
        return DATABASE_END;
    }
    error(q, code, e);
    return DATABASE_ERROR;
}

static int64_t sqlite_changed(struct database *db)
{
    return sqlite_of(db)->changed;
}

static int64_t sqlite_number(struct database *db, int column)
{
    return sqlite3_column_int64(sqlite_of(db)->current, column);
}

static double sqlite_real(struct database *db, int column)
{
    return sqlite3_column_double(sqlite_of(db)->current, column);
}

static const char *sqlite_text(struct database *db, int column)
{
    return (const char *)sqlite3_column_text(sqlite_of(db)->current, column);
}

static const unsigned char *sqlite_bytes(struct database *db, int column, size_t *length)
{
    const void *blob = sqlite3_column_blob(sqlite_of(db)->current, column);

    *length = (size_t)sqlite3_column_bytes(sqlite_of(db)->current, column);
    return blob;
}

// ---------------------------------------------------------------------------------------------
// Backup
// ---------------------------------------------------------------------------------------------

static bool copy_to(struct sqlite *q, sqlite3 *copy, struct error *e)
{
    sqlite3_backup *backup = sqlite3_backup_init(copy, "main", q->handle, "main");
    int code = SQLITE_BUSY;

    if (backup) {
        // In one step: a writer meanwhile writes to the log and does not disturb.
        for (int tries = 0; code == SQLITE_BUSY && tries < 10; tries++) {
            code = sqlite3_backup_step(backup, -1);
            if (code == SQLITE_BUSY)
                sqlite3_sleep(PATIENCE / 10);
        }
        sqlite3_backup_finish(backup);
    }
    if (code == SQLITE_DONE)
        return true;
    const struct sqlite other = {.handle = copy};
    return error(&other, sqlite3_extended_errcode(copy), e);
}

static bool sync_folder_of(const char *path)
{
    char copy[PATH_MAX];
    int fd;

    snprintf(copy, sizeof copy, "%s", path);
    fd = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool good = fd >= 0 && fsync(fd) == 0;
    if (fd >= 0)
        close(fd);
    return good;
}

// Under another name first, so that an older copy of that name is there until the new one is whole.
static bool sqlite_backup(struct database *db, const char *path, struct error *e)
{
    struct sqlite *q = sqlite_of(db);
    char part[PATH_MAX];
    sqlite3 *copy = NULL;

    if (snprintf(part, sizeof part, "%s.part", path) >= (int)sizeof part)
        return error_set(e, "store.backup-name", "the name of the backup is too long");
    unlink(part);
    if (!create_file(part, e))
        return false;
    int code = sqlite3_open_v2(part, &copy, SQLITE_OPEN_READWRITE, NULL);
    const struct sqlite other = {.handle = copy};
    bool good = code == SQLITE_OK ? copy_to(q, copy, e) : error(&other, code, e);
    sqlite3_close(copy);
    if (good && (rename(part, path) != 0 || !sync_folder_of(path)))
        good = error_set(e, "store.unwritten:file,reason", "cannot write '%s': %s",
                         error_quote(path).text, strerror(errno));
    if (!good)
        unlink(part);
    return good;
}

// ---------------------------------------------------------------------------------------------
// The rest
// ---------------------------------------------------------------------------------------------

static bool sqlite_alive(struct database *db)
{
    struct error ignored;

    return sqlite_script(db, "SELECT version FROM abax_schema", &ignored);
}

// By a lock that goes with the process. It is none of SQLite's: other programs may look at the file
// and write to it.
static bool sqlite_claim(struct database *db, int64_t *began, struct error *e)
{
    struct sqlite *q = sqlite_of(db);

    errno = 0;
    q->claim = open(q->where, O_RDONLY | O_CLOEXEC);
    q->claimed = q->claim >= 0;
    if (!q->claimed || (flock(q->claim, LOCK_EX | LOCK_NB) != 0 && errno != EWOULDBLOCK))
        return error_set(e, "store.unclaimed:file,reason", "cannot lock '%s': %s",
                         error_quote(q->where).text, strerror(errno));
    if (errno == EWOULDBLOCK)
        return error_set(e, "store.served:file", "another server serves '%s' already",
                         error_quote(q->where).text);
    (void)began; // nobody else does
    return true;
}

// One process has the file: nobody is there to listen.
static bool sqlite_publish(struct database *db, const char *word, struct error *e)
{
    (void)db, (void)word, (void)e;
    return true;
}

static int news_fd(struct database *db)
{
    (void)db;
    return -1;
}

static bool heard(struct database *db, char *word, size_t capacity)
{
    (void)db, (void)word, (void)capacity;
    return false;
}

const struct database_kind database_sqlite = {
    .identity = "INTEGER PRIMARY KEY AUTOINCREMENT",
    .clustered = "WITHOUT ROWID",
    .own = "",
    .news = "",
    .tables = "SELECT count(*) FILTER (WHERE name = 'abax_schema'), count(*) FROM sqlite_schema"
              " WHERE type = 'table'",
    .check = "PRAGMA integrity_check(1)",
    .tidy = "PRAGMA wal_checkpoint(PASSIVE)",
    .open = open_file,
    .close = close_file,
    DATABASE_FUNCTIONS(sqlite),
    .news_fd = news_fd,
    .heard = heard,
};
