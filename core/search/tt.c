// SPDX-License-Identifier: MIT
// The lockless table of Hyatt and Mann: each slot keeps key XOR data beside the data, so a slot
// that two threads wrote at once matches no key. A collision (two positions with one 64-bit key) is
// possible and accepted: it can cost strength, but never breaks a rule.
#include "search/tt.h"

#include <assert.h>
#include <stdatomic.h>
#include <string.h>

enum { CLUSTER = 4, CLUSTER_BYTES = CLUSTER * sizeof(struct tt_slot), AGES = 64 };

// The data word: action 32 | value 16 | depth 8 | age 6 | bound 2, from the lowest bit.
static uint64_t pack(const struct tt_entry *e, unsigned age)
{
    assert(e->bound != TT_NONE); // so that no packed entry is 0, which means empty
    assert(e->value >= INT16_MIN && e->value <= INT16_MAX && e->depth <= TT_DEPTH_SOLVED);
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

static uint64_t load_word(const uint64_t *word)
{
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}

static void store_word(uint64_t *word, uint64_t value)
{
    __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

size_t tt_bytes(size_t megabytes)
{
    size_t wanted = megabytes << 20, bytes = CLUSTER_BYTES;

    while (bytes * 2 <= wanted)
        bytes *= 2;
    return bytes;
}

void tt_init(struct tt *t, void *memory, size_t bytes)
{
    memset(memory, 0, bytes);
    tt_init_zeroed(t, memory, bytes);
}

void tt_init_zeroed(struct tt *t, void *memory, size_t bytes)
{
    assert(bytes >= CLUSTER_BYTES && (bytes & (bytes - 1)) == 0 &&
           (uintptr_t)memory % CLUSTER_BYTES == 0);
    *t = (struct tt){.slots = memory, .clusters = bytes / CLUSTER_BYTES};
}

void tt_new_search(struct tt *t)
{
    t->age = (uint8_t)((t->age + 1) % AGES);
}

unsigned tt_hashfull(const struct tt *t)
{
    enum { SAMPLE = 1000 };
    size_t slots = t->clusters * CLUSTER < SAMPLE ? t->clusters * CLUSTER : SAMPLE;
    unsigned used = 0;

    for (size_t i = 0; i < slots; i++) {
        uint64_t data = load_word(&t->slots[i].data);
        used += data != 0 && age_of(data) == t->age;
    }
    return (unsigned)(used * 1000 / slots);
}

static struct tt_slot *cluster_of(const struct tt *t, uint64_t key)
{
    return t->slots + (key & (t->clusters - 1)) * CLUSTER;
}

void tt_prefetch(const struct tt *t, uint64_t key)
{
    __builtin_prefetch(cluster_of(t, key));
}

bool tt_probe(const struct tt *t, uint64_t key, struct tt_entry *entry)
{
    const struct tt_slot *slot = cluster_of(t, key);

    for (int i = 0; i < CLUSTER; i++, slot++) {
        uint64_t data = load_word(&slot->data);
        if ((load_word(&slot->check) ^ data) != key || data == 0)
            continue;
        *entry = (struct tt_entry){.action = (game_action)data,
                                   .value = (int16_t)(data >> 32),
                                   .depth = depth_of(data),
                                   .bound = (enum tt_bound)(data >> 62)};
        return true;
    }
    return false;
}

// Replaces the same position or else the slot of least worth: old entries first, then shallow ones.
void tt_store(struct tt *t, uint64_t key, const struct tt_entry *entry)
{
    struct tt_slot *slot = cluster_of(t, key), *worst = slot;
    int least = 1 << 30;

    for (int i = 0; i < CLUSTER; i++, slot++) {
        uint64_t data = load_word(&slot->data);
        if ((load_word(&slot->check) ^ data) == key) {
            worst = slot;
            break;
        }
        // Every entry of an older search (depth at most 255) is worth less than any of this one's.
        int worth = (int)depth_of(data) - (age_of(data) == t->age ? 0 : 256);
        if (data == 0)
            worth = -1000;
        if (worth < least) {
            least = worth;
            worst = slot;
        }
    }
    uint64_t data = pack(entry, t->age);
    store_word(&worst->data, data);
    store_word(&worst->check, key ^ data);
}
