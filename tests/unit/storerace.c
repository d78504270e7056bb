// SPDX-License-Identifier: MIT
// The storage with several writers at once, with writes that are no sound data, and with databases
// of other versions; the same tests on both databases. And news that are deleted before they are
// read.
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/store/database.h"
#include "server/store/sql.h"
#include "tests/unit/stored.h"

enum { WRITERS = 4, ENTRIES = 60 };

// ---------------------------------------------------------------------------------------------
// Races
// ---------------------------------------------------------------------------------------------

struct writer {
    const char *where;
    unsigned number;
    unsigned done, taken, failed;
};

// Adds to the same two games as all the others, in an order of its own, until they are full.
static void *write_both(void *to)
{
    struct writer *w = to;
    const char *games[] = {w->number % 2 ? "a" : "b", w->number % 2 ? "b" : "a"};
    struct error e;
    struct store *s = store_open(w->where, &e);
    unsigned length = 0;

    while (s && length < ENTRIES) {
        struct store_write batch[] = {stored_entry(games[0], length),
                                      stored_entry(games[1], length)};
        bool stored = store_write(s, batch, 2, &e);
        for (int i = 0; i < 2; i++) {
            w->done += stored && batch[i].answer == STORE_DONE;
            w->taken += stored && batch[i].answer == STORE_TAKEN;
        }
        w->failed += !stored;
        length++; // everybody tries every number
    }
    w->failed += !s;
    store_close(s);
    return NULL;
}

static void one_writer_is_first(void **state)
{
    const struct place *place = *state;
    struct writer writers[WRITERS];
    pthread_t threads[WRITERS];
    struct store *s = stored_open(place->where);
    unsigned done = 0, taken = 0;

    stored_write(s, (struct store_write[]){stored_game("a", 1), stored_game("b", 1)}, 2);
    for (unsigned i = 0; i < WRITERS; i++) {
        writers[i] = (struct writer){.where = place->where, .number = i};
        assert_int_equal(pthread_create(&threads[i], NULL, write_both, &writers[i]), 0);
    }
    for (unsigned i = 0; i < WRITERS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(writers[i].failed, 0);
        done += writers[i].done;
        taken += writers[i].taken;
    }
    assert_int_equal(done, 2 * ENTRIES);
    assert_int_equal(done + taken, 2 * ENTRIES * WRITERS);
    assert_int_equal(stored_length(s, "a"), ENTRIES);
    assert_int_equal(stored_length(s, "b"), ENTRIES);
    store_close(s);
}

static void *take_seat(void *to)
{
    struct writer *w = to;
    struct store_write take = {.kind = STORE_TAKE_SEAT};
    struct store_write name = stored_account("Ann"), rating = stored_rating(0, "level:1", 2, 1500);
    struct error e;
    struct store *s = store_open(w->where, &e);

    snprintf(take.game.id, STORE_ID, "a");
    snprintf(take.seat.kind, STORE_WORD, "person");
    struct store_write batch[] = {name, take, rating};
    w->failed = !s || !store_write(s, batch, 3, &e);
    for (int i = 0; i < 3 && !w->failed; i++)
        w->done += batch[i].answer == STORE_DONE ? 1 << 8 * i : 0;
    store_close(s);
    return NULL;
}

// A name, a seat and a place on the list of ratings each go to one of several who want them at
// once.
static void one_gets_it(void **state)
{
    const struct place *place = *state;
    struct writer writers[WRITERS];
    pthread_t threads[WRITERS];
    struct store *s = stored_open(place->where);
    unsigned done = 0;

    stored_one(s, stored_game("a", 1));
    stored_one(s, stored_rating(0, "level:1", 1, 1400));
    for (unsigned i = 0; i < WRITERS; i++) {
        writers[i] = (struct writer){.where = place->where, .number = i};
        assert_int_equal(pthread_create(&threads[i], NULL, take_seat, &writers[i]), 0);
    }
    for (unsigned i = 0; i < WRITERS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(writers[i].failed, 0);
        done += writers[i].done;
    }
    assert_int_equal(done, 0x010101);
    store_close(s);
}

// ---------------------------------------------------------------------------------------------
// Unsound data
// ---------------------------------------------------------------------------------------------

static void unsound_writes_are_refused_alone(void **state)
{
    const struct place *place = *state;
    struct store *s = stored_open(place->where);
    struct store_write endless = stored_game("endless", 1), bytes = stored_game("bytes", 1),
                       crowd = stored_game("crowd", 1), space = stored_game("a b", 1),
                       unnamed = stored_account(""), infinite = stored_rating(0, "level:1", 1, 1),
                       nobody = stored_rating(0, "", 1, 1), far = stored_entry("good", 0),
                       unknown = {.kind = (enum store_write_kind)99};
    struct error e;
    struct store_counts counts;

    memset(endless.game.game, 'x', sizeof endless.game.game);
    snprintf(bytes.game.seat[0].name, STORE_NAME, "\xc3\x28");
    crowd.game.seats = GAME_MAX_SEATS + 1;
    infinite.rating.rating = NAN;
    far.entry.seat = GAME_MAX_SEATS;
    struct store_write batch[] = {endless,
                                  bytes,
                                  crowd,
                                  space,
                                  unnamed,
                                  infinite,
                                  nobody,
                                  stored_game("good", 1),
                                  far,
                                  unknown,
                                  stored_entry("good", 0)};
    enum { COUNT = sizeof batch / sizeof *batch };
    stored_write(s, batch, COUNT);
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(batch[i].answer, i == 7 || i == COUNT - 1 ? STORE_DONE : STORE_FAILED);
    assert_true(store_counts(s, &counts, &e));
    assert_int_equal(counts.games, 1);
    assert_int_equal(counts.accounts, 0);
    assert_int_equal(stored_length(s, "good"), 1);
    store_close(s);
}

