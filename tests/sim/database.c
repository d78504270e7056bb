// SPDX-License-Identifier: MIT
// The database of a run: SQLite on the simulated disk, in the place of PostgreSQL where several
// processes share it. Between the server and it stand the faults of a connection, the
// notifications, and an observer that notes what was really committed. The observer sees statements
// and commits, so it does not believe what the storage says of itself.
#include <stdlib.h>
#include <string.h>

#include "server/store/database.h"
#include "server/store/sql.h"
#include "tests/sim/model.h"
#include "tests/sim/replaced.h"
#include "tests/sim/sim.h"

const char database_name[] = "postgres://simulated";

enum { WORDS = 64, WORD = 64, PENDING = 64, FIRST_FD = 1000, MOST_FAILURES = 50 }; // in a second

struct db_connection {
    struct db_connection *next;
    int process;
    struct database *db;
    bool writes;               // the current statement adds an entry
    struct store_entry adding; // that one
    struct store_entry pending[PENDING];
    unsigned count;
    char words[WORDS][WORD];
    unsigned word_count;
    bool begun; // a transaction
    bool owed;  // a commit that was announced before it was done
};

struct news {
    struct news *next;
    char word[WORD];
};

static struct {
    struct database_kind kind;
    struct db_connection *connections;
    struct {
        int64_t away_until, deaf_until, arrives_until;
        enum commit_fault fault;
        struct news *first, *last;
        bool missed; // news that it will never hear
        bool listens, claimed;
        int64_t failing; // since then nothing could be stored; 0: well
        int64_t second;  // of this one all failures are counted
        unsigned failures;
    } at[SIM_PROCESSES];
    struct {
        int64_t from, to;
    } outages[SIM_STEPS];
    unsigned outage_count;
    int64_t began; // the first of the processes that serve it
} base;

// ---------------------------------------------------------------------------------------------
// Faults
// ---------------------------------------------------------------------------------------------

void database_set_away(int process, int64_t until)
{
    base.at[process].away_until = until;
    base.at[process].deaf_until = until;
    base.at[process].missed = true;
}

void database_set_commit(int process, enum commit_fault fault)
{
    base.at[process].fault = fault;
}

void database_set_deaf(int process, int64_t until)
{
    base.at[process].deaf_until = until;
    base.at[process].missed = true;
}

bool database_claimed(int process)
{
    return base.at[process].claimed;
}

bool database_writing(int process)
{
    for (const struct db_connection *c = base.connections; c; c = c->next) {
        if (c->process == process && c->begun)
            return true;
    }
    return false;
}

bool database_well(void)
{
    bool well = disk_well();

    for (int p = 0; p < SIM_PROCESSES; p++)
        well = well && sim_now() >= base.at[p].away_until && sim_now() >= base.at[p].deaf_until;
    return well;
}

static bool is_away(struct error *e)
{
    int p = fiber_process();

    if (p < 0 || sim_now() >= base.at[p].away_until)
        return false;
    error_set(e, "store.lost", "the database cannot be reached");
    return true;
}

// A refused process comes back later.
static void count_failure(int p)
{
    if (base.at[p].second != sim_now() / SIM_SECOND)
        base.at[p].failures = 0;
    base.at[p].second = sim_now() / SIM_SECOND;
    if (++base.at[p].failures > MOST_FAILURES)
        sim_fail("process %d hammers at a database that fails", p);
}

// A write has failed or worked: for the clocks it matters when nothing could be stored.
static void note_stored(int p, bool stored)
{
    if (p < 0 || !base.at[p].claimed) // it looks at the schema
        return;
    if (!stored)
        count_failure(p);
    if (!stored && !base.at[p].failing)
        base.at[p].failing = sim_now();
    if (!stored)
        return;
    if (base.at[p].failing && sim.processes == 1 && base.outage_count < SIM_STEPS) {
        base.outages[base.outage_count].from = base.at[p].failing;
        base.outages[base.outage_count++].to = sim_now();
    }
    base.at[p].failing = 0;
}

int64_t database_outage(int64_t from, int64_t to)
{
    int64_t sum = 0;

    for (unsigned i = 0; i < base.outage_count; i++) {
        int64_t a = base.outages[i].from > from ? base.outages[i].from : from;
        int64_t b = base.outages[i].to < to ? base.outages[i].to : to;
        sum += b > a ? b - a : 0;
    }
    return sum;
}

