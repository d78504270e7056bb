// SPDX-License-Identifier: MIT
// Reads JSON as RFC 8259 has it, and nothing more. The text becomes an array of tokens that the
// caller gives: an object is followed by its keys, each with its value behind it, an array by its
// items. A token knows its bytes, so a pointer to one is a value; NULL is a value that is not
// there, and every function takes it. Nothing is copied: the text has to stay.
#ifndef ABAX_BASE_JSONREAD_H
#define ABAX_BASE_JSONREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum {
    JSON_DEPTH_MOST = 128,     // values inside each other
    JSON_BYTES_MOST = 1 << 26, // of a text
};

enum json_kind {
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_NUMBER,
    JSON_STRING,
    JSON_OBJECT,
    JSON_ARRAY,
};

struct json_token {
    const char *at;  // a string's is behind its quote
    uint32_t length; // bytes; of a string as it is written, escapes included
    uint32_t span;   // tokens that it takes, itself and all inside
    uint32_t line;   // where it begins, counted from 1
    uint8_t kind;    // enum json_kind
};

// Reads a whole text: the first token, or NULL with a sentence that says where the error is. Halves
// of surrogate pairs and bytes that are no UTF-8 are errors; keys that stand twice are the caller's
// business.
const struct json_token *json_read(const char *bytes, size_t length, struct json_token *tokens,
                                   unsigned capacity, struct error *e);

// How many tokens a text can need at most.
size_t json_read_capacity(const char *bytes, size_t length);

// The same with an array of that many, to be released with json_read_free.
const struct json_token *json_read_new(const char *bytes, size_t length, struct error *e);
void json_read_free(const struct json_token *root);

bool json_read_kind(const struct json_token *t, enum json_kind kind);

// The items of an array, or the keys of an object; NULL behind the last. `t` is one of them.
const struct json_token *json_read_first(const struct json_token *container);
const struct json_token *json_read_next(const struct json_token *container,
                                        const struct json_token *t);

// The value behind a key; the value of the first key with this name in an object; an item of an
// array.
const struct json_token *json_read_value(const struct json_token *key);
const struct json_token *json_read_member(const struct json_token *object, const char *name);
const struct json_token *json_read_item(const struct json_token *array, unsigned index);

// How many items or keys there are.
unsigned json_read_count(const struct json_token *container);

// Copies what a string means, terminated. False when it is no string, does not fit (then `to` has
// what did), or holds a zero. `length` + 1 bytes are always enough.
bool json_read_string(const struct json_token *t, char *to, size_t capacity);

// Whether it is a string or key with this meaning.
bool json_read_is(const struct json_token *t, const char *meaning);

// False when it is no number without fraction and exponent, or not within 64 bits.
bool json_read_number(const struct json_token *t, int64_t *n);

#endif
