// SPDX-License-Identifier: MIT
// One game of the search against itself for the opening explorer: the first actions are drawn from
// the best lines, so that games differ, the rest is the best that was found, and the game stops
// when its result is proven.
#ifndef ABAX_LAB_VARIED_H
#define ABAX_LAB_VARIED_H

#include "play/think.h"

enum { VARIED_LONGEST = 400, VARIED_LINES = 4, VARIED_SLOTS = 1 << 14 };

// What the search said of a position, from nothing but the position: it does not depend on the
// caller, and when.
struct varied_choice {
    uint64_t key; // 0: free
    unsigned count;
    game_action actions[VARIED_LINES];
    int chances[VARIED_LINES]; // thousandths, for the seat to act
    bool proven;
};

struct varied {
    const struct game *game;
    struct game_options options;
    uint64_t nodes; // for each action
    unsigned plies; // in which there was a choice and that are drawn
    struct thinker *thinker;
    // VARIED_SLOTS of them, zero at first: early positions come again and again.
    struct varied_choice *slots;

    // Of the game that was played last.
    uint64_t seed;
    unsigned length, drawn;
    bool alone; // nothing is drawn any more
    game_action actions[VARIED_LONGEST];
    int chances[VARIED_LONGEST + 1]; // at the first `thought` positions, for the seat to act
    unsigned thought;
    bool proven;               // it stopped at a proof
    bool ended;                // it has a result
    enum game_outcome outcome; // of the first seat
};

// Plays the game of a seed.
void varied_play(struct varied *v, uint64_t seed);

// Writes it as a line: seed, result for the first seat (1, 0.5, 0), "end" or "proof", actions,
// chances, with tabs between. A game without a result gives no line.
void varied_tell(const struct varied *v, struct output *out);

#endif
