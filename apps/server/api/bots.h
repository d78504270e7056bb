// SPDX-License-Identifier: MIT
// Bots on sockets: which games each takes, and invitations to games that keep a seat for them.
#ifndef ABAX_SERVER_API_BOTS_H
#define ABAX_SERVER_API_BOTS_H

#include "server/live/registry.h"

// A bot says on its socket which games it takes, or none any more. Answered later.
bool bot_ready(struct live_registry *reg, struct client *c, const struct wire_message *m,
               int64_t now, struct error *e);
void bot_withdraw(struct live_registry *reg, struct client *c);
void bots_tick(struct live_registry *reg, int64_t now);

// Tells bots that seats of a new game are kept for them.
void bots_invite(struct live_registry *reg, const struct store_game *row);

#endif
