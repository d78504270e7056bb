// SPDX-License-Identifier: MIT
// JSON from outside, read strictly: an object with a fixed list of fields, each of one kind and size. A field that is
// not in the list, given twice, of the wrong kind or too long is refused with a sentence that names it.
#ifndef ABAX_SERVER_SHAPE_H
#define ABAX_SERVER_SHAPE_H

#include <stddef.h>

#include "base/error.h"

enum { SHAPE_WORD_BYTES = 64, SHAPE_MOST_WORDS = 8, SHAPE_NAME_BYTES = 24, SHAPE_MANY = 64 };

// A list of words, or the pairs of an object as "key=value".
struct shape_words {
    unsigned count;
    char at[SHAPE_MOST_WORDS][SHAPE_WORD_BYTES];
};

struct shape_many {
    unsigned count;
    char at[SHAPE_MANY][SHAPE_WORD_BYTES];
};

enum shape_kind {
    SHAPE_WORD,       // char[size]
    SHAPE_NUMBER,     // int64_t, from 0 to size
    SHAPE_FLAG,       // bool
    SHAPE_WORDS,      // struct shape_words
    SHAPE_PAIRS,      // struct shape_words
    SHAPE_MANY_PAIRS, // struct shape_many
};

struct shape_field {
    const char *name;
    enum shape_kind kind;
    size_t place; // in the struct that is filled
    size_t size;
    bool must; // it has to be there
};

// Fills the fields that are there; the others stay. The list ends with a field without a name.
bool shape_read(const struct shape_field *fields, const char *bytes, size_t length, void *into,
                struct error *e);

// Objects of several shapes: the field `tag` says which one. `shape_of` gives the fields for its value, or NULL; `find_to` is handed to it.
bool shape_read_tagged(const char *tag,
                       const struct shape_field *(*shape_of)(const char *value, void *find_to),
                       void *find_to, const char *bytes, size_t length, void *into,
                       struct error *e);

#endif
