// SPDX-License-Identifier: MIT
// When nothing can be stored (outage.c), and whether the database answers (health.c).
#ifndef ABAX_SERVER_LIVE_DATABASEHEALTH_H
#define ABAX_SERVER_LIVE_DATABASEHEALTH_H

#include "server/live/livegames.h"

// A task has failed.
void outage_noticed(struct live_registry *reg);
void outage_tick(struct live_registry *reg, int64_t now);

// A live game whose clock is still to be stopped, and nothing is on its way: tries again, or finds
// that it has been done.
void outage_settle(struct live_registry *reg, struct live_game *live, int64_t now);

// Before a command of a live game goes: whether its clock must be stopped first, as of the
// beginning of the outage; that is then on its way.
bool outage_excuses(struct live_registry *reg, struct live_game *live);

// Whether the database answers (health.c); at once, whatever it does.
bool health_good(const struct live_registry *reg, int64_t now);
void health_tick(struct live_registry *reg, int64_t now);

#endif
