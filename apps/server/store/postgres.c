// SPDX-License-Identifier: MIT
// The storage's database on a PostgreSQL server. A lost connection is made again at the next call.
// When it is lost in the middle of a commit, the next connection asks whether the commit came
// through: every transaction leaves its random name in the writer's row.
#include <ctype.h>
#include <time.h>
#include <unistd.h>

#include "server/log.h"
#include "server/store/postgres.h"

enum {
    OLDEST = 130000, // version of the server
    PAUSE = 1000,    // milliseconds between attempts to connect
    DOUBT_TRIES = 50,
    DOUBT_PAUSE = 200000, // microseconds
    NUMBER_BYTES = 32,
    CHARACTERS = 240, // of the server's words in a sentence
};

#define CLAIM                                                                                      \
    "1633837432" // a lock of ours among those of the database: those who serve it share it
#define CLAIMING "1633837433" // of those who are about to

static struct postgres *postgres_of(struct database *db)
{
    return (struct postgres *)db;
}

int64_t postgres_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

// ---------------------------------------------------------------------------------------------
// Errors
// ---------------------------------------------------------------------------------------------

// The first line of the server's words, without the full stop.
static int first_line(const char *words)
{
    int length = (int)strcspn(words, "\n");

    if (length > CHARACTERS)
        length = CHARACTERS;
    while (length > 0 && (words[length - 1] == '.' || isspace((unsigned char)words[length - 1])))
        length--;
    return length;
}

static bool no_connection(struct postgres *p, struct error *e)
{
    const char *words = p->connection ? PQerrorMessage(p->connection) : "no memory";

    // the operator sees where a start failed; later errors go to strangers
    if (p->opened) {
        log_event("database", "sentence=%.*s", first_line(words), log_text(words).text);
        return error_set(e, "store.quiet", "the database does not answer");
    }
    return error_set(e, "store.silent:reason", "the database does not answer: %.*s",
                     first_line(words), words);
}

static bool error(struct postgres *p, const PGresult *result, struct error *e)
{
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const char *words = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);

    if (PQstatus(p->connection) != CONNECTION_OK) {
        p->base.again = true;
        return no_connection(p, e);
    }
    state = state ? state : "";
    words = words ? words : PQerrorMessage(p->connection);
    // A deadlock, or a row that another transaction has just added or removed.
    if (!strncmp(state, "40", 2) || !strncmp(state, "23", 2))
        p->base.again = true;
    if (!strcmp(state, "53100"))
        return error_set(e, "store.disk", "the disk of the database is full: nothing was stored");
    if (!strcmp(state, "25006"))
        return error_set(e, "store.read-only", "the database is read-only");
    if (!strcmp(state, "57014"))
        return error_set(e, "store.slow", "the database took too long");
    return error_set(e, "store.refuses:reason", "the database refuses: %.*s", first_line(words),
                     words);
}

static bool good(const PGresult *result)
{
    return PQresultStatus(result) == PGRES_COMMAND_OK || PQresultStatus(result) == PGRES_TUPLES_OK;
}

// ---------------------------------------------------------------------------------------------
// Connecting
// ---------------------------------------------------------------------------------------------

static void be_quiet(void *nothing, const char *words)
{
    (void)nothing, (void)words;
}

static PGconn *dial(const char *url)
{
    // What stands before the address can be set otherwise in it.
    const char *keys[] = {"connect_timeout",
                          "tcp_user_timeout",
                          "keepalives_idle",
                          "keepalives_interval",
                          "keepalives_count",
                          "application_name",
                          "dbname",
                          "client_encoding",
                          NULL};
    const char *values[] = {"3", "10000", "5", "2", "3", "abax", url, "UTF8", NULL};

    return PQconnectdbParams(keys, values, 1);
}

static bool pg_script(struct database *db, const char *sql, struct error *e)
{
    struct postgres *p = postgres_of(db);
    PGresult *result = PQexec(p->connection, sql);
    bool fine = good(result) || error(p, result, e);

    PQclear(result);
    return fine;
}

