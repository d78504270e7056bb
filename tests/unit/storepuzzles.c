// SPDX-License-Identifier: MIT
// Attempts at puzzles are stored: each counts once, an open one that makes room has failed, days
// and streaks are counted, and several writers agree. The same tests on both databases.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/store/database.h"
#include "server/store/sql.h"
#include "tests/unit/stored.h"

enum { WRITERS = 4, PUZZLES = 25, TODAY = 20000 };

// Simple enough to be counted by hand: whoever wins takes ten points, from 1000 on.
static void rate(const struct store_attempt *a, struct puzzle_rating *solver,
                 struct puzzle_rating *puzzle)
{
    double points = a->solved ? 10 : -10;

    if (!solver->attempts)
        *solver = (struct puzzle_rating){.rating = 1000, .deviation = 300, .volatility = 0.5};
    if (!puzzle->attempts)
        *puzzle = (struct puzzle_rating){.rating = 1000, .deviation = 200, .volatility = 0.25};
    solver->rating += points;
    puzzle->rating -= points;
}

static struct store *open_place(void **state)
{
    return stored_open(((const struct place *)*state)->where);
}

static struct store_write begin(int64_t account, unsigned puzzle, unsigned day, int64_t at)
{
    struct store_write w = {.kind = STORE_PUZZLE};

    w.puzzle.attempt = (struct store_attempt){
        .account = account, .puzzle = puzzle, .day = day, .rated = true, .began = at};
    snprintf(w.puzzle.attempt.game, PUZZLES_GAME, "tiku");
    w.puzzle.rate = rate;
    return w;
}

static struct store_write end(int64_t account, unsigned puzzle, unsigned day, bool solved,
                              int64_t at)
{
    struct store_write w = begin(account, puzzle, day, 0);

    w.puzzle.end = true;
    w.puzzle.attempt.ended = at;
    w.puzzle.attempt.solved = solved;
    snprintf(w.puzzle.attempt.actions, PUZZLES_ACTIONS, "a1 b2");
    return w;
}

static struct store_solver solver_of(struct store *s, int64_t account, const char *game)
{
    struct store_solver solver = {0};
    struct error e;
    bool found;

    assert_true(store_solver(s, account, game, &solver, &found, &e));
    return solver;
}

static struct puzzle_rating rating_of(struct store *s, unsigned puzzle)
{
    struct puzzle_rating rating = {0};
    struct error e;
    bool found;

    assert_true(store_puzzle_rating(s, "tiku", puzzle, &rating, &found, &e));
    return rating;
}

static void solve(struct store *s, int64_t account, unsigned puzzle, unsigned day, bool solved,
                  int64_t at)
{
    assert_int_equal(stored_one(s, begin(account, puzzle, day, at)), STORE_DONE);
    assert_int_equal(stored_one(s, end(account, puzzle, day, solved, at + 1)), STORE_DONE);
}

static void a_puzzle_counts_once(void **state)
{
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann");
    struct store_write w = begin(ann, 7, 0, 100);

    assert_int_equal(stored_one(s, end(ann, 7, 0, true, 90)), STORE_MISSING);
    stored_write(s, &w, 1);
    assert_int_equal(w.answer, STORE_DONE);
    assert_true(w.puzzle.now.rated && !w.puzzle.left.account);
    w = begin(ann, 7, 0, 150);
    stored_write(s, &w, 1);
    assert_int_equal(w.answer, STORE_ATTEMPT_OPEN);
    assert_int_equal(w.puzzle.now.began, 100);
    w = end(ann, 7, 0, false, 200);
    stored_write(s, &w, 1);
    assert_int_equal(w.answer, STORE_DONE);
    assert_true(w.puzzle.now.former == 0 && w.puzzle.now.rating == 990);
    // Replayed, with the right line: nothing changes.
    w = end(ann, 7, 0, true, 300);
    stored_write(s, &w, 1);
    assert_int_equal(w.answer, STORE_ATTEMPT_ENDED);
    assert_true(!w.puzzle.now.solved && w.puzzle.now.ended == 200);
    assert_int_equal(stored_one(s, begin(ann, 7, 0, 400)), STORE_TAKEN);
    struct store_solver solver = solver_of(s, ann, "tiku");
    assert_true(solver.rating.rating == 990 && solver.rating.attempts == 1);
    assert_true(rating_of(s, 7).rating == 1010 && rating_of(s, 7).attempts == 1);
    assert_string_equal(solver.name, "Ann");
    store_close(s);
}

