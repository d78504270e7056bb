// SPDX-License-Identifier: MIT
// The extra tags in records of an engine match (docs/matches.md): they say which game of which
// match it is, so that a file of records is enough to continue a match or to count it.
#ifndef ABAX_RECORD_MATCHTAGS_H
#define ABAX_RECORD_MATCHTAGS_H

#include "play/crosstable.h"
#include "record/record.h"

enum { MATCHTAGS_SETTINGS = 480 };

// Adds them; `settings` are words such as "seed=1", the same for all games of a match. False
// without memory.
bool matchtags_add(struct record *r, const struct crosstable_game *g, const char *settings);

// Reads them; `settings` and the error are the record's. False with a sentence when the record is
// not of a match.
bool matchtags_read(const struct record *r, struct crosstable_game *g, const char **settings,
                    struct error *e);

// The number after "name=" in settings; false when there is none.
bool matchtags_number(const char *settings, const char *name, uint64_t *n);

// The first word of `theirs` that `ours` has not, or of `ours` that `theirs` has not; false when
// all are alike.
bool matchtags_differ(const char *ours, const char *theirs, char word[MATCHTAGS_SETTINGS]);

#endif