// Commits that wait for the disk, and no call that waits for ever.
static bool settle(struct postgres *p, struct error *e)
{
    const char *encoding = PQparameterStatus(p->connection, "server_encoding");

    if (PQserverVersion(p->connection) < OLDEST)
        return error_set(e, "store.old", "PostgreSQL 13 or newer is needed");
    if (!encoding || strcmp(encoding, "UTF8") != 0)
        return error_set(e, "store.encoding", "the database must have the encoding UTF8");
    if (p->claims && !pg_script(&p->base, "SELECT pg_advisory_lock_shared(" CLAIM ")", e))
        return false;
    return pg_script(&p->base,
                     "SET client_min_messages = warning;"
                     "SET statement_timeout = '10s';"
                     "SET idle_in_transaction_session_timeout = '30s';"
                     "SELECT set_config('synchronous_commit', 'on', false)"
                     " WHERE current_setting('synchronous_commit') = 'off'",
                     e);
}

static void hang_up(struct postgres *p)
{
    if (p->connection)
        PQfinish(p->connection);
    p->connection = NULL;
    p->writing = false;
}

bool postgres_connect(struct postgres *p, struct error *e)
{
    if (p->connection && PQstatus(p->connection) == CONNECTION_OK)
        return true;
    hang_up(p);
    if (postgres_now() < p->quiet_until)
        return error_set(e, "store.quiet", "the database does not answer");
    memset(p->prepared, 0, sizeof p->prepared);
    p->connection = dial(p->url);
    if (p->connection)
        PQsetNoticeProcessor(p->connection, be_quiet, NULL);
    bool fine = p->connection && PQstatus(p->connection) == CONNECTION_OK ? settle(p, e)
                                                                          : no_connection(p, e);
    if (fine && !postgres_news_listen(p))
        fine = no_connection(p, e);
    if (!fine) {
        hang_up(p);
        p->quiet_until = postgres_now() + PAUSE;
    }
    return fine;
}

static void pg_finish(struct database *db)
{
    struct postgres *p = postgres_of(db);

    PQclear(p->result);
    p->result = NULL;
    PQfreemem(p->bytes);
    p->bytes = NULL;
}

// ---------------------------------------------------------------------------------------------
// Statements
// ---------------------------------------------------------------------------------------------

struct parameters {
    const char *at[DATABASE_MOST_VALUES];
    int length[DATABASE_MOST_VALUES], format[DATABASE_MOST_VALUES];
    char number[DATABASE_MOST_VALUES][NUMBER_BYTES];
};

static void write_parameter(struct parameters *to, unsigned i, const struct value *v)
{
    to->at[i] = to->number[i];
    to->length[i] = 0;
    to->format[i] = 0;
    switch (v->kind) {
    case VALUE_NUMBER:
        snprintf(to->number[i], NUMBER_BYTES, "%lld", (long long)v->number);
        break;
    case VALUE_REAL:
        snprintf(to->number[i], NUMBER_BYTES, "%.17g", v->real);
        break;
    case VALUE_TEXT:
        to->at[i] = v->text;
        break;
    case VALUE_BYTES:
        to->at[i] = (const char *)v->bytes;
        to->length[i] = (int)v->length;
        to->format[i] = 1;
        break;
    case VALUE_NONE:
        to->at[i] = NULL;
        break;
    }
}

static bool prepare(struct postgres *p, unsigned number, const char *name, struct error *e)
{
    if (p->prepared[number])
        return true;
    PGresult *result = PQprepare(p->connection, name, sql_text(number), 0, NULL);
    p->prepared[number] = good(result);
    if (!p->prepared[number])
        error(p, result, e);
    PQclear(result);
    return p->prepared[number];
}

