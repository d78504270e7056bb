// SPDX-License-Identifier: MIT
// Finished games, to be searched.
#ifndef ABAX_SERVER_LIVE_INDEXING_H
#define ABAX_SERVER_LIVE_INDEXING_H

#include "server/live/hub.h"

// A game has ended.
void indexing_soon(struct hub *h, int64_t now);
void indexing_tick(struct hub *h, int64_t now);

#endif
