// SPDX-License-Identifier: MIT
// Who is connected to the other processes.
#ifndef ABAX_SERVER_LIVE_PROCESSES_H
#define ABAX_SERVER_LIVE_PROCESSES_H

#include "server/live/livegames.h"

// For a new live game, or when words may have been missed.
void presence_begin(struct live_game *live);
void presence_clear(struct live_game *live);
void presence_tick(struct live_registry *reg, struct live_game *live);
void presence_registry_tick(struct live_registry *reg, int64_t now);
void presence_heard(struct live_registry *reg, const char *word);

// Words may have been missed: nobody is thought silent for that.
void presence_missed(struct live_registry *reg, int64_t now);

// This process ends.
void presence_end(struct live_registry *reg);
void presence_close(struct live_registry *reg);
// Takes out of a list the games that another process was heard to look after.
void presence_spare(struct live_registry *reg, char (*ids)[STORE_ID], unsigned *count);

// The seats that have somebody at other processes; a further bit when anybody looks.
uint8_t presence_elsewhere(const struct live_game *live);

// Whether all other processes have answered since they were last asked who is there.
bool presence_known(const struct live_registry *reg, const struct live_game *live);

// Whether the player of a seat was, or may have been, connected to this process, which was last
// heard at `heard`, and to no other one.
bool presence_was_at(const struct live_game *live, int seat, const char *process, int64_t heard);

#endif
