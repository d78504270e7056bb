// SPDX-License-Identifier: MIT
// The storage when things go wrong: killed writers, power cuts, full disks, locks, files that are
// something else. What was acknowledged is there afterwards, and the next write works once the
// cause is gone.
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sqlite3.h>

#include "tests/unit/powercut.h"
#include "tests/unit/stored.h"

enum { NOBODY = 65534, PATH = 512 };

static void path_in(const struct place *place, const char *name, char path[PATH])
{
    snprintf(path, PATH, "%s/%s", place->folder, name);
}

// ---------------------------------------------------------------------------------------------
// Killed
// ---------------------------------------------------------------------------------------------

enum { ROUNDS = 4, BATCH = 5 };

// Writes batch after batch and acknowledges each with its new length, until it is killed.
static void write_for_ever(const char *where, unsigned length, int pipe)
{
    struct error e;
    struct store *s = store_open(where, &e);

    while (s) {
        struct store_write batch[BATCH];
        for (unsigned i = 0; i < BATCH; i++)
            batch[i] = stored_entry("game", length + i);
        if (!store_write(s, batch, BATCH, &e))
            break;
        for (unsigned i = 0; i < BATCH; i++) {
            if (batch[i].answer != STORE_DONE)
                _exit(1);
        }
        length += BATCH;
        if (write(pipe, &length, sizeof length) != sizeof length)
            _exit(1);
    }
    _exit(1);
}

static unsigned acknowledged_until_killed(const char *where, unsigned length, unsigned batches)
{
    int ends[2], status;
    unsigned told = length;

    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        write_for_ever(where, length, ends[1]);
    close(ends[1]);
    for (unsigned i = 0; i < batches; i++)
        assert_int_equal(read(ends[0], &told, sizeof told), sizeof told);
    kill(child, SIGKILL);
    while (read(ends[0], &told, sizeof told) == sizeof told)
        continue;
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    return told;
}

static void killed_writers_lose_nothing(void **state)
{
    const struct place *place = *state;
    struct store *s = stored_open(place->where);
    unsigned length = 0;

    stored_one(s, stored_game("game", 1));
    for (unsigned round = 0; round < ROUNDS; round++) {
        unsigned told = acknowledged_until_killed(place->where, length, 3 + 7 * round);
        // On a server the last transaction may end after its client did.
        for (int tries = 0; place->cluster && tries < 50; tries++) {
            usleep(2000);
            length = stored_length(s, "game");
        }
        length = stored_length(s, "game");
        assert_true(length == told || length == told + BATCH);
    }
    assert_int_equal(stored_one(s, stored_entry("game", length)), STORE_DONE);
    store_close(s);
}

static void power_cuts_lose_nothing(void **state)
{
    enum { BATCHES = 300, GAMES = 40, LOOK = 15 };
    const struct place *place = *state;
    char cut[PATH];
    unsigned lengths[GAMES] = {0}, looks = 0;
    unsigned long syncs = powercut_syncs();

    powercut_install();
    path_in(place, "cut.db", cut);
    struct store *s = stored_open(place->where);
    for (unsigned i = 0; i < GAMES; i++) {
        char id[STORE_ID];
        snprintf(id, sizeof id, "g%u", i);
        assert_int_equal(stored_one(s, stored_game(id, 1)), STORE_DONE);
    }
    for (unsigned n = 0; n < BATCHES; n++) {
        struct store_write batch[BATCH];
        for (unsigned i = 0; i < BATCH; i++) {
            unsigned game = (n * BATCH + i) * 7 % GAMES;
            char id[STORE_ID];
            snprintf(id, sizeof id, "g%u", game);
            batch[i] = stored_entry(id, lengths[game]++);
        }
        stored_write(s, batch, BATCH);
        if (n % LOOK != 0)
            continue;
        powercut(place->where, cut);
        struct store *left = stored_open(cut);
        for (unsigned i = 0; i < GAMES; i++) {
            char id[STORE_ID];
            snprintf(id, sizeof id, "g%u", i);
            assert_int_equal(stored_length(left, id), lengths[i]);
        }
        store_close(left);
        looks++;
    }
    store_close(s);
    powercut_remove();
    assert_int_equal(looks, BATCHES / LOOK);
    assert_true(powercut_syncs() - syncs >= BATCHES);
}

// ---------------------------------------------------------------------------------------------
// Full
// ---------------------------------------------------------------------------------------------

