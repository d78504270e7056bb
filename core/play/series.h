// SPDX-License-Identifier: MIT
// A series: several games between the same players: who sits where in the next game, by what they agreed on or the
// game's custom, and how it stands. Players are counted as they sat in the first game. A single game is a series of one.
#ifndef ABAX_PLAY_SERIES_H
#define ABAX_PLAY_SERIES_H

#include "play/match.h"

enum { SERIES_MOST_GAMES = 99 };

// Who begins the next game. Only games whose custom is GAME_LOSER_FIRST have more than the first of them.
enum series_begins {
    SERIES_ALTERNATE, // everybody takes the next seat
    SERIES_LOSER,     // the loser takes the first; after a draw, as above
    SERIES_CHOICE,    // the loser begins, or lets another
};

struct series {
    unsigned games, played;               // agreed, finished
    bool by_score;                        // the sum of the scores decides, not the games won
    enum series_begins begins;            //
    int place[GAME_MAX_SEATS];            // the seat of each player in the current game
    unsigned half_points[GAME_MAX_SEATS]; // of each player: 2 for a win, 1 for a draw
    int scores[GAME_MAX_SEATS];           // of each player, summed up
    bool repeated;                        // the current game repeats the deal of the one before
};

// What may be chosen between two games.
struct series_wish {
    bool second;  // the loser, who may begin, lets another begin
    bool revenge; // the same deal again, with seats changed
};

// How a game's matches are played when nobody wishes otherwise, and what may be wished. Words: "alternate", "loser", "choice".
enum series_begins series_custom(const struct game *g);
const char *series_begins_word(enum series_begins begins);
bool series_begins_read(const struct game *g, const char *word, enum series_begins *begins,
                        struct error *e);

// Begins a series of `games` games by the game's custom. Scores can decide only where they can be added up; false with a
// sentence otherwise.
bool series_init(struct series *s, const struct game *g, unsigned games, bool by_score,
                 struct error *e);

// Counts a game that is over; one that was broken off does not count.
void series_count(struct series *s, const struct match *finished);

// Whether all games of a series were played.
bool series_over(const struct series *s);

// The seat that may say who begins the next game, after this one; -1: nobody.
int series_chooser(const struct series *s, const struct match *finished);

// Whether the deal of this game may be played again.
bool series_may_repeat(const struct series *s, const struct match *finished);

// Counts a finished game and sets up the one after it: the next of the series or, after the last, the first of another one on the
// same terms. The deal is a new one from `seed` unless revenge is wished. A game that was broken off is played anew from the
// same seats. False with a sentence, and nothing changed, for a wish that cannot be. Without a wish all is by custom.
bool series_next(struct series *s, const struct match *finished, uint64_t seed,
                 const struct series_wish *wish, struct match_setup *next, struct error *e);

// Counts from nothing again, with the same players.
void series_restart(struct series *s);

// Draws lots for the seats before the first game: `random` is a number that nobody could choose.
void series_draw_lots(struct match_setup *setup, uint64_t random);

// Whether anybody has a name by which to tell what the lot said.
bool series_has_names(const struct match_setup *setup);

// A series as one line of text, for whoever saves one: games, played, "games" or "score" (with "-alternate" or so
// behind where it is not the custom), 1 when the deal is repeated, then for each player seat, half points and score.
enum { SERIES_TEXT_BYTES = 160 };
void series_write(const struct series *s, const struct game *g, int players, struct text *t);
bool series_read(struct series *s, const struct game *g, int players, const char *text,
                 struct error *e);

// The player who leads, or has won at the end; -1: nobody alone.
int series_leader(const struct series *s, int players);

#endif
