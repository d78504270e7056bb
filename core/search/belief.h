// SPDX-License-Identifier: MIT
// Beliefs about secrets: how likely each seat has which, by how it played.
#ifndef ABAX_SEARCH_BELIEF_H
#define ABAX_SEARCH_BELIEF_H

#include "search/deals.h"

// For each seat, parts of 1 by secret. Deals add what secrets have to do with each other.
struct belief {
    double likely[GAME_MAX_SEATS][GAME_MAX_SECRETS];
};

// Before anything was seen: what can be is equally likely.
void belief_init(struct belief *b, const struct deals *deals);

// Takes in one action of the task's past, as random games judge it; costs some hundred of them.
void belief_by_glance(struct belief *b, const struct hidden_task *task, unsigned index);

// Takes in one action of a seat that had so many to choose from: with each secret, a strategy would have chosen it with the chance
// `share`.
void belief_by_strategy(struct belief *b, int seat, unsigned count,
                        const double share[GAME_MAX_SECRETS]);

// Weighs deals; every one that can still be keeps some weight.
void belief_weigh(const struct belief *b, struct deals *deals);

// What the weights of deals say about each seat, to the one that has the secret `own` (-1: not known).
void belief_tell(const struct deals *deals, int seat, int own,
                 struct hidden_belief beliefs[GAME_MAX_SEATS]);

#endif
