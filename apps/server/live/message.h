// SPDX-License-Identifier: MIT
// Bytes on their way to clients. A message is written once and then shared: every queue that holds it counts. It
// belongs to the event loop.
#ifndef ABAX_SERVER_MESSAGE_H
#define ABAX_SERVER_MESSAGE_H

#include "base/output.h"

enum { MESSAGE_FRONT = 32 }; // free bytes before the first, where the frame's head is written

struct message {
    unsigned owners;
    size_t length;
    unsigned char bytes[]; // MESSAGE_FRONT, then `length`
};

// A message that is being written. `message` is NULL when there is no memory.
struct message_draft {
    struct message *message;
    size_t capacity;
    struct output out;
};

void message_begin(struct message_draft *d);

// What was written, with one owner, or NULL without memory.
struct message *message_end(struct message_draft *d);

unsigned char *message_bytes(struct message *p);
struct message *message_keep(struct message *p);
void message_drop(struct message *p); // NULL is fine

#endif
