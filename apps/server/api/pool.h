// SPDX-License-Identifier: MIT
// Who may play with whom of those that wait: nothing here waits, stores or sends.
#ifndef ABAX_SERVER_API_POOL_H
#define ABAX_SERVER_API_POOL_H

#include "server/store/store.h"

enum { POOL_PAIRS = 64 }; // that are made at once

struct pool_pairs {
    unsigned count;
    struct store_waiter at[POOL_PAIRS][2];
};

// Pairs those of a list who fit: the same game, clock and kind, another account, neither blocked by the other, and ratings as near as the
// longer of the two waits asks for. Whoever waits longest chooses first. In a thread. False with a sentence when the database failed.
bool pool_match(struct store *s, const struct store_waiter *list, unsigned count, int64_t now,
                struct pool_pairs *pairs, struct error *e);

#endif
