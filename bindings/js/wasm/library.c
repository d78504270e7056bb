// SPDX-License-Identifier: MIT
// Replacements for parts of the C library that would be large or import system calls: formatting,
// memory, and a few functions that are rarely called here.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/js/wasm/format.h"
#include "bindings/js/wasm/heap.h"

enum { PAGE = 65536 }; // in which a module's memory grows

extern char __heap_base; // NOLINT(bugprone-reserved-identifier): the linker's

static char *more_memory(size_t least, size_t *found);

static struct heap heap = {.more = more_memory};

int vsnprintf(char *restrict to, size_t capacity, const char *restrict format, va_list arguments)
{
    return format_text(to, capacity, format, arguments);
}

// The first call also returns the memory after the module's data.
static char *more_memory(size_t least, size_t *found)
{
    static bool begun;
    size_t pages = least / PAGE + 1, old = __builtin_wasm_memory_grow(0, pages);

    if (old == SIZE_MAX)
        return NULL;
    char *at = (char *)(old * PAGE);
    if (!begun)
        at = &__heap_base + (-(uintptr_t)&__heap_base & (HEAP_UNIT - 1));
    begun = true;
    *found = (size_t)((char *)((old + pages) * PAGE) - at);
    return at;
}

void *malloc(size_t size)
{
    return heap_take(&heap, size, HEAP_UNIT);
}

void free(void *piece)
{
    heap_give(&heap, piece);
}

void *calloc(size_t count, size_t size)
{
    size_t bytes;
    void *piece = __builtin_mul_overflow(count, size, &bytes) ? NULL : malloc(bytes);

    return piece ? memset(piece, 0, bytes) : NULL;
}

void *realloc(void *piece, size_t size)
{
    size_t had = piece ? heap_size(piece) : 0;

    if (piece && size <= had)
        return piece;
    void *grown = malloc(size);
    if (grown && piece) {
        memcpy(grown, piece, had);
        free(piece);
    }
    return grown;
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return heap_take(&heap, size, alignment < HEAP_UNIT ? HEAP_UNIT : alignment);
}

// The processor's own instructions.
void *memcpy(void *restrict to, const void *restrict from, size_t count)
{
    return __builtin_memcpy(to, from, count);
}

void *memmove(void *to, const void *from, size_t count)
{
    return __builtin_memmove(to, from, count);
}

void *memset(void *to, int byte, size_t count)
{
    return __builtin_memset(to, byte, count);
}

char *strstr(const char *text, const char *part)
{
    size_t length = strlen(part);

    while (*text && strncmp(text, part, length) != 0)
        text++;
    return *text || !length ? (char *)text : NULL;
}

static void swap(char *a, char *b, size_t width)
{
    while (width--) {
        char kept = *a;
        *a++ = *b;
        *b++ = kept;
    }
}

typedef int compare(const void *a, const void *b);

// Lets the item at `top` of a heap of `count` items sink to its place.
static void sink(char *at, size_t top, size_t count, size_t width, compare *order)
{
    for (size_t child; (child = 2 * top + 1) < count; top = child) {
        if (child + 1 < count && order(at + child * width, at + (child + 1) * width) < 0)
            child++;
        if (order(at + top * width, at + child * width) >= 0)
            return;
        swap(at + top * width, at + child * width, width);
    }
}

// By a heap: short, and never slow.
void qsort(void *items, size_t count, size_t width, compare *order)
{
    for (size_t top = count / 2; top-- > 0;)
        sink(items, top, count, width, order);
    for (size_t left = count; left-- > 1;) {
        swap(items, (char *)items + left * width, width);
        sink(items, 0, left, width, order);
    }
}