// Without a rating.
static struct store_write begin_named(int64_t account, unsigned puzzle, int64_t at)
{
    struct store_write w = begin(account, puzzle, 0, at);

    w.puzzle.attempt.rated = false;
    return w;
}

static bool open_of(struct store *s, int64_t account, unsigned day, struct store_attempt *open,
                    bool *found)
{
    struct store_attempt like = {.account = account, .day = day};
    struct error e;

    snprintf(like.game, sizeof like.game, "tiku");
    return store_open_attempt(s, &like, open, found, &e);
}

static void what_is_rated_stays_open(void **state)
{
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann");
    struct store_write others[] = {begin(ann, 2, 0, 20), begin_named(ann, 4, 20)};
    struct store_attempt open;
    bool found;

    assert_int_equal(stored_one(s, begin(ann, 1, 0, 10)), STORE_DONE);
    for (unsigned i = 0; i < 2; i++) {
        stored_write(s, &others[i], 1);
        assert_int_equal(others[i].answer, STORE_TAKEN);
        assert_true(others[i].puzzle.left.account == ann && others[i].puzzle.left.puzzle == 1);
        assert_int_equal(others[i].puzzle.left.ended, 0);
    }
    assert_true(open_of(s, ann, 0, &open, &found));
    assert_true(found && open.puzzle == 1 && solver_of(s, ann, "tiku").rating.attempts == 0);
    // A day's is beside it, and makes room for another day's.
    assert_int_equal(stored_one(s, begin(ann, 5, TODAY, 40)), STORE_DONE);
    assert_int_equal(stored_one(s, begin(ann, 6, 0, 50)), STORE_TAKEN);
    assert_true(open_of(s, ann, 0, &open, &found) && found && open.puzzle == 1);
    assert_true(open_of(s, ann, 1, &open, &found) && found && open.puzzle == 5);
    assert_int_equal(stored_one(s, end(ann, 1, 0, true, 55)), STORE_DONE);
    assert_int_equal(stored_one(s, begin(ann, 6, 0, 57)), STORE_DONE);
    struct store_write w = begin(ann, 7, TODAY + 1, 60);
    stored_write(s, &w, 1);
    assert_int_equal(w.answer, STORE_DONE);
    assert_true(w.puzzle.left.puzzle == 5 && w.puzzle.left.ended == 60 && !w.puzzle.left.solved);
    store_close(s);
}

static void what_makes_room_has_failed(void **state)
{
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann");
    struct store_write w = begin(ann, 2, 0, 20);
    struct store_attempt open, list[PUZZLES_LIST];
    unsigned count = 0, *tried = NULL;
    struct error e;
    bool found;

    assert_int_equal(stored_one(s, begin_named(ann, 1, 10)), STORE_DONE);
    stored_write(s, &w, 1);
    assert_int_equal(w.answer, STORE_DONE);
    assert_int_equal(w.puzzle.left.account, ann);
    assert_int_equal(w.puzzle.left.puzzle, 1);
    assert_true(!w.puzzle.left.solved && w.puzzle.left.ended == 20 && w.puzzle.left.rating == 0);
    assert_true(open_of(s, ann, 0, &open, &found));
    assert_true(found && open.puzzle == 2);
    assert_int_equal(stored_one(s, end(ann, 1, 0, true, 30)), STORE_ATTEMPT_ENDED);
    assert_int_equal(solver_of(s, ann, "tiku").rating.attempts, 0);
    assert_true(store_attempts(s, ann, INT64_MAX, list, &count, &e));
    assert_int_equal(count, 2);
    assert_int_equal(list[0].puzzle, 2);
    assert_true(store_attempts(s, ann, 20, list, &count, &e));
    assert_true(count == 1 && list[0].ended == 20);
    assert_true(store_tried(s, ann, "tiku", &tried, &count, &e));
    assert_true(count == 2 && tried[0] == 1 && tried[1] == 2);
    free(tried);
    store_close(s);
}

