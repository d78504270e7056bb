// SPDX-License-Identifier: MIT
// Statistics of matches: Elo with its interval, and the sequential test (SPRT). Games are counted in pairs with
// colours swapped, whose five scores spread less than single games; so intervals are honest and shorter. 1.96 and
// 0.05 are the usual 95 %.
#include "cli/score.h"

#include <math.h>

double score_mean(const struct score *s)
{
    double games = s->wins + s->draws + s->losses;

    return games > 0 ? (s->wins + s->draws / 2.0) / games : 0.5;
}

// Number, mean and variance of the pairs' scores, as parts of 1.
struct spread {
    double count, mean, variance;
};

static struct spread spread_of(const struct score *s)
{
    // A trace of every outcome, so that equal results do not look like certainty.
    static const double trace = 0.1;
    struct spread r = {0};
    double sum = 0, squares = 0;

    for (int i = 0; i < 5; i++) {
        double count = s->pairs[i] + trace, value = i / 4.0;
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

struct score_elo score_elo(const struct score *s)
{
    struct spread r = spread_of(s);
    double mean = score_mean(s), reach = 1.96 * sqrt(r.variance / r.count);

    return (struct score_elo){elo_of(mean), elo_of(mean - reach), elo_of(mean + reach)};
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
