// SPDX-License-Identifier: MIT
// An open hash set with linear probing. The certificate's collector and checkers keep millions of
// canonical keys in it, so an entry is eight bytes and nothing else. At three quarters full it
// doubles; the old slots stay valid until the new ones are filled, so running out of memory loses
// nothing.
#include "base/keys.h"

#include <assert.h>
#include <stdlib.h>

#include "base/hash.h"

enum { FIRST_CAPACITY = 1024 };

// The slot that has the key, or the free one where it would go. There is always a free one.
static uint64_t *place_of(const struct keys *k, uint64_t key)
{
    assert((k->capacity & (k->capacity - 1)) == 0 && k->count < k->capacity && key != 0);
    size_t at = hash_mix(key) & (k->capacity - 1);

    while (k->slots[at] && k->slots[at] != key)
        at = (at + 1) & (k->capacity - 1);
    return &k->slots[at];
}

static bool grow(struct keys *k)
{
    struct keys larger = {.capacity = k->capacity ? 2 * k->capacity : FIRST_CAPACITY,
                          .count = k->count};

    larger.slots = calloc(larger.capacity, sizeof *larger.slots);
    if (!larger.slots)
        return false;
    for (size_t i = 0; i < k->capacity; i++) {
        if (k->slots[i])
            *place_of(&larger, k->slots[i]) = k->slots[i];
    }
    free(k->slots);
    *k = larger;
    return true;
}

enum keys_added keys_add(struct keys *k, uint64_t key)
{
    key += key == 0;
    if (4 * k->count >= 3 * k->capacity && !grow(k))
        return KEYS_NO_MEMORY;
    uint64_t *place = place_of(k, key);
    if (*place)
        return KEYS_OLD;
    *place = key;
    k->count++;
    return KEYS_NEW;
}

bool keys_has(const struct keys *k, uint64_t key)
{
    return k->capacity && *place_of(k, key + (key == 0));
}

void keys_clear(struct keys *k)
{
    free(k->slots);
    *k = (struct keys){0};
}

static int compare_keys(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

const uint64_t *keys_sort(struct keys *k)
{
    size_t count = 0;

    for (size_t i = 0; i < k->capacity; i++) {
        if (k->slots[i])
            k->slots[count++] = k->slots[i];
    }
    assert(count == k->count);
    if (count)
        qsort(k->slots, count, sizeof *k->slots, compare_keys);
    return k->slots;
}
