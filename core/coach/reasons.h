// SPDX-License-Identifier: MIT
// Reasons in a game's own terms: what is true of one action and not of another, by the features
// that the game names (game/game.h). Hints, reviews and explanations of moves use them.
#ifndef ABAX_COACH_REASONS_H
#define ABAX_COACH_REASONS_H

#include "coach/facts.h"

enum { REASONS_MOST = 2 };

// What speaks for an action against another one: features in which the first is better, most
// significant first. `facts` gets at most REASONS_MOST more, in front of what it holds. Nothing
// when the game names no features.
void reasons_for(const struct history *history, game_action better, game_action worse,
                 struct facts *facts);

// The same features, as what is wrong with the other one.
void reasons_against(const struct history *history, game_action worse, game_action better,
                     struct facts *facts);

// What speaks for an action by itself: features in which it is better than most legal ones.
void reasons_among(const struct history *history, game_action action, struct facts *facts);

// How the first of two values compares: above 0 when it is better by the feature's step, below 0
// when worse.
int reasons_compare(const struct game_feature *feature, const struct game_value *one,
                    const struct game_value *other);

#endif
