// SPDX-License-Identifier: MIT
// Writes JSON to an output, value by value. Inside an object every value has a name; in an array,
// and at the top, the name is NULL. Commas and escapes are taken care of.
#ifndef ABAX_BASE_JSONWRITE_H
#define ABAX_BASE_JSONWRITE_H

#include <stdbool.h>

#include "base/output.h"

// A record's variations nest 32 deep, each an object and two arrays; nothing else comes near.
enum { JSON_WRITE_DEEPEST = 128 };

struct json_writer {
    struct output *out;
    bool comma;      // a value stands before the next one
    bool spaced;     // for people: a space behind commas and colons
    bool fresh_line; // json_write_line was called
    int indent;
    unsigned depth;                 // objects and arrays that are open
    bool array[JSON_WRITE_DEEPEST]; // by depth: an array, not an object
};

void json_write_init(struct json_writer *j, struct output *out);

void json_write_object(struct json_writer *j, const char *name);
void json_write_end_object(struct json_writer *j);
void json_write_array(struct json_writer *j, const char *name);
void json_write_end_array(struct json_writer *j);

// Bytes that are no UTF-8 become '?', so that the result is always JSON. NULL writes null.
void json_write_string(struct json_writer *j, const char *name, const char *value);
void json_write_number(struct json_writer *j, const char *name, long long value);
void json_write_bool(struct json_writer *j, const char *name, bool value);

// A string in pieces of whole characters, between its begin and its end.
void json_write_begin_string(struct json_writer *j, const char *name);
void json_write_part(struct json_writer *j, const char *bytes, size_t count);
void json_write_end_string(struct json_writer *j);

// The next value, or the bracket that closes the object or array, begins a line, indented by so
// many spaces.
void json_write_line(struct json_writer *j, int indent);

// A number of tenths or thousandths, such as 12.3: value 123, scale 10.
void json_write_decimal(struct json_writer *j, const char *name, long long value, int scale);

#endif
