// SPDX-License-Identifier: MIT
// Quick pairing: players who wait for an opponent, and who of them may play together.
#ifndef ABAX_SERVER_API_POOL_H
#define ABAX_SERVER_API_POOL_H

#include "server/live/registry.h"

enum { POOL_PAIRS = 64 }; // that are made at once

struct pool_pairs {
    unsigned count;
    struct store_seek at[POOL_PAIRS][2];
};

// Pairs those of a list who fit: the same game, clock and kind, another account, neither blocked by
// the other, and ratings as near as the longer of the two waits asks for. Whoever waits longest
// chooses first. In a thread. False with a sentence when the database failed.
bool pool_match(struct store *s, const struct store_seek *list, unsigned count, int64_t now,
                struct pool_pairs *pairs, struct error *e);

// How fast games are, by name; ends at the one without.
struct pool_speed {
    const char *name, *clock;
};
extern const struct pool_speed pool_speeds[];

// A client on a socket looks for an opponent, which is answered later, or no longer.
bool pool_enter(struct live_registry *reg, struct client *c, const struct wire_message *m,
                int64_t now, struct error *e);
void pool_leave(struct live_registry *reg, struct client *c);
void pool_tick(struct live_registry *reg, int64_t now);

#endif
