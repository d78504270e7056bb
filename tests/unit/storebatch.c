// SPDX-License-Identifier: MIT
// Writes that hang on each other: all of them are stored or none, also when another game has
// changed a rating meanwhile.
#include <stdio.h>
#include <string.h>

#include "server/store/internal.h"
#include "tests/unit/stored.h"

static struct store *open_place(void **state)
{
    return stored_open(((const struct place *)*state)->where);
}

// An entry that ends a game with what belongs to it, in the order in which the server writes them.
static void write_ending(struct store *s, unsigned number, unsigned rated, struct store_write w[4])
{
    w[0] = stored_entry("hanging-on1", number);
    w[1] = stored_game("a-follower1", STORED_TIME); // would be sorted before what it hangs on
    w[2] = (struct store_write){.kind = STORE_SET_PHASE, .game.phase = STORE_OVER};
    snprintf(w[2].game.id, STORE_ID, "hanging-on1");
    w[3] = stored_rating(0, "level:1", rated, 1600);
    for (unsigned i = 1; i < 4; i++)
        w[i].with_last = true;
    stored_write(s, w, 4);
}

static void what_hangs_on_a_write_shares_its_fate(void **state)
{
    struct store *s = open_place(state);
    struct store_write w[4];
    struct store_rating rating;
    struct error e;
    bool found;

    assert_int_equal(stored_one(s, stored_game("hanging-on1", STORED_TIME)), STORE_DONE);
    write_ending(s, 5, 1, w); // not the next number
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(w[i].answer, STORE_TAKEN);
    assert_int_not_equal(stored_read(s, "hanging-on1").phase, STORE_OVER);
    assert_true(store_rating(s, 0, "level:1", "tiku", &rating, &found, &e) && !found);
    write_ending(s, 0, 1, w);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(w[i].answer, STORE_DONE);
    assert_int_equal(stored_read(s, "hanging-on1").phase, STORE_OVER);
    assert_string_equal(stored_read(s, "a-follower1").id, "a-follower1");
    assert_true(store_rating(s, 0, "level:1", "tiku", &rating, &found, &e) && found);
    store_close(s);
}

// An end whose rating another game has changed is not stored, nor anything that hangs on it: a
// crash cannot come between.
static void ends_are_stored_with_their_ratings(void **state)
{
    struct store *s = open_place(state);
    struct store_write batch[] = {
        stored_entry("rated-1", 0), stored_rating(0, "level:1", 1, 1610),
        stored_entry("rated-2", 0), stored_rating(0, "level:1", 1, 1620),
        stored_entry("rated-3", 0), stored_rating(0, "level:2", 1, 1630),
    };
    static const enum store_answer answers[] = {
        STORE_DONE, STORE_DONE, STORE_RATING_CHANGED, STORE_RATING_CHANGED, STORE_DONE, STORE_DONE};
    struct store_rating rating;
    struct error e;
    bool found;

    for (unsigned i = 0; i < 6; i += 2) {
        stored_one(s, stored_game(batch[i].entry.game, STORED_TIME));
        batch[i + 1].with_last = true;
    }
    stored_write(s, batch, 6);
    for (unsigned i = 0; i < 6; i++)
        assert_int_equal(batch[i].answer, answers[i]);
    assert_int_equal(stored_length(s, "rated-1"), 1);
    assert_int_equal(stored_length(s, "rated-2"), 0);
    assert_int_equal(stored_length(s, "rated-3"), 1);
    assert_true(store_rating(s, 0, "level:1", "tiku", &rating, &found, &e) && found);
    assert_true(rating.games == 1 && rating.rating == 1610);
    // By what it is now.
    batch[3].rating.games = 2;
    stored_write(s, &batch[2], 2);
    assert_true(batch[2].answer == STORE_DONE && batch[3].answer == STORE_DONE);
    assert_int_equal(stored_length(s, "rated-2"), 1);
    stored_write(s, &batch[2], 2); // somebody else has ended the game: it is not tried again
    assert_true(batch[2].answer == STORE_TAKEN && batch[3].answer == STORE_TAKEN);
    store_close(s);
}

// What a server reads when it begins does not grow with the games that are over or wait for
// somebody.
static void running_games_have_an_index(void **state)
{
    const struct place *place = *state;
    struct store *s = open_place(state);
    const struct database_kind *kind = s->db->kind;
    char sql[4096];
    struct error e;

    if (!place->cluster) { // PostgreSQL plans by what is there
        snprintf(sql, sizeof sql, "EXPLAIN QUERY PLAN %s", sql_text(SQL_RUNNING));
        assert_true(kind->start(s->db, SQL_COUNT, sql, NULL, 0, &e));
        while (kind->step(s->db, &e) == DATABASE_ROW) {
            const char *plan = kind->text(s->db, 3);
            assert_true(!strstr(plan, "SCAN") || strstr(plan, "USING") || !strstr(plan, "games"));
        }
        kind->finish(s->db);
    }
    store_close(s);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup(name, place_next)
    const struct CMUnitTest tests[] = {
        TEST(what_hangs_on_a_write_shares_its_fate),
        TEST(ends_are_stored_with_their_ratings),
        TEST(running_games_have_an_index),
    };

    return cmocka_run_group_tests_name("sqlite", tests, place_sqlite, place_remove) +
           cmocka_run_group_tests_name("postgres", tests, place_postgres, place_remove);
}
