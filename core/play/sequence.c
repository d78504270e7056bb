// SPDX-License-Identifier: MIT
// A ring that grows with the distance between the first number that is missing and the last that is there.
#include "play/sequence.h"

#include <assert.h>
#include <stdlib.h>

enum { FIRST_ROOM = 16 };

static void **place(const struct sequence *s, uint64_t number)
{
    return &s->items[number & (s->room - 1)];
}

static bool grow(struct sequence *s)
{
    struct sequence larger = {.next = s->next, .room = s->room ? 2 * s->room : FIRST_ROOM};

    larger.items = calloc(larger.room, sizeof *larger.items);
    if (!larger.items)
        return false;
    for (uint64_t i = 0; i < s->room; i++)
        *place(&larger, s->next + i) = *place(s, s->next + i);
    free(s->items);
    *s = larger;
    return true;
}

bool sequence_put(struct sequence *s, uint64_t number, void *item)
{
    assert(number >= s->next);
    while (number - s->next >= s->room) {
        if (!grow(s))
            return false;
    }
    *place(s, number) = item;
    return true;
}

void *sequence_take(struct sequence *s)
{
    void *item = s->room ? *place(s, s->next) : NULL;

    if (item) {
        *place(s, s->next) = NULL;
        s->next++;
    }
    return item;
}

void *sequence_drain(struct sequence *s)
{
    for (size_t i = 0; i < s->room; i++) {
        if (*place(s, s->next))
            return sequence_take(s);
        s->next++;
    }
    return NULL;
}

void sequence_clear(struct sequence *s)
{
    free(s->items);
    *s = (struct sequence){0};
}
