// SPDX-License-Identifier: MIT
// Match statistics: scores, Elo and the sequential probability ratio test (SPRT).
#ifndef ABAX_PLAY_SCORE_H
#define ABAX_PLAY_SCORE_H

#include <stdbool.h>

#include "game/game.h"

// The score of one player. The games of one deal or opening, played with every seating, are one
// observation, because they share its advantages. The index of `groups` is their total in half
// points.
struct score {
    unsigned wins, draws, losses;
    unsigned seatings; // games per group: 2 gives pairs with five outcomes (pentanomial)
    unsigned groups[2 * GAME_MAX_SEATS + 1];
};

// With the bounds of the 95 % interval.
struct score_interval {
    double value, low, high;
};

enum score_verdict { SCORE_OPEN, SCORE_FIRST, SCORE_SECOND };

// Counts a group by its games' half points.
void score_add(struct score *s, unsigned half_points);

// The score from 0 to 1; a half without games.
double score_mean(const struct score *s);

// The same with its interval. With three or four players equal strength is not a half.
struct score_interval score_share(const struct score *s);

// The Elo difference between two players. Bounds without evidence are infinite.
struct score_interval score_elo(const struct score *s);

// The log likelihood ratio of the Elo difference `elo1` against `elo0`.
double score_likelihood(const struct score *s, double elo0, double elo1);

// Which hypothesis is accepted, with error probabilities of 5 %.
enum score_verdict score_sprt(double likelihood);

// The bound of the log likelihood ratio, in either direction.
double score_sprt_bound(void);

#endif
