// SPDX-License-Identifier: MIT
// Memory for large tables that are read here and there. In pages of the usual size nearly every
// look costs a second one, for where the page lies; so large pages are asked for where the system
// has them. It may refuse: that costs speed only.
#ifndef ABAX_BASE_PAGES_H
#define ABAX_BASE_PAGES_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __linux__
#include <sys/mman.h>
#endif

enum { PAGES_LINE = 64, PAGES_LARGE = 2 << 20 };

#ifdef __linux__

// Maps more than is wanted and cuts it to a multiple of a large page.
static inline void *pages_map(size_t bytes)
{
    // cppcheck-suppress invalidFunctionArg ; anonymous memory has no file
    unsigned char *at =
        mmap(NULL, bytes + PAGES_LARGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (at == MAP_FAILED)
        return NULL;
    size_t before = (PAGES_LARGE - (uintptr_t)at % PAGES_LARGE) % PAGES_LARGE;
    if (before)
        munmap(at, before);
    if (before < PAGES_LARGE)
        munmap(at + before + bytes, PAGES_LARGE - before);
    (void)madvise(at + before, bytes, MADV_HUGEPAGE);
    return at + before;
}

#endif

// Memory of a multiple of a cache line, aligned to one, all zero; NULL when there is none. A
// multiple of a large page costs nothing until it is used: the system hands out its pages when they
// are first touched.
static inline void *pages_zeroed(size_t bytes)
{
#ifdef __linux__
    if (bytes % PAGES_LARGE == 0)
        return pages_map(bytes);
#endif
    void *memory = aligned_alloc(PAGES_LINE, bytes);
    if (memory)
        memset(memory, 0, bytes);
    return memory;
}

// Gives it back. `memory` may be NULL.
static inline void pages_release(void *memory, size_t bytes)
{
#ifdef __linux__
    if (memory && bytes % PAGES_LARGE == 0) {
        munmap(memory, bytes);
        return;
    }
#else
    (void)bytes;
#endif
    free(memory);
}

#endif
