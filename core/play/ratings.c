// SPDX-License-Identifier: MIT
// The ratings that make the games of a table likeliest (Bradley and Terry, a draw as half a win): everybody's points are what his
// ratings would have him expect. Everybody has also drawn two games with somebody at zero, so that who won all games is
// rated too, and so are players who never met, not even through others. The intervals come from the information in the games,
// widened or narrowed by what pairs show: draws make results surer than wins and losses alone, and two games of one opening
// are not two of different ones. tests/unit/ratings.c measures how often they miss.
#include "play/ratings.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 200, MOST = SCHEDULE_PLAYERS };

#define DRAWN        2.0 // games that everybody has drawn with somebody at zero
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

static void look(struct fit *f)
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

// By Gauss and Jordan. It is symmetric and, thanks to the draws with zero, positive definite, so that no pivot is sought.
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

// Newton's step, shortened where it leads far; true when nobody moved.
static bool step(struct fit *f)
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

// How far the pairs' points spread, in parts of what games without draws would, each for itself.
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
    // Ratings were fitted to these very points, so that they spread less around them than around the truth.
    double free = fmax(1 - (f->table->players - 1) / pairs, 0), before = BEFOREHAND * meant / pairs;
    return (found + before) / (meant * free + before);
}

void ratings_fit(const struct crosstable *t, struct ratings *r)
{
    unsigned count = t->players;
    struct fit f = {.table = t};
    double mean = 0, sums[MOST] = {0}, sum = 0, scale = 400 / log(10);

    for (unsigned round = 0, done = 0; round < ROUNDS && !done; round++) {
        look(&f);
        invert(f.information, count);
        done = step(&f);
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
