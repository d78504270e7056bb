// SPDX-License-Identifier: MIT
// What happens in games and tournaments, for those who are away: who is to be told of what. The
// notifier (server/notify) does it.
#ifndef ABAX_SERVER_LIVE_NOTICES_H
#define ABAX_SERVER_LIVE_NOTICES_H

#include "server/live/registry.h"
#include "server/notify/notifier.h"

// Starts the notifier, when the options name the place where people reach this server.
bool notice_open(struct live_registry *reg, const char *database,
                 const struct notifier_options *options, struct error *e);

// Tells an account of something, if it wants to be told: a challenge to the game `about`, the game
// `about` of a round (`number`) of the tournament with that title. The same number is told once.
void notice_send(struct live_registry *reg, int64_t account, enum notify_kind kind,
                 const char *about, int64_t number, const char *title, int64_t now);

// The write that goes with an entry of a game in which turns are told: whose turn is next. False
// when there is nothing to write.
bool notice_turn_write(const struct live_game *live, const struct live_change *change,
                       struct store_write *w);

// The write that goes with an action in a game of days by somebody who is on vacation: that ends
// it. False: nobody is.
bool notice_end_vacation_write(const struct live_game *live, const struct store_entry *entry,
                               struct store_write *w);

// A new game has seats that are kept for people: they are asked.
void notice_challenges(struct live_registry *reg, const struct store_game *row, int64_t now);

// A game has begun: whose turn it is; or, where it waits for its deal, whose word.
void notice_begin(struct live_registry *reg, const struct live_game *live, int64_t now);

// The same as soon as the game is in memory as it is stored, which this sees to.
void notice_begin_soon(struct live_registry *reg, const char *game);

// Somebody has committed to a share of a game's deal, or has none: when he was the last, those
// whose shares are awaited are told.
void notice_deal_soon(struct live_registry *reg, const char *game);

#endif
