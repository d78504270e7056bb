// SPDX-License-Identifier: MIT
// Everything counts groups (an opening with every seating; with two players pairs, hence the
// pentanomial model), whose variance includes what an opening favours, so the intervals are honest.
// They are 95 % intervals. The test is the generalised SPRT with a normal approximation and the
// variance of the groups themselves; tests/unit/score.c measures the error rates of both.
#include "play/score.h"

#include <math.h>

double score_mean(const struct score *s)
{
    double games = s->wins + s->draws + s->losses;

    return games > 0 ? (s->wins + s->draws / 2.0) / games : 0.5;
}

void score_add(struct score *s, unsigned half_points)
{
    s->groups[half_points]++;
}

// Number, mean and variance of the groups' scores, from 0 to 1.
struct spread {
    double count, mean, variance;
};

static struct spread spread_of(const struct score *s)
{
    // A prior of two groups spread over all outcomes, so that a few equal results do not look
    // certain. With two, intervals of ten pairs cover as often as those of many.
    double sum = 0, squares = 0, most = 2.0 * s->seatings, trace = 2 / (most + 1);
    struct spread r = {0};

    for (unsigned i = 0; i <= 2 * s->seatings; i++) {
        double count = s->groups[i] + trace, value = i / most;
        r.count += count;
        sum += count * value;
        squares += count * value * value;
    }
    r.mean = sum / r.count;
    r.variance = squares / r.count - r.mean * r.mean;
    return r;
}

static double elo_of(double mean)
{
    if (mean <= 0)
        return -INFINITY;
    if (mean >= 1)
        return INFINITY;
    return 400 * log10(mean / (1 - mean));
}

static double mean_of(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

struct score_interval score_share(const struct score *s)
{
    struct spread r = spread_of(s);
    double mean = score_mean(s), reach = 1.96 * sqrt(r.variance / r.count);
    double low = fmax(r.mean - reach, 0), high = fmin(r.mean + reach, 1);

    return (struct score_interval){mean, fmin(low, mean), fmax(high, mean)};
}

struct score_interval score_elo(const struct score *s)
{
    struct score_interval share = score_share(s);

    return (struct score_interval){elo_of(share.value), elo_of(share.low), elo_of(share.high)};
}

double score_likelihood(const struct score *s, double elo0, double elo1)
{
    struct spread r = spread_of(s);
    double mean0 = mean_of(elo0), mean1 = mean_of(elo1);

    return r.count * (mean1 - mean0) * (2 * r.mean - mean0 - mean1) / (2 * r.variance);
}

double score_sprt_bound(void)
{
    return log(0.95 / 0.05);
}

enum score_verdict score_sprt(double likelihood)
{
    if (likelihood >= score_sprt_bound())
        return SCORE_SECOND;
    return likelihood <= -score_sprt_bound() ? SCORE_FIRST : SCORE_OPEN;
}
