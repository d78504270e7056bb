// SPDX-License-Identifier: MIT
// Names of the paper in comments: mu and phi are rating and deviation on Glicko-2's own scale,
// sigma is the volatility, tau limits how fast it changes.
#include "play/glicko.h"

#include <assert.h>
#include <math.h>

#define SCALE     173.7178 // points of rating to one of Glicko-2's
#define MIDDLE    1500.0
#define TAU       0.5
#define TOLERANCE 0.000001
#define WIDEST    350.0 // deviation of a new player, and the largest
#define SUREST    30.0  // a rating that cannot move any more could not be put right either
#define PERIOD    (5.0 * 24 * 3600 * 1000) // milliseconds

struct glicko glicko_newcomer(void)
{
    return (struct glicko){MIDDLE, WIDEST, 0.06};
}

struct glicko glicko_level(unsigned level)
{
    return (struct glicko){MIDDLE + 200.0 * ((double)level - 4), 150, 0};
}

static double within(double deviation)
{
    return deviation < SUREST ? SUREST : deviation > WIDEST ? WIDEST : deviation;
}

// The deviation after this many periods without a game.
static double grown(double deviation, double volatility, double periods)
{
    return hypot(deviation, SCALE * volatility * sqrt(periods));
}

static double periods_in(int64_t paused)
{
    return paused > 0 ? (double)paused / PERIOD : 0;
}

struct glicko glicko_rested(struct glicko player, int64_t paused)
{
    player.deviation = within(grown(player.deviation, player.volatility, periods_in(paused)));
    return player;
}

// g(phi): what a result says about the player when the other's strength is uncertain.
static double reduced(double phi)
{
    return 1 / sqrt(1 + 3 * phi * phi / (M_PI * M_PI));
}

// f(x) of the paper's step 5; its root is the logarithm of the new volatility's square.
struct volatility_equation {
    double improvement, phi, variance, a; // delta, phi, v, ln(sigma^2)
};

static double value_at(const struct volatility_equation *q, double x)
{
    double square = exp(x), sum = q->phi * q->phi + q->variance + square;

    return square * (q->improvement * q->improvement - sum) / (2 * sum * sum) -
           (x - q->a) / (TAU * TAU);
}

// The root by the Illinois method, between two ends where the function has different signs.
static double solve(const struct volatility_equation *q)
{
    double square = q->improvement * q->improvement, known = q->phi * q->phi + q->variance;
    double low = q->a, high = q->a - TAU;

    if (square > known) {
        high = log(square - known);
    } else {
        while (value_at(q, high) < 0)
            high -= TAU;
    }
    double at_low = value_at(q, low), at_high = value_at(q, high);
    while (fabs(high - low) > TOLERANCE) {
        double middle = low + (low - high) * at_low / (at_high - at_low);
        double at_middle = value_at(q, middle);
        if (at_middle * at_high <= 0) {
            low = high;
            at_low = at_high;
        } else {
            at_low /= 2;
        }
        high = middle;
        at_high = at_middle;
    }
    return low;
}

// The information in the results (1 / v) and their difference from the expectation (delta / v).
static void sum_up(double mu, const struct glicko_result *results, unsigned count,
                   double *information, double *surprise)
{
    *information = *surprise = 0;
    for (unsigned i = 0; i < count; i++) {
        double other = (results[i].against.rating - MIDDLE) / SCALE;
        double g = reduced(results[i].against.deviation / SCALE);
        double expected = 1 / (1 + exp(-g * (mu - other)));
        *information += results[i].weight * g * g * expected * (1 - expected);
        *surprise += results[i].weight * g * (results[i].score - expected);
    }
}

struct glicko glicko_after(struct glicko player, const struct glicko_result *results,
                           unsigned count, double periods)
{
    double mu = (player.rating - MIDDLE) / SCALE, phi = player.deviation / SCALE;
    double information, surprise;

    sum_up(mu, results, count, &information, &surprise);
    if (player.volatility > 0 && information > 0) {
        double variance = 1 / information;
        const struct volatility_equation q = {surprise * variance, phi, variance,
                                              2 * log(player.volatility)};
        player.volatility = exp(solve(&q) / 2);
    }
    phi = grown(player.deviation, player.volatility, periods) / SCALE;
    double after = 1 / sqrt(1 / (phi * phi) + information);
    player.rating += SCALE * after * after * surprise;
    player.deviation = within(SCALE * after);
    return player;
}

void glicko_rate(struct glicko *seats, const int64_t *paused, const int *team,
                 const enum game_outcome *word, unsigned count)
{
    struct glicko before[GAME_MAX_SEATS];

    assert(count <= GAME_MAX_SEATS);
    for (unsigned i = 0; i < count; i++)
        before[i] = seats[i];
    for (unsigned i = 0; i < count; i++) {
        struct glicko_result results[GAME_MAX_SEATS];
        unsigned others = 0;
        for (unsigned j = 0; j < count; j++) {
            double score = word[i] > word[j] ? 1 : word[i] < word[j] ? 0 : 0.5;
            if (team[j] != team[i])
                results[others++] =
                    (struct glicko_result){glicko_rested(before[j], paused[j]), score, 1};
        }
        for (unsigned j = 0; j < others; j++)
            results[j].weight = 1.0 / others;
        seats[i] = glicko_after(before[i], results, others, periods_in(paused[i]));
    }
}
