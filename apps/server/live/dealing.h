// SPDX-License-Identifier: MIT
// How a full game begins: the seat draw (seatdraw.c), its phase (phase.c), and deals that people
// have shares in (dealing.c).
#ifndef ABAX_SERVER_LIVE_DEALING_H
#define ABAX_SERVER_LIVE_DEALING_H

#include "server/live/registry.h"

// Draws where each seat goes.
void seat_draw_order(unsigned seats, uint8_t order[GAME_MAX_SEATS]);

// Seats everybody of a new row so.
void seat_draw_apply(struct store_game *row, const uint8_t order[GAME_MAX_SEATS]);

// Fills a write that draws the seats with the one before it; false when there is nothing to draw.
bool seat_draw_write(const struct store_game *row, struct store_write *w);

// Takes over a row that was read again. Where seats were drawn, everybody who follows is told anew
// from where he sits.
void seat_draw_follow(struct live_registry *reg, struct live_game *live,
                      const struct store_game *row);

// Stores that a full game has begun, where that was not stored with its last seat (phase.c).
void phase_begin(struct live_registry *reg, struct live_game *live);

// Stores that a game is over whose journal says so and whose row does not.
void phase_mend(struct live_registry *reg, const struct live_game *live);

// The server's own share of a deal that people may have shares in (dealing.c).
void deal_prepare(struct store_game *row);

// The same for a game that begins by itself: its people are asked for commitments, and it waits for
// them. Without people it is dealt.
void deal_ask(struct store_game *row);

// The deal that follows from all shares; false when nothing is dealt so.
bool deal_row(struct store_game *row);

// The share of a seat; empty where it has none in the deal.
void deal_share(const struct store_seat *seat, char share[STORE_SHARE]);

// Seats that did not answer in time, and have no share for it.
uint8_t deal_silent(const struct store_game *row);

// A seat's client knows nothing of deals: if it is asked for a commitment, nobody waits for it.
void deal_without(struct live_registry *reg, struct live_game *live, int seat);

// Goes on without those who were asked and do not answer.
void deal_tick(struct live_registry *reg, struct live_game *live, int64_t now);

// A seat gives its commitment or its share: it is stored, and the game goes on when it was the
// last.
bool deal_give(struct live_registry *reg, const struct watch *watch, const struct wire_message *m,
               int64_t now, struct error *e);

#endif
