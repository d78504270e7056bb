// SPDX-License-Identifier: MIT
// Slots of two words in groups of a cache line, shared by threads without locks: each slot keeps key XOR data beside the data, so
// a slot that two threads wrote at once matches no key and is passed over. Only search/ reads or writes it; think.c lays it into
// memory. A wrong hit (two positions with one 64-bit key) is possible and accepted: it costs a move's quality, never a rule.
#include "search/table.h"

#include <assert.h>
#include <stdatomic.h>
#include <string.h>

enum { GROUP = 4, GROUP_BYTES = GROUP * sizeof(struct table_slot), AGES = 64 };

// The data word: action 32 | value 16 | depth 8 | age 6 | bound 2, from the lowest bit.
static uint64_t pack(const struct table_entry *e, unsigned age)
{
    assert(e->bound != TABLE_NONE); // so that no packed entry is 0, which means empty
    assert(e->value >= INT16_MIN && e->value <= INT16_MAX && e->depth <= TABLE_TO_THE_END);
    return (uint64_t)e->action | (uint64_t)(uint16_t)e->value << 32 | (uint64_t)e->depth << 48 |
           (uint64_t)age << 56 | (uint64_t)e->bound << 62;
}

static unsigned age_of(uint64_t data)
{
    return (unsigned)(data >> 56) & (AGES - 1);
}

static unsigned depth_of(uint64_t data)
{
    return (unsigned)(data >> 48) & 255;
}

static uint64_t load(const uint64_t *word)
{
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}

static void store(uint64_t *word, uint64_t value)
{
    __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

size_t table_bytes(size_t megabytes)
{
    size_t wanted = megabytes << 20, bytes = GROUP_BYTES;

    while (bytes * 2 <= wanted)
        bytes *= 2;
    return bytes;
}

void table_init(struct table *t, void *memory, size_t bytes)
{
    memset(memory, 0, bytes);
    table_lay(t, memory, bytes);
}

void table_lay(struct table *t, void *memory, size_t bytes)
{
    assert(bytes >= GROUP_BYTES && (bytes & (bytes - 1)) == 0 &&
           (uintptr_t)memory % GROUP_BYTES == 0);
    *t = (struct table){.slots = memory, .groups = bytes / GROUP_BYTES};
}

void table_new_search(struct table *t)
{
    t->age = (uint8_t)((t->age + 1) % AGES);
}

unsigned table_full(const struct table *t)
{
    enum { SAMPLE = 1000 };
    size_t slots = t->groups * GROUP < SAMPLE ? t->groups * GROUP : SAMPLE;
    unsigned used = 0;

    for (size_t i = 0; i < slots; i++) {
        uint64_t data = load(&t->slots[i].data);
        used += data != 0 && age_of(data) == t->age;
    }
    return (unsigned)(used * 1000 / slots);
}

static struct table_slot *group_of(const struct table *t, uint64_t key)
{
    return t->slots + (key & (t->groups - 1)) * GROUP;
}

void table_prefetch(const struct table *t, uint64_t key)
{
    __builtin_prefetch(group_of(t, key));
}

bool table_probe(const struct table *t, uint64_t key, struct table_entry *entry)
{
    const struct table_slot *slot = group_of(t, key);

    for (int i = 0; i < GROUP; i++, slot++) {
        uint64_t data = load(&slot->data);
        if ((load(&slot->check) ^ data) != key || data == 0)
            continue;
        *entry = (struct table_entry){.action = (game_action)data,
                                      .value = (int16_t)(data >> 32),
                                      .depth = depth_of(data),
                                      .bound = (enum table_bound)(data >> 62)};
        return true;
    }
    return false;
}

// Replaces the same position, or else the slot worth least: old and shallow first.
void table_store(struct table *t, uint64_t key, const struct table_entry *entry)
{
    struct table_slot *slot = group_of(t, key), *worst = slot;
    int least = 1 << 30;

    for (int i = 0; i < GROUP; i++, slot++) {
        uint64_t data = load(&slot->data);
        if ((load(&slot->check) ^ data) == key) {
            worst = slot;
            break;
        }
        // An older search's deepest entry (255) is worth less than this one's shallowest, an empty slot least.
        int worth = (int)depth_of(data) - (age_of(data) == t->age ? 0 : 256);
        if (data == 0)
            worth = -1000;
        if (worth < least) {
            least = worth;
            worst = slot;
        }
    }
    uint64_t data = pack(entry, t->age);
    store(&worst->data, data);
    store(&worst->check, key ^ data);
}
