// SPDX-License-Identifier: MIT
// The event loop's side of tournaments, which a thread of their own looks after (director.h).
#ifndef ABAX_SERVER_TOURNAMENT_LIVETOURNAMENTS_H
#define ABAX_SERVER_TOURNAMENT_LIVETOURNAMENTS_H

#include "server/live/clients.h"

// After live_registry_open, and before live_registry_close.
bool tournaments_open(struct live_registry *reg, const char *database, bool league,
                      struct error *e);
void tournaments_close(struct live_registry *reg);
void tournaments_tick(struct live_registry *reg, int64_t now);

// A client wants to hear of a tournament, or no longer. Answered later.
bool tournaments_watch(struct live_registry *reg, struct client *c, const struct wire_message *m,
                       int64_t now, struct error *e);
void tournaments_forget(struct live_registry *reg, const struct client *c);

// News: a tournament's ("#ID", or "" when some were missed), a game that is over, a round's new
// game, events of our own.
void tournaments_news(struct live_registry *reg, const char *word);
void tournaments_game_changed(struct live_registry *reg, const char *game);
void tournaments_game_made(struct live_registry *reg, const struct store_game *row);
void tournaments_changed(struct live_registry *reg, const char *id);

// A seat gives up because its player is not there.
void tournaments_resign(struct live_registry *reg, const char *game, int seat);

#endif
