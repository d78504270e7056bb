// SPDX-License-Identifier: MIT
// The proof tree behind an answer: the positions the proving side must reach. A player who has them
// needs no search: any action that leads to one of them keeps the result, whatever the other side
// does. A certificate (abax solve --certificate) is this set in a file.
#ifndef ABAX_SEARCH_PROOF_TREE_H
#define ABAX_SEARCH_PROOF_TREE_H

#include "base/keys.h"
#include "search/proof.h"

struct proof_tree {
    struct proof *proof;
    struct proof_task task;   // that was answered
    enum proof_answer answer; // proven: task.seat wins; disproven: the other seat does not lose
    uint64_t nodes;           // searched again, because the table had lost them
    struct keys set;          // while collecting
    // Canonical keys of positions after an action of the proving side, sorted.
    const uint64_t *keys;
    size_t count;
};

// Collects the positions into `set`, which must be empty. False without memory or when `poll`
// stopped it.
bool proof_tree_collect(struct proof_tree *w);
void proof_tree_clear(struct proof_tree *w);

// Whether a position belongs to the collected tree, and its index.
bool proof_tree_has(const struct proof_tree *w, const struct game_position *p, size_t *index);

// For each position the size of its subtree, shared parts counted again: how hard it is to prove
// again. `weights` has `count` elements and must be all zero.
void proof_tree_weigh(const struct proof_tree *w, uint32_t *weights);

#endif
