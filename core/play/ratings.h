// SPDX-License-Identifier: MIT
// Elo ratings of all players of a cross table, fitted to all games at once. For games of two
// players; the model is in docs/matches.md.
#ifndef ABAX_PLAY_RATINGS_H
#define ABAX_PLAY_RATINGS_H

#include "play/crosstable.h"

// In Elo, by player, with mean 0. The 95 % intervals are relative to that mean.
struct ratings {
    struct score_interval of[SCHEDULE_PLAYERS];
};

void ratings_fit(const struct crosstable *t, struct ratings *r);

#endif
