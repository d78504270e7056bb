// SPDX-License-Identifier: MIT
// Free blocks are in a list by address; adjacent ones are merged. Best fit: small pieces do not
// break up the space that a search's table left.
#include "bindings/js/wasm/heap.h"

#include <assert.h>
#include <stdint.h>

// The header of each piece. The rest of a free block is not read.
struct heap_block {
    _Alignas(HEAP_UNIT) size_t size; // in bytes, this struct included
    struct heap_block *next;         // while it is free
};

_Static_assert(sizeof(struct heap_block) == HEAP_UNIT, "pieces would not be aligned");

static char *end_of(struct heap_block *b)
{
    return (char *)b + b->size;
}

static void insert(struct heap *h, struct heap_block *b)
{
    struct heap_block **place = &h->free, *before = NULL;

    while (*place && *place < b) {
        before = *place;
        place = &before->next;
    }
    b->next = *place;
    *place = b;
    if (b->next && end_of(b) == (char *)b->next) {
        b->size += b->next->size;
        b->next = b->next->next;
    }
    if (before && end_of(before) == (char *)b) {
        before->size += b->size;
        before->next = b->next;
    }
}

// Bytes from the start of the block to the header of an aligned piece in it.
static size_t lead(const struct heap_block *b, size_t alignment)
{
    uintptr_t piece = (uintptr_t)(b + 1);

    return (size_t)(-piece & (alignment - 1));
}

static struct heap_block **find_free_block(struct heap *h, size_t size, size_t alignment)
{
    struct heap_block **best = NULL;

    for (struct heap_block **at = &h->free; *at; at = &(*at)->next) {
        if ((*at)->size >= size + lead(*at, alignment) && (!best || (*at)->size < (*best)->size))
            best = at;
    }
    return best;
}

static bool grow(struct heap *h, size_t least)
{
    size_t found;
    struct heap_block *b = (struct heap_block *)(void *)h->more(least, &found);

    if (!b)
        return false;
    assert((uintptr_t)b % HEAP_UNIT == 0 && found >= least);
    b->size = found & ~(size_t)(HEAP_UNIT - 1);
    insert(h, b);
    return true;
}

// Splits a block; the second one is not in the list.
static struct heap_block *split(struct heap_block *b, size_t first)
{
    struct heap_block *second = (struct heap_block *)(void *)((char *)b + first);

    second->size = b->size - first;
    b->size = first;
    return second;
}

void *heap_take(struct heap *h, size_t size, size_t alignment)
{
    assert(alignment >= HEAP_UNIT && (alignment & (alignment - 1)) == 0);
    if (size > SIZE_MAX / 2 || alignment > SIZE_MAX / 4)
        return NULL;
    size = (size + 2 * HEAP_UNIT - 1) & ~(size_t)(HEAP_UNIT - 1);
    struct heap_block **found = find_free_block(h, size, alignment);
    if (!found && grow(h, size + alignment))
        found = find_free_block(h, size, alignment);
    if (!found)
        return NULL;
    struct heap_block *b = *found;
    size_t before = lead(b, alignment);
    if (before)
        b = split(b, before); // the rest stays in the list
    else
        *found = b->next;
    if (b->size > size + HEAP_UNIT)
        insert(h, split(b, size));
    return b + 1;
}

void heap_give(struct heap *h, void *piece)
{
    if (piece)
        insert(h, (struct heap_block *)piece - 1);
}

size_t heap_size(const void *piece)
{
    return ((const struct heap_block *)piece)[-1].size - HEAP_UNIT;
}
