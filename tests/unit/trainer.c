// SPDX-License-Identifier: MIT
// Practice at the terminal: what is tried is kept and found again, a puzzle counts once, failed
// ones come back when they are due, and whatever a damaged file holds is set aside with a sentence.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "games/registry.h"
#include "tests/unit/subjects.h"
#include "tui/trainer.h"

enum { DAY = 20773, MOST = 4096 };

struct desk {
    struct saves saves;
    const struct game *game;
    char path[DATA_PATH_BYTES + 64], aside[DATA_PATH_BYTES + 96];
};

static int begin(void **state)
{
    struct desk *k = calloc(1, sizeof *k);
    char folder[] = "/tmp/abax-drill-XXXXXX";

    assert_non_null(k);
    assert_non_null(mkdtemp(folder));
    memcpy(k->saves.folder, folder, sizeof folder);
    for (unsigned i = 0; i < registry_count() && !k->game; i++) {
        if (*registry_puzzles(registry_game(i)))
            k->game = registry_game(i);
    }
    assert_non_null(k->game);
    snprintf(k->path, sizeof k->path, "%s/%s.practice", folder, k->game->name);
    snprintf(k->aside, sizeof k->aside, "%s.damaged", k->path);
    *state = k;
    return 0;
}

static int end(void **state)
{
    struct desk *k = *state;

    unlink(k->path);
    unlink(k->aside);
    int left = rmdir(k->saves.folder); // nothing else was left there
    free(k);
    return left;
}

static void open_trainer(const struct desk *k, struct trainer *trainer, int64_t day,
                         enum trainer_mode mode)
{
    struct error e;

    if (!trainer_open(trainer, k->game, &k->saves, day, &e))
        fail_msg("%s", e.message.text);
    trainer->mode = mode;
    trainer->seed = 5;
}

static void a_puzzle_counts_once(void **state)
{
    const struct desk *k = *state;
    struct trainer d, again;
    struct trainer_totals sums;
    struct error e;

    open_trainer(k, &d, DAY, TRAINER_RUN);
    int first = trainer_next(&d), second;
    assert_true(first >= 0);
    trainer_record(&d, (unsigned)first, true);
    double rating = d.solver.rating;
    assert_true(rating > 1500);
    trainer_record(&d, (unsigned)first, true);
    assert_true(d.solver.rating == rating);
    second = trainer_next(&d);
    assert_true(second >= 0 && second != first);
    trainer_record(&d, (unsigned)second, false);
    assert_true(d.solver.rating < rating);
    assert_false(trainer_news(&d, &e));

    open_trainer(k, &again, DAY, TRAINER_RUN);
    assert_int_equal(again.attempt_count, 3);
    assert_true(again.solver.rating - d.solver.rating < 0.01 &&
                d.solver.rating - again.solver.rating < 0.01);
    trainer_total(&again, &sums);
    assert_true(sums.tried == 2 && sums.solved == 1 && sums.waiting == 1 && sums.due == 0);
    // Neither of the two comes again in a run.
    for (int number; again.begun < 60 && (number = trainer_next(&again)) >= 0;)
        assert_true(number != first && number != second);
    trainer_clear(&again);
    trainer_clear(&d);
}

static void failed_ones_come_back(void **state)
{
    const struct desk *k = *state;
    struct trainer d;

    open_trainer(k, &d, DAY, TRAINER_RUN);
    int number = trainer_next(&d);
    trainer_record(&d, (unsigned)number, false);
    double rating = d.solver.rating;
    trainer_clear(&d);
    open_trainer(k, &d, DAY, TRAINER_RETRY);
    assert_int_equal(trainer_next(&d), PRACTICE_NONE);
    trainer_clear(&d);
    open_trainer(k, &d, DAY + 1, TRAINER_RETRY);
    assert_int_equal(trainer_next(&d), number);
    assert_int_equal(trainer_next(&d), PRACTICE_NONE);
    trainer_record(&d, (unsigned)number, true);
    assert_true(d.solver.rating - rating < 0.01 && rating - d.solver.rating < 0.01);
    trainer_clear(&d);
    open_trainer(k, &d, DAY + 3, TRAINER_RETRY);
    assert_int_equal(trainer_next(&d), PRACTICE_NONE);
    trainer_clear(&d);
    open_trainer(k, &d, DAY + 4, TRAINER_RETRY);
    assert_int_equal(trainer_next(&d), number);
    trainer_clear(&d);
}

