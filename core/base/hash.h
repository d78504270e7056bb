// SPDX-License-Identifier: MIT
// Hash keys of plain bytes, the same on every little-endian platform (x86-64, ARM, WebAssembly).
#ifndef ABAX_BASE_HASH_H
#define ABAX_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t hash_mix(uint64_t h)
{
    h = (h ^ (h >> 32)) * 0xd6e8feb86659fd93u;
    h = (h ^ (h >> 32)) * 0xd6e8feb86659fd93u;
    return h ^ (h >> 32);
}

// One word more into a running hash. Invertible in `word`, so that one differing word always shows.
static inline uint64_t hash_word(uint64_t h, uint64_t word)
{
    h = (h ^ word) * 0x9fb21c651e98df25u;
    return h ^ (h >> 29);
}

static inline uint64_t hash_bytes(const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    uint64_t h = 0x243f6a8885a308d3u ^ size;

    for (; size >= 8; size -= 8, at += 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        h = hash_word(h, word);
    }
    if (size) {
        uint64_t word = 0;
        memcpy(&word, at, size);
        h = hash_word(h, word);
    }
    return hash_mix(h);
}

#endif
