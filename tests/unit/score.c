// SPDX-License-Identifier: MIT
// The statistics of matches: values that can be worked out by hand, and simulated matches between
// players whose difference is known: how often the interval misses it, and how often the sequential
// test is wrong.
#include "play/score.h"

#include <math.h>

#include "tests/unit/subjects.h"

static void assert_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.8f is not %.8f within %g", value, expected, tolerance);
}

static double part(struct random *r)
{
    return (double)(random_next(r) >> 11) / 9007199254740992.0;
}

static double expected_score(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

// ---------------------------------------------------------------------------------------------
// By hand
// ---------------------------------------------------------------------------------------------

// 1000 pairs in even parts: the mean is a half, the variance (2 * 1/4 + 2 * 1/16) / 5 = 1/8.
static void a_level_match(void **state)
{
    struct score s = {700, 600, 700, 2, {200, 200, 200, 200, 200}};
    // Two more, evenly spread, change nothing but the number.
    double reach = 1.96 * sqrt(0.125 / 1002);
    struct score_interval share = score_share(&s), elo = score_elo(&s);

    (void)state;
    assert_near(share.value, 0.5, 0);
    assert_near(share.high - 0.5, reach, 1e-9);
    assert_near(0.5 - share.low, reach, 1e-9);
    assert_near(elo.value, 0, 1e-9);
    assert_near(elo.high, 400 * log10((0.5 + reach) / (0.5 - reach)), 1e-6);
    assert_near(score_likelihood(&s, -10, 10), 0, 1e-9);
    // count * (m1 - m0) * (2 mean - m0 - m1) / (2 variance), with m0 = 1/2
    double m1 = expected_score(20);
    assert_near(score_likelihood(&s, 0, 20), -1002 * (m1 - 0.5) * (m1 - 0.5) / 0.25, 1e-9);
}

// Three of four points are 400 log10(3) = 190.8 Elo.
static void known_differences(void **state)
{
    struct score s = {75, 0, 25, 2, {5, 0, 15, 0, 30}};
    struct score lost = {0, 0, 20, 2, {10}};

    (void)state;
    assert_near(score_elo(&s).value, 190.848, 0.001);
    assert_true(score_elo(&s).low > 0 && score_elo(&s).low < 190);
    assert_true(isinf(score_elo(&lost).value) && isinf(score_elo(&lost).low));
    assert_true(isfinite(score_elo(&lost).high) && score_elo(&lost).high < 0);
    // One pair is no evidence.
    s = (struct score){2, 0, 0, 2, {0, 0, 0, 0, 1}};
    assert_true(score_elo(&s).low < 0 && isinf(score_elo(&s).high));
    assert_near(score_mean(&(struct score){.seatings = 2}), 0.5, 0);
}

// An opening that the first seat always wins says nothing about the players: 50 such pairs are 50
// times one half, and 50 pairs in which one player wins both or loses both spread as far as they
// can.
static void what_pairs_tell(void **state)
{
    struct score same = {50, 0, 50, 2, {0, 0, 50, 0, 0}};
    struct score wild = {50, 0, 50, 2, {25, 0, 0, 0, 25}};
    double games = 1.96 * sqrt(0.25 / 100);

    (void)state;
    assert_true(score_share(&same).high - 0.5 < games / 2);
    assert_true(score_share(&wild).high - 0.5 > games * 1.3);
}

// ---------------------------------------------------------------------------------------------
// Simulated matches
// ---------------------------------------------------------------------------------------------

// Two players of this difference in openings that favour a seat by up to `bias` Elo; some games are
// drawn.
struct world {
    double elo, bias, draws;
};

// Half points of a game with this advantage. A draw takes as much from either side as that has.
static unsigned play(struct random *r, double advantage, double draws)
{
    double share = expected_score(advantage), drawn = draws * 2 * fmin(share, 1 - share);
    double drawn_by = part(r);

    if (drawn_by < drawn)
        return 1;
    return drawn_by < drawn + share - drawn / 2 ? 2 : 0;
}

static void play_pair(struct random *r, const struct world *w, struct score *s)
{
    double bias = w->bias * (2 * part(r) - 1);
    unsigned points[2] = {play(r, w->elo + bias, w->draws), play(r, w->elo - bias, w->draws)};

    for (unsigned i = 0; i < 2; i++) {
        s->wins += points[i] == 2;
        s->draws += points[i] == 1;
        s->losses += points[i] == 0;
    }
    score_add(s, points[0] + points[1]);
}

// What the first player really scores, over all openings.
static double true_share(const struct world *w)
{
    enum { STEPS = 1000 };
    double sum = 0;

    for (unsigned i = 0; i < STEPS; i++) {
        double bias = w->bias * (2 * (i + 0.5) / STEPS - 1);
        sum += expected_score(w->elo + bias);
    }
    return sum / STEPS;
}

static const struct world worlds[] = {
    {0, 0, 0}, {0, 300, 0.3}, {30, 600, 0}, {80, 200, 0.5}, {-150, 400, 0.2},
};
enum { WORLDS = sizeof worlds / sizeof *worlds };

static double covered(const struct world *w, unsigned pairs, uint64_t seed)
{
    enum { MATCHES = 2000 };
    struct random r = random_from_seed(seed);
    double truth = true_share(w), elo = 400 * log10(truth / (1 - truth));
    unsigned count = 0;

    for (unsigned match = 0; match < MATCHES; match++) {
        struct score s = {.seatings = 2};
        for (unsigned pair = 0; pair < pairs; pair++)
            play_pair(&r, w, &s);
        struct score_interval found = score_elo(&s);
        count += found.low <= elo && elo <= found.high;
    }
    return (double)count / MATCHES;
}

// Two deviations of 2000 matches are 1 %; ten pairs have few outcomes, so theirs is coarser.
static void intervals_cover(void **state)
{
    (void)state;
    for (unsigned i = 0; i < WORLDS; i++) {
        double many = covered(&worlds[i], 150, i + 1), few = covered(&worlds[i], 10, i + 1);
        if (many < 0.935 || many > 0.965 || few < 0.92 || few > 0.98)
            fail_msg("world %u: intervals cover %.3f and %.3f", i, many, few);
    }
}

// How often the second difference is accepted.
static double accepted(struct world w, double elo0, double elo1, uint64_t seed)
{
    enum { TESTS = 1000, LONGEST = 20000 };
    struct random r = random_from_seed(seed);
    unsigned count = 0;

    for (unsigned i = 0; i < TESTS; i++) {
        struct score s = {.seatings = 2};
        enum score_verdict verdict = SCORE_OPEN;
        for (unsigned pair = 0; pair < LONGEST && verdict == SCORE_OPEN; pair++) {
            play_pair(&r, &w, &s);
            verdict = score_sprt(score_likelihood(&s, elo0, elo1));
        }
        assert_true(verdict != SCORE_OPEN);
        count += verdict == SCORE_SECOND;
    }
    return (double)count / TESTS;
}

// The players differ by exactly one of the two: 5 % are wrong, give or take chance (1.4 % is two
// deviations).
static void the_test_errs_as_it_says(void **state)
{
    (void)state;
    for (unsigned draws = 0; draws < 2; draws++) {
        struct world equal = {0, 200, 0.5 * draws}, better = {0, 200, 0.5 * draws};
        double low = 0, high = 60;
        for (unsigned i = 0; i < 50; i++) { // the difference that scores 30 Elo in these openings
            better.elo = (low + high) / 2;
            if (true_share(&better) < expected_score(30))
                low = better.elo;
            else
                high = better.elo;
        }
        double wrong = accepted(equal, 0, 30, 7 + draws);
        double right = accepted(better, 0, 30, 9 + draws);
        if (wrong < 0.015 || wrong > 0.065 || right < 0.935 || right > 0.985)
            fail_msg("draws %u: %.3f and %.3f accepted", draws, wrong, right);
        assert_true(accepted((struct world){60, 200, 0.5 * draws}, 0, 30, 11) > 0.995);
    }
}

// Three players of whom one wins each game, the first with the chance of the seat it sits in.
static void groups_of_three_cover(void **state)
{
    static const double chances[] = {0.5, 0.35, 0.25};
    enum { MATCHES = 2000, GROUPS = 120 };
    struct random r = random_from_seed(5);
    double truth = (chances[0] + chances[1] + chances[2]) / 3;
    unsigned covered = 0;

    (void)state;
    for (unsigned match = 0; match < MATCHES; match++) {
        struct score s = {.seatings = 3};
        for (unsigned group = 0; group < GROUPS; group++) {
            unsigned points = 0;
            for (unsigned seat = 0; seat < 3; seat++)
                points += part(&r) < chances[seat] ? 2 : 0;
            s.wins += points / 2;
            s.losses += 3 - points / 2;
            score_add(&s, points);
        }
        struct score_interval found = score_share(&s);
        covered += found.low <= truth && truth <= found.high;
    }
    assert_in_range(covered, MATCHES * 0.935, MATCHES * 0.965);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_level_match),
        cmocka_unit_test(known_differences),
        cmocka_unit_test(what_pairs_tell),
        cmocka_unit_test(intervals_cover),
        cmocka_unit_test(the_test_errs_as_it_says),
        cmocka_unit_test(groups_of_three_cover),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
