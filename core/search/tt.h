// SPDX-License-Identifier: MIT
// The transposition table: bounds and best actions of positions by key. Threads share a table
// without locks: an entry that two of them wrote at once fails its check and is ignored.
#ifndef ABAX_SEARCH_TT_H
#define ABAX_SEARCH_TT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "game/game.h"

enum tt_bound { TT_NONE, TT_UPPER, TT_LOWER, TT_EXACT };

// The depth of a value that was searched to the end of the game without an estimate.
enum { TT_DEPTH_SOLVED = 255 };

struct tt_slot {
    uint64_t check, data;
};

struct tt {
    struct tt_slot *slots;
    size_t clusters; // a power of two; a cluster is a cache line of four slots
    uint8_t age;
};

struct tt_entry {
    game_action action; // the best found
    int value;          // for the seat to act, counted from this position
    unsigned depth;
    enum tt_bound bound;
};

// How many bytes a table of at most `megabytes` takes: a power of two of clusters, at least one.
size_t tt_bytes(size_t megabytes);

// Makes an empty table in the caller's memory, aligned to 64. tt_init clears the memory;
// tt_init_zeroed needs memory that is all zero and touches none of it.
void tt_init(struct tt *t, void *memory, size_t bytes);
void tt_init_zeroed(struct tt *t, void *memory, size_t bytes);

// Begins a new search: entries of older ones are replaced first.
void tt_new_search(struct tt *t);

// How much of the table this search has filled, in thousandths, by a sample.
unsigned tt_hashfull(const struct tt *t);

// Prefetches the cache line of a key.
void tt_prefetch(const struct tt *t, uint64_t key);

bool tt_probe(const struct tt *t, uint64_t key, struct tt_entry *entry);
void tt_store(struct tt *t, uint64_t key, const struct tt_entry *entry);

#endif
