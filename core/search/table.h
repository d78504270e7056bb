// SPDX-License-Identifier: MIT
// The transposition table: what earlier search found out about a position, by its key. Several threads
// may use one table without locks: an entry that two of them wrote at once fails its check and is
// ignored.
#ifndef ABAX_SEARCH_TABLE_H
#define ABAX_SEARCH_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "game/game.h"

enum table_bound { TABLE_NONE, TABLE_UPPER, TABLE_LOWER, TABLE_EXACT };

enum { TABLE_TO_THE_END = 255 }; // the depth of a value that no horizon cut

struct table_slot {
    uint64_t check, data;
};

struct table {
    struct table_slot *slots;
    size_t groups; // a power of two; a group is a cache line of four slots
    uint8_t age;
};

struct table_entry {
    game_action action; // the best found, to be tried first
    int value;          // for the seat to act, counted from this position
    unsigned depth;
    enum table_bound bound;
};

// How many bytes a table of at most `megabytes` takes: a power of two of groups, at least one.
size_t table_bytes(size_t megabytes);

// Lays an empty table into `bytes` bytes of memory that the caller keeps, aligned to 64. table_init clears the memory;
// table_lay needs memory that is all zero, and touches none of it.
void table_init(struct table *t, void *memory, size_t bytes);
void table_lay(struct table *t, void *memory, size_t bytes);

// A new search: what older ones left is replaced first.
void table_new_search(struct table *t);

// How many thousandths of the table this search has filled, by a sample.
unsigned table_full(const struct table *t);

// Asks for the memory of a key, which then comes while something else is done.
void table_prefetch(const struct table *t, uint64_t key);

bool table_probe(const struct table *t, uint64_t key, struct table_entry *entry);
void table_store(struct table *t, uint64_t key, const struct table_entry *entry);

#endif
