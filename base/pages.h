// SPDX-License-Identifier: MIT
// Memory for large tables that are read here and there. In pages of the usual size nearly every look costs a second one, for where
// the page lies; so large pages are asked for where the system has them. It may refuse: that costs speed only.
#ifndef ABAX_BASE_PAGES_H
#define ABAX_BASE_PAGES_H

#include <stdlib.h>

#ifdef __linux__
#include <sys/mman.h>
#endif

enum { PAGES_LINE = 64, PAGES_LARGE = 2 << 20 };

// Memory of a multiple of a cache line, aligned to one; NULL when there is none. Release it with free.
static inline void *pages_allocate(size_t bytes)
{
#ifdef MADV_HUGEPAGE
    if (bytes % PAGES_LARGE == 0) {
        void *memory = aligned_alloc(PAGES_LARGE, bytes);
        if (memory)
            (void)madvise(memory, bytes, MADV_HUGEPAGE);
        return memory;
    }
#endif
    return aligned_alloc(PAGES_LINE, bytes);
}

#endif
