// SPDX-License-Identifier: MIT
// The module's allocator: few and long-lived pieces, one caller. The C library's allocator serves
// any program and would be a fortieth of the module.
#ifndef ABAX_BINDINGS_JS_WASM_HEAP_H
#define ABAX_BINDINGS_JS_WASM_HEAP_H

#include <stdbool.h>
#include <stddef.h>

enum { HEAP_UNIT = 16 }; // every piece begins at a multiple of it

struct heap_block;

struct heap {
    struct heap_block *free; // by address; no two of them touch
    // Returns the address of at least `least` more bytes, a multiple of HEAP_UNIT, and their
    // number. They may follow the last ones directly. NULL without memory.
    char *(*more)(size_t least, size_t *found);
};

// A piece of `size` bytes, or NULL. `alignment` is a power of two, HEAP_UNIT or more.
void *heap_take(struct heap *h, size_t size, size_t alignment);

// Frees a piece. NULL is allowed.
void heap_give(struct heap *h, void *piece);

// The size of a piece in bytes, at least as requested.
size_t heap_size(const void *piece);

#endif
