// SPDX-License-Identifier: MIT
// Ratings by Glicko-2 (Mark Glickman, "Example of the Glicko-2 system"): a rating, how uncertain it
// is, and how much a player's strength is seen to change. Every finished game is rated at once, as
// a period of its own; how much the deviation grows before it depends on the time since the
// player's last game, in periods of five days.
//
// Levels of the computer stand on the same list and are rated by the same games. A level does not
// learn: its volatility is 0, so its deviation only shrinks. A level moves while little is known of
// it, and then hardly at all: it is what the list is anchored to, without any weight of its own.
#ifndef ABAX_PLAY_GLICKO_H
#define ABAX_PLAY_GLICKO_H

#include <stdint.h>

#include "game/game.h"

struct glicko {
    double rating, deviation;
    double volatility; // 0: the strength never changes
};

// A result against one opponent: 1 won, 0.5 drawn, 0 lost. The weight is 1 for a whole game.
struct glicko_result {
    struct glicko against;
    double score, weight;
};

// A new player.
struct glicko glicko_newcomer(void);

// A level of the computer before its first rated game: neighbours are 200 points apart, about what
// their matches gave (docs/levels.md).
struct glicko glicko_level(unsigned level);

// The player after a pause of this many milliseconds. Half a year turns a deviation of 50 into
// about 80, with the volatility of a new player.
struct glicko glicko_rested(struct glicko player, int64_t paused);

// The player after the results of `periods` rating periods; 1 is the paper's calculation.
struct glicko glicko_after(struct glicko player, const struct glicko_result *results,
                           unsigned count, double periods);

// Rates a game of 2 to GAME_MAX_SEATS seats: every seat has a result against each seat of other
// teams, and all its results together weigh as much as one game. `paused` is the time since each
// seat's last rated game, in milliseconds. `word` is as in struct game_result.
void glicko_rate(struct glicko *seats, const int64_t *paused, const int *team,
                 const enum game_outcome *word, unsigned count);

#endif