// ---------------------------------------------------------------------------------------------
// The schema
// ---------------------------------------------------------------------------------------------

static struct database *open_database(const struct place *place)
{
    const struct database_kind *kind = place->cluster ? &database_postgres : &database_sqlite;
    struct error e = {0};
    struct database *db = kind->open(place->where, &e);

    if (!db)
        fail_msg("%s", e.message.text);
    return db;
}

// With version 0 the schema is left as it is.
static void run_script(const struct place *place, int version, const char *sql)
{
    struct database *db = open_database(place);
    struct error e = {0};

    if ((version > 0 && !database_upgrade(db, version, &e)) || !db->kind->script(db, sql, &e))
        fail_msg("%s", e.message.text);
    db->kind->close(db);
}

static void version_1_comes_up_to_date(void **state)
{
    const struct place *place = *state;

    run_script(place, 1,
               "INSERT INTO accounts (name, folded, password, bot, banned, created)"
               " VALUES ('Ann', 'ann', 'hash', 0, 0, 7);"
               "INSERT INTO games VALUES"
               " ('old', 'tiku', '', 5, '', 'none', 1, 0, 1, 10, 10, 1, '');"
               "INSERT INTO seats VALUES ('old', 0, 'person', '', 1, NULL);"
               "INSERT INTO entries VALUES"
               " ('old', 0, 'act', 0, 'old:0', 1000, 100000, 200000, 300000, 400000);");
    struct store *s = stored_open(place->where);
    struct store_game game = stored_read(s, "old");
    assert_string_equal(game.seat[0].name, "Ann");
    assert_int_equal(stored_length(s, "old"), 1);
    assert_int_equal(stored_one(s, stored_entry("old", 1)), STORE_DONE);
    assert_int_equal(stored_one(s, stored_rating(game.seat[0].account, "", 1, 1600)), STORE_DONE);
    store_close(s);
    s = stored_open(place->where);
    assert_int_equal(stored_length(s, "old"), 2);
    store_close(s);
}

static void newer_versions_are_refused(void **state)
{
    const struct place *place = *state;
    struct error e = {0};
    char back[64];

    run_script(place, SCHEMA_VERSION, "UPDATE abax_schema SET version = 999");
    assert_null(store_open(place->where, &e));
    assert_non_null(strstr(e.message.text, "999"));
    snprintf(back, sizeof back, "UPDATE abax_schema SET version = %d", SCHEMA_VERSION);
    run_script(place, 0, back);
    store_close(stored_open(place->where));
}

static void a_failed_migration_changes_nothing(void **state)
{
    const struct place *place = *state;
    struct error e = {0};

    run_script(place, 1, "CREATE TABLE rating_history (something INTEGER)");
    assert_null(store_open(place->where, &e));
    assert_non_null(strstr(e.message.text, "rating_history"));
    // Of the second version nothing is there, or this would fail.
    run_script(place, 1,
               "DROP TABLE rating_history; CREATE TABLE ratings (something INTEGER);"
               "DROP TABLE ratings");
    store_close(stored_open(place->where));
}

// Several processes start on an empty database.
static void all_start_at_once(void **state)
{
    const struct place *place = *state;
    pid_t children[WRITERS];

    for (int i = 0; i < WRITERS; i++) {
        children[i] = fork();
        if (children[i] == 0) {
            struct error e;
            struct store *s = store_open(place->where, &e);
            store_close(s);
            _exit(s ? 0 : 1);
        }
    }
    for (int i = 0; i < WRITERS; i++) {
        int status = -1;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_int_equal(status, 0);
    }
    store_close(stored_open(place->where));
}

// Whoever begins to serve learns when the first of those did that are there; when all have gone,
// the next is the first again. A file has room for one.
static void the_first_one_is_remembered(void **state)
{
    const struct place *place = *state;
    struct store *s[] = {stored_open(place->where), stored_open(place->where),
                         stored_open(place->where)};
    int64_t began[] = {1000, 2000, 3000};
    struct error e;

    assert_true(store_claim(s[0], &began[0], &e));
    assert_int_equal(began[0], 1000);
    bool shared = store_claim(s[1], &began[1], &e);
    assert_int_equal(shared, place->cluster != NULL);
    assert_int_equal(began[1], shared ? 1000 : 2000);
    store_close(s[0]);
    if (shared) { // the first has gone, but not all of them
        assert_true(store_claim(s[2], &began[2], &e));
        assert_int_equal(began[2], 1000);
    }
    store_close(s[1]);
    store_close(s[2]);
    s[0] = stored_open(place->where);
    began[0] = 4000;
    assert_true(store_claim(s[0], &began[0], &e));
    assert_int_equal(began[0], 4000);
    store_close(s[0]);
}

