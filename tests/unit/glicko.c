// SPDX-License-Identifier: MIT
// Ratings: the worked example of Glickman's paper, and what must hold for games of our own.
#include <math.h>

#include "play/glicko.h"
#include "tests/unit/subjects.h"

static void assert_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.8f is not %.8f within %g", value, expected, tolerance);
}

// "Example of the Glicko-2 system": 1500, 200, 0.06, tau 0.5; one game won and two lost give
// 1464.06, 151.52, 0.05999.
static void the_papers_example(void **state)
{
    const struct glicko_result results[] = {
        {{1400, 30, 0.06}, 1, 1}, {{1550, 100, 0.06}, 0, 1}, {{1700, 300, 0.06}, 0, 1}};
    struct glicko after = glicko_after((struct glicko){1500, 200, 0.06}, results, 3, 1);

    (void)state;
    assert_near(after.rating, 1464.06, 0.01);
    assert_near(after.deviation, 151.52, 0.01);
    assert_near(after.volatility, 0.05999, 0.00001);
}

// The paper's last step: without games only the deviation grows, to sqrt(phi^2 + sigma^2) on the
// inner scale.
static void a_period_without_games(void **state)
{
    struct glicko after = glicko_after((struct glicko){1700, 80, 0.06}, NULL, 0, 1);

    (void)state;
    assert_near(after.rating, 1700, 0);
    assert_near(after.deviation, sqrt(80 * 80 + pow(0.06 * 173.7178, 2)), 1e-9);
    assert_near(after.volatility, 0.06, 0);
}

static void volatility_answers_surprises(void **state)
{
    const struct glicko_result lost = {{900, 50, 0.06}, 0, 1}, drawn = {{2200, 50, 0.06}, 0.5, 1};
    struct glicko strong = {2200, 50, 0.06}, steady = strong, shaken = strong;

    (void)state;
    for (int i = 0; i < 20; i++) {
        steady = glicko_after(steady, &drawn, 1, 1);
        shaken = glicko_after(shaken, &lost, 1, 1);
    }
    assert_true(steady.volatility < 0.06 && steady.volatility > 0.05);
    assert_true(shaken.volatility > 0.06 && isfinite(shaken.volatility));
    assert_true(shaken.rating < steady.rating - 300);
}

static void two_seats(void **state)
{
    const int team[] = {0, 1};
    const int64_t paused[] = {0, 0};
    const enum game_outcome draw[] = {GAME_DRAW, GAME_DRAW}, first[] = {GAME_WIN, GAME_LOSS};
    struct glicko seats[2] = {glicko_newcomer(), glicko_newcomer()};

    (void)state;
    glicko_rate(seats, paused, team, draw, 2);
    assert_near(seats[0].rating, 1500, 1e-9);
    assert_true(seats[0].deviation < 350);
    glicko_rate(seats, paused, team, first, 2);
    assert_near(seats[0].rating - 1500, 1500 - seats[1].rating, 1e-9);
    assert_true(seats[0].rating > 1600);
    assert_near(seats[0].deviation, seats[1].deviation, 1e-9);
    seats[0] = (struct glicko){1800, 60, 0.06};
    seats[1] = (struct glicko){1500, 60, 0.06};
    glicko_rate(seats, paused, team, draw, 2);
    assert_true(seats[0].rating < 1800 && seats[1].rating > 1500);
}