static void streaks_run_until_a_fault(void **state)
{
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann"), bob = stored_person(s, "Bob");
    struct store_solver list[PUZZLES_LIST];
    unsigned count = 0;
    struct error e;

    for (unsigned i = 0; i < 3; i++)
        solve(s, ann, i, 0, true, 10 * i + 10);
    solve(s, bob, 0, 0, true, 100);
    assert_true(store_streaks(s, "tiku", list, &count, &e));
    assert_int_equal(count, 2);
    assert_string_equal(list[0].name, "Ann");
    assert_int_equal(list[0].streak, 3);
    assert_int_equal(list[1].streak, 1);
    solve(s, ann, 9, 0, false, 200);
    assert_true(store_streaks(s, "tiku", list, &count, &e));
    assert_int_equal(count, 1);
    assert_string_equal(list[0].name, "Bob");
    struct store_solver solver = solver_of(s, ann, "tiku");
    assert_true(solver.streak == 0 && solver.best == 3 && solver.rating.solved == 3);
    assert_true(store_streaks(s, "other", list, &count, &e));
    assert_int_equal(count, 0);
    store_close(s);
}

static void days_in_a_row(void **state)
{
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann"), bob = stored_person(s, "Bob");
    struct store_solver list[PUZZLES_LIST];
    struct puzzle_day day;
    unsigned count = 0;
    struct error e;

    solve(s, ann, 1, TODAY, true, 10);
    solve(s, ann, 2, TODAY + 1, true, 20);
    solve(s, bob, 2, TODAY + 1, false, 30);
    solve(s, ann, 1, TODAY + 2, true, 40); // known already: the day counts, no rating
    struct store_solver solver = solver_of(s, ann, "tiku");
    assert_true(solver.days == 3 && solver.day == TODAY + 2 && solver.rating.attempts == 2);
    assert_int_equal(solver.streak, 2);
    assert_int_equal(solver_of(s, ann, "").days, 3);
    assert_true(rating_of(s, 1).attempts == 1);
    assert_int_equal(stored_one(s, begin(ann, 2, 0, 50)), STORE_TAKEN);
    assert_true(store_puzzle_day(s, "tiku", TODAY + 1, &day, &e));
    assert_true(day.tried == 2 && day.solved == 1 && day.count == 1);
    assert_string_equal(day.names[0], "Ann");
    assert_true(store_puzzle_day(s, "tiku", TODAY + 3, &day, &e));
    assert_true(day.tried == 0 && day.solved == 0 && day.count == 0);
    assert_true(store_day_streaks(s, "", TODAY + 2, list, &count, &e));
    assert_true(count == 1 && list[0].days == 3);
    assert_true(store_day_streaks(s, "tiku", TODAY + 3, list, &count, &e));
    assert_int_equal(count, 0); // broken
    solve(s, ann, 3, TODAY + 4, true, 60);
    solver = solver_of(s, ann, "tiku");
    assert_true(solver.days == 1 && solver.best_days == 3);
    store_close(s);
}

static void attempts_go_with_the_account(void **state)
{
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann");
    struct store_write drop = {.kind = STORE_DROP_ACCOUNT, .account = {.id = ann}};
    struct store_attempt list[PUZZLES_LIST];
    struct puzzle_day day;
    unsigned count = 9;
    struct error e;

    solve(s, ann, 1, TODAY, true, 10);
    assert_int_equal(stored_one(s, begin(ann, 2, 0, 20)), STORE_DONE);
    assert_int_equal(stored_one(s, drop), STORE_DONE);
    assert_true(store_attempts(s, ann, INT64_MAX, list, &count, &e));
    assert_int_equal(count, 0);
    assert_int_equal(solver_of(s, ann, "tiku").rating.attempts, 0);
    assert_int_equal(solver_of(s, ann, "").days, 0);
    assert_true(store_puzzle_day(s, "tiku", TODAY, &day, &e));
    assert_int_equal(day.tried, 0);
    assert_int_equal(rating_of(s, 1).attempts, 1); // the puzzle is as hard as it was
    assert_int_equal(stored_one(s, begin(ann, 3, 0, 30)), STORE_MISSING);
    assert_int_equal(stored_one(s, end(ann, 2, 0, true, 30)), STORE_MISSING);
    store_close(s);
}

static void unsound_ones_are_refused(void **state)
{
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann");
    struct store_write w[] = {begin(0, 1, 0, 1),
                              begin(ann, 1, 0, 1),
                              begin(ann, 1, 0, 1),
                              begin(ann, UINT32_MAX, 0, 1),
                              begin(ann, 1, UINT32_MAX, 1),
                              end(ann, 1, 0, true, 0),
                              end(ann, 1, 0, true, 1)};
    enum { COUNT = sizeof w / sizeof *w };

    w[1].puzzle.attempt.game[0] = 0;
    w[2].puzzle.rate = NULL;
    memcpy(w[6].puzzle.attempt.actions, "\xff", 2);
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(stored_one(s, w[i]), STORE_FAILED);
    store_close(s);
}

