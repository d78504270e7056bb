// SPDX-License-Identifier: MIT
// Ratings of many players: cases that can be worked out by hand, players whom games alone cannot
// rate, and tables drawn from ratings that are known: how near the ratings come, and how often
// their intervals miss.
#include "play/ratings.h"

#include <math.h>

#include "tests/unit/subjects.h"

static void assert_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.8f is not %.8f within %g", value, expected, tolerance);
}

static void add_pair(struct crosstable *t, unsigned first, unsigned second, unsigned one,
                     unsigned two)
{
    const struct crosstable_game pair[] = {
        {.players = {first, second}, .half_points = {one, 2 - one}, .seat = -1},
        {.players = {second, first}, .half_points = {2 - two, two}, .seat = -1}};

    crosstable_add(t, pair, 2);
}

static void add_wins(struct crosstable *t, unsigned winner, unsigned loser, unsigned games)
{
    const struct crosstable_game won = {
        .players = {winner, loser}, .half_points = {2, 0}, .seat = -1};

    while (games--)
        crosstable_add(t, &won, 1);
}

// ---------------------------------------------------------------------------------------------
// By hand
// ---------------------------------------------------------------------------------------------

// Five of five games, and each has two draws with zero. Chances of 9 to 1 between them are 3 to 1
// against zero: the winner would expect 5 * 0.9 + 2 * 0.75 = 6 points, and has 5 + 1. The
// information is 5 * 0.09 = 0.45 between them and 2 * 3/16 = 0.375 each, so that of the difference
// to the mean is 1 / (0.375 + 2 * 0.45) / 2.
static void five_of_five(void **state)
{
    static struct crosstable t;
    struct ratings r;
    double unit = 400 / log(10), reach = 1.96 * sqrt(1 / (0.375 + 2 * 0.45) / 2) * unit;

    (void)state;
    crosstable_init(&t, 2, 2);
    add_wins(&t, 1, 0, 5);
    ratings_fit(&t, &r);
    assert_near(r.of[1].value, 190.8485, 0.0001);
    assert_near(r.of[0].value, -190.8485, 0.0001);
    assert_near(r.of[1].high - r.of[1].value, reach, 1e-6);
    assert_near(r.of[0].value - r.of[0].low, reach, 1e-6);
}

// Results that ratings of 3 to 1 between neighbours explain exactly; so many of them that the draws
// with zero do not matter.
static void a_chain(void **state)
{
    static struct crosstable t;
    struct ratings r;

    (void)state;
    crosstable_init(&t, 3, 2);
    add_wins(&t, 0, 1, 300000);
    add_wins(&t, 1, 0, 100000);
    add_wins(&t, 1, 2, 300000);
    add_wins(&t, 2, 1, 100000);
    add_wins(&t, 0, 2, 360000);
    add_wins(&t, 2, 0, 40000);
    ratings_fit(&t, &r);
    assert_near(r.of[0].value, 190.8485, 0.01);
    assert_near(r.of[1].value, 0, 0.01);
    assert_near(r.of[2].value, -190.8485, 0.01);
}

// Whom one met counts: 2 beat the best and 3 the worst, as often.
static void opponents_count(void **state)
{
    static struct crosstable t;
    struct ratings r;

    (void)state;
    crosstable_init(&t, 4, 2);
    add_wins(&t, 0, 1, 90);
    add_wins(&t, 1, 0, 10);
    for (unsigned i = 0; i < 10; i++) {
        add_pair(&t, 2, 0, 2, 0);
        add_pair(&t, 3, 1, 2, 0);
    }
    ratings_fit(&t, &r);
    assert_true(r.of[2].value > r.of[3].value + 250);
    assert_near(r.of[0].value + r.of[1].value + r.of[2].value + r.of[3].value, 0, 1e-6);
}

// ---------------------------------------------------------------------------------------------
// What games alone cannot rate
// ---------------------------------------------------------------------------------------------

static void the_unbeaten(void **state)
{
    static struct crosstable t;
    struct ratings few, many, none;

    (void)state;
    crosstable_init(&t, 3, 2);
    ratings_fit(&t, &none);
    for (unsigned i = 0; i < 3; i++) {
        assert_near(none.of[i].value, 0, 1e-9);
        assert_true(none.of[i].high > 300 && isfinite(none.of[i].high));
    }
    for (unsigned i = 0; i < 5; i++) {
        add_pair(&t, 0, 1, 2, 2);
        add_pair(&t, 2, 1, 1, 1);
    }
    ratings_fit(&t, &few);
    assert_true(few.of[0].value > 200 && few.of[0].value < 1000);
    for (unsigned i = 0; i < 5000; i++)
        add_pair(&t, 0, 1, 2, 2);
    ratings_fit(&t, &many);
    assert_true(many.of[0].value > few.of[0].value + 300 && many.of[0].value < 5000);
    assert_true(isfinite(many.of[0].low) && isfinite(many.of[0].high));
}

