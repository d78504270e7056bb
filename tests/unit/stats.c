// SPDX-License-Identifier: MIT
// Statistics against games that were counted while they were made.
#include <string.h>

#include "games/registry.h"
#include "protocol/stats.h"
#include "tests/unit/subjects.h"

// A game that the person at `own` gives up, or the others do.
static void add_of(struct stats *s, const struct game *g, int own, const char *player, int resigns,
                   const char *const *actions)
{
    struct match_setup setup = {.game = g};
    struct error e;
    struct match m;

    for (int seat = 0; seat < 2; seat++) {
        setup.seats[seat].who = seat == own ? MATCH_PERSON : MATCH_COMPUTER;
        if (seat != own)
            memcpy(setup.seats[seat].player, player, strlen(player) + 1);
    }
    assert_true(match_init(&m, &setup, &e));
    for (; actions && *actions; actions++)
        assert_true(match_play_text(&m, *actions, 0, &e));
    if (resigns >= 0)
        assert_true(match_resign(&m, resigns, 0, &e));
    stats_add(s, &m);
    match_clear(&m);
}

static void add(struct stats *s, int own, const char *player, int resigns, const char *first)
{
    const char *actions[] = {first, NULL};

    add_of(s, registry_find("kwinty"), own, player, resigns, actions);
}

// Games that begin with an action and with its mirror image, answered alike, are one opening, whose
// text is the first one's; another answer is another one.
static void joins(void **state)
{
    static struct stats s;

    (void)state;
    if (!registry_find("tiku"))
        return;
    s = (struct stats){0};
    add_of(&s, registry_find("tiku"), 0, "level:3", 1, (const char *[]){"a2a4", "b5b4", NULL});
    add_of(&s, registry_find("tiku"), 0, "level:3", 0, (const char *[]){"f2f4", "e5e4", NULL});
    add_of(&s, registry_find("tiku"), 0, "level:3", 0, (const char *[]){"a2a4", "b5b3", NULL});
    const struct stats_game *g = &s.games[0];
    assert_int_equal(g->opening_count, 2);
    assert_string_equal(g->openings[0].actions, "a2a4 b5b4");
    assert_int_equal(g->openings[0].tally.games, 2);
    assert_int_equal(g->openings[0].tally.won, 1);
    assert_string_equal(g->openings[1].actions, "a2a4 b5b3");
}

// A game that begins with a position of somebody's choice, such as the end of a puzzle, tells
// nothing about levels and openings.
static void leaves_out(void **state)
{
    const struct game *g = registry_find("kwinty");
    struct match_setup setup = {.game = g, .start = "wi1h,bk1v w"};
    static struct stats s;
    struct match m;
    struct error e;

    (void)state;
    if (!g)
        return;
    s = (struct stats){0};
    setup.seats[0].who = MATCH_PERSON;
    setup.seats[1].who = MATCH_COMPUTER;
    memcpy(setup.seats[1].player, "level:3", sizeof "level:3");
    assert_true(match_init(&m, &setup, &e));
    assert_true(match_resign(&m, 1, 0, &e));
    stats_add(&s, &m);
    match_clear(&m);
    assert_int_equal(s.game_count, 0);
    assert_int_equal(s.left_out, 1);
}

static void counts(void **state)
{
    static struct stats s;
    struct even even;

    (void)state;
    if (!registry_find("kwinty"))
        return;
    s = (struct stats){0};
    for (int i = 0; i < 5; i++)
        add(&s, 0, "level:3", 1, "i1v");
    for (int i = 0; i < 3; i++)
        add(&s, 0, "like:4", 0, "i1h");
    add(&s, 1, "level:3", 1, "i1v");
    add(&s, 1, "nodes:100", 0, NULL); // a result, but of no level
    add(&s, 0, "level:3", -1, "i1v"); // goes on
    add(&s, 2, "level:3", 0, NULL);   // nobody's
    assert_int_equal(s.game_count, 1);
    assert_int_equal(s.left_out, 2);
    const struct stats_game *g = &s.games[0];
    assert_int_equal(g->all.games, 10);
    assert_int_equal(g->all.won, 6);
    assert_int_equal(g->all.lost, 4);
    assert_int_equal(g->seats[0].games, 8);
    assert_int_equal(g->seats[0].won, 5);
    assert_int_equal(g->seats[1].games, 2);
    assert_int_equal(g->seats[1].lost, 1);
    assert_int_equal(g->levels[2].games, 6);
    assert_int_equal(g->levels[2].won, 5);
    assert_int_equal(g->levels[3].games, 3);
    assert_int_equal(g->levels[3].lost, 3);
    assert_int_equal(g->opening_count, 2);
    assert_string_equal(g->openings[0].actions, "i1v");
    assert_int_equal(g->openings[0].tally.games, 6);
    assert_int_equal(g->openings[1].tally.lost, 3);
    stats_even(g, &even);
    assert_int_equal(even.games, 9);
    assert_in_range(even.level, 3, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(counts), cmocka_unit_test(joins),
                                       cmocka_unit_test(leaves_out)};

    return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}