static bool send_statement(struct postgres *p, unsigned number, const char *sql,
                           const struct parameters *with, unsigned count, struct error *e)
{
    char name[NUMBER_BYTES];

    if (sql) {
        p->result = PQexecParams(p->connection, sql, (int)count, NULL, with->at, with->length,
                                 with->format, 0);
    } else {
        snprintf(name, sizeof name, "abax_%u", number);
        if (!prepare(p, number, name, e))
            return false;
        p->result = PQexecPrepared(p->connection, name, (int)count, with->at, with->length,
                                   with->format, 0);
    }
    if (good(p->result))
        return true;
    error(p, p->result, e);
    pg_finish(&p->base);
    return false;
}

// Outside of a transaction a lost connection is made again and the statement with it.
static bool pg_start(struct database *db, unsigned number, const char *sql,
                     const struct value *values, unsigned count, struct error *e)
{
    struct postgres *p = postgres_of(db);
    struct parameters with;
    bool alone = !p->writing, done;

    for (unsigned i = 0; i < count; i++)
        write_parameter(&with, i, &values[i]);
    p->row = -1;
    p->wrote = p->wrote || number != SQL_COUNT;
    if (alone && !postgres_connect(p, e))
        return false;
    done = send_statement(p, number, sql, &with, count, e);
    if (!done && alone && PQstatus(p->connection) != CONNECTION_OK)
        done = postgres_connect(p, e) && send_statement(p, number, sql, &with, count, e);
    if (p->connection)
        postgres_news_collect(p);
    return done;
}

static enum database_step pg_step(struct database *db, struct error *e)
{
    struct postgres *p = postgres_of(db);

    (void)e; // all rows came with the answer
    return ++p->row < PQntuples(p->result) ? DATABASE_ROW : DATABASE_END;
}

static int64_t pg_changed(struct database *db)
{
    return strtoll(PQcmdTuples(postgres_of(db)->result), NULL, 10);
}

static int64_t pg_number(struct database *db, int column)
{
    struct postgres *p = postgres_of(db);

    return strtoll(PQgetvalue(p->result, p->row, column), NULL, 10);
}

static double pg_real(struct database *db, int column)
{
    struct postgres *p = postgres_of(db);

    return strtod(PQgetvalue(p->result, p->row, column), NULL);
}

static const char *pg_text(struct database *db, int column)
{
    struct postgres *p = postgres_of(db);

    return PQgetisnull(p->result, p->row, column) ? NULL : PQgetvalue(p->result, p->row, column);
}

static const unsigned char *pg_bytes(struct database *db, int column, size_t *length)
{
    struct postgres *p = postgres_of(db);
    const char *written = pg_text(db, column);

    PQfreemem(p->bytes);
    p->bytes = NULL;
    *length = 0;
    if (written)
        p->bytes = PQunescapeBytea((const unsigned char *)written, length);
    return p->bytes;
}

// ---------------------------------------------------------------------------------------------
// Transactions
// ---------------------------------------------------------------------------------------------

static void pg_rollback(struct database *db)
{
    struct postgres *p = postgres_of(db);
    struct error ignored;

    if (p->writing && PQstatus(p->connection) == CONNECTION_OK)
        pg_script(db, "ROLLBACK", &ignored);
    p->writing = false;
    p->words_length = 0;
}

static bool pg_begin(struct database *db, bool lock, struct error *e)
{
    struct postgres *p = postgres_of(db);

    db->again = false;
    p->schema = lock;
    p->wrote = false;
    p->words_length = 0;
    if (!postgres_connect(p, e) ||
        !pg_script(db, "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE", e))
        return false;
    p->writing = true;
    // Any number will do that nobody else takes for a lock.
    if (!lock || pg_script(db, "SELECT pg_advisory_xact_lock(4703819)", e))
        return true;
    pg_rollback(db);
    return false;
}

bool postgres_run(struct postgres *p, const char *sql, const struct value *values, unsigned count,
                  struct error *e)
{
    if (!pg_start(&p->base, SQL_COUNT, sql, values, count, e))
        return false;
    pg_finish(&p->base);
    return true;
}

