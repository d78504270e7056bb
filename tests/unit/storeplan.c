// SPDX-License-Identifier: MIT
// Conditional lines are kept a seat, replaced and withdrawn, and followed only while they are
// there.
#include <stdio.h>

#include "tests/unit/stored.h"

static struct store *open_place(void **state)
{
    return stored_open(((const struct place *)*state)->where);
}

static struct store_write plan_of(const char *game, unsigned seat, unsigned at, const char *text)
{
    struct store_write w = {.kind = STORE_SET_PLAN, .plan = {.seat = seat, .at = at}};

    snprintf(w.plan.game, STORE_ID, "%s", game);
    snprintf(w.plan.text, STORE_PLAN, "%s", text);
    return w;
}

static void plans_are_kept_apart(void **state)
{
    struct store *s = open_place(state);
    struct store_plan plans[GAME_MAX_SEATS];
    unsigned count;
    struct error e;

    assert_int_equal(stored_one(s, plan_of("planned-for", 0, 3, "a b")), STORE_MISSING);
    stored_one(s, stored_game("planned-for", STORED_TIME));
    assert_int_equal(stored_one(s, plan_of("planned-for", 1, 3, "a b\nc d")), STORE_DONE);
    assert_int_equal(stored_one(s, plan_of("planned-for", 0, 4, "e f")), STORE_DONE);
    assert_int_equal(stored_one(s, plan_of("planned-for", 1, 5, "g h")), STORE_DONE);
    store_close(s);
    s = open_place(state);
    assert_true(store_plans(s, "planned-for", plans, &count, &e));
    assert_int_equal(count, 2);
    assert_int_equal(plans[0].at, 4);
    assert_string_equal(plans[1].text, "g h");
    assert_int_equal(stored_one(s, plan_of("planned-for", 1, 0, "")), STORE_DONE);
    assert_true(store_plans(s, "planned-for", plans, &count, &e) && count == 1);

    // A line is played only while it is left.
    struct store_write entry = stored_entry("planned-for", 0);
    entry.plan = (struct store_plan){.seat = plans[0].seat, .at = plans[0].at};
    snprintf(entry.plan.text, STORE_PLAN, "another");
    assert_int_equal(stored_one(s, entry), STORE_TAKEN);
    snprintf(entry.plan.text, STORE_PLAN, "%s", plans[0].text);
    entry.plan.at++;
    assert_int_equal(stored_one(s, entry), STORE_TAKEN);
    assert_int_equal(stored_length(s, "planned-for"), 0);
    entry.plan.at--;
    assert_int_equal(stored_one(s, entry), STORE_DONE);
    store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(plans_are_kept_apart, place_next),
    };

    return cmocka_run_group_tests_name("SQLite", tests, place_sqlite, place_remove) +
           cmocka_run_group_tests_name("PostgreSQL", tests, place_postgres, place_remove);
}
