// SPDX-License-Identifier: MIT
// Bytes on their way to clients. A payload is written once and then shared: every queue that holds
// it counts. It belongs to the event loop.
#ifndef ABAX_SERVER_LIVE_PAYLOAD_H
#define ABAX_SERVER_LIVE_PAYLOAD_H

#include "base/output.h"

enum { PAYLOAD_FRONT = 32 }; // free bytes before the first, where the frame's head is written

struct payload {
    unsigned owners;
    size_t length;
    unsigned char bytes[]; // PAYLOAD_FRONT, then `length`
};

// A payload that is being written. `payload` is NULL when there is no memory.
struct payload_draft {
    struct payload *payload;
    size_t capacity;
    struct output out;
};

void payload_begin(struct payload_draft *d);

// What was written, with one owner, or NULL without memory.
struct payload *payload_end(struct payload_draft *d);

unsigned char *payload_bytes(struct payload *p);
struct payload *payload_keep(struct payload *p);
void payload_drop(struct payload *p); // NULL is fine

#endif
