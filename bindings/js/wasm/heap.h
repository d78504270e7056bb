// SPDX-License-Identifier: MIT
// Memory for the module: few pieces, most of them kept for long, one caller. The C library's allocator is made for any
// program and would be a fortieth of what people load.
#ifndef ABAX_WASM_HEAP_H
#define ABAX_WASM_HEAP_H

#include <stdbool.h>
#include <stddef.h>

enum { HEAP_UNIT = 16 }; // every piece begins at a multiple of it

struct heap_block;

struct heap {
    struct heap_block *free; // by address; no two of them touch
    // Finds at least so many bytes more, which may lie right behind those before: their place, a multiple of HEAP_UNIT, and
    // how many they are. NULL: there are none.
    char *(*more)(size_t least, size_t *found);
};

// A piece of so many bytes, or NULL. `alignment` is a power of two, HEAP_UNIT or more.
void *heap_take(struct heap *h, size_t size, size_t alignment);

// Gives a piece back; NULL is none.
void heap_give(struct heap *h, void *piece);

// How many bytes a piece has, at least as many as were asked for.
size_t heap_size(const void *piece);

#endif
