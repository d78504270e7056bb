// SPDX-License-Identifier: MIT
// Which action of a lost position holds out longest, by plain minimax over the rules.
#ifndef ABAX_COACH_RESIST_H
#define ABAX_COACH_RESIST_H

#include "play/history.h"

struct resistance {
    bool lost;    // every one of the actions loses within `actions`: certain
    bool longest; // the actions left hold out longest: all others lose sooner, for certain
    // Plies after the seat's own action until the longest of them loses; 0: not known.
    unsigned actions;
    struct game_actions left; // those that hold out longest, as far as was looked
};

// Compares these legal actions of a line that is not over, in an open game of two without
// repetition. It stops after a fixed number of nodes.
void resist(const struct history *history, const struct game_actions *among, struct resistance *r);

#endif
