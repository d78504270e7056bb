// SPDX-License-Identifier: MIT
// JSON from outside, read strictly: an object with a fixed list of fields, each of one kind and
// size. A field that is not in the list, given twice, of the wrong kind or too long is refused with
// a sentence that names it.
#ifndef ABAX_SERVER_LIVE_SCHEMA_H
#define ABAX_SERVER_LIVE_SCHEMA_H

#include <stddef.h>

#include "base/error.h"

enum { SCHEMA_WORD_BYTES = 64, SCHEMA_MOST_WORDS = 8, SCHEMA_NAME_BYTES = 24, SCHEMA_MANY = 64 };

// A list of words, or the pairs of an object as "key=value".
struct schema_words {
    unsigned count;
    char at[SCHEMA_MOST_WORDS][SCHEMA_WORD_BYTES];
};

struct schema_many {
    unsigned count;
    char at[SCHEMA_MANY][SCHEMA_WORD_BYTES];
};

enum schema_kind {
    SCHEMA_WORD,       // char[size]
    SCHEMA_NUMBER,     // int64_t, from 0 to size
    SCHEMA_FLAG,       // bool
    SCHEMA_MAYBE,      // int: 0 or 1, so that a default can differ from both
    SCHEMA_WORDS,      // struct schema_words
    SCHEMA_PAIRS,      // struct schema_words
    SCHEMA_MANY_PAIRS, // struct schema_many
};

struct schema_field {
    const char *name;
    enum schema_kind kind;
    size_t place; // in the struct that is filled
    size_t size;
    bool must; // it has to be there
};

// Fills the fields that are there; the others stay. The list ends with a field without a name.
bool schema_read(const struct schema_field *fields, const char *bytes, size_t length, void *into,
                 struct error *e);

// Objects of several schemas: the field `tag` says which one. `schema_of` gives the fields for its
// value, or NULL; `find_to` is handed to it.
bool schema_read_tagged(const char *tag,
                        const struct schema_field *(*schema_of)(const char *value, void *find_to),
                        void *find_to, const char *bytes, size_t length, void *into,
                        struct error *e);

#endif
