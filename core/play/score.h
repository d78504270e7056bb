// SPDX-License-Identifier: MIT
// What a match says about the strength of its players.
#ifndef ABAX_PLAY_SCORE_H
#define ABAX_PLAY_SCORE_H

#include <stdbool.h>

#include "game/game.h"

// For one player. The games of one deal or opening, played once with every seating, are one observation: they
// share what is good or bad about it. Their common score in half points is the index of `groups`.
struct score {
    unsigned wins, draws, losses;
    unsigned seatings; // games in a group: 2 makes pairs, with five outcomes
    unsigned groups[2 * GAME_MAX_SEATS + 1];
};

// With the bounds of the 95 % interval.
struct score_interval {
    double value, low, high;
};

enum score_verdict { SCORE_OPEN, SCORE_FIRST, SCORE_SECOND };

// Counts a group by its games' half points.
void score_add(struct score *s, unsigned half_points);

// The score as a part of 1; a half when nothing was played.
double score_mean(const struct score *s);

// The same, from 0 to 1, with its interval. With three or four players even strength is not a half.
struct score_interval score_share(const struct score *s);

// The difference in Elo between two players. Bounds that the games do not give are infinite.
struct score_interval score_elo(const struct score *s);

// The log likelihood ratio of the second difference in Elo against the first, of two players.
double score_likelihood(const struct score *s, double elo0, double elo1);

// Which of the two is accepted, with 5 % chance of error either way.
enum score_verdict score_sprt(double likelihood);

// Beyond this in either direction the likelihood decides.
double score_sprt_bound(void);

#endif
