// SPDX-License-Identifier: MIT
// What people can say to each other: a short list instead of free text, so that nobody can be
// insulted and pages can translate it.
#ifndef ABAX_SERVER_LIVE_PHRASES_H
#define ABAX_SERVER_LIVE_PHRASES_H

#include <stdbool.h>

struct phrase {
    const char *name; // stable
    const char *words;
};

// Ends with one without a name.
extern const struct phrase phrases[];

// Where a name stands in the list; -1: it does not. The order is told between processes: add at the
// end.
int phrase_index(const char *name);
unsigned phrase_count(void);

#endif
