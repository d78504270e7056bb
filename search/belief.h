// SPDX-License-Identifier: MIT
// Beliefs about secrets, and deals drawn by them.
#ifndef ABAX_SEARCH_BELIEF_H
#define ABAX_SEARCH_BELIEF_H

#include "search/secrets.h"

enum { BELIEF_DEALS = 256 };

// Deals consistent with a view, each with the weight of its secrets, added up for drawing.
struct belief_deals {
    unsigned count;
    struct game_position deals[BELIEF_DEALS];
    uint32_t sums[BELIEF_DEALS];
};

// What the public past tells about each seat's secret.
void belief_from_past(const struct hidden_task *task, struct hidden_belief beliefs[GAME_MAX_SEATS]);

// Collects deals as `seat` could imagine them (GAME_PUBLIC: everybody's secrets are open to guess).
void belief_deals_init(struct belief_deals *d, const struct hidden_task *task,
                       const struct hidden_belief beliefs[GAME_MAX_SEATS], int seat);

// Draws one.
void belief_deal(const struct belief_deals *d, struct random *r, struct game_position *p);

#endif
