// SPDX-License-Identifier: MIT
// A reorder buffer: numbered items arrive in any order and leave in that of their numbers, so that
// the output of several threads does not depend on their speed. Not thread-safe: callers lock it.
#ifndef ABAX_PLAY_SEQUENCE_H
#define ABAX_PLAY_SEQUENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// All zero is an empty one that begins with number 0.
struct sequence {
    uint64_t next;   // the number of the next item
    void **items;    // a ring by number; NULL: not there yet
    size_t capacity; // a power of two, or 0
};

// Adds an item whose number has not left yet. False without memory.
bool sequence_put(struct sequence *s, uint64_t number, void *item);

// The next item, or NULL when it is not there yet.
void *sequence_take(struct sequence *s);

// The same, but skips missing items; NULL when none is left. For the end, when no more items come.
void *sequence_drain(struct sequence *s);

// Releases the ring, which must be empty.
void sequence_clear(struct sequence *s);

#endif