// ---------------------------------------------------------------------------------------------
// News
// ---------------------------------------------------------------------------------------------

struct letter {
    int to;
    char word[WORD];
};

static void deliver(void *to, uint64_t number)
{
    struct letter *l = to;
    int p = l->to;

    (void)number;
    if (base.at[p].listens && sim_now() >= base.at[p].deaf_until) {
        struct news *n = calloc(1, sizeof *n);
        snprintf(n->word, sizeof n->word, "%s", l->word);
        *(base.at[p].last ? &base.at[p].last->next : &base.at[p].first) = n;
        base.at[p].last = n;
        fiber_signal(&base.at[p], true);
    }
    free(l);
}

static void send(int to, const char *word)
{
    int64_t when = sim_now() + sim_draw(&sim.chance, 50,
                                        sim_one_in(&sim.chance, 20) ? 900 * SIM_MS : 4 * SIM_MS);

    if (sim.mutation == MUTATION_NEWS && sim_one_in(&sim.chance, 4))
        return;
    struct letter *l = calloc(1, sizeof *l);
    if (!l)
        sim_fail("no memory for a letter");
    if (when < base.at[to].arrives_until)
        when = base.at[to].arrives_until; // in the order of the commits
    base.at[to].arrives_until = when;
    l->to = to;
    snprintf(l->word, sizeof l->word, "%s", word);
    sim_at(when, deliver, l, 0);
}

static void publish(const struct db_connection *c)
{
    for (unsigned i = 0; i < c->word_count && sim.cluster; i++) {
        for (int p = 0; p < (int)sim.processes; p++)
            send(p, c->words[i]);
    }
}

bool sim_news_waits(int fd)
{
    return base.at[fd - FIRST_FD].first != NULL;
}

const void *sim_news_place(int fd)
{
    return &base.at[fd - FIRST_FD];
}

static int news_fd(struct database *db)
{
    int p = fiber_process();

    (void)db;
    if (!sim.cluster)
        return -1;
    if (!base.at[p].listens)
        base.at[p].deaf_until = 0; // a new connection
    base.at[p].listens = true;
    return FIRST_FD + p;
}

static bool heard(struct database *db, char *word, size_t capacity)
{
    int p = fiber_process();
    struct news *n = base.at[p].first;

    (void)db;
    if (!n)
        return false;
    if (!(base.at[p].first = n->next))
        base.at[p].last = NULL;
    snprintf(word, capacity, "%s", n->word);
    free(n);
    return true;
}

// After a loss of the connection the first word is an empty one.
static bool alive(struct database *db)
{
    int p = fiber_process();

    (void)db;
    if (sim_now() < base.at[p].deaf_until)
        return false;
    if (base.at[p].missed && sim.mutation != MUTATION_NEWS) {
        struct news *n = calloc(1, sizeof *n);
        *(base.at[p].last ? &base.at[p].last->next : &base.at[p].first) = n;
        base.at[p].last = n;
        fiber_signal(&base.at[p], true);
    }
    base.at[p].missed = false;
    return true;
}

static bool notify_database(struct database *db, const char *word, struct error *e)
{
    struct db_connection *c = base.connections;

    (void)e;
    while (c->db != db)
        c = c->next;
    if (c->word_count == WORDS)
        sim_fail("a batch has too many notifications");
    snprintf(c->words[c->word_count++], WORD, "%s", word);
    return true;
}

// ---------------------------------------------------------------------------------------------
// Connections
// ---------------------------------------------------------------------------------------------

static struct db_connection *db_connection_of(const struct database *db)
{
    struct db_connection *c = base.connections;

    while (c && c->db != db)
        c = c->next;
    return c;
}

static struct database *open_it(const char *where, struct error *e)
{
    struct db_connection *c = calloc(1, sizeof *c);

    if (!strcmp(where, database_name))
        where =
            "/dev/null"; // a name that exists and may be written; the disk uses it for its own file
    if (!c || is_away(e) || !(c->db = database_sqlite.open(where, e))) {
        free(c);
        return NULL;
    }
    base.kind.now = sim.cluster && sim.mutation != MUTATION_TIME ? "the true time" : NULL;
    c->db->kind = &base.kind;
    c->process = fiber_process();
    c->next = base.connections;
    base.connections = c;
    return c->db;
}

