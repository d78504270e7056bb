// SPDX-License-Identifier: MIT
// Counterfactual regret minimization (CFR+) over the public tree of a zero-sum game between two
// sides; teams that share a secret are one side. Each node has a strategy per secret of the side to
// act, and an iteration walks all determinizations at once. The result is the average strategy; a
// best response measures exactly how exploitable it is.
#ifndef ABAX_SEARCH_CFR_H
#define ABAX_SEARCH_CFR_H

#include "search/determinize.h"

enum {
    CFR_MAX_ACTIONS = 64, // of a node
    CFR_MAX_DEPTH = 64,   // of the tree
};

struct cfr; // in the caller's memory

// Whether CFR applies to a game with these options: two sides, each with a common secret.
bool cfr_applies(const struct game *g, const struct game_options *options);

// Builds the tree for these determinizations and weights, of a position that is not over, in memory
// aligned to
// 64. NULL when it would have more than `most` nodes or does not fit; `*nodes` says how far it
// came. Copies the determinizations.
struct cfr *cfr_build(void *memory, size_t bytes, const struct game *g,
                      const struct game_options *options,
                      const struct determinizations *determinizations, size_t most, size_t *nodes);

// Runs `times` more iterations. The root strategy is mixed with a uniform one of weight `tremble`
// (trembling hand): otherwise nobody learns to answer actions that are not worth playing.
void cfr_iterate(struct cfr *c, unsigned times, double tremble);

// The expected result of a seat's side, from -1 to 1: of the average strategies, and of the best
// response to the other side's average strategy.
double cfr_value(struct cfr *c, int seat);
double cfr_best_response(struct cfr *c, int seat);

// A node, and the reach probabilities of each secret of either side under the average strategies.
struct cfr_place {
    uint32_t node; // 0: none
    double reach[2][GAME_MAX_SECRETS];
};
void cfr_at_root(struct cfr_place *place);

// Follows an action in a determinization with these secrets of the seats. Returns how many actions
// there were and with which probability each secret of the seat to act plays this one.
void cfr_step(struct cfr *c, struct cfr_place *place, game_action action, const uint8_t *secret,
              unsigned *count, double share[GAME_MAX_SECRETS]);

size_t cfr_nodes(const struct cfr *c);

// The probability that the side which is not to act reaches a place, with the secret that does so
// most often. Where it is small, the strategies from here on are not learned.
double cfr_max_reach(struct cfr *c, const struct cfr_place *place);

// The average strategy at a place for a secret of the side to act, as probabilities in the order of
// the actions, and the value of each action, from -1 to 1, for that secret.
void cfr_policy(struct cfr *c, const struct cfr_place *place, int secret, double *share,
                double *value);

// Plays from a place to the end by the average strategies, in a determinization with these secrets
// of the seats. The first action is the one with the index `first`.
void cfr_playout(struct cfr *c, const struct cfr_place *place, unsigned first,
                 const uint8_t *secret, struct random *r, struct game_position *p);

// Replaces the strategy of a seat's side at every node, to measure another player: for each
// possible secret, `ask` fills `share` with the player's policy after the actions of the line.
struct cfr_question {
    const game_action *line;
    unsigned length;
    const struct game_position *determinization; // at the root
    int secret, seat;                            // of the player to act
    unsigned count;
    const game_action *actions;
};
typedef void cfr_policy_source(void *to, const struct cfr_question *q, double *share);
void cfr_set_policy(struct cfr *c, int seat, cfr_policy_source *ask, void *to);

#endif
