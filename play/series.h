// SPDX-License-Identifier: MIT
// A series: several games between the same players: who sits where in the next game, by the game's custom, and
// how it stands. Players are counted as they sat in the first game.
#ifndef ABAX_PLAY_SERIES_H
#define ABAX_PLAY_SERIES_H

#include "play/match.h"

enum { SERIES_MOST_GAMES = 99 };

struct series {
    unsigned games, played;               // agreed, finished
    bool by_score;                        // the sum of the scores decides, not the games won
    int place[GAME_MAX_SEATS];            // the seat of each player in the current game
    unsigned half_points[GAME_MAX_SEATS]; // of each player: 2 for a win, 1 for a draw
    int scores[GAME_MAX_SEATS];           // of each player, summed up
    bool repeated;                        // the current game repeats the deal of the one before
};

// Begins a series of `games` games. Scores can decide only where the game has them; false with a sentence
// otherwise.
bool series_init(struct series *s, const struct game *g, unsigned games, bool by_score,
                 struct error *e);

// Counts a finished game; one that was broken off does not count. True when there is a next game: `next` is its
// setup then, with a new deal from `seed` where the custom wants one.
bool series_next(struct series *s, const struct match *finished, uint64_t seed,
                 struct match_setup *next);

// A series as one line of text, for whoever saves one: games, played, "games" or "score", 1 when
// the deal is repeated, then for each player seat, half points and score.
enum { SERIES_TEXT_BYTES = 160 };
void series_write(const struct series *s, int players, struct text *t);
bool series_read(struct series *s, const struct game *g, int players, const char *text,
                 struct error *e);

// The player who leads, or has won at the end; -1: nobody alone.
int series_leader(const struct series *s, int players);

#endif
