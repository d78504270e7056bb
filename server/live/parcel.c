// SPDX-License-Identifier: MIT
#include "server/live/parcel.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1024 };

static void add(void *to, const char *bytes, size_t count)
{
    struct parcel_draft *d = to;

    if (!d->parcel)
        return;
    if (d->parcel->length + count > d->room) {
        size_t room = d->room;
        while (d->parcel->length + count > room)
            room *= 2;
        struct parcel *larger = realloc(d->parcel, sizeof *larger + PARCEL_FRONT + room);
        if (!larger) {
            free(d->parcel);
            d->parcel = NULL;
            return;
        }
        d->parcel = larger;
        d->room = room;
    }
    memcpy(d->parcel->bytes + PARCEL_FRONT + d->parcel->length, bytes, count);
    d->parcel->length += count;
}

void parcel_begin(struct parcel_draft *d)
{
    d->parcel = malloc(sizeof *d->parcel + PARCEL_FRONT + FIRST_ROOM);
    d->room = FIRST_ROOM;
    d->out = (struct output){add, d};
    if (d->parcel)
        *d->parcel = (struct parcel){.owners = 1};
}

struct parcel *parcel_end(struct parcel_draft *d)
{
    struct parcel *p = d->parcel;

    if (!p)
        return NULL;
    struct parcel *fitting = realloc(p, sizeof *p + PARCEL_FRONT + p->length);
    return fitting ? fitting : p;
}

unsigned char *parcel_bytes(struct parcel *p)
{
    return p->bytes + PARCEL_FRONT;
}

struct parcel *parcel_keep(struct parcel *p)
{
    p->owners++;
    return p;
}

void parcel_drop(struct parcel *p)
{
    if (p && --p->owners == 0)
        free(p);
}
