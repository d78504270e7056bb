// SPDX-License-Identifier: MIT
// Packs proof and disproof numbers into one word beside their key. Replacing an entry costs work
// but never makes an answer wrong, so the entry that took the least work goes.
#include "search/proof_table.h"

#include <assert.h>

enum { CLUSTER = 4, CLUSTER_BYTES = CLUSTER * sizeof(struct proof_slot), NUMBER_BITS = 28 };

size_t proof_table_bytes(size_t megabytes)
{
    static_assert(PROOF_INFINITE == (1 << NUMBER_BITS) - 1, "infinity is all bits of a number");
    size_t bytes = (megabytes ? megabytes : 1) << 20;

    return bytes - bytes % CLUSTER_BYTES;
}

void proof_table_init(struct proof_table *t, void *memory, size_t bytes)
{
    assert(bytes >= CLUSTER_BYTES && bytes % CLUSTER_BYTES == 0 &&
           (uintptr_t)memory % CLUSTER_BYTES == 0);
    *t = (struct proof_table){.slots = memory, .clusters = bytes / CLUSTER_BYTES};
}

static struct proof_slot *cluster_of(const struct proof_table *t, uint64_t key)
{
    return t->slots + ((key >> 32) * t->clusters >> 32) * CLUSTER;
}

// Work in eight bits: the place of the highest bit and the three bits below it. Never 0.
static unsigned pack_work(uint64_t work)
{
    if (work < 8)
        return work ? (unsigned)work : 1;
    unsigned high = 63 - (unsigned)__builtin_clzll(work);
    unsigned packed = (high - 2) * 8 + (work >> (high - 3) & 7);
    return packed < 255 ? packed : 255;
}

static uint64_t unpack_work(unsigned packed)
{
    if (packed < 8)
        return packed;
    return (uint64_t)(8 + packed % 8) << (packed / 8 - 1);
}

// The data word: work 8 | disproof 28 | proof 28, from the highest bit; 0 only when empty.
static uint64_t pack(const uint32_t number[2], uint64_t work)
{
    return (uint64_t)pack_work(work) << 2 * NUMBER_BITS | (uint64_t)number[1] << NUMBER_BITS |
           number[0];
}

static const struct proof_slot *find_slot(const struct proof_table *t, uint64_t key)
{
    const struct proof_slot *slot = cluster_of(t, key);

    for (int i = 0; i < CLUSTER; i++) {
        if (slot[i].key == key && slot[i].data)
            return &slot[i];
    }
    return NULL;
}

bool proof_table_probe(const struct proof_table *t, uint64_t key, uint32_t number[2])
{
    const struct proof_slot *slot = find_slot(t, key);

    if (!slot)
        return false;
    number[0] = slot->data & PROOF_INFINITE;
    number[1] = slot->data >> NUMBER_BITS & PROOF_INFINITE;
    return true;
}

uint64_t proof_table_work(const struct proof_table *t, uint64_t key)
{
    const struct proof_slot *slot = find_slot(t, key);

    return slot ? unpack_work((unsigned)(slot->data >> 2 * NUMBER_BITS)) : 0;
}

void proof_table_store(struct proof_table *t, uint64_t key, const uint32_t number[2], uint64_t work)
{
    struct proof_slot *slot = cluster_of(t, key), *least = slot;

    assert(number[0] <= PROOF_INFINITE && number[1] <= PROOF_INFINITE && (number[0] || number[1]));
    for (int i = 0; i < CLUSTER; i++) {
        if (slot[i].key == key) {
            least = &slot[i];
            break;
        }
        if (slot[i].data >> 2 * NUMBER_BITS < least->data >> 2 * NUMBER_BITS)
            least = &slot[i];
    }
    *least = (struct proof_slot){key, pack(number, work)};
}
