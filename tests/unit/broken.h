// SPDX-License-Identifier: MIT
// A database that fails once, at the call that a test chooses: stands between a storage and the
// real one.
#ifndef ABAX_TESTS_UNIT_BROKEN_H
#define ABAX_TESTS_UNIT_BROKEN_H

#include "server/store/internal.h"

struct broken {
    struct database base;
    struct database *real;
    struct database_kind kind; // of the real one, with calls that can fail
    unsigned calls;            // that still work
    bool failed, again;        // it has; and says that a second try may succeed
};

// Puts it into a storage, and takes it out again.
void broken_begin(struct broken *b, struct store *s);
void broken_end(struct broken *b, struct store *s);

// The call after so many others fails with the sentence "broken".
void broken_after(struct broken *b, unsigned calls);

// The same for memory: the allocation after so many others gives NULL, those of the storage alone
// (the program that wants this is linked so that they come here). Negative: none. Tells whether it
// has happened.
void broken_memory_after(int allocations);
bool broken_memory(void);

#endif