static void close_it(struct database *db)
{
    struct db_connection **at = &base.connections, *gone;

    while ((*at)->db != db)
        at = &(*at)->next;
    gone = *at;
    *at = gone->next;
    free(gone);
    database_sqlite.close(db);
}

static bool claim(struct database *db, int64_t *began, struct error *e)
{
    bool first = true;

    (void)db, (void)e;
    for (int p = 0; p < SIM_PROCESSES; p++)
        first = first && !base.at[p].claimed;
    if (first)
        base.began = *began;
    base.at[fiber_process()].claimed = true;
    process_claimed();
    *began = sim.mutation == MUTATION_CHARGED ? 0 : base.began;
    return true;
}

void database_crash(int process)
{
    for (struct db_connection **at = &base.connections; *at;) {
        if ((*at)->process == process)
            *at = (*at)->next;
        else
            at = &(*at)->next;
    }
    base.at[process].claimed = base.at[process].listens = false;
    base.at[process].missed = false;
    base.at[process].fault = COMMIT_WELL;
    base.at[process].failing = 0;
    while (base.at[process].first) {
        struct news *gone = base.at[process].first;
        base.at[process].first = gone->next;
        free(gone);
    }
    base.at[process].last = NULL;
}

// ---------------------------------------------------------------------------------------------
// Transactions and statements
// ---------------------------------------------------------------------------------------------

static bool pay(struct db_connection *c, struct error *e)
{
    if (!c->owed)
        return true;
    c->owed = false;
    if (!database_sqlite.commit(c->db, e))
        return false;
    for (unsigned i = 0; i < c->count; i++)
        model_stored(&c->pending[i]);
    return true;
}

static bool begin_transaction(struct database *db, bool lock, struct error *e)
{
    struct db_connection *c = db_connection_of(db);

    if (!pay(c, e))
        return false;
    c->count = c->word_count = 0;
    if (!is_away(e) && database_sqlite.begin(db, lock, e)) {
        c->begun = true;
        return true;
    }
    note_stored(fiber_process(), false);
    return false;
}

static void rollback(struct database *db)
{
    db_connection_of(db)->begun = false;
    note_stored(fiber_process(), false);
    database_sqlite.rollback(db);
}

static bool commit_fails(struct database *db, struct error *e)
{
    database_sqlite.rollback(db);
    note_stored(fiber_process(), false);
    return error_set(e, "store.lost", "the connection broke before the commit");
}

static bool commit(struct database *db, struct error *e)
{
    struct db_connection *c = db_connection_of(db);
    int p = fiber_process();
    enum commit_fault fault = p >= 0 ? base.at[p].fault : COMMIT_WELL;

    c->begun = false;
    if (p >= 0 && (is_away(e) || fault == COMMIT_FAILS)) {
        base.at[p].fault = COMMIT_WELL;
        return commit_fails(db, e);
    }
    if (p >= 0 && sim.mutation == MUTATION_UNSTORED && sim_one_in(&sim.chance, 8)) {
        database_sqlite.rollback(db);
        return true;
    }
    if (p >= 0 && sim.mutation == MUTATION_EARLY && sim.processes == 1) {
        c->owed = true;
        return true;
    }
    if (!database_sqlite.commit(db, e)) {
        note_stored(p, false);
        return false;
    }
    for (unsigned i = 0; i < c->count; i++)
        model_stored(&c->pending[i]);
    publish(c);
    note_stored(p, true);
    if (fault == COMMIT_WELL)
        return true;
    base.at[p].fault = COMMIT_WELL;
    sim_note("process %d commit %s", p, fault == COMMIT_LIES ? "said to have failed" : "crash");
    if (fault == COMMIT_CRASHES)
        process_crash(p, sim_now() + sim_draw(&sim.chance, 100, 9000) * SIM_MS);
    return error_set(e, "store.unsure",
                     "the connection broke during the commit: the result is unknown");
}

static bool script(struct database *db, const char *sql, struct error *e)
{
    return !is_away(e) && database_sqlite.script(db, sql, e);
}

static int64_t number_of(const struct value *v)
{
    return v->kind == VALUE_NUMBER ? v->number : -1;
}

