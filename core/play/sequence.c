// SPDX-License-Identifier: MIT
// A ring buffer that grows with the distance between the first missing number and the last one
// present.
#include "play/sequence.h"

#include <assert.h>
#include <stdlib.h>

enum { FIRST_CAPACITY = 16 };

static void **slot_of(const struct sequence *s, uint64_t number)
{
    return &s->items[number & (s->capacity - 1)];
}

static bool grow(struct sequence *s)
{
    struct sequence larger = {.next = s->next,
                              .capacity = s->capacity ? 2 * s->capacity : FIRST_CAPACITY};

    larger.items = calloc(larger.capacity, sizeof *larger.items);
    if (!larger.items)
        return false;
    for (uint64_t i = 0; i < s->capacity; i++)
        *slot_of(&larger, s->next + i) = *slot_of(s, s->next + i);
    free(s->items);
    *s = larger;
    return true;
}

bool sequence_put(struct sequence *s, uint64_t number, void *item)
{
    assert(number >= s->next);
    while (number - s->next >= s->capacity) {
        if (!grow(s))
            return false;
    }
    *slot_of(s, number) = item;
    return true;
}

void *sequence_take(struct sequence *s)
{
    void *item = s->capacity ? *slot_of(s, s->next) : NULL;

    if (item) {
        *slot_of(s, s->next) = NULL;
        s->next++;
    }
    return item;
}

void *sequence_drain(struct sequence *s)
{
    for (size_t i = 0; i < s->capacity; i++) {
        if (*slot_of(s, s->next))
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
