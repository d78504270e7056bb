// SPDX-License-Identifier: MIT
// Beliefs: the probability of each seat's secrets given how it played (Bayes' rule).
#ifndef ABAX_SEARCH_BELIEF_H
#define ABAX_SEARCH_BELIEF_H

#include "search/determinize.h"

// For each seat, the probability of each secret. Seats count as independent here; the
// determinizations carry the dependence between their secrets.
struct belief {
    double probability[GAME_MAX_SEATS][GAME_MAX_SECRETS];
};

// The prior: equal for every secret that occurs in a determinization.
void belief_init(struct belief *b, const struct determinizations *determinizations);

// Updates with one action of the task's past by how playouts judge it. Costs some hundred playouts.
void belief_update_by_playouts(struct belief *b, const struct imperfect_task *task, unsigned index);

// Updates with one action of a seat that had `count` to choose from. `share` is the probability
// with which a policy plays it, for each secret.
void belief_update_by_policy(struct belief *b, int seat, unsigned count,
                             const double share[GAME_MAX_SECRETS]);

// Sets the weights of determinizations from beliefs. Every possible determinization keeps some
// weight.
void belief_weigh(const struct belief *b, struct determinizations *determinizations);

// The marginal belief about each seat, for `seat`, which holds the secret `own` (-1: unknown).
void belief_marginals(const struct determinizations *determinizations, int seat, int own,
                      struct imperfect_belief beliefs[GAME_MAX_SEATS]);

#endif
