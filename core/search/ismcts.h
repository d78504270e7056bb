// SPDX-License-Identifier: MIT
// Information set Monte Carlo tree search (ISMCTS), for games with hidden information or more than
// two seats. The tree's nodes are public views; each seat chooses by its own secret alone
// (multiple-observer ISMCTS). The search starts from one seat's view and the public past. It never
// gets the true position, so it cannot cheat.
//
// Every simulation samples a determinization from the current belief. In half of the simulations
// our own secret is sampled too, as the others must guess it: so the tree learns their choices
// against everything that we might hold, not against what we hold. Statistics of choices are kept
// per secret of the seat that chooses.
#ifndef ABAX_SEARCH_ISMCTS_H
#define ABAX_SEARCH_ISMCTS_H

#include "search/belief.h"
#include "search/cfr.h"

enum { ISMCTS_MIN_BYTES = 1 << 19 };

// What a search keeps for the next move of the same seat: its belief, and the tree or solution in
// its memory. All zero: nothing. Reset it when anything else has used that memory.
struct ismcts_memory {
    const struct game *game; // NULL: nothing is kept
    struct game_options options;
    int seat, own;
    unsigned past_count; // of actions until then
    uint64_t past;       // their hash
    struct belief belief;
    struct cfr *solved;     // or NULL
    struct cfr_place place; // of the position in that solution
    bool searched;          // the memory holds a tree
};

struct ismcts; // the tree and everything else, in the caller's memory

// Finds or lays out a search in `bytes` of memory, aligned to 64. NULL when less than
// ISMCTS_MIN_BYTES would be left for the tree.
struct ismcts *ismcts_init(void *memory, size_t bytes);

// Chooses: report->choices[0] is the action to play. One thread; equal tasks and seeds give equal
// results on every platform.
void ismcts_run(struct ismcts *s, const struct imperfect_task *task,
                struct imperfect_report *report);

#endif