// All results of a seat together weigh one game: against three equal players, what one game gives.
static void more_seats(void **state)
{
    const int alone[] = {0, 1, 2, 3}, teams[] = {0, 1, 0, 1}, pair[] = {0, 1};
    const int64_t paused[4] = {0};
    const enum game_outcome one[] = {GAME_WIN, GAME_LOSS, GAME_LOSS, GAME_LOSS};
    const enum game_outcome team[] = {GAME_WIN, GAME_LOSS, GAME_WIN, GAME_LOSS};
    struct glicko four[4], in_teams[4], two[2];

    (void)state;
    for (int i = 0; i < 4; i++)
        four[i] = in_teams[i] = two[i % 2] = (struct glicko){1500, 100, 0.06};
    glicko_rate(two, paused, pair, one, 2);
    glicko_rate(four, paused, alone, one, 4);
    assert_near(four[0].rating, two[0].rating, 1e-9);
    assert_near(four[0].deviation, two[0].deviation, 1e-9);
    assert_true(four[1].rating < 1500 && four[1].rating > two[1].rating); // two of three were drawn
    glicko_rate(in_teams, paused, teams, team, 4);
    assert_near(in_teams[0].rating, in_teams[2].rating, 0);
    assert_near(in_teams[1].rating, two[1].rating, 1e-9);
}

// A level is rated like everybody, but time does not make it uncertain, and in the end it stands
// still.
static void levels_become_anchors(void **state)
{
    const int team[] = {0, 1};
    const int64_t paused[] = {INT64_C(400) * 24 * 3600 * 1000, INT64_C(400) * 24 * 3600 * 1000};
    const enum game_outcome lost[] = {GAME_LOSS, GAME_WIN}, won[] = {GAME_WIN, GAME_LOSS};
    struct glicko seats[2] = {glicko_level(4), glicko_newcomer()};

    (void)state;
    assert_near(glicko_level(5).rating - glicko_level(4).rating, 200, 1e-9);
    glicko_rate(seats, paused, team, lost, 2);
    double first = 1500 - seats[0].rating;
    assert_true(first > 5 && seats[0].deviation < 150);
    for (int i = 0; i < 300; i++) {
        seats[1] = (struct glicko){1500, 60, 0.06};
        glicko_rate(seats, paused, team, i % 2 ? won : lost, 2);
    }
    assert_near(seats[0].volatility, 0, 0);
    assert_near(seats[0].deviation, 30, 1e-9);
    double before = seats[0].rating;
    seats[1] = glicko_newcomer();
    glicko_rate(seats, paused, team, lost, 2);
    assert_true(before - seats[0].rating < first / 5);
    assert_true(seats[1].rating > 1650);
}

static void pauses_make_uncertain(void **state)
{
    const int64_t half_a_year = INT64_C(182) * 24 * 3600 * 1000;
    const struct glicko sure = {1700, 50, 0.06};

    (void)state;
    assert_near(glicko_rested(sure, half_a_year).deviation, 80, 1);
    assert_near(glicko_rested(sure, 0).deviation, 50, 0);
    assert_near(glicko_rested(sure, -5).deviation, 50, 0);
    assert_near(glicko_rested(sure, INT64_MAX).deviation, 350, 0);
    assert_near(glicko_rested(glicko_level(3), half_a_year).deviation, 150, 1e-9);
}

// Players far apart, as no list has them, leave every number a number.
static void extremes_stay_finite(void **state)
{
    const struct glicko_result upset = {{1e6, 30, 0.06}, 1, 1}, usual = {{-1e6, 350, 0.06}, 1, 1};
    struct glicko a = glicko_after(glicko_newcomer(), &upset, 1, 1);
    struct glicko b = glicko_after(glicko_newcomer(), &usual, 1, 1);

    (void)state;
    assert_true(isfinite(a.rating) && isfinite(a.deviation) && isfinite(a.volatility));
    assert_true(isfinite(b.rating) && isfinite(b.deviation) && isfinite(b.volatility));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_papers_example),
        cmocka_unit_test(a_period_without_games),
        cmocka_unit_test(two_seats),
        cmocka_unit_test(volatility_answers_surprises),
        cmocka_unit_test(more_seats),
        cmocka_unit_test(levels_become_anchors),
        cmocka_unit_test(pauses_make_uncertain),
        cmocka_unit_test(extremes_stay_finite),
    };

    return cmocka_run_group_tests_name("glicko", tests, NULL, NULL);
}
