// SPDX-License-Identifier: MIT
// The end of a game with secrets, solved: counterfactual regret minimisation (CFR+) over the whole tree of what
// everybody can see. For two sides of which one wins what the other loses; teams that share a secret are one side. Every
// secret of a side has its own strategy at every node, and all deals are walked at once. What it has when it is asked is an
// average strategy, and a best response tells exactly how far from unbeatable that is.
#ifndef ABAX_SEARCH_CFR_H
#define ABAX_SEARCH_CFR_H

#include "search/deals.h"

enum {
    CFR_MOST_ACTIONS = 64, // of a node
    CFR_MOST_DEPTH = 64,   // of the tree
};

struct cfr; // laid into memory of the caller

// Whether these options make it a game for this: two sides, and secrets that a side shares.
bool cfr_serves(const struct game *g, const struct game_options *options);

// Builds the tree from a position that is not over, for these deals with their weights, in memory aligned to 64. NULL when it
// would have more than `most` nodes or does not fit: `*nodes` then says where it ended. The deals are copied.
struct cfr *cfr_build(void *memory, size_t bytes, const struct game *g,
                      const struct game_options *options, const struct deals *deals, size_t most,
                      size_t *nodes);

// Lets both sides learn so many times more. Who is to act at the root plays every action there at least with the chance
// `tremble`, shared by all of them: or nobody would learn how to answer those that are not worth playing.
void cfr_learn(struct cfr *c, unsigned times, double tremble);

// What the side of a seat wins on average over the deals, from -1 to 1: with the average strategies, and when it answers the
// other's average strategy in the best way.
double cfr_value(struct cfr *c, int seat);
double cfr_response(struct cfr *c, int seat);

// A place in the tree, and with which chance each secret of either side would have come there on average.
struct cfr_place {
    uint32_t node; // 0: none
    double reach[2][GAME_MAX_SECRETS];
};
void cfr_at_root(struct cfr_place *place);

// Walks on with an action to what follows in a deal with these secrets of the seats. Tells how many actions there were and with
// which chance each secret of the seat would have chosen this one.
void cfr_step(struct cfr *c, struct cfr_place *place, game_action action, const uint8_t *secret,
              unsigned *count, double share[GAME_MAX_SECRETS]);

// How many nodes the tree has; the chance that the side which is not to act at a place comes there, with the secret that would do
// so most of all: strategies are not learned for what nobody does.
size_t cfr_nodes(const struct cfr *c);
double cfr_reached(struct cfr *c, const struct cfr_place *place);

// The average strategy at a place with a secret of whoever is to act: `share` gets a part of 1 for every action as listed. And what
// each action is worth, -1 to 1, to somebody with that secret when all play on by their average strategies.
void cfr_choices(struct cfr *c, const struct cfr_place *place, int secret, double *share,
                 double *worth);

// Plays on by the average strategies, from a position at a place with these secrets of the seats, beginning with the action that is
// `first` as listed, to the end.
void cfr_play(struct cfr *c, const struct cfr_place *place, unsigned first, const uint8_t *secret,
              struct random *r, struct game_position *p);

// Sets the strategy of a seat's side at every node: for each of its secrets that can be, `ask` fills `share` after the
// actions of the line, in a deal with that secret. For measuring other players.
struct cfr_question {
    const game_action *line;
    unsigned length;
    const struct game_position *deal; // at the root
    int secret, seat;                 // of the one to act
    unsigned count;
    const game_action *actions;
};
typedef void cfr_ask(void *to, const struct cfr_question *q, double *share);
void cfr_replace(struct cfr *c, int seat, cfr_ask *ask, void *to);

#endif
