// SPDX-License-Identifier: MIT
// Finished games, to be searched.
#ifndef ABAX_SERVER_LIVE_INDEXING_H
#define ABAX_SERVER_LIVE_INDEXING_H

#include "server/live/registry.h"

// A game has ended.
void indexing_soon(struct live_registry *reg, int64_t now);
void indexing_tick(struct live_registry *reg, int64_t now);

#endif
