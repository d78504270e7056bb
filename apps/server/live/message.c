// SPDX-License-Identifier: MIT
// Messages that several clients get are written once and shared: a share is a count of owners, kept without atomics
// because only the event loop touches it. Bytes have room in front for the frame's head, so that a transport sends
// them without copying. A draft that runs out of memory becomes NULL, and whoever should have got it is disconnected
// rather than left with a gap.
#include "server/live/message.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1024 };

static void add(void *to, const char *bytes, size_t count)
{
    struct message_draft *d = to;

    if (!d->message)
        return;
    if (d->message->length + count > d->capacity) {
        size_t capacity = d->capacity;
        while (d->message->length + count > capacity)
            capacity *= 2;
        struct message *larger = realloc(d->message, sizeof *larger + MESSAGE_FRONT + capacity);
        if (!larger) {
            free(d->message);
            d->message = NULL;
            return;
        }
        d->message = larger;
        d->capacity = capacity;
    }
    memcpy(d->message->bytes + MESSAGE_FRONT + d->message->length, bytes, count);
    d->message->length += count;
}

void message_begin(struct message_draft *d)
{
    d->message = malloc(sizeof *d->message + MESSAGE_FRONT + FIRST_ROOM);
    d->capacity = FIRST_ROOM;
    d->out = (struct output){add, d};
    if (d->message)
        *d->message = (struct message){.owners = 1};
}

struct message *message_end(struct message_draft *d)
{
    struct message *p = d->message;

    if (!p)
        return NULL;
    struct message *fitting = realloc(p, sizeof *p + MESSAGE_FRONT + p->length);
    // cppcheck-suppress memleak ; the caller gets one of the two, and realloc kept p only where it failed
    return fitting ? fitting : p;
}

unsigned char *message_bytes(struct message *p)
{
    return p->bytes + MESSAGE_FRONT;
}

struct message *message_keep(struct message *p)
{
    assert(p->owners > 0);
    p->owners++;
    return p;
}

void message_drop(struct message *p)
{
    assert(!p || p->owners > 0);
    if (p && --p->owners == 0)
        free(p);
}
