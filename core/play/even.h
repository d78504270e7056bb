// SPDX-License-Identifier: MIT
// Estimates the level for an even game from a person's results against levels, by Bayes' rule. The
// distances between levels are measured (docs/levels.md); the prior is that most people are between
// beginner and good player.
#ifndef ABAX_PLAY_EVEN_H
#define ABAX_PLAY_EVEN_H

#include <stdbool.h>

#include "game/game.h"
#include "game/level.h"

// Results of one person against a level; from level 1 at [0].
struct even_results {
    unsigned won[LEVELS], drawn[LEVELS], lost[LEVELS];
};

struct even {
    unsigned games; // counted; 0: the rest is the prior
    unsigned level; // against which the expected score is nearest to a half
    int score;      // expected against it, in thousandths
    int low, high;  // 90 % credible interval of the person's level, in hundredths
    int sure;       // probability of a score from 35 to 65 % against it, in thousandths
};

void even_estimate(const struct game *g, const struct even_results *results, struct even *even);

#endif
