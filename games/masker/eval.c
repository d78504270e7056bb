// SPDX-License-Identifier: MIT
// What a seat would rather capture, knowing its own colour and no other. The random games of the
// hidden search draw two actions and play the better one by this: players who throw their own
// colour away tell nothing about real ones.
//
// The margin that the search expects is the mean over its simulations, nothing here; these figures
// are older than the solving of ends. Against the ends of games of self-play,
// with 2,000 simulations, it was wrong by so many crosses on average, and the best constant guess
// by:
//   two players    1.58, 1.99, too good for the seat to act by 0.48 (5,082 positions)
//   three          1.10, 1.39, too good by 0.25 (6,000)
//   two teams      1.41, 1.76, too good by 0.53 (6,000)
//   two, tower     0.96, 1.42, too good by 0.39 (6,000)
// Simulations flatter the seat to act, probably since the others answer worse than in a game.
#include "games/masker/masker.h"

// An own cross before any other; chosen by hand, and only their order counts, since the better of
// two is played. The whole idea against drawing one action: flat +45 Elo [-4, 97], tower +24 [-8,
// 57], 200 games each at 3,000 simulations.
enum { OWN = 1000, OTHER = 100 };

// An own cross is dear, the more so the fewer are left; another colour is worth taking the nearer
// it is to being gone, for it may be an opponent's. White and a stop count nothing.
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