static bool ask_for_batch(struct postgres *p, bool *there, struct error *e)
{
    const struct value writer = {VALUE_TEXT, .text = p->writer};

    // Both wait for the old transaction to end, if it is still there.
    if (!postgres_run(p,
                      "INSERT INTO abax_writers (writer, batch, at) VALUES ($1, '', now())"
                      " ON CONFLICT DO NOTHING",
                      &writer, 1, e) ||
        !pg_start(&p->base, SQL_COUNT,
                  "SELECT batch FROM abax_writers WHERE writer = $1 FOR UPDATE", &writer, 1, e))
        return false;
    *there = pg_step(&p->base, e) == DATABASE_ROW && !strcmp(pg_text(&p->base, 0), p->batch);
    pg_finish(&p->base);
    return true;
}

// The connection went while the commit was under way: did it come through?
static bool was_committed(struct postgres *p, struct error *e)
{
    struct error ignored;
    bool there;

    for (int tries = 0; tries < DOUBT_TRIES; tries++) {
        p->quiet_until = 0;
        if (postgres_connect(p, &ignored) && ask_for_batch(p, &there, &ignored))
            return there;
        usleep(DOUBT_PAUSE);
    }
    p->base.again = false;
    return error_set(e, "store.lost",
                     "the database went away: whether the last writes are stored is not known");
}

static bool pg_commit(struct database *db, struct error *e)
{
    struct postgres *p = postgres_of(db);
    bool signs = p->wrote && !p->schema; // nobody asks whether mere words came through
    bool publishes = p->words_length > 0;

    if (!postgres_news_leave(p, signs, publishes, e)) {
        pg_rollback(db);
        return false;
    }
    p->words_length = 0;
    PGresult *result = PQexec(p->connection, "COMMIT");
    bool done = good(result) && !strcmp(PQcmdStatus(result), "COMMIT");
    if (!done)
        error(p, result, e);
    PQclear(result);
    p->writing = false;
    postgres_news_collect(p);
    bool doubtful = !done && PQstatus(p->connection) != CONNECTION_OK;
    if (doubtful && signs)
        done = was_committed(p, e);
    if (done && publishes) {
        p->number++;
        postgres_news_hint(p);
    } else if (doubtful && !done) {
        postgres_news_name(p);
    }
    return done;
}

// ---------------------------------------------------------------------------------------------
// Opening and closing
// ---------------------------------------------------------------------------------------------

// Takes the writer's row away, and those of writers that were killed long ago.
static void leave(struct postgres *p)
{
    const struct value writer = {VALUE_TEXT, .text = p->writer};
    struct error ignored;

    if (p->signed_once && p->connection && PQstatus(p->connection) == CONNECTION_OK)
        postgres_run(p,
                     "DELETE FROM abax_writers WHERE writer = $1 OR at < now() - interval '7 days'",
                     &writer, 1, &ignored);
}

static void close_connection(struct database *db)
{
    struct postgres *p = postgres_of(db);

    pg_finish(db);
    leave(p);
    hang_up(p);
    postgres_news_clear(&p->news);
    free(p->words);
    free(p->url);
    free(p);
}

// What libpq says of an address that it cannot read may have the password in it.
static bool is_address(const char *where, struct error *e)
{
    PQconninfoOption *parts = PQconninfoParse(where, NULL);

    if (!parts)
        return error_set(e, "store.url",
                         "the address of the database cannot be read:"
                         " postgres://USER:PASSWORD@HOST:PORT/NAME");
    PQconninfoFree(parts);
    return true;
}

static struct database *open_connection(const char *where, struct error *e)
{
    if (!is_address(where, e))
        return NULL;
    struct postgres *p = calloc(1, sizeof *p);
    if (!p) {
        error_set(e, "store.memory", "no memory for the database");
        return NULL;
    }
    p->base.kind = &database_postgres;
    p->url = strdup(where);
    if (!p->url)
        error_set(e, "store.memory", "no memory for the database");
    else if (postgres_news_init(&p->news, e) && (postgres_news_name(p), postgres_connect(p, e))) {
        p->opened = true;
        return &p->base;
    }
    close_connection(&p->base);
    return NULL;
}

// ---------------------------------------------------------------------------------------------
// The rest
// ---------------------------------------------------------------------------------------------

