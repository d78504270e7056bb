// SPDX-License-Identifier: MIT
// Sets of squares as bits of a 64-bit word.
#ifndef ABAX_BASE_BITS_H
#define ABAX_BASE_BITS_H

#include <stdint.h>

#define BIT(n) (UINT64_C(1) << (n))

static inline int bits_count(uint64_t set)
{
    return __builtin_popcountll(set);
}

// The lowest member of a set that is not empty.
static inline int bits_first(uint64_t set)
{
    return __builtin_ctzll(set);
}

// The highest member of a set that is not empty.
static inline int bits_last(uint64_t set)
{
    return 63 - __builtin_clzll(set);
}

// Takes the lowest member out of a set that is not empty, and returns it.
static inline int bits_pop(uint64_t *set)
{
    int first = bits_first(*set);
    *set &= *set - 1;
    return first;
}

#endif