// Mutations, on the way to the database.
static void spoil(struct db_connection *c, struct value *values)
{
    if (sim.mutation == MUTATION_FLAG && !strcmp(c->adding.kind, "time"))
        values[4].number -= 700;
    if (sim.mutation == MUTATION_CLOCK && !strcmp(c->adding.kind, "act") && c->adding.seat >= 0 &&
        c->adding.left[c->adding.seat] > 60000)
        values[5 + c->adding.seat].number -= 50;
}

static void note_entry(struct db_connection *c, const struct value *v, unsigned count)
{
    struct store_entry *a = &c->adding;

    if (count != 10)
        sim_fail("the statement that adds an entry has another form: tests/sim/database.c");
    *a = (struct store_entry){.number = (unsigned)v[0].number,
                              .seat = v[2].kind == VALUE_NUMBER ? (int)v[2].number : -1,
                              .at = v[4].number};
    snprintf(a->kind, sizeof a->kind, "%s", v[1].text);
    snprintf(a->text, sizeof a->text, "%s", v[3].text);
    snprintf(a->game, sizeof a->game, "%s", v[9].text);
    for (unsigned i = 0; i < GAME_MAX_SEATS; i++)
        a->left[i] = number_of(&v[5 + i]);
}

static bool start(struct database *db, unsigned statement, const char *sql,
                  const struct value *values, unsigned count, struct error *e)
{
    struct db_connection *c = db_connection_of(db);
    struct value own[DATABASE_MOST_VALUES];
    char text[64];

    if (!c->begun) // a reader may be slow; a writer is, on the disk
        disk_wait();
    if (is_away(e))
        return false;
    if (sql && base.kind.now && !strcmp(sql, base.kind.now)) {
        snprintf(text, sizeof text, "SELECT %lld", (long long)sim_clock(-1));
        sql = text;
    }
    c->writes = !sql && statement == SQL_ADD_ENTRY;
    if (count)
        memcpy(own, values, count * sizeof *own);
    if (c->writes) {
        note_entry(c, own, count);
        spoil(c, own);
        note_entry(c, own, count);
    }
    return database_sqlite.start(db, statement, sql, own, count, e);
}

// A mutation: the same entry once more, after the first.
static void add_again(struct db_connection *c)
{
    const struct store_entry *a = &c->adding;
    struct value v[10] = {{VALUE_NUMBER, .number = a->number + 1},
                          {VALUE_TEXT, .text = a->kind},
                          {VALUE_NUMBER, .number = a->seat},
                          {VALUE_TEXT, .text = a->text},
                          {VALUE_NUMBER, .number = a->at}};
    struct error e;

    for (unsigned i = 0; i < GAME_MAX_SEATS; i++)
        v[5 + i] = (struct value){VALUE_NUMBER, .number = a->left[i]};
    v[9] = (struct value){VALUE_TEXT, .text = a->game};
    if (!database_sqlite.start(c->db, SQL_ADD_ENTRY, NULL, v, 10, &e))
        return;
    database_sqlite.step(c->db, &e);
    database_sqlite.finish(c->db);
    c->pending[c->count++] = c->adding;
    c->pending[c->count - 1].number++;
}

static void finish(struct database *db)
{
    struct db_connection *c = db_connection_of(db);
    bool added = c->writes && database_sqlite.changed(db) > 0;

    database_sqlite.finish(db);
    c->writes = false;
    if (!added)
        return;
    if (c->count == PENDING)
        sim_fail("a batch has too many entries");
    c->pending[c->count++] = c->adding;
    if (sim.mutation == MUTATION_DOUBLED && sim_one_in(&sim.chance, 8))
        add_again(c);
}

static bool backup(struct database *db, const char *path, struct error *e)
{
    return database_sqlite.backup(db, path, e);
}

void database_install(void)
{
    base.kind = database_sqlite;
    base.kind.open = open_it;
    base.kind.close = close_it;
    base.kind.begin = begin_transaction;
    base.kind.commit = commit;
    base.kind.rollback = rollback;
    base.kind.script = script;
    base.kind.start = start;
    base.kind.finish = finish;
    base.kind.backup = backup;
    base.kind.alive = alive;
    base.kind.claim = claim;
    base.kind.publish = notify_database;
    base.kind.news_fd = news_fd;
    base.kind.heard = heard;
}

const struct database_kind database_postgres = {.open = open_it};
