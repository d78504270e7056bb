// SPDX-License-Identifier: MIT
// For games that name features of actions: looking at what can be answered, by the rules.
#ifndef ABAX_GAME_FEATURE_H
#define ABAX_GAME_FEATURE_H

#include "game/game.h"

// A number of a position for a seat.
typedef int feature_number(const struct game_position *p, int seat);

// The largest such number among the positions to which the actions of `p` lead, and the first
// action that leads there; the number of `p` itself when the game is over.
struct game_value feature_most(const struct game *g, const struct game_position *p, int seat,
                               feature_number *number);

// Whether the seat has won, by the rules.
bool feature_won(const struct game *g, const struct game_position *p, int seat);

// Whether some action of whoever acts at `p` wins for the seat at once.
struct game_value feature_wins(const struct game *g, const struct game_position *p, int seat);

// Whether the seat can win at once after every answer to `p`, at which another one acts.
bool feature_wins_always(const struct game *g, const struct game_position *p, int seat);

static inline struct game_value feature_plain(int number)
{
    return (struct game_value){number, GAME_NO_ANSWER};
}

#endif
