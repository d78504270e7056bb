// SPDX-License-Identifier: MIT
// Payloads that several clients get are written once and shared: a share is a count of owners, kept
// without atomics because only the event loop touches it. There is capacity before the bytes for the
// frame's head, so that a transport sends them without copying. A draft that runs out of memory becomes
// NULL, and the clients that should have got it are disconnected rather than left with a gap.
#include "server/live/payload.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 1024 };

static void add(void *to, const char *bytes, size_t count)
{
    struct payload_draft *d = to;

    if (!d->payload)
        return;
    if (d->payload->length + count > d->capacity) {
        size_t capacity = d->capacity;
        while (d->payload->length + count > capacity)
            capacity *= 2;
        struct payload *larger = realloc(d->payload, sizeof *larger + PAYLOAD_FRONT + capacity);
        if (!larger) {
            free(d->payload);
            d->payload = NULL;
            return;
        }
        d->payload = larger;
        d->capacity = capacity;
    }
    memcpy(d->payload->bytes + PAYLOAD_FRONT + d->payload->length, bytes, count);
    d->payload->length += count;
}

void payload_begin(struct payload_draft *d)
{
    d->payload = malloc(sizeof *d->payload + PAYLOAD_FRONT + FIRST_CAPACITY);
    d->capacity = FIRST_CAPACITY;
    d->out = (struct output){add, d};
    if (d->payload)
        *d->payload = (struct payload){.owners = 1};
}

struct payload *payload_end(struct payload_draft *d)
{
    struct payload *p = d->payload;

    if (!p)
        return NULL;
    struct payload *fitting = realloc(p, sizeof *p + PAYLOAD_FRONT + p->length);
    // cppcheck-suppress memleak ; the caller gets one of the two, and realloc kept p only where it failed
    return fitting ? fitting : p;
}

unsigned char *payload_bytes(struct payload *p)
{
    return p->bytes + PAYLOAD_FRONT;
}

struct payload *payload_keep(struct payload *p)
{
    assert(p->owners > 0);
    p->owners++;
    return p;
}

void payload_drop(struct payload *p)
{
    assert(!p || p->owners > 0);
    if (p && --p->owners == 0)
        free(p);
}
