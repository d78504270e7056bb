// SPDX-License-Identifier: MIT
// A game from the database: its journal replayed.
#ifndef ABAX_SERVER_LIVE_LIVEREAD_H
#define ABAX_SERVER_LIVE_LIVEREAD_H

#include "server/live/live.h"

// False with a sentence. Release it with live_clear, also after an error.
bool live_read(struct live_state *l, struct store *reader, const struct store_game *row,
               struct error *e);

// A row and entries are read one after the other, and a deal is stored between them, before the
// first entry: a row without its deal that was read before some entries is too old for them, and is
// read again.
bool live_reread(struct store *reader, struct store_game *row, unsigned entries, bool *found,
                 struct error *e);

// Applies further entries of the journal, which must fit.
bool live_replay(struct live_state *l, const struct store_entry *entries, unsigned count,
                 struct error *e);

#endif