// Two tables of which nobody met: each stands around zero.
static void islands(void **state)
{
    static struct crosstable t;
    struct ratings r;

    (void)state;
    crosstable_init(&t, 4, 2);
    for (unsigned i = 0; i < 20; i++) {
        add_pair(&t, 0, 1, 2, 1);
        add_pair(&t, 2, 3, 2, 1);
    }
    ratings_fit(&t, &r);
    assert_near(r.of[0].value, r.of[2].value, 1e-6);
    assert_near(r.of[0].value, -r.of[1].value, 1e-6);
}

// The most players there can be, in a gauntlet that the first lost to all.
static void a_full_house(void **state)
{
    static struct crosstable t;
    struct ratings r;

    (void)state;
    crosstable_init(&t, SCHEDULE_PLAYERS, 2);
    for (unsigned i = 1; i < SCHEDULE_PLAYERS; i++)
        add_wins(&t, i, 0, 100);
    ratings_fit(&t, &r);
    assert_true(r.of[0].value < -500 && isfinite(r.of[0].low));
    assert_near(r.of[1].value, r.of[SCHEDULE_PLAYERS - 1].value, 1e-6);
}

// ---------------------------------------------------------------------------------------------
// Games drawn from known ratings
// ---------------------------------------------------------------------------------------------

enum { PLAYERS = 6 };

static const double known[PLAYERS] = {-260, -110, -20, 40, 120, 230};

// Openings favour a seat by up to `bias` Elo; some games are drawn.
struct world {
    double bias, draws;
};

static double part(struct random *r)
{
    return (double)(random_next(r) >> 11) / 9007199254740992.0;
}

// Half points of a game with this advantage. A draw takes as much from either side as that has.
static unsigned play(struct random *r, double advantage, double draws)
{
    double share = 1 / (1 + pow(10, -advantage / 400)), drawn = draws * 2 * fmin(share, 1 - share);
    double drawn_by = part(r);

    if (drawn_by < drawn)
        return 1;
    return drawn_by < drawn + share - drawn / 2 ? 2 : 0;
}

static void play_all(struct random *r, const struct world *w, unsigned pairs, struct ratings *found)
{
    static struct crosstable t;

    crosstable_init(&t, PLAYERS, 2);
    for (unsigned i = 0; i < PLAYERS; i++) {
        for (unsigned k = 0; k < i; k++) {
            for (unsigned n = 0; n < pairs; n++) {
                double bias = w->bias * (2 * part(r) - 1), elo = known[i] - known[k];
                add_pair(&t, i, k, play(r, elo + bias, w->draws), play(r, elo - bias, w->draws));
            }
        }
    }
    ratings_fit(&t, found);
}

static const struct world worlds[] = {{0, 0}, {0, 0.6}, {150, 0.3}, {500, 0}};
enum { WORLDS = sizeof worlds / sizeof *worlds };

// With many games the ratings are the known ones, where openings favour nobody.
static void known_ratings_are_found(void **state)
{
    struct random r = random_from_seed(3);

    (void)state;
    for (unsigned w = 0; w < 2; w++) {
        struct ratings found;
        play_all(&r, &worlds[w], 4000, &found);
        for (unsigned i = 0; i < PLAYERS; i++)
            assert_near(found.of[i].value, known[i], 8);
    }
}

// Openings that favour a seat make chances more even, so that there the truth is what very many
// games come to.
static void intervals_cover(void **state)
{
    enum { TABLES = 300 };

    (void)state;
    for (unsigned w = 0; w < WORLDS; w++) {
        struct random r = random_from_seed(w + 1);
        struct ratings truth, found;
        unsigned few = 0, many = 0;
        play_all(&r, &worlds[w], 20000, &truth);
        for (unsigned n = 0; n < TABLES; n++) {
            play_all(&r, &worlds[w], 2, &found);
            for (unsigned i = 0; i < PLAYERS; i++)
                few +=
                    found.of[i].low <= truth.of[i].value && truth.of[i].value <= found.of[i].high;
            play_all(&r, &worlds[w], 30, &found);
            for (unsigned i = 0; i < PLAYERS; i++)
                many +=
                    found.of[i].low <= truth.of[i].value && truth.of[i].value <= found.of[i].high;
        }
        double all = TABLES * PLAYERS;
        if (many < 0.93 * all || many > 0.97 * all || few < 0.92 * all || few > 0.99 * all)
            fail_msg("world %u: intervals cover %.3f and %.3f", w, few / all, many / all);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(five_of_five),
        cmocka_unit_test(a_chain),
        cmocka_unit_test(opponents_count),
        cmocka_unit_test(the_unbeaten),
        cmocka_unit_test(islands),
        cmocka_unit_test(a_full_house),
        cmocka_unit_test(known_ratings_are_found),
        cmocka_unit_test(intervals_cover),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
