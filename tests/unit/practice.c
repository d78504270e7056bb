// SPDX-License-Identifier: MIT
// Practice: ratings go where they should, the puzzle of a day stays when others are added, and
// failed puzzles come back in time.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "coach/practice.h"
#include "tests/unit/subjects.h"

enum { PUZZLES = 600, DAYS = 2000, A_DAY = 24 * 3600 * 1000 };

static void ratings_move(void **state)
{
    struct glicko solver = glicko_newcomer(), puzzle = practice_puzzle(1500), other = puzzle;

    (void)state;
    assert_true(practice_puzzle(0).deviation > puzzle.deviation);
    practice_rate(&solver, &puzzle, true, 0);
    assert_true(solver.rating > 1500 && solver.deviation < 350 && puzzle.rating < 1500);
    struct glicko loser = glicko_newcomer();
    practice_rate(&loser, &other, false, 0);
    assert_true(fabs(loser.rating - 1500 + solver.rating - 1500) < 0.001);
    assert_true(other.rating > 1500);
    // What is expected moves hardly anything.
    struct glicko strong = {2200, 60, 0.06}, easy = practice_puzzle(1000);
    practice_rate(&strong, &easy, true, A_DAY);
    assert_true(strong.rating < 2202);
}

// Somebody of a true strength who solves by chance comes near it.
static void ratings_find_strength(void **state)
{
    struct random r = random_from_seed(7);
    const double strength = 1750;
    struct glicko solver = glicko_newcomer();

    (void)state;
    for (unsigned i = 0; i < 300; i++) {
        unsigned rating = (unsigned)(solver.rating - 150 + random_below(&r, 300));
        struct glicko puzzle = practice_puzzle(rating);
        double chance = 1 / (1 + pow(10, (rating - strength) / 400));
        practice_rate(&solver, &puzzle, random_below(&r, 1000) < (unsigned)(chance * 1000), 0);
    }
    assert_true(fabs(solver.rating - strength) < 120);
}

static void fill(unsigned *ratings)
{
    for (unsigned i = 0; i < PUZZLES; i++)
        ratings[i] = 600 + (i * 7919) % 1600;
}

static void the_nearest_is_chosen(void **state)
{
    static unsigned ratings[PUZZLES];
    static bool done[PUZZLES];
    struct practice_choice c = {ratings, done, PUZZLES};
    unsigned kinds = 0, last = PUZZLES;

    (void)state;
    fill(ratings);
    for (unsigned seed = 0; seed < 40; seed++) {
        int number = practice_choose(&c, 1400, seed);
        assert_in_range(number, 0, PUZZLES - 1);
        assert_true(abs((int)ratings[number] - 1400) <= 40);
        assert_int_equal(number, practice_choose(&c, 1400, seed));
        kinds += (unsigned)number != last;
        last = (unsigned)number;
    }
    assert_true(kinds > 10);
    // Every one comes once, then none.
    for (unsigned i = 0; i < PUZZLES; i++) {
        int number = practice_choose(&c, 1400, i);
        assert_true(number >= 0 && !done[number]);
        done[number] = true;
    }
    assert_int_equal(practice_choose(&c, 1400, 1), PRACTICE_NONE);
}

static void a_streak_climbs(void **state)
{
    static unsigned ratings[PUZZLES];
    struct practice_choice c = {ratings, NULL, PUZZLES};
    unsigned before = 0;

    (void)state;
    fill(ratings);
    for (unsigned found = 0; found <= 60; found += 10) {
        unsigned rating = ratings[practice_climb(&c, found, 3)];
        assert_true(rating > before);
        before = rating;
    }
    assert_true(ratings[practice_climb(&c, 0, 1)] < 700);
    memset(ratings, 0, sizeof ratings); // nobody has measured them
    assert_true(practice_climb(&c, 5, 1) >= 0);
}

static void dates(void **state)
{
    static const char *const wrong[] = {"",           "2026-11-1",  "2026-02-29", "2026-13-01",
                                        "2026-00-10", "2026-11-00", "1969-12-31", "2026/11/16",
                                        "2026-11-31", "26-11-2026", "2026-11-16T"};
    char storage[16];
    struct error e;
    struct text t;
    int64_t day;

    (void)state;
    assert_true(practice_read_date("1970-01-01", &day, &e) && day == 0);
    assert_true(practice_read_date("2000-02-29", &day, &e) && day == 11016);
    assert_true(practice_read_date("2026-11-16", &day, &e) && day == 20773);
    for (int64_t i = 0; i < 60000; i++) {
        int64_t again;
        text_init(&t, storage, sizeof storage);
        practice_write_date(i, &t);
        assert_true(practice_read_date(storage, &again, &e) && again == i);
    }
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(practice_read_date(wrong[i], &day, &e));
}

static void a_day_keeps_its_puzzle(void **state)
{
    const struct practice_file small = {"one", PUZZLES}, large = {"one", PUZZLES + 60};
    const struct practice_file files[] = {{"one", 3}, {"two", 0}, {"three", 900}};
    unsigned changed = 0, of[3] = {0};
    static unsigned times[PUZZLES];

    (void)state;
    for (int64_t day = 20000; day < 20000 + DAYS; day++) {
        int now = practice_of_day(day, &small), later = practice_of_day(day, &large);
        assert_in_range(now, 0, PUZZLES - 1);
        times[now]++;
        changed += now != later;
        assert_true(now == later || later >= PUZZLES);
        of[practice_file_of_day(day, files, 3)]++;
    }
    assert_in_range(changed, 1, DAYS / 5);
    assert_true(of[1] == 0 && of[0] > DAYS / 3 && of[2] > DAYS / 3);
    unsigned most = 0;
    for (unsigned i = 0; i < PUZZLES; i++)
        most = times[i] > most ? times[i] : most;
    assert_true(most < 20);
    assert_int_equal(practice_of_day(1, &(struct practice_file){"one", 0}), PRACTICE_NONE);
    assert_int_equal(practice_file_of_day(1, &files[1], 1), PRACTICE_NONE);
}

static void failed_ones_come_back(void **state)
{
    static const int expected[] = {3, 7, 21, 60};
    struct practice_again a = practice_failed(100);

    (void)state;
    assert_true(a.box == 0 && a.due == 101);
    for (unsigned i = 0; i < 4; i++) {
        int64_t day = a.due;
        a = practice_repeated(a, true, day);
        assert_int_equal(a.due - day, expected[i]);
    }
    struct practice_again missed = practice_repeated(a, false, 500);
    assert_true(missed.box == 0 && missed.due == 501);
    a = practice_repeated(a, true, a.due);
    assert_int_equal(a.box, PRACTICE_BOXES);
    assert_int_equal(practice_repeated(a, true, 900).box, PRACTICE_BOXES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ratings_move),
        cmocka_unit_test(ratings_find_strength),
        cmocka_unit_test(the_nearest_is_chosen),
        cmocka_unit_test(a_streak_climbs),
        cmocka_unit_test(dates),
        cmocka_unit_test(a_day_keeps_its_puzzle),
        cmocka_unit_test(failed_ones_come_back),
    };

    return cmocka_run_group_tests_name("practice", tests, NULL, NULL);
}
