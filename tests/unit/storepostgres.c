// SPDX-License-Identifier: MIT
// What only PostgreSQL does: connections that are lost, at the worst moment too, restarts, news
// between processes.
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/store/postgres.h"
#include "tests/unit/proxy.h"
#include "tests/unit/stored.h"

enum {
    SQL = 512,
    TRIES = 600, // tenths of a second, for what comes soon unless the machine has much else to do
};

// ---------------------------------------------------------------------------------------------
// Lost connections
// ---------------------------------------------------------------------------------------------

// Whether the commit or its answer was lost, the batch is stored once and the caller is told so.
static void lost_commits_are_found(void **state)
{
    const struct place *place = *state;
    struct store *s = stored_open(place->where);
    struct proxy proxy;
    char url[256], name[32];
    unsigned length = 0;

    stored_one(s, stored_game("game", 1));
    proxy_start(&proxy, place->cluster);
    snprintf(name, sizeof name, "test%u", place->count);
    proxy_url(&proxy, name, url, sizeof url);
    struct store *cut = stored_open(url);
    for (int round = 0; round < 6; round++) {
        struct store_write batch[] = {stored_entry("game", length),
                                      stored_entry("game", length + 1)};
        proxy.cut = round % 2 ? PROXY_CUT_COMMIT : PROXY_CUT_ANSWER;
        stored_write(cut, batch, 2);
        assert_int_equal(proxy.cut, PROXY_PASS); // it has happened
        assert_int_equal(batch[0].answer, STORE_DONE);
        assert_int_equal(batch[1].answer, STORE_DONE);
        length += 2;
        assert_int_equal(stored_length(s, "game"), length);
    }
    store_close(cut);
    proxy_stop(&proxy);
    store_close(s);
}

// A server that does not come back: nobody can know, and that is what is said.
static void a_commit_in_doubt_is_told(void **state)
{
    const struct place *place = *state;
    struct store *s = stored_open(place->where);
    struct store_write w = stored_entry("game", 0);
    struct error e = {0};
    struct proxy proxy;
    char url[256], name[32];

    stored_one(s, stored_game("game", 1));
    proxy_start(&proxy, place->cluster);
    snprintf(name, sizeof name, "test%u", place->count);
    proxy_url(&proxy, name, url, sizeof url);
    struct store *cut = stored_open(url);
    proxy.cut = PROXY_CUT_ALL;
    assert_false(store_write(cut, &w, 1, &e));
    assert_int_equal(w.answer, STORE_FAILED);
    assert_non_null(strstr(e.message.text, "not known"));
    assert_int_equal(proxy.cut, PROXY_GONE);
    proxy.cut = PROXY_PASS;
    for (int tries = 0; !store_alive(cut); tries++) {
        assert_true(tries < TRIES);
        usleep(100000);
    }
    assert_int_equal(stored_one(cut, w), STORE_DONE);
    assert_int_equal(stored_length(s, "game"), 1);
    store_close(cut);
    proxy_stop(&proxy);
    store_close(s);
}

static void ended_connections_are_made_again(void **state)
{
    const struct place *place = *state;
    struct store *s = stored_open(place->where);

    stored_one(s, stored_game("game", 1));
    for (unsigned i = 0; i < 3; i++) {
        cluster_sql(place->where, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                                  " WHERE application_name = 'abax'");
        assert_int_equal(stored_one(s, stored_entry("game", i)), STORE_DONE);
        cluster_sql(place->where, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                                  " WHERE application_name = 'abax'");
        assert_int_equal(stored_length(s, "game"), i + 1);
    }
    store_close(s);
}

static void a_stopped_server_is_told(void **state)
{
    const struct place *place = *state;
    struct store *s = stored_open(place->where);
    struct store_write w = stored_entry("game", 0);
    struct store_game game;
    struct error e = {0};
    bool found;

    stored_one(s, stored_game("game", 1));
    cluster_stop(place->cluster, SIGINT);
    assert_false(store_write(s, &w, 1, &e));
    assert_int_equal(w.answer, STORE_FAILED);
    assert_non_null(strstr(e.message.text, "does not answer"));
    assert_null(strchr(e.message.text, '\n'));
    e.message.text[0] = 0;
    assert_false(store_game(s, "game", &game, &found, &e));
    assert_non_null(strstr(e.message.text, "does not answer"));
    assert_false(store_alive(s));
    assert_null(store_open(place->where, &e));
    cluster_start(place->cluster);
    for (int tries = 0; !store_alive(s); tries++) {
        assert_true(tries < TRIES);
        usleep(100000);
    }
    assert_int_equal(stored_one(s, w), STORE_DONE);
    assert_int_equal(stored_length(s, "game"), 1);
    store_close(s);
}

