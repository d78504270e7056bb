// SPDX-License-Identifier: MIT
// A seeded random stream (SplitMix64): small, fast, and the same on every platform.
// Deals, random players and determinizations draw from a stream that the caller owns.
#ifndef ABAX_BASE_RANDOM_H
#define ABAX_BASE_RANDOM_H

#include <stdint.h>

struct random {
    uint64_t state;
};

static inline struct random random_from_seed(uint64_t seed)
{
    return (struct random){seed};
}

static inline uint64_t random_next(struct random *r)
{
    uint64_t z = r->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// A number from 0 to n - 1. The bias is below n / 2^32, far under what any use here can see.
static inline uint32_t random_below(struct random *r, uint32_t n)
{
    return (uint32_t)(((random_next(r) >> 32) * n) >> 32);
}

// Shuffles n bytes.
static inline void random_shuffle(struct random *r, uint8_t *items, uint32_t n)
{
    for (uint32_t i = n; i > 1; i--) {
        uint32_t j = random_below(r, i);
        uint8_t kept = items[i - 1];
        items[i - 1] = items[j];
        items[j] = kept;
    }
}

#endif
