// SPDX-License-Identifier: MIT
// Search for games in which seats have secrets or more than two seats play: a tree of what everybody can see, in which
// each seat decides for itself and by its own secret alone. Works from one seat's view and the public past; it is never given the
// truth, so it cannot use it.
//
// Every trial deals the secrets at random by what is believed about them. In half of the trials our own
// secret is dealt too, as the others must guess it: their choices in the tree are then learned against
// all that we might be, not against what we are. Choices are counted apart for each secret of the seat
// that makes them.
#ifndef ABAX_SEARCH_HIDDEN_H
#define ABAX_SEARCH_HIDDEN_H

#include "search/belief.h"
#include "search/cfr.h"

enum { HIDDEN_LEAST_BYTES = 1 << 19 };

// What a search knows about the game when the same seat thinks again: what it believed then, and whether the strategies of then still
// lie in its memory. All zero: nothing. To be forgotten when anything else used that memory.
struct hidden_memory {
    const struct game *game; // NULL: nothing is known
    struct game_options options;
    int seat, own;
    unsigned past_count; // of actions until then
    uint64_t past;       // what they were, as a hash
    struct belief belief;
    struct cfr *solved;     // or NULL
    struct cfr_place place; // where the game stood in it
    bool searched;          // a tree of trials lies there
};

struct hidden_search; // the tree and all else, laid into memory of the caller

// Lays a search into `bytes` of memory, aligned to 64, or finds it there again; NULL when that is too little for
// a tree of HIDDEN_LEAST_BYTES.
struct hidden_search *hidden_init(void *memory, size_t bytes);

// Chooses: report->choices[0] is what to play. One task, one thread, the same seed: the same answer on
// every platform.
void hidden_run(struct hidden_search *s, const struct hidden_task *task,
                struct hidden_report *report);

#endif
