// SPDX-License-Identifier: MIT
// When this process or another stands still, and nobody is to be charged for it (standstill.c). In
// the loop.
#ifndef ABAX_SERVER_LIVE_STANDSTILL_H
#define ABAX_SERVER_LIVE_STANDSTILL_H

#include "server/live/registry.h"

// Begins a turn of the loop; if it comes seconds late, every live game is read again.
void standstill_begin_turn(struct live_registry *reg);

// Within a turn: whether the next one will find that the process stood still. Until then no command
// goes.
bool standstill_now(const struct live_registry *reg);

// Another process has been silent for too long; it was last heard at `heard`. Call it before the
// people of that process are forgotten.
void standstill_lost(struct live_registry *reg, const char *process, int64_t heard);

// Another process may have died since this one started, without being heard here.
void standstill_unheard(struct live_registry *reg);

// For a live game that has just been loaded: nobody may have looked after its game.
void standstill_begin(struct live_registry *reg, struct live_game *live, int64_t now);

// Decides whether the seat to act is excused; if so, sets what the live game owes (outage.c).
// False: not known yet, because other processes have not said who is connected to them.
bool standstill_settled(struct live_registry *reg, struct live_game *live, int64_t now);

#endif
