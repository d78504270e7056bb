// SPDX-License-Identifier: MIT
// Beliefs about secrets.
#ifndef ABAX_SEARCH_BELIEF_H
#define ABAX_SEARCH_BELIEF_H

#include "search/secrets.h"

// What the public past tells about each seat's secret.
void belief_from_past(const struct hidden_task *task, struct hidden_belief beliefs[GAME_MAX_SEATS]);

#endif
