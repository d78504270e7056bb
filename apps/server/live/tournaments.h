// SPDX-License-Identifier: MIT
// The event loop's side of tournaments, which a thread of their own looks after (director.h).
#ifndef ABAX_SERVER_LIVE_TOURNAMENTS_H
#define ABAX_SERVER_LIVE_TOURNAMENTS_H

#include "server/live/clients.h"

// After hub_open, and before hub_close.
bool meets_open(struct hub *h, const char *database, bool league, struct error *e);
void meets_close(struct hub *h);
void meets_tick(struct hub *h, int64_t now);

// A client wants to hear of a tournament, or no longer. Answered later.
bool meets_watch(struct hub *h, struct client *c, const struct wire_message *m, struct error *e);
void meets_forget(struct hub *h, const struct client *c);

// News: a tournament's ("#ID", or "" when some were missed), a game that is over, a round's new game, notes of our own.
void meets_heard(struct hub *h, const char *word);
void meets_game_changed(struct hub *h, const char *game);
void meets_game_made(struct hub *h, const struct store_game *row);
void meets_changed(struct hub *h, const char *id);

// A seat gives up because its player is not there.
void meets_resign(struct hub *h, const char *game, int seat);

#endif
