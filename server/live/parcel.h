// SPDX-License-Identifier: MIT
// Bytes on their way to clients. A parcel is written once and then shared: every queue that holds it counts. It
// belongs to the event loop.
#ifndef ABAX_SERVER_PARCEL_H
#define ABAX_SERVER_PARCEL_H

#include "base/output.h"

enum { PARCEL_FRONT = 32 }; // free bytes before the first, where the frame's head is written

struct parcel {
    unsigned owners;
    size_t length;
    unsigned char bytes[]; // PARCEL_FRONT, then `length`
};

// A parcel that is being written. `parcel` is NULL when there is no memory.
struct parcel_draft {
    struct parcel *parcel;
    size_t room;
    struct output out;
};

void parcel_begin(struct parcel_draft *d);

// What was written, with one owner, or NULL without memory.
struct parcel *parcel_end(struct parcel_draft *d);

unsigned char *parcel_bytes(struct parcel *p);
struct parcel *parcel_keep(struct parcel *p);
void parcel_drop(struct parcel *p); // NULL is fine

#endif
