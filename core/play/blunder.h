// SPDX-License-Identifier: MIT
// The blunder check: what wins or loses at once, by the rules alone and by what a seat can know.
// Every level uses it, so that even the lowest takes a win in one action and does not hand one
// over.
#ifndef ABAX_PLAY_BLUNDER_H
#define ABAX_PLAY_BLUNDER_H

#include "play/history.h"

enum { BLUNDER_DETERMINIZATIONS = 12 };

enum blunder {
    BLUNDER_NONE,
    BLUNDER_TRAPPED, // the seat acts again, but every action then loses at once
    BLUNDER_LOSS,    // the action loses, or lets an opponent win with the next one
};

// The determinizations of the seat's view. In a game of perfect information there is one.
struct blunder_check {
    const struct history *history;
    int seat;
    unsigned count;
    struct game_position determinizations[BLUNDER_DETERMINIZATIONS];
};

// Uses `random` only under hidden information.
void blunder_check_init(struct blunder_check *c, const struct history *history,
                        struct random *random);

// Whether the action wins at once in every determinization.
bool blunder_check_wins(const struct blunder_check *c, game_action action);

// How bad an action is in its best determinization: so a loss is one for certain.
enum blunder blunder_check_action(const struct blunder_check *c, game_action action);

#endif
