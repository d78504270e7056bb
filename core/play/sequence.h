// SPDX-License-Identifier: MIT
// Numbered things that are finished in any order and handed on in that of their numbers, so that what several threads make
// together does not depend on which was faster. Whoever shares one between threads locks it.
#ifndef ABAX_PLAY_SEQUENCE_H
#define ABAX_PLAY_SEQUENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// All zero is an empty one that begins with number 0.
struct sequence {
    uint64_t next; // the number that is handed on next
    void **items;  // a ring, by number; NULL: not there yet
    size_t room;   // a power of two, or 0
};

// Puts in an item whose number was not handed on yet. False without memory.
bool sequence_put(struct sequence *s, uint64_t number, void *item);

// The next item, or NULL when it is not there yet.
void *sequence_take(struct sequence *s);

// The same, but passes over what is missing; NULL when nothing is left. For the end, when nothing comes any more.
void *sequence_drain(struct sequence *s);

// Releases the ring, which is empty by then.
void sequence_clear(struct sequence *s);

#endif