static bool pg_publish(struct database *db, const char *word, struct error *e)
{
    struct postgres *p = postgres_of(db);
    size_t length = strlen(word), need = p->words_length + length + 2;

    if (need > p->words_capacity) {
        char *more = realloc(p->words, 2 * need);
        if (!more)
            return error_set(e, "store.news-memory", "no memory for news of the database");
        p->words = more;
        p->words_capacity = 2 * need;
    }
    memcpy(p->words + p->words_length, word, length);
    p->words_length += length;
    p->words[p->words_length++] = ' ';
    return true;
}

static bool pg_backup(struct database *db, const char *path, struct error *e)
{
    (void)db, (void)path;
    return error_set(e, "store.dump", "use pg_dump for a copy of a PostgreSQL database");
}

// Locks end with the connection, also when the process is killed. The first process to come writes
// when it began, before another can see it.
static bool settle_began(struct postgres *p, bool first, int64_t *began, struct error *e)
{
    char own[24];
    const struct value value = {.kind = VALUE_TEXT, .text = own};
    PGresult *result;

    snprintf(own, sizeof own, "%lld", (long long)*began);
    if (first)
        return postgres_run(p,
                            "INSERT INTO abax_writers (writer, batch, at) VALUES ('began', $1,"
                            " now()) ON CONFLICT (writer) DO UPDATE SET batch = excluded.batch,"
                            " at = now()",
                            &value, 1, e);
    result = PQexec(p->connection, "SELECT batch FROM abax_writers WHERE writer = 'began'");
    bool fine = good(result) || error(p, result, e);
    // Long ago it is forgotten: no clock has run since before that.
    *began = fine && PQntuples(result) ? strtoll(PQgetvalue(result, 0, 0), NULL, 10) : 0;
    PQclear(result);
    return fine;
}

// One process at a time: one that finds others serving finds what the first of them wrote.
static bool pg_claim(struct database *db, int64_t *began, struct error *e)
{
    struct postgres *p = postgres_of(db);

    if (!pg_script(db, "SELECT pg_advisory_lock(" CLAIMING ")", e))
        return false;
    PGresult *result = PQexec(p->connection, "SELECT pg_try_advisory_lock(" CLAIM ")");
    bool fine = good(result) || error(p, result, e);
    bool first = fine && PQgetvalue(result, 0, 0)[0] == 't';
    PQclear(result);
    p->claims = fine && settle_began(p, first, began, e) &&
                pg_script(db, "SELECT pg_advisory_lock_shared(" CLAIM ")", e) &&
                (!first || pg_script(db, "SELECT pg_advisory_unlock(" CLAIM ")", e)) &&
                pg_script(db, "SELECT pg_advisory_unlock(" CLAIMING ")", e);
    return p->claims;
}

static bool pg_alive(struct database *db)
{
    struct error ignored;

    return postgres_run(postgres_of(db), "SELECT 1", NULL, 0, &ignored);
}

const struct database_kind database_postgres = {
    .identity = "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
    .clustered = "",
    .own = "CREATE TABLE abax_writers ("
           " writer TEXT PRIMARY KEY,"
           " batch TEXT NOT NULL,"
           " at TIMESTAMPTZ NOT NULL);",
    // Not in the database's log: news is of no use after a crash.
    .news = "CREATE UNLOGGED TABLE abax_news ("
            " writer TEXT COLLATE \"C\" NOT NULL,"
            " number BIGINT NOT NULL,"
            " words TEXT NOT NULL,"
            " at TIMESTAMPTZ NOT NULL,"
            " PRIMARY KEY (writer, number));",
    .tables = "SELECT count(*), count(*) FROM pg_catalog.pg_tables"
              " WHERE tablename = 'abax_schema' AND schemaname = ANY (current_schemas(false))",
    .open = open_connection,
    .close = close_connection,
    DATABASE_FUNCTIONS(pg),
    .now = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint",
    .news_fd = postgres_news_fd,
    .heard = postgres_heard,
};
