// SPDX-License-Identifier: MIT
// A series: several games between the same players. Decides who sits where in the next game, by
// agreement or by the game's custom, and keeps the score. Players are numbered as they sat in the
// first game. A single game is a series of one.
#ifndef ABAX_PLAY_SERIES_H
#define ABAX_PLAY_SERIES_H

#include "play/match.h"

enum { SERIES_MOST_GAMES = 99 };

// Who begins the next game. Only games whose custom is GAME_LOSER_FIRST have more than the first of
// them.
enum series_begins {
    SERIES_ALTERNATE, // everybody takes the next seat
    SERIES_LOSER,     // the loser begins; after a draw, as above
    SERIES_CHOICE,    // the loser decides who begins
};

struct series {
    unsigned games, played; // agreed, finished
    bool by_score;          // the sum of the scores decides, not the games won
    enum series_begins begins;
    int place[GAME_MAX_SEATS];            // the seat of each player in the current game
    unsigned half_points[GAME_MAX_SEATS]; // of each player: 2 for a win, 1 for a draw
    int scores[GAME_MAX_SEATS];           // of each player, summed up
    bool repeated;                        // the current game repeats the deal of the one before
};

// What players may request for the next game.
struct series_request {
    bool second;  // the loser, who decides, lets another player begin
    bool revenge; // the same deal again with the seats changed
};

// The game's custom, and the words for it: "alternate", "loser", "choice".
enum series_begins series_custom(const struct game *g);
const char *series_begins_word(enum series_begins begins);
bool series_begins_read(const struct game *g, const char *word, enum series_begins *begins,
                        struct error *e);

// Begins a series of `games` games by the game's custom. False, with an error, for `by_score` in a
// game without points.
bool series_init(struct series *s, const struct game *g, unsigned games, bool by_score,
                 struct error *e);

// Counts a finished game. An aborted one does not count.
void series_count(struct series *s, const struct match *finished);

// Whether all games of a series were played.
bool series_over(const struct series *s);

// The seat that decides who begins the game after this one; -1: none.
int series_chooser(const struct series *s, const struct match *finished);

// Whether the deal of this game may be played again.
bool series_may_repeat(const struct series *s, const struct match *finished);

// Counts a finished game and sets up the next one: of this series or, after its last game, of a new
// one on the same terms. The deal is new, from `seed`, unless a revenge is requested. An aborted
// game is played again from the same seats. False with an error, and nothing changed, for an
// impossible request. NULL: everything by custom.
bool series_next(struct series *s, const struct match *finished, uint64_t seed,
                 const struct series_request *request, struct match_setup *next, struct error *e);

// Resets the score; the players stay.
void series_restart(struct series *s);

// Draws the seats by lot before the first game. `random` is a number that nobody could choose.
void series_draw_seats(struct match_setup *setup, uint64_t random);

// Whether any seat has a name, so that the result of the draw can be announced.
bool series_has_names(const struct match_setup *setup);

// A series as one line of text, for saved games: games, played, "games" or "score" (followed by
// "-alternate" or the like where it is not the custom), 1 when the deal is repeated, then for each
// player the seat, half points and score.
enum { SERIES_TEXT_BYTES = 160 };
void series_write(const struct series *s, const struct game *g, int players, struct text *t);
bool series_read(struct series *s, const struct game *g, int players, const char *text,
                 struct error *e);

// The player who leads, or has won at the end; -1: nobody alone.
int series_leader(const struct series *s, int players);

#endif
