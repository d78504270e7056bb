// SPDX-License-Identifier: MIT
// The time that processes share: what the database says counts, as well as it can be known, and no
// clock that is set does.
#include "server/timekeeper.h"

#include "server/log.h"
#include "tests/unit/stored.h"

enum { HOUR = 3600 * 1000, MOMENT = 500 };

static void about(int64_t time, int64_t expected)
{
    assert_in_range(time - expected + MOMENT, 0, 2 * MOMENT);
}

static void alone_it_is_the_time_of_day(void **state)
{
    struct timekeeper t;

    (void)state;
    timekeeper_begin(&t);
    about(timekeeper_now(&t), log_now());
    assert_true(timekeeper_asks(&t));
}

static void the_database_is_believed(void **state)
{
    struct timekeeper t;
    int64_t steady = timekeeper_steady();

    (void)state;
    timekeeper_begin(&t);
    timekeeper_sync(&t, steady - 4, steady, log_now() + HOUR);
    about(timekeeper_now(&t), log_now() + HOUR);
    assert_false(timekeeper_asks(&t));
}

static void the_middle_of_the_answer_is_taken(void **state)
{
    struct timekeeper t;

    (void)state;
    timekeeper_begin(&t);
    timekeeper_sync(&t, 1000, 1300, 5000);
    assert_int_equal(t.ahead, 5000 - 1150);
    assert_true(timekeeper_asks(&t)); // it may be wrong by as much
}

// What took long says little; what is old says ever less.
static void a_slow_answer_does_not_spoil_a_quick_one(void **state)
{
    struct timekeeper t;

    (void)state;
    timekeeper_begin(&t);
    timekeeper_sync(&t, 1000, 1004, 5000);
    assert_int_equal(t.ahead, 5000 - 1002);
    timekeeper_sync(&t, 2000, 2100, 9000);
    assert_int_equal(t.ahead, 5000 - 1002);
    timekeeper_sync(&t, 60000, 60012, 70000); // by then both have drifted
    assert_int_equal(t.ahead, 70000 - 60006);
    timekeeper_sync(&t, HOUR, HOUR + 100, HOUR);
    assert_int_equal(t.ahead, -50);
}

static void waits_have_an_end(void **state)
{
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t never = PTHREAD_COND_INITIALIZER;
    int64_t began = timekeeper_steady();

    (void)state;
    pthread_mutex_lock(&lock);
    assert_false(timekeeper_wait(&never, &lock, -HOUR));
    assert_false(timekeeper_wait(&never, &lock, 20));
    pthread_mutex_unlock(&lock);
    assert_true(timekeeper_steady() - began >= 19);
}

static void the_time_is_the_databases(void **state)
{
    const struct place *place = *state;
    struct store *s = stored_open(place->where);
    struct timekeeper t;
    struct error e;

    timekeeper_begin(&t);
    t.ahead -= 3600 * 1000; // this process's clock is an hour late
    store_keep_time(s, &t);
    int64_t late = log_now() - store_now(s);
    assert_in_range(late, 3590 * 1000, 3610 * 1000);
    assert_true(store_ask_time(s, &t, &e));
    assert_in_range(log_now() - store_now(s) + 10000, 0, 20000);
    store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alone_it_is_the_time_of_day),
        cmocka_unit_test(the_database_is_believed),
        cmocka_unit_test(the_middle_of_the_answer_is_taken),
        cmocka_unit_test(a_slow_answer_does_not_spoil_a_quick_one),
        cmocka_unit_test(waits_have_an_end),
    };

    const struct CMUnitTest told[] = {
        cmocka_unit_test_setup(the_time_is_the_databases, place_next)};

    return cmocka_run_group_tests(tests, NULL, NULL) +
           cmocka_run_group_tests_name("postgres", told, place_postgres, place_remove);
}
