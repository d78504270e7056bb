// SPDX-License-Identifier: MIT
// The proof behind an answer: every position that the side which keeps its word needs to aim for. Whoever
// has this set plays any action that leads into it, whatever the other side does, and needs no search.
#ifndef ABAX_SEARCH_WITNESS_H
#define ABAX_SEARCH_WITNESS_H

#include "base/keys.h"
#include "search/proof.h"

struct witness {
    struct proof *proof;
    struct proof_task task;   // as it was asked
    enum proof_answer answer; // proven: task.seat wins; disproven: the other seat does not lose
    uint64_t nodes;           // searched again, since the table had forgotten
    struct keys set;          // the aims while they are collected
    const uint64_t
        *aims; // folded keys of positions after an action of the side that proves, sorted
    size_t count;
};

// Collects the aims; the set must come in empty. False when there is no memory or `poll` stopped it.
bool witness_collect(struct witness *w);
void witness_clear(struct witness *w);

// Whether a position is an aim, once they are collected; if so, which one.
bool witness_has(const struct witness *w, const struct game_position *p, size_t *index);

// How many positions the proof of each aim has if none is counted as known from elsewhere: a measure of
// how hard it is to find again. `weights` has room for all aims and must come in all zero.
void witness_weigh(const struct witness *w, uint32_t *weights);

#endif
