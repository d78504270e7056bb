// SPDX-License-Identifier: MIT
// Finished games are found by game, options, person, result, beginning and time; those by link by
// their people alone.
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "tests/unit/stored.h"

static struct store *open_place(void **state)
{
    return stored_open(((const struct place *)*state)->where);
}

static void finish(struct store *s, const char *id, int64_t first, int64_t second, bool listed,
                   const char *opening, int result, int64_t ended)
{
    struct store_write game = stored_game(id, ended);
    struct store_write row = {.kind = STORE_ADD_FINISHED,
                              .finished = {.plies = 9, .result = result, .ended = ended}};

    game.game.phase = STORE_OVER;
    game.game.listed = listed;
    game.game.seat[0].account = first;
    game.game.seat[1].account = second;
    assert_int_equal(stored_one(s, game), STORE_DONE);
    snprintf(row.finished.game, sizeof row.finished.game, "%s", id);
    snprintf(row.finished.name, sizeof row.finished.name, "%s", game.game.game);
    snprintf(row.finished.options, sizeof row.finished.options, "%s", game.game.options);
    snprintf(row.finished.opening, sizeof row.finished.opening, "%s", opening);
    assert_int_equal(stored_one(s, row), STORE_DONE);
    assert_int_equal(stored_one(s, row), STORE_TAKEN); // once is enough
}

// The ids that are found, with blanks between.
static const char *found(struct store *s, struct finished_search search, char text[200])
{
    struct store_finished list[FINISHED_LIST];
    struct error e = {0};
    unsigned count = 0;
    struct text t;

    if (!search.before)
        search.before = INT64_MAX;
    if (!store_find(s, &search, list, &count, &e))
        fail_msg("%s", e.message.text);
    text_init(&t, text, 200);
    for (unsigned i = 0; i < count; i++)
        text_format(&t, "%s%s", i ? " " : "", list[i].game);
    return text;
}

static void games_are_found(void **state)
{
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann"), bob = stored_person(s, "Bob");
    char text[200];

    finish(s, "a", ann, bob, true, "a1 b1 ", 1, 10);
    finish(s, "b", bob, ann, true, "a1 b2 ", 1, 20);
    finish(s, "c", ann, bob, false, "c1 ", 2, 30);
    finish(s, "d", ann, bob, true, "a1 ", 0, 40);
    finish(s, "e", ann, bob, true, "a10 b1 ", -1, 50);
    assert_string_equal(found(s, (struct finished_search){0}, text), "d b a");
    assert_string_equal(found(s, (struct finished_search){.before = 40}, text), "b a");
    assert_string_equal(found(s, (struct finished_search){.opening = "a1 "}, text), "d b a");
    assert_string_equal(found(s, (struct finished_search){.opening = "a1 b2 "}, text), "b");
    assert_string_equal(found(s, (struct finished_search){.name = "nothing"}, text), "");
    assert_string_equal(found(s, (struct finished_search){.options = "nothing"}, text), "");
    assert_string_equal(found(s, (struct finished_search){.result = FINISHED_DRAWN}, text), "d");
    assert_string_equal(found(s, (struct finished_search){.result = FINISHED_WON}, text), "b a");
    assert_string_equal(found(s, (struct finished_search){.account = ann}, text), "d b a");
    assert_string_equal(
        found(s, (struct finished_search){.account = ann, .result = FINISHED_WON}, text), "a");
    assert_string_equal(
        found(s, (struct finished_search){.account = ann, .result = FINISHED_LOST}, text), "b");
    assert_string_equal(found(s, (struct finished_search){.account = ann, .viewer = bob}, text),
                        "d b a");
    assert_string_equal(found(s, (struct finished_search){.account = ann, .viewer = ann}, text),
                        "d c b a");
    assert_string_equal(
        found(s, (struct finished_search){.account = bob, .viewer = bob, .result = FINISHED_WON},
              text),
        "c b");
    store_close(s);
}

static void what_is_over_waits_to_be_indexed(void **state)
{
    struct store *s = open_place(state);
    struct store_write game = stored_game("over", 1), row = {.kind = STORE_ADD_FINISHED};
    char ids[FINISHED_LIST][FINISHED_ID];
    struct error e = {0};
    unsigned count = 9;

    assert_int_equal(stored_one(s, stored_game("runs", 1)), STORE_DONE);
    game.game.phase = STORE_OVER;
    assert_int_equal(stored_one(s, game), STORE_DONE);
    assert_true(store_to_index(s, ids, &count, &e));
    assert_int_equal(count, 1);
    assert_string_equal(ids[0], "over");
    snprintf(row.finished.game, sizeof row.finished.game, "over");
    row.finished.result = -1;
    assert_int_equal(stored_one(s, row), STORE_DONE);
    assert_true(store_to_index(s, ids, &count, &e));
    assert_int_equal(count, 0);
    snprintf(row.finished.game, sizeof row.finished.game, "gone");
    assert_int_equal(stored_one(s, row), STORE_MISSING);
    store_close(s);
}

#define EACH(test) cmocka_unit_test_setup(test, place_next)

int main(void)
{
    const struct CMUnitTest tests[] = {EACH(games_are_found),
                                       EACH(what_is_over_waits_to_be_indexed)};

    return cmocka_run_group_tests_name("SQLite", tests, place_sqlite, place_remove) +
           cmocka_run_group_tests_name("PostgreSQL", tests, place_postgres, place_remove);
}