// ---------------------------------------------------------------------------------------------
// Several at once
// ---------------------------------------------------------------------------------------------

struct writer {
    const char *where;
    int64_t people[2];
    bool other_way; // in another order than its neighbour
    unsigned begun, ended, failed;
};

// Tries to solve all puzzles for two people, as everybody else does.
static void *solve_all(void *to)
{
    struct writer *w = to;
    struct error e;
    struct store *s = store_open(w->where, &e);

    for (unsigned i = 0; s && i < PUZZLES; i++) {
        for (unsigned step = 0; step < 2; step++) {
            int64_t first = w->people[w->other_way], second = w->people[!w->other_way];
            struct store_write batch[] = {
                step ? end(first, i, 0, true, 10 * i + 5) : begin(first, i, 0, 10 * i + 1),
                step ? end(second, i, 0, true, 10 * i + 5) : begin(second, i, 0, 10 * i + 1)};
            w->failed += !store_write(s, batch, 2, &e);
            for (unsigned k = 0; k < 2; k++)
                *(step ? &w->ended : &w->begun) += batch[k].answer == STORE_DONE;
        }
    }
    w->failed += !s;
    store_close(s);
    return NULL;
}

static void several_writers_agree(void **state)
{
    const struct place *place = *state;
    struct writer writers[WRITERS];
    pthread_t threads[WRITERS];
    struct store *s = stored_open(place->where);
    int64_t ann = stored_person(s, "Ann"), bob = stored_person(s, "Bob");
    unsigned begun = 0;

    for (unsigned i = 0; i < WRITERS; i++) {
        writers[i] =
            (struct writer){.where = place->where, .people = {ann, bob}, .other_way = i % 2};
        assert_int_equal(pthread_create(&threads[i], NULL, solve_all, &writers[i]), 0);
    }
    for (unsigned i = 0; i < WRITERS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(writers[i].failed, 0);
        begun += writers[i].begun;
    }
    assert_int_equal(begun, 2 * PUZZLES);
    // Whatever one writer's end and another's beginning came to: every puzzle counted once for
    // each, and what one lost the other won.
    for (unsigned i = 0; i < PUZZLES; i++)
        assert_int_equal(rating_of(s, i).attempts, 2);
    for (unsigned i = 0; i < 2; i++) {
        struct store_solver solver = solver_of(s, i ? bob : ann, "tiku");
        assert_int_equal(solver.rating.attempts, PUZZLES);
        double expected =
            1000 + 10.0 * solver.rating.solved - 10.0 * (PUZZLES - solver.rating.solved);
        assert_true(solver.rating.rating == expected);
    }
    store_close(s);
}

static void version_14_comes_up_to_date(void **state)
{
    const struct place *place = *state;
    const struct database_kind *kind = place->cluster ? &database_postgres : &database_sqlite;
    struct error e = {0};
    struct database *db = kind->open(place->where, &e);

    assert_non_null(db);
    if (!database_upgrade(db, 14, &e) ||
        !kind->script(db,
                      "INSERT INTO accounts (name, folded, password, bot, banned, created)"
                      " VALUES ('Ann', 'ann', 'hash', 0, 0, 7)",
                      &e))
        fail_msg("%s", e.message.text);
    kind->close(db);
    struct store *s = stored_open(place->where);
    struct store_account ann;
    bool found;
    assert_true(store_account_named(s, "Ann", &ann, &found, &e));
    solve(s, ann.id, 5, 0, true, 10);
    store_close(s);
    s = stored_open(place->where);
    assert_true(solver_of(s, ann.id, "tiku").rating.rating == 1010);
    store_close(s);
}

#define EACH(test) cmocka_unit_test_setup(test, place_next)

int main(void)
{
    const struct CMUnitTest tests[] = {EACH(a_puzzle_counts_once),
                                       EACH(what_is_rated_stays_open),
                                       EACH(what_makes_room_has_failed),
                                       EACH(streaks_run_until_a_fault),
                                       EACH(days_in_a_row),
                                       EACH(attempts_go_with_the_account),
                                       EACH(unsound_ones_are_refused),
                                       EACH(several_writers_agree),
                                       EACH(version_14_comes_up_to_date)};

    return cmocka_run_group_tests_name("SQLite", tests, place_sqlite, place_remove) +
           cmocka_run_group_tests_name("PostgreSQL", tests, place_postgres, place_remove);
}
