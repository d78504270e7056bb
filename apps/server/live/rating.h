// SPDX-License-Identifier: MIT
// Ratings after a rated game: one for every account and every level that played.
#ifndef ABAX_SERVER_LIVE_RATING_H
#define ABAX_SERVER_LIVE_RATING_H

#include "play/glicko.h"
#include "server/live/live.h"

// What is known of the players of a game before it is rated.
struct rating_known {
    bool good;
    struct store_rating seats[GAME_MAX_SEATS];
};

// Reads it, in a thread; not good when somebody has none. False with a sentence when the database
// failed.
bool rating_read(struct store *s, const struct store_game *row, struct rating_known *known,
                 struct error *e);

// Whether the entry that ends this game is rated.
bool rating_counts(const struct live_state *l, const struct store_entry *entry);

// Fills a write for every seat whose rating changes by the entry that ends this game, each hanging
// on the write before it; returns how many. None for a game that is not rated or has no result.
unsigned rating_writes(const struct live_state *l, const struct live_change *change,
                       const struct rating_known *known, struct store_write writes[GAME_MAX_SEATS]);

// The result of a game that an entry ends, as the storage keeps it: a letter a seat.
void rating_result(const struct live_state *l, const struct live_change *change,
                   char letters[GAME_MAX_SEATS + 1]);

// The same of a game that is over.
void rating_letters(const struct live_state *l, char letters[GAME_MAX_SEATS + 1]);

// What is thought of a level of the computer before its first rated game; false when the seat is no
// level's.
bool rating_of_level(const struct store_seat *seat, struct glicko *level);

#endif
