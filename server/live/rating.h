// SPDX-License-Identifier: MIT
// Ratings after a rated game: one for every account and every level that played.
#ifndef ABAX_SERVER_RATING_H
#define ABAX_SERVER_RATING_H

#include "server/live/glicko.h"
#include "server/live/live.h"

// Fills a write for every seat whose rating changes by the entry that ends this game, each hanging on the write before
// it; returns how many. None for a game that is not rated or has no result.
unsigned rating_writes(struct store *reader, const struct live *l, const struct store_entry *entry,
                       struct store_write writes[GAME_MAX_SEATS]);

// The same for a game that is over: what is to be tried again after somebody else rated the same player.
bool rating_again(struct store *reader, const struct live *l, const struct store_rating *refused,
                  struct store_write *write);

#endif
