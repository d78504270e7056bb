// SPDX-License-Identifier: MIT
// The transposition table of the proof search: proof and disproof numbers by key, in the caller's
// memory. An entry takes 16 bytes; a full cluster replaces the entry that took the least work. For
// one thread.
#ifndef ABAX_SEARCH_PROOF_TABLE_H
#define ABAX_SEARCH_PROOF_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PROOF_INFINITE = (1 << 28) - 1 };

struct proof_slot {
    uint64_t key, data;
};

struct proof_table {
    struct proof_slot *slots;
    uint64_t clusters; // a cluster is a cache line of four slots
};

// How many bytes a table of at most `megabytes` takes.
size_t proof_table_bytes(size_t megabytes);

// Makes a table in the caller's memory, aligned to 64 and all zero.
void proof_table_init(struct proof_table *t, void *memory, size_t bytes);

// Numbers: proof, disproof.
bool proof_table_probe(const struct proof_table *t, uint64_t key, uint32_t number[2]);
void proof_table_store(struct proof_table *t, uint64_t key, const uint32_t number[2],
                       uint64_t work);

// Roughly how much work the entry took; 0 when there is none.
uint64_t proof_table_work(const struct proof_table *t, uint64_t key);

// Prefetches an entry's cache line.
static inline void proof_table_prefetch(const struct proof_table *t, uint64_t key)
{
    __builtin_prefetch(t->slots + ((key >> 32) * t->clusters >> 32) * 4);
}

#endif