// Writes until it fails; the number of entries that were acknowledged.
static unsigned fill(struct store *s, unsigned length, struct error *e)
{
    for (;;) {
        struct store_write batch[BATCH];
        for (unsigned i = 0; i < BATCH; i++)
            batch[i] = stored_entry("game", length + i);
        if (!store_write(s, batch, BATCH, e)) {
            for (unsigned i = 0; i < BATCH; i++)
                assert_int_equal(batch[i].answer, STORE_FAILED);
            return length;
        }
        length += BATCH;
        assert_true(length < 100000);
    }
}

static void check_full(struct store *s, const char *words, unsigned *length)
{
    struct error e = {0};

    *length = fill(s, *length, &e);
    if (!strstr(e.message.text, words))
        fail_msg("'%s' does not say '%s'", e.message.text, words);
    assert_true(*length > 0);
    assert_int_equal(stored_length(s, "game"), *length);
    assert_int_equal(fill(s, *length, &e), *length); // and it stays so
}

static void a_limit_of_size_is_told(void **state)
{
    const struct place *place = *state;
    struct store *s = stored_open(place->where);
    struct rlimit before, small = {.rlim_cur = 600000};
    unsigned length = 0;

    stored_one(s, stored_game("game", 1));
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small.rlim_max = before.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    check_full(s, strerror(EFBIG), &length);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(stored_one(s, stored_entry("game", length)), STORE_DONE);
    store_close(s);
    s = stored_open(place->where);
    assert_int_equal(stored_length(s, "game"), length + 1);
    store_close(s);
}

// A small disk in memory, for root alone, whose mounts are nobody else's.
static bool mount_small(const char *folder)
{
    return geteuid() == 0 && unshare(CLONE_NEWNS) == 0 &&
           mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 && mkdir(folder, 0755) == 0 &&
           mount("none", folder, "tmpfs", 0, "size=1400k") == 0;
}

static void a_full_disk_is_told(void **state)
{
    const struct place *place = *state;
    char folder[PATH], filler[PATH], where[PATH];
    unsigned length = 0;

    path_in(place, "small", folder);
    path_in(place, "small/filler", filler);
    path_in(place, "small/test.db", where);
    if (!mount_small(folder)) {
        printf("skipped: a full disk: no right to mount\n");
        skip();
    }
    FILE *file = fopen(filler, "w");
    assert_non_null(file);
    for (int i = 0; i < 150000; i++)
        fputc('x', file);
    fclose(file);

    struct store *s = stored_open(where);
    stored_one(s, stored_game("game", 1));
    check_full(s, "full", &length);
    unlink(filler);
    assert_int_equal(stored_one(s, stored_entry("game", length)), STORE_DONE);
    store_close(s);
    s = stored_open(where);
    assert_int_equal(stored_length(s, "game"), length + 1);
    store_close(s);
    assert_int_equal(umount(folder), 0);
}

// ---------------------------------------------------------------------------------------------
// Files that cannot be used
// ---------------------------------------------------------------------------------------------

static void refused(const char *where, const char *words)
{
    struct error e = {0};
    struct store *s = store_open(where, &e);

    assert_null(s);
    if (!strstr(e.message.text, words))
        fail_msg("'%s' does not say '%s'", e.message.text, words);
}

