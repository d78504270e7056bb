// SPDX-License-Identifier: MIT
// What a seat would rather capture, knowing its own colour and no other. The random games of the hidden
// search draw two actions and play the better one by this: players who throw their own colour away tell
// nothing about real ones.
#include "games/masker/masker.h"

enum { OWN = 1000, OTHER = 100 };

// An own cross is dear, the more so the fewer are left; another colour is worth taking the nearer it is to
// being gone, for it may be an opponent's. White and a stop count nothing.
void masker_order(const struct game_position *p, const game_action *list, unsigned count,
                  int *score)
{
    const struct masker_position *m = masker_of(p);
    unsigned own = m->colour[masker_side(m, masker_seat(m))];

    for (unsigned i = 0; i < count; i++) {
        unsigned colour = list[i] < MASKER_TAKE ? m->pile[list[i]] & 15u : 0;
        int gone = MASKER_EACH - (m->left[colour] & (MASKER_NOBODYS - 1));

        score[i] = 0;
        if (colour != 0 && colour != MASKER_WHITE)
            score[i] = colour == own ? -OWN * (1 + gone) : OTHER * gone;
    }
}
