// SPDX-License-Identifier: MIT
// Maximum likelihood in the Bradley-Terry model, with a draw as half a win. Each player also gets
// two draws against a player at zero as a prior, so that players who won everything, and players
// who are not connected by games, have ratings too. The intervals come from the Fisher information,
// scaled by the observed variance of pairs: draws reduce it, and two games of one opening are not
// independent. tests/unit/ratings.c measures their coverage.
#include "play/ratings.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 200, MOST = SCHEDULE_PLAYERS };

#define DRAWN        2.0 // the prior: draws against a player at zero
#define BEFOREHAND   2.0 // pairs that spread as the model has it, before those that were played
#define LONGEST_STEP 1.0
#define NEAR         1e-10

struct fit {
    const struct crosstable *table;
    double at[MOST];                // ratings, in natural logarithms of chances
    double slope[MOST];             // points that were made and not expected
    double information[MOST][MOST]; // how that falls as ratings rise; later its inverse
};

static double expected(double difference)
{
    return 1 / (1 + exp(-difference));
}

static void compute_derivatives(struct fit *f)
{
    unsigned count = f->table->players;

    for (unsigned i = 0; i < count; i++) {
        double p = expected(f->at[i]);
        f->slope[i] = DRAWN * (0.5 - p);
        memset(f->information[i], 0, sizeof f->information[i]);
        f->information[i][i] = DRAWN * p * (1 - p);
    }
    for (unsigned i = 0; i < count; i++) {
        for (unsigned k = 0; k < count; k++) {
            const struct crosstable_cell *cell = &f->table->cells[i][k];
            double games = (double)cell->games, p = expected(f->at[i] - f->at[k]);
            f->slope[i] += (double)cell->half_points / 2 - games * p;
            f->information[i][i] += games * p * (1 - p);
            f->information[i][k] -= games * p * (1 - p);
        }
    }
}

// Gauss-Jordan elimination. The matrix is symmetric and, thanks to the prior, positive definite: no
// pivoting.
static void invert(double m[MOST][MOST], unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        double pivot = m[i][i];
        m[i][i] = 1;
        for (unsigned k = 0; k < count; k++)
            m[i][k] /= pivot;
        for (unsigned row = 0; row < count; row++) {
            double times = m[row][i];
            if (row == i)
                continue;
            m[row][i] = 0;
            for (unsigned k = 0; k < count; k++)
                m[row][k] -= times * m[i][k];
        }
    }
}

// A damped Newton step; true at convergence.
static bool newton_step(struct fit *f)
{
    unsigned count = f->table->players;
    double by[MOST] = {0}, longest = 0;

    for (unsigned i = 0; i < count; i++) {
        for (unsigned k = 0; k < count; k++)
            by[i] += f->information[i][k] * f->slope[k];
        longest = fmax(longest, fabs(by[i]));
    }
    for (unsigned i = 0; i < count; i++)
        f->at[i] += longest > LONGEST_STEP ? by[i] * LONGEST_STEP / longest : by[i];
    return longest < NEAR;
}

// The variance of the pairs' points relative to independent games without draws.
static double dispersion(const struct fit *f)
{
    double found = 0, meant = 0, pairs = 0;

    for (unsigned i = 0; i < f->table->players; i++) {
        for (unsigned k = 0; k < i; k++) {
            const struct crosstable_cell *cell = &f->table->cells[i][k];
            double p = expected(f->at[i] - f->at[k]), mean = 4 * p, n = (double)cell->pairs;
            found +=
                (double)cell->pair_squares - 2 * mean * (double)cell->pair_points + n * mean * mean;
            meant += n * 8 * p * (1 - p);
            pairs += n;
        }
    }
    if (meant <= 0)
        return 1;
    // Degrees of freedom: the ratings were fitted to these points.
    double free = fmax(1 - (f->table->players - 1) / pairs, 0), before = BEFOREHAND * meant / pairs;
    return (found + before) / (meant * free + before);
}

void ratings_fit(const struct crosstable *t, struct ratings *r)
{
    unsigned count = t->players;
    struct fit f = {.table = t};
    double mean = 0, sums[MOST] = {0}, sum = 0, scale = 400 / log(10);

    for (unsigned round = 0, done = 0; round < ROUNDS && !done; round++) {
        compute_derivatives(&f);
        invert(f.information, count);
        done = newton_step(&f);
    }
    for (unsigned i = 0; i < count; i++) {
        mean += f.at[i] / count;
        for (unsigned k = 0; k < count; k++)
            sums[i] += f.information[i][k] / count;
        sum += sums[i] / count;
    }
    double spread = dispersion(&f);
    for (unsigned i = 0; i < count; i++) {
        double value = (f.at[i] - mean) * scale;
        double variance = spread * (f.information[i][i] - 2 * sums[i] + sum);
        double reach = 1.96 * sqrt(fmax(variance, 0)) * scale;
        r->of[i] = (struct score_interval){value, value - reach, value + reach};
    }
}