// SQLite counts parameters as they appear.
static void parameters_come_in_order(void **state)
{
    (void)state;
    for (int i = 0; i < SQL_COUNT; i++) {
        long next = 1;
        assert_non_null(sql_text(i));
        for (const char *at = strchr(sql_text(i), '$'); at; at = strchr(at + 1, '$')) {
            long number = strtol(at + 1, NULL, 10);
            assert_true(number >= 1 && number <= next && number <= DATABASE_MOST_VALUES);
            next += number == next;
        }
    }
}

// ---------------------------------------------------------------------------------------------
// News that are taken away before they are read
// ---------------------------------------------------------------------------------------------

enum {
    TRIES = 600
}; // tenths of a second, for what comes soon unless the machine has much else to do

static void assert_hears(struct store *s, const char *expected)
{
    struct pollfd look = {store_news_fd(s), POLLIN, 0};
    char word[STORE_NEWS] = "?";

    for (int tries = 0; !store_heard(s, word); tries++) {
        assert_true(tries < TRIES);
        poll(&look, 1, 100);
    }
    assert_string_equal(word, expected);
}

// A writer of another process leaves a row of news.
static void leave_news(const struct place *place, const char *writer, int number, const char *word)
{
    char sql[256];

    snprintf(sql, sizeof sql, "INSERT INTO abax_news VALUES ('%s', %d, '%s', now())", writer,
             number, word);
    cluster_sql(place->where, sql);
}

// The first news of a new writer may be deleted before they are read: then something was missed.
static void the_first_news_of_a_writer_may_be_gone(void **state)
{
    const struct place *place = *state;
    struct store *s = stored_open(place->where);
    char word[STORE_NEWS];

    // Writers that were there before are known, also one whose news are gone by now.
    leave_news(place, "old.a", 7, "one.");
    cluster_sql(place->where, "INSERT INTO abax_writers VALUES ('old.b', 'batch', now())");
    assert_true(store_news_fd(s) >= 0);
    leave_news(place, "old.a", 8, "two.");
    assert_hears(s, "two.");
    leave_news(place, "old.b", 31, "three.");
    assert_hears(s, "three.");
    leave_news(place, "new.a", 1, "four.");
    assert_hears(s, "four.");
    assert_false(store_heard(s, word));
    leave_news(place, "new.b", 2, "five.");
    assert_hears(s, "");
    leave_news(place, "new.b", 3, "six.");
    assert_hears(s, "six.");
    store_close(s);
}

static void set_clock_ahead(const struct place *place, int seconds)
{
    char sql[256];

    snprintf(sql, sizeof sql,
             "CREATE OR REPLACE FUNCTION public.now() RETURNS timestamptz LANGUAGE sql"
             " AS 'SELECT clock_timestamp() + interval ''%d s'''",
             seconds);
    cluster_sql(place->where, sql);
}

// Writers that come and go within a minute leave no trace. A process that has not looked for that
// long, by the clock of the database, has missed something.
static void a_late_look_has_missed_something(void **state)
{
    const struct place *place = *state;
    char url[512], word[STORE_NEWS];

    snprintf(url, sizeof url, "%s&options=-csearch_path%%3Dpublic,pg_catalog", place->where);
    set_clock_ahead(place, 0);
    struct store *s = stored_open(url);
    assert_true(store_news_fd(s) >= 0);
    leave_news(place, "new.a", 1, "one.");
    assert_hears(s, "one.");
    set_clock_ahead(place, 30);
    leave_news(place, "new.a", 2, "two.");
    assert_hears(s, "two.");
    assert_false(store_heard(s, word));
    set_clock_ahead(place, 30 + 55);
    assert_hears(s, "");
    leave_news(place, "new.a", 3, "three.");
    assert_hears(s, "three.");
    store_close(s);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup(name, place_next)
    const struct CMUnitTest tests[] = {
        TEST(one_writer_is_first),
        TEST(one_gets_it),
        TEST(unsound_writes_are_refused_alone),
        TEST(version_1_comes_up_to_date),
        TEST(newer_versions_are_refused),
        TEST(a_failed_migration_changes_nothing),
        TEST(all_start_at_once),
        TEST(the_first_one_is_remembered),
        TEST(parameters_come_in_order),
    };
    const struct CMUnitTest news[] = {
        TEST(the_first_news_of_a_writer_may_be_gone),
        TEST(a_late_look_has_missed_something),
    };

    return cmocka_run_group_tests_name("sqlite", tests, place_sqlite, place_remove) +
           cmocka_run_group_tests_name("postgres", tests, place_postgres, place_remove) +
           cmocka_run_group_tests_name("news", news, place_postgres, place_remove);
}
