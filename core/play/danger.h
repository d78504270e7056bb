// SPDX-License-Identifier: MIT
// What wins or loses at once, by the rules alone and as far as a seat can know: no search, no judgement. Levels keep to
// it, so that even the lowest neither misses a win in one action nor hands one over.
#ifndef ABAX_PLAY_DANGER_H
#define ABAX_PLAY_DANGER_H

#include "play/history.h"

enum { DANGER_DEALS = 12 };

enum danger {
    DANGER_NONE,
    DANGER_TRAPPED, // the seat acts on, but whatever it does then loses at once
    DANGER_LOSS,    // the action loses, or the next one, somebody else's, may win at once
};

// What a seat can imagine: full positions that look like the true one to it. In an open game there is one.
struct outlook {
    const struct history *history;
    int seat;
    unsigned count;
    struct game_position deals[DANGER_DEALS];
};

// `random` is used only where the game hides things.
void outlook_init(struct outlook *o, const struct history *history, struct random *random);

// Whether the action wins at once in every deal that the seat can imagine.
bool outlook_wins(const struct outlook *o, game_action action);

// The danger of an action: the least of all deals, so what is called a loss is one for certain.
enum danger outlook_danger(const struct outlook *o, game_action action);

#endif
