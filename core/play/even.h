// SPDX-License-Identifier: MIT
// The level for an even game, from how somebody did against levels. How far levels are apart is measured (docs/levels.md); the
// rest is a small estimate: a strength is likely when it makes the results likely, and before any game most people are taken to be
// somewhere between a beginner and a good player.
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
    unsigned games; // that were counted; 0: the rest says what is believed before any
    unsigned level; // against which the person would score nearest to a half
    int score;      // that is expected there, in thousandths
    int low, high;  // levels, in hundredths, between which the person stands with 90 %
    int sure;       // in thousandths: how likely the person scores from 35 to 65 % there
};

// Elo of a level above level 1.
double even_strength(const struct game *g, unsigned level);

void even_estimate(const struct game *g, const struct even_results *results, struct even *even);

#endif
