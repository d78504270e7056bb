// SPDX-License-Identifier: MIT
// A set of 64-bit keys that grows as needed. It is the only file of core/base that allocates.
#ifndef ABAX_BASE_KEYS_H
#define ABAX_BASE_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// All zero is the empty set. Release it with keys_clear.
struct keys {
    uint64_t *slots; // 0: free
    size_t capacity; // a power of two, or 0
    size_t count;
};

enum keys_added { KEYS_NEW, KEYS_OLD, KEYS_NO_MEMORY };

// Keys are hashes; 0 counts as 1.
enum keys_added keys_add(struct keys *k, uint64_t key);
bool keys_has(const struct keys *k, uint64_t key);
void keys_clear(struct keys *k);

// Gathers the keys in ascending order at the front of `slots` and returns that. The set can only be
// cleared afterwards.
const uint64_t *keys_sort(struct keys *k);

#endif