static void streaks_end(void **state)
{
    const struct desk *k = *state;
    struct trainer_totals sums;
    struct trainer d;

    for (unsigned run = 0; run < 2; run++) {
        open_trainer(k, &d, DAY, TRAINER_STREAK);
        for (unsigned i = 0; i < 3 - run; i++)
            trainer_record(&d, (unsigned)trainer_next(&d), true);
        trainer_record(&d, (unsigned)trainer_next(&d), run == 0);
        if (run)
            assert_int_equal(trainer_next(&d), PRACTICE_NONE);
        assert_true(d.solver.rating == 1500);
        trainer_clear(&d);
    }
    open_trainer(k, &d, DAY, TRAINER_STORM);
    trainer_record(&d, (unsigned)trainer_next(&d), false);
    trainer_record(&d, (unsigned)trainer_next(&d), true);
    trainer_record(&d, (unsigned)trainer_next(&d), true);
    trainer_total(&d, &sums);
    assert_true(sums.streak == 4 && sums.storm == 2);
    trainer_clear(&d);
}

static void the_day_has_one(void **state)
{
    const struct desk *k = *state;
    struct trainer d;

    open_trainer(k, &d, DAY, TRAINER_DAY);
    struct practice_file file = {k->game->name, d.puzzles};
    assert_int_equal(trainer_next(&d), practice_of_day(DAY, &file));
    assert_int_equal(trainer_next(&d), PRACTICE_NONE);
    trainer_clear(&d);
}

static size_t read_kept(const struct desk *k, char bytes[MOST])
{
    FILE *file = fopen(k->path, "r");

    assert_non_null(file);
    size_t length = fread(bytes, 1, MOST - 1, file);
    fclose(file);
    bytes[length] = 0;
    return length;
}

static void write_kept(const struct desk *k, const char *bytes, size_t length)
{
    FILE *file = fopen(k->path, "w");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    fclose(file);
}

// A byte that is another, a file that ends early: nothing of it is believed, nothing of it is lost.
static void damage_is_set_aside(void **state)
{
    const struct desk *k = *state;
    char good[MOST], bad[MOST];
    struct trainer d;
    struct error e;

    open_trainer(k, &d, DAY, TRAINER_RUN);
    for (unsigned i = 0; i < 3; i++)
        trainer_record(&d, (unsigned)trainer_next(&d), i != 1);
    trainer_clear(&d);
    size_t length = read_kept(k, good);
    for (size_t at = 0; at < length; at++) {
        memcpy(bad, good, length);
        bad[at] = (char)(bad[at] == '7' ? '8' : '7');
        bool cut = at % 2;
        write_kept(k, cut ? good : bad, cut ? at : length);
        open_trainer(k, &d, DAY, TRAINER_RUN);
        bool told = trainer_news(&d, &e);
        // A digit of the rating itself may be another and still be one.
        if (told) {
            assert_int_equal(d.attempt_count, 0);
            assert_non_null(strstr(e.message.text, k->aside));
            assert_int_equal(access(k->aside, F_OK), 0);
            assert_int_not_equal(access(k->path, F_OK), 0);
            trainer_record(&d, 0, true);
            assert_int_equal(access(k->path, F_OK), 0);
        } else {
            assert_true(at < strcspn(good, "\n") && !cut);
        }
        trainer_clear(&d);
    }
}

static void without_a_folder_nothing_is_kept(void **state)
{
    const struct desk *k = *state;
    struct saves none = {.folder = ""};
    struct trainer d;
    struct error e;

    assert_true(trainer_open(&d, k->game, &none, DAY, &e));
    trainer_record(&d, 0, true);
    assert_int_equal(d.attempt_count, 1);
    assert_false(trainer_news(&d, &e));
    trainer_clear(&d);
    for (unsigned i = 0; i < registry_count(); i++) {
        if (*registry_puzzles(registry_game(i)))
            continue;
        assert_false(trainer_open(&d, registry_game(i), &none, DAY, &e));
        assert_non_null(strstr(e.message.text, registry_game(i)->name));
        trainer_clear(&d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_puzzle_counts_once, begin, end),
        cmocka_unit_test_setup_teardown(failed_ones_come_back, begin, end),
        cmocka_unit_test_setup_teardown(streaks_end, begin, end),
        cmocka_unit_test_setup_teardown(the_day_has_one, begin, end),
        cmocka_unit_test_setup_teardown(damage_is_set_aside, begin, end),
        cmocka_unit_test_setup_teardown(without_a_folder_nothing_is_kept, begin, end),
    };

    return cmocka_run_group_tests_name("drill", tests, NULL, NULL);
}
