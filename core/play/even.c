// SPDX-License-Identifier: MIT
// The posterior on a grid of strengths. Small enough to compute on each request, and fine enough,
// since levels are more than a hundred Elo apart.
#include "play/even.h"

#include <math.h>

enum { STEP = 10, BELOW = 600, ABOVE = 600, CELLS = 500, FIRST_LEVEL = 3 };

static const double usual_score = 0.75; // of a level against the one below, where nobody measured
static const double spread = 2.5;       // of people before any game, in levels

static double elo_of(double score)
{
    return 400 * log10(score / (1 - score));
}

// Elo of a level above level 1.
static double even_strength(const struct game *g, unsigned level)
{
    double sum = 0;

    for (unsigned i = 2; i <= level; i++)
        sum += elo_of(game_ai(g)->level_scores ? game_ai(g)->level_scores[i - 1] / 1000.0
                                               : usual_score);
    return sum;
}

static double expected(double strength, double other)
{
    return 1 / (1 + pow(10, (other - strength) / 400));
}

// The log likelihood of the results for a strength. A draw counts as half a win and half a loss.
static double likelihood(const struct even_results *r, const double levels[LEVELS], double strength)
{
    double sum = 0;

    for (unsigned i = 0; i < LEVELS; i++) {
        double score = expected(strength, levels[i]);
        sum += (r->won[i] + r->drawn[i] / 2.0) * log(score);
        sum += (r->lost[i] + r->drawn[i] / 2.0) * log(1 - score);
    }
    return sum;
}

// The level of a strength in hundredths, interpolated between levels and extrapolated beyond them.
static int place_of(const double levels[LEVELS], double strength)
{
    unsigned i = 0;

    while (i + 2 < LEVELS && strength > levels[i + 1])
        i++;
    return (int)lround(100 * (i + 1 + (strength - levels[i]) / (levels[i + 1] - levels[i])));
}

// A quantile of the posterior.
static double quantile(const double *belief, unsigned cells, double share)
{
    double sum = 0;

    for (unsigned i = 0; i < cells; i++) {
        sum += belief[i];
        if (sum >= share)
            return (double)i * STEP - BELOW;
    }
    return (double)cells * STEP - BELOW;
}

static unsigned nearest_level(const double levels[LEVELS], double strength)
{
    unsigned best = 0;

    for (unsigned i = 1; i < LEVELS; i++) {
        if (fabs(levels[i] - strength) < fabs(levels[best] - strength))
            best = i;
    }
    return best + 1;
}

void even_estimate(const struct game *g, const struct even_results *results, struct even *even)
{
    double levels[LEVELS] = {0}, belief[CELLS] = {0}, sum = 0, mean = 0, most = -INFINITY;

    for (unsigned i = 0; i < LEVELS; i++)
        levels[i] = even_strength(g, i + 1);
    unsigned cells = (unsigned)((levels[LEVELS - 1] + BELOW + ABOVE) / STEP);
    if (cells > CELLS)
        cells = CELLS;
    double middle = levels[FIRST_LEVEL - 1], width = spread * levels[LEVELS - 1] / (LEVELS - 1);
    for (unsigned i = 0; i < cells; i++) {
        double strength = (double)i * STEP - BELOW, away = (strength - middle) / width;
        belief[i] = likelihood(results, levels, strength) - away * away / 2;
        most = fmax(most, belief[i]);
    }
    for (unsigned i = 0; i < cells; i++)
        sum += belief[i] = exp(belief[i] - most);
    for (unsigned i = 0; i < cells; i++) {
        belief[i] /= sum;
        mean += belief[i] * ((double)i * STEP - BELOW);
    }
    *even = (struct even){.level = nearest_level(levels, mean),
                          .low = place_of(levels, quantile(belief, cells, 0.05)),
                          .high = place_of(levels, quantile(belief, cells, 0.95))};
    even->score = (int)lround(1000 * expected(mean, levels[even->level - 1]));
    for (unsigned i = 0; i < cells; i++) {
        double score = expected((double)i * STEP - BELOW, levels[even->level - 1]);
        if (score >= 0.35 && score <= 0.65)
            even->sure += (int)lround(1000000 * belief[i]);
    }
    even->sure = (even->sure + 500) / 1000;
    for (unsigned i = 0; i < LEVELS; i++)
        even->games += results->won[i] + results->drawn[i] + results->lost[i];
}
