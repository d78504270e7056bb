// SPDX-License-Identifier: MIT
// The lobby: open games and games being played.
#ifndef ABAX_SERVER_LIVE_LOBBY_H
#define ABAX_SERVER_LIVE_LOBBY_H

#include "server/live/clients.h"

// The lists of open games and of those being played, as members of an object. In a thread.
bool lobby_write(struct store *s, struct json_writer *j, struct error *e);

// The lobby has changed: clients that listen get it soon.
static inline void lobby_changed(struct live_registry *reg)
{
    reg->lobby_broadcast_pending = true;
}

void lobby_send(struct live_registry *reg, struct client *c, int64_t ref);
void lobby_tick(struct live_registry *reg, int64_t now);

#endif
