// SPDX-License-Identifier: MIT
// What a match between two players says about their strength.
#ifndef ABAX_CLI_SCORE_H
#define ABAX_CLI_SCORE_H

#include <stdbool.h>

// For the first player. Two games of one deal with seats swapped are one observation: their common score
// in half points is the index of `pairs`.
struct score {
    unsigned wins, draws, losses;
    unsigned pairs[5];
};

struct score_elo {
    double elo, low, high; // with the bounds of the 95 % interval
};

enum score_verdict { SCORE_OPEN, SCORE_FIRST, SCORE_SECOND };

// The score as a part of 1; a half when nothing was played.
double score_mean(const struct score *s);

// The difference in Elo. Bounds that the games do not give are infinite.
struct score_elo score_elo(const struct score *s);

// The log likelihood ratio of the second difference in Elo against the first.
double score_likelihood(const struct score *s, double elo0, double elo1);

// Which of the two is accepted, with 5 % chance of error either way.
enum score_verdict score_sprt(double likelihood);

// Beyond this in either direction the likelihood decides.
double score_sprt_bound(void);

#endif
