// SPDX-License-Identifier: MIT
// The lobby: open games and games being played.
#ifndef ABAX_SERVER_LIVE_LOBBY_H
#define ABAX_SERVER_LIVE_LOBBY_H

#include "server/live/clients.h"

// The lists of open games and of those being played, as members of an object. In a thread.
bool lobby_write(struct store *s, struct json_writer *j, struct error *e);

// The lobby has changed: whoever listens is told soon.
void lobby_changed(struct hub *h);
void lobby_tell(struct hub *h, struct client *c, int64_t ref);
void lobby_tick(struct hub *h, int64_t now);

#endif