struct busy {
    const char *where;
    atomic_bool stop;
    atomic_uint told;
    unsigned faults, strange;
};

// Goes on after faults as a server does: reads how it stands and tries again.
static void *keep_writing(void *to)
{
    struct busy *b = to;
    struct error e;
    struct store *s = store_open(b->where, &e);
    unsigned length = 0;

    while (s && !b->stop) {
        struct store_write w = stored_entry("game", length);
        struct store_game game;
        bool found;
        if (store_write(s, &w, 1, &e)) {
            b->strange += w.answer != STORE_DONE;
            b->told = ++length;
            continue;
        }
        b->faults++;
        while (!b->stop && !store_game(s, "game", &game, &found, &e))
            usleep(20000);
        length = b->stop ? length : game.entries;
    }
    b->strange += !s;
    store_close(s);
    return NULL;
}

static void restarts_and_crashes_lose_nothing(void **state)
{
    const struct place *place = *state;
    struct store *s = stored_open(place->where);
    struct busy busy = {.where = place->where};
    pthread_t thread;

    stored_one(s, stored_game("game", 1));
    store_close(s);
    assert_int_equal(pthread_create(&thread, NULL, keep_writing, &busy), 0);
    for (unsigned round = 0; round < 4; round++) {
        unsigned before = busy.told;
        for (int tries = 0; busy.told < before + 30; tries++) {
            assert_true(tries < 10000);
            usleep(1000);
        }
        cluster_stop(place->cluster, round % 2 ? SIGINT : SIGQUIT);
        unsigned told = busy.told;
        cluster_start(place->cluster);
        s = stored_open(place->where);
        assert_true(stored_length(s, "game") >= told);
        store_close(s);
    }
    busy.stop = true;
    pthread_join(thread, NULL);
    assert_int_equal(busy.strange, 0);
    s = stored_open(place->where);
    assert_true(stored_length(s, "game") >= busy.told);
    store_close(s);
}

// ---------------------------------------------------------------------------------------------
// News
// ---------------------------------------------------------------------------------------------

