// SPDX-License-Identifier: MIT
// Ratings of everybody in a table of many, from all of its games at once: a win over somebody who loses to everybody is
// worth less than one over the best. For tables of two; docs/matches.md tells the model.
#ifndef ABAX_PLAY_RATINGS_H
#define ABAX_PLAY_RATINGS_H

#include "play/crosstable.h"

// In Elo, by player; their mean is 0. Each has its 95 % interval against that mean.
struct ratings {
    struct score_interval of[SCHEDULE_PLAYERS];
};

void ratings_fit(const struct crosstable *t, struct ratings *r);

#endif
