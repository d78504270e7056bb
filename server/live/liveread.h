// SPDX-License-Identifier: MIT
// A game from the database: its journal replayed.
#ifndef ABAX_SERVER_LIVEREAD_H
#define ABAX_SERVER_LIVEREAD_H

#include "server/live/live.h"

// False with a sentence. Release it with live_clear, also after a fault.
bool live_read(struct live *l, struct store *reader, const struct store_game *row, struct error *e);

// Applies further entries of the journal, which must fit.
bool live_replay(struct live *l, const struct store_entry *entries, unsigned count,
                 struct error *e);

#endif