// Another process adds entries.
static void write_elsewhere(const char *where, const char *id, unsigned from, unsigned count)
{
    int status = -1;
    pid_t child = fork();

    if (child == 0) {
        struct error e;
        struct store *s = store_open(where, &e);
        bool good = s != NULL;
        for (unsigned i = 0; i < count && good; i++) {
            struct store_write w = stored_entry(id, from + i);
            good = store_write(s, &w, 1, &e) && w.answer == STORE_DONE;
        }
        store_close(s);
        _exit(!good);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

// Another process tells many different words.
static void tell_elsewhere(const char *where, unsigned count)
{
    enum { BATCH = 500 };
    int status = -1;
    pid_t child = fork();

    if (child == 0) {
        struct error e;
        struct store *s = store_open(where, &e);
        struct store_write *writes = calloc(BATCH, sizeof *writes);
        bool good = s && writes;
        for (unsigned i = 0; i < count && good; i += BATCH) {
            for (unsigned k = 0; k < BATCH; k++) {
                writes[k].kind = STORE_PUBLISH;
                snprintf(writes[k].word, STORE_NEWS, "~%u", i + k);
            }
            good = store_write(s, writes, BATCH, &e);
        }
        store_close(s);
        _exit(!good);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static bool readable(int fd, int milliseconds)
{
    struct pollfd end = {fd, POLLIN, 0};

    return poll(&end, 1, milliseconds) == 1;
}

// Waits for news and takes the first.
static void assert_hears(struct store *s, int fd, const char *expected)
{
    char id[STORE_NEWS] = "?";

    for (int tries = 0; !store_heard(s, id); tries++) {
        assert_true(tries < 50);
        readable(fd, 100);
    }
    assert_string_equal(id, expected);
}

static void news_are_heard(void **state)
{
    const struct place *place = *state;
    struct store *s = stored_open(place->where);
    char id[STORE_NEWS];
    int fd = store_news_fd(s);

    assert_true(fd >= 0);
    assert_int_equal(store_news_fd(s), fd);
    stored_write(s, (struct store_write[]){stored_game("a", 1), stored_game("b", 1)}, 2);
    assert_false(store_heard(s, id)); // one's own are no news
    assert_false(readable(fd, 50));

    write_elsewhere(place->where, "a", 0, 1);
    assert_true(readable(fd, 5000));
    assert_hears(s, fd, "a.");
    assert_false(store_heard(s, id));
    assert_false(readable(fd, 50));

    // News that come along with an answer are not forgotten.
    write_elsewhere(place->where, "b", 0, 3);
    assert_int_equal(stored_length(s, "b"), 3);
    assert_int_equal(stored_length(s, "b"), 3);
    for (int i = 0; i < 3; i++) {
        assert_true(readable(fd, 5000));
        assert_hears(s, fd, "b.");
    }
    assert_false(store_heard(s, id));

    // More than anybody can listen to: everything may be new.
    tell_elsewhere(place->where, POSTGRES_QUEUE + 500);
    unsigned heard = 0;
    bool missed = false;
    while (readable(fd, 200)) {
        while (store_heard(s, id)) {
            heard++;
            missed |= id[0] == 0;
        }
    }
    assert_true(heard >= POSTGRES_QUEUE + 500 || missed);
    store_close(s);
}

static void news_go_on_after_a_restart(void **state)
{
    const struct place *place = *state;
    struct store *s = stored_open(place->where);
    int fd = store_news_fd(s);

    stored_one(s, stored_game("a", 1));
    cluster_stop(place->cluster, SIGINT);
    char id[STORE_NEWS];
    assert_true(readable(fd, 5000));
    while (readable(fd, 50))
        assert_false(store_heard(s, id));
    cluster_start(place->cluster);
    write_elsewhere(place->where, "a", 0, 1); // nobody listens yet
    for (int tries = 0; !store_alive(s); tries++) {
        assert_true(tries < TRIES);
        usleep(100000);
    }
    assert_true(readable(fd, 5000));
    assert_hears(s, fd, ""); // something was missed
    assert_false(store_heard(s, id));
    write_elsewhere(place->where, "a", 1, 1);
    assert_true(readable(fd, 5000));
    assert_hears(s, fd, "a.");
    store_close(s);
}

// ---------------------------------------------------------------------------------------------
// Operation
// ---------------------------------------------------------------------------------------------

static void backups_are_pg_dumps(void **state)
{
    struct place *place = *state;
    struct store *s = stored_open(place->where);
    char command[4 * SQL], copy[256];
    struct error e = {0};

    stored_write(s, (struct store_write[]){stored_game("a", 1), stored_entry("a", 0)}, 2);
    int64_t ann = stored_person(s, "Ann");
    assert_false(store_backup(s, "/tmp/never", &e));
    assert_non_null(strstr(e.message.text, "pg_dump"));
    cluster_database(place->cluster, "restored", copy, sizeof copy);
    snprintf(command, sizeof command,
             "%s/pg_dump '%s' | %s/psql -q -v ON_ERROR_STOP=1 '%s' >/dev/null",
             place->cluster->programs, place->where, place->cluster->programs, copy);
    assert_int_equal(system(command), 0);
    store_close(s);
    s = stored_open(copy);
    assert_int_equal(stored_length(s, "a"), 1);
    assert_int_equal(stored_one(s, stored_entry("a", 1)), STORE_DONE);
    assert_int_equal(stored_one(s, stored_account("ann")), STORE_TAKEN);
    assert_true(stored_person(s, "Ben") > ann);
    store_close(s);
}

static void unfit_databases_are_refused(void **state)
{
    const struct place *place = *state;
    char url[256];
    struct error e = {0};

    assert_null(store_open("postgres:///none?host=/nowhere", &e));
    assert_non_null(strstr(e.message.text, "does not answer"));
    assert_null(store_open("postgres://u:secret@[", &e));
    assert_null(strstr(e.message.text, "secret"));
    cluster_sql(place->where, "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0");
    snprintf(url, sizeof url, "postgres:///latin?host=%s&user=abax", place->cluster->folder);
    assert_null(store_open(url, &e));
    assert_non_null(strstr(e.message.text, "UTF8"));
    cluster_sql(place->where, "CREATE ROLE reader LOGIN;"
                              "ALTER ROLE reader SET default_transaction_read_only = on");
    snprintf(url, sizeof url, "postgres:///test%u?host=%s&user=reader", place->count,
             place->cluster->folder);
    assert_null(store_open(url, &e)); // it may not make tables
    assert_true(e.message.text[0] != 0 && !strchr(e.message.text, '\n'));
}

// A stranger's lock: the write gives up after a while and works later.
static void locks_are_told(void **state)
{
    const struct place *place = *state;
    struct store *s = stored_open(place->where);
    struct store_write w = stored_entry("a", 0);
    struct error e = {0};
    char url[512];

    stored_one(s, stored_game("a", 1));
    store_close(s);
    // The address can set what the program leaves open.
    snprintf(url, sizeof url, "%s&options=-c%%20lock_timeout%%3D200", place->where);
    s = stored_open(url);
    pid_t child = fork();
    if (child == 0) {
        execlp("psql", "psql", "-q", place->where, "-c",
               "BEGIN; LOCK TABLE entries; SELECT pg_sleep(30)", NULL);
        _exit(127);
    }
    for (int tries = 0; store_write(s, &w, 1, &e); tries++) {
        assert_true(tries < 500);
        w = stored_entry("a", w.entry.number + 1);
        usleep(10000);
    }
    assert_non_null(strstr(e.message.text, "lock"));
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    cluster_sql(place->where, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                              " WHERE query LIKE '%pg_sleep(30)' AND pid <> pg_backend_pid()");
    for (int tries = 0; !store_write(s, &w, 1, &e); tries++)
        assert_true(tries < 50);
    assert_int_equal(w.answer, STORE_DONE);
    store_close(s);
}

// From now on the database refuses so many entries with a state and words of its own.
static void refuse_entries(const char *where, unsigned times, const char *code, const char *words)
{
    char sql[2 * SQL];

    cluster_sql(where, "CREATE SEQUENCE IF NOT EXISTS refusals");
    cluster_sql(where, "ALTER SEQUENCE refusals RESTART");
    snprintf(sql, sizeof sql,
             "CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN"
             " IF nextval('refusals') <= %u THEN"
             "  RAISE EXCEPTION USING ERRCODE = '%s', MESSAGE = %s;"
             " END IF; RETURN NEW; END$$",
             times, code, words);
    cluster_sql(where, sql);
    cluster_sql(where, "CREATE OR REPLACE TRIGGER refuse BEFORE INSERT ON entries"
                       " FOR EACH ROW EXECUTE FUNCTION refuse()");
}

static void check_refusal(struct store *s, unsigned number, const char *words)
{
    struct store_write w = stored_entry("a", number);
    struct error e = {0};

    assert_false(store_write(s, &w, 1, &e));
    if (!strstr(e.message.text, words) || strchr(e.message.text, '\n') ||
        e.message.text[strlen(e.message.text) - 1] == '.')
        fail_msg("'%s'", e.message.text);
    assert_int_equal(w.answer, STORE_FAILED);
    assert_int_equal(stored_length(s, "a"), number);
}

static void refusals_are_told_or_tried_again(void **state)
{
    const struct place *place = *state;
    struct store *s = stored_open(place->where);

    stored_one(s, stored_game("a", 1));
    refuse_entries(place->where, 2, "40P01", "'deadlock'"); // a third try works
    assert_int_equal(stored_one(s, stored_entry("a", 0)), STORE_DONE);
    refuse_entries(place->where, 2, "23505", "'somebody was quicker'");
    assert_int_equal(stored_one(s, stored_entry("a", 1)), STORE_DONE);
    refuse_entries(place->where, 3, "40001", "'deadlock'"); // and a fourth there is not
    check_refusal(s, 2, "refuses: deadlock");
    refuse_entries(place->where, 1, "P0001", "E'no more. \\n second line'");
    check_refusal(s, 2, "refuses: no more");
    refuse_entries(place->where, 1, "P0001", "repeat('many words ', 100)");
    check_refusal(s, 2, "refuses: many words many");
    refuse_entries(place->where, 1, "25006", "'no'");
    check_refusal(s, 2, "read-only");
    refuse_entries(place->where, 1, "57014", "'no'");
    check_refusal(s, 2, "too long");
    assert_int_equal(stored_one(s, stored_entry("a", 2)), STORE_DONE);
    store_close(s);
}

// Somebody else is about to change the schema and does not come to an end.
static void a_locked_schema_is_told(void **state)
{
    const struct place *place = *state;
    struct error e = {0};
    char url[512];
    PGconn *other = PQconnectdb(place->where);

    PQclear(PQexec(other, "SELECT pg_advisory_lock(4703819)"));
    snprintf(url, sizeof url, "%s&options=-c%%20lock_timeout%%3D200", place->where);
    assert_null(store_open(url, &e));
    assert_non_null(strstr(e.message.text, "lock"));
    PQfinish(other);
    store_close(stored_open(url));
}

// A small disk in memory, the server's own; only for root, whose mounts here are nobody else's.
static bool mount_small(const struct cluster *c, char folder[SQL])
{
    struct stat owner;

    snprintf(folder, SQL, "%s/small", c->folder);
    return geteuid() == 0 && stat(c->folder, &owner) == 0 && mkdir(folder, 0700) == 0 &&
           mount("none", folder, "tmpfs", 0, "size=14m") == 0 &&
           chown(folder, owner.st_uid, owner.st_gid) == 0;
}

static void write_filler(const char *path)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    for (int i = 0; i < 3000000; i++)
        fputc('x', file);
    fclose(file);
}

static void a_full_disk_is_told(void **state)
{
    enum { BATCH = 300 };
    const struct place *place = *state;
    static struct store_write batch[BATCH];
    char folder[SQL], filler[SQL + 16], sql[2 * SQL], url[256];
    struct error e = {0};
    struct store_counts counts;
    unsigned length = 0;
    bool stored;

    if (!mount_small(place->cluster, folder)) {
        printf("skipped: a full disk: no right to mount\n");
        skip();
    }
    snprintf(sql, sizeof sql, "CREATE TABLESPACE small LOCATION '%s'", folder);
    cluster_sql(place->where, sql);
    cluster_sql(place->where, "CREATE DATABASE small TABLESPACE small");
    snprintf(filler, sizeof filler, "%s/filler", folder);
    write_filler(filler);
    snprintf(url, sizeof url, "postgres:///small?host=%s&user=abax", place->cluster->folder);
    struct store *s = stored_open(url);
    stored_one(s, stored_game("game", 1));
    do {
        for (unsigned i = 0; i < BATCH; i++)
            batch[i] = stored_entry("game", length + i);
        stored = store_write(s, batch, BATCH, &e);
        length += stored ? BATCH : 0;
        assert_true(length < 200000);
    } while (stored);
    assert_non_null(strstr(e.message.text, "full"));
    unlink(filler);
    assert_true(store_counts(s, &counts, &e));
    assert_int_equal(counts.entries, length);
    stored_write(s, batch, BATCH);
    assert_int_equal(stored_read(s, "game").entries, length + BATCH);
    store_close(s);
    cluster_sql(place->where, "DROP DATABASE small");
    cluster_sql(place->where, "DROP TABLESPACE small");
    assert_int_equal(umount(folder), 0);
}

int main(void)
{
    // Before the server starts, so that it sees what is mounted for it.
    if (geteuid() == 0 && unshare(CLONE_NEWNS) == 0 &&
        mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0)
        return 1;
#define TEST(name) cmocka_unit_test_setup(name, place_next)
    const struct CMUnitTest tests[] = {
        TEST(lost_commits_are_found),
        TEST(ended_connections_are_made_again),
        TEST(a_stopped_server_is_told),
        TEST(restarts_and_crashes_lose_nothing),
        TEST(news_are_heard),
        TEST(news_go_on_after_a_restart),
        TEST(backups_are_pg_dumps),
        TEST(unfit_databases_are_refused),
        TEST(locks_are_told),
        TEST(a_full_disk_is_told),
        TEST(a_commit_in_doubt_is_told),
        TEST(refusals_are_told_or_tried_again),
        TEST(a_locked_schema_is_told),
    };

    return cmocka_run_group_tests_name("postgres", tests, place_postgres, place_remove);
}