static void raw_sql(const char *where, const char *sql)
{
    sqlite3 *raw;

    assert_int_equal(sqlite3_open(where, &raw), SQLITE_OK);
    assert_int_equal(sqlite3_exec(raw, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(raw);
}

static void other_files_are_refused(void **state)
{
    const struct place *place = *state;
    char path[PATH];

    path_in(place, "missing/test.db", path);
    refused(path, strerror(ENOENT));
    refused(place->folder, strerror(EISDIR));
    refused("", strerror(ENOENT));
    path_in(place, "text", path);
    FILE *file = fopen(path, "w");
    for (int i = 0; i < 200; i++)
        fputs("this is a letter to a friend\n", file);
    fclose(file);
    refused(path, "not a database");
    path_in(place, "other.db", path);
    raw_sql(path, "CREATE TABLE songs (title TEXT)");
    refused(path, "another program");
    raw_sql(path, "SELECT title FROM songs");
}

static void read_only_files_are_told(void **state)
{
    const struct place *place = *state;
    struct store *s = stored_open(place->where);
    bool root = geteuid() == 0;

    stored_one(s, stored_game("game", 1));
    store_close(s);
    assert_int_equal(chmod(place->where, 0444), 0);
    assert_int_equal(chmod(place->folder, 0755), 0);
    if (root)
        assert_int_equal(seteuid(NOBODY), 0);
    struct error e = {0};
    struct store *opened = store_open(place->where, &e);
    if (root)
        assert_int_equal(seteuid(0), 0);
    assert_null(opened);
    assert_non_null(strstr(e.message.text, strerror(EACCES)));
    assert_int_equal(chmod(place->where, 0600), 0);
    s = stored_open(place->where);
    assert_int_equal(stored_read(s, "game").created, 1);
    store_close(s);
}

// A new file is nobody else's to read.
static void files_are_private(void **state)
{
    const struct place *place = *state;
    mode_t before = umask(0);
    struct store *s = stored_open(place->where);
    char path[PATH];
    struct stat facts;

    umask(before);
    stored_one(s, stored_game("game", 1));
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s%s", place->where, i == 0 ? "" : i == 1 ? "-wal" : "-shm");
        assert_int_equal(stat(path, &facts), 0);
        assert_int_equal(facts.st_mode & 0777, 0600);
    }
    store_close(s);
}

static void locks_are_told(void **state)
{
    const struct place *place = *state;
    struct store *s = stored_open(place->where);
    struct store_write w = stored_game("game", 1);
    struct error e = {0};
    sqlite3 *raw;

    assert_int_equal(sqlite3_open(place->where, &raw), SQLITE_OK);
    assert_int_equal(sqlite3_exec(raw, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_false(store_write(s, &w, 1, &e));
    assert_int_equal(w.answer, STORE_FAILED);
    assert_non_null(strstr(e.message.text, "locked"));
    assert_true(store_alive(s)); // reading goes on
    assert_int_equal(sqlite3_exec(raw, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(raw);
    assert_int_equal(stored_one(s, w), STORE_DONE);
    store_close(s);
}

struct holder {
    const char *where;
    atomic_bool held;
};

static void *hold_for_long(void *to)
{
    struct holder *h = to;
    sqlite3 *raw;

    assert_int_equal(sqlite3_open(h->where, &raw), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(raw, "PRAGMA journal_mode = WAL; BEGIN IMMEDIATE", NULL, NULL, NULL),
        SQLITE_OK);
    atomic_store(&h->held, true);
    sleep(4);
    assert_int_equal(sqlite3_exec(raw, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(raw);
    return NULL;
}

// Longer than a write would wait: somebody may just be making the schema.
static void whoever_begins_waits(void **state)
{
    struct holder h = {.where = ((const struct place *)*state)->where};
    pthread_t thread;

    assert_int_equal(pthread_create(&thread, NULL, hold_for_long, &h), 0);
    while (!atomic_load(&h.held))
        usleep(1000);
    struct store *s = stored_open(h.where);
    pthread_join(thread, NULL);
    assert_int_equal(stored_one(s, stored_game("game", 1)), STORE_DONE);
    store_close(s);
}

static void damage_is_told(void **state)
{
    const struct place *place = *state;
    struct store *s = stored_open(place->where);
    struct error e = {0};
    unsigned length = 0;
    bool fine = true;

    stored_one(s, stored_game("game", 1));
    for (; length < 400; length++)
        stored_one(s, stored_entry("game", length));
    store_close(s);
    FILE *file = fopen(place->where, "r+");
    assert_non_null(file);
    fseek(file, 8192, SEEK_SET); // behind the schema
    for (int i = 0; i < 100000; i++)
        fputc(i * 7 % 251, file);
    fclose(file);
    s = store_open(place->where, &e);
    if (s) {
        struct store_entry *entries = NULL;
        struct store_write w = stored_entry("game", length);
        fine = store_journal(s, "game", 0, &entries, &length, &e) && store_write(s, &w, 1, &e) &&
               w.answer == STORE_DONE;
        free(entries);
        store_close(s);
    }
    assert_false(s && fine);
    assert_non_null(strstr(e.message.text, "damaged"));
}

// ---------------------------------------------------------------------------------------------
// Backup
// ---------------------------------------------------------------------------------------------

struct busy {
    const char *where;
    atomic_bool stop;
    atomic_uint length;
    bool failed;
};

static void *keep_writing(void *to)
{
    struct busy *b = to;
    struct error e;
    struct store *s = store_open(b->where, &e);

    b->failed = !s;
    while (!b->failed && !b->stop) {
        struct store_write w = stored_entry("game", b->length);
        b->failed = !store_write(s, &w, 1, &e) || w.answer != STORE_DONE;
        b->length++;
    }
    store_close(s);
    return NULL;
}

// Copies while somebody writes; every copy is whole and has all that was acknowledged before it
// began.
static void backups_are_whole(void **state)
{
    const struct place *place = *state;
    struct store *s = stored_open(place->where), *restored;
    struct busy busy = {.where = place->where};
    char copy[PATH];
    pthread_t thread;
    struct error e = {0};

    path_in(place, "copy.db", copy);
    stored_one(s, stored_game("game", 1));
    stored_person(s, "Ann");
    assert_int_equal(pthread_create(&thread, NULL, keep_writing, &busy), 0);
    for (unsigned round = 1; round <= 5; round++) {
        while (busy.length < 20 * round && !busy.failed)
            usleep(500);
        unsigned before = busy.length;
        if (!store_backup(s, copy, &e))
            fail_msg("%s", e.message.text);
        restored = stored_open(copy);
        assert_true(stored_length(restored, "game") >= before);
        store_close(restored);
    }
    busy.stop = true;
    pthread_join(thread, NULL);
    assert_false(busy.failed);

    restored = stored_open(copy);
    unsigned length = stored_length(restored, "game");
    assert_int_equal(stored_one(restored, stored_entry("game", length)), STORE_DONE);
    assert_int_equal(stored_one(restored, stored_account("ann")), STORE_TAKEN);
    store_close(restored);
    raw_sql(copy, "PRAGMA integrity_check");
    path_in(place, "missing/copy.db", copy);
    assert_false(store_backup(s, copy, &e));
    assert_non_null(strstr(e.message.text, strerror(ENOENT)));
    store_close(s);
}

static void no_backup(struct store *s, const char *to, const char *words)
{
    struct error e = {0};

    assert_false(store_backup(s, to, &e));
    if (!strstr(e.message.text, words))
        fail_msg("'%s' does not say '%s'", e.message.text, words);
}

// A copy that cannot be finished leaves the older one as it was, and nothing else.
static void failed_backups_leave_nothing(void **state)
{
    const struct place *place = *state;
    struct store *s = stored_open(place->where), *older;
    struct rlimit before, small = {.rlim_cur = 20000};
    char copy[PATH], part[PATH + 8], name[8192];
    struct error e = {0};

    path_in(place, "older.db", copy);
    snprintf(part, sizeof part, "%s.part", copy);
    stored_one(s, stored_game("game", 1));
    assert_true(store_backup(s, copy, &e));
    stored_one(s, stored_entry("game", 0));
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small.rlim_max = before.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    no_backup(s, copy, strerror(EFBIG));
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(access(part, F_OK), -1);
    older = stored_open(copy);
    assert_int_equal(stored_length(older, "game"), 0);
    store_close(older);

    path_in(place, "folder", copy);
    snprintf(part, sizeof part, "%s.part", copy);
    assert_int_equal(mkdir(copy, 0700), 0);
    no_backup(s, copy, strerror(EISDIR));
    assert_int_equal(access(part, F_OK), -1);
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = 0;
    no_backup(s, name, "too long");
    store_close(s);
}

// Somebody has taken a table away while the storage is open.
static void lost_tables_are_told(void **state)
{
    const struct place *place = *state;
    struct store *s = stored_open(place->where);
    struct store_entry *entries;
    struct error e = {0};
    char word[STORE_NEWS];
    unsigned count;

    stored_one(s, stored_game("game", 1));
    raw_sql(place->where, "DROP TABLE entries");
    assert_false(store_journal(s, "game", 0, &entries, &count, &e));
    assert_non_null(strstr(e.message.text, "entries"));
    assert_true(store_alive(s));
    assert_false(store_heard(s, word)); // one process has no news
    store_close(s);
    store_close(NULL);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup(name, place_next)
    const struct CMUnitTest file[] = {
        TEST(killed_writers_lose_nothing), TEST(power_cuts_lose_nothing),
        TEST(a_limit_of_size_is_told),     TEST(a_full_disk_is_told),
        TEST(other_files_are_refused),     TEST(read_only_files_are_told),
        TEST(files_are_private),           TEST(locks_are_told),
        TEST(whoever_begins_waits),        TEST(damage_is_told),
        TEST(backups_are_whole),           TEST(failed_backups_leave_nothing),
        TEST(lost_tables_are_told),
    };
    const struct CMUnitTest server[] = {TEST(killed_writers_lose_nothing)};

    return cmocka_run_group_tests_name("sqlite", file, place_sqlite, place_remove) +
           cmocka_run_group_tests_name("postgres", server, place_postgres, place_remove);
}
