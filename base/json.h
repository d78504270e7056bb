// SPDX-License-Identifier: MIT
// Writes JSON to an output, value by value. Inside an object every value has a name; in an array, and at the
// top, the name is NULL. Commas and escapes are taken care of.
#ifndef ABAX_BASE_JSON_H
#define ABAX_BASE_JSON_H

#include <stdbool.h>

#include "base/output.h"

struct json {
    struct output *out;
    bool comma; // a value stands before the next one
};

void json_init(struct json *j, struct output *out);

void json_object(struct json *j, const char *name);
void json_end_object(struct json *j);
void json_array(struct json *j, const char *name);
void json_end_array(struct json *j);

// Bytes that are no UTF-8 become '?', so that the result is always JSON. NULL writes null.
void json_string(struct json *j, const char *name, const char *value);
void json_number(struct json *j, const char *name, long long value);
void json_bool(struct json *j, const char *name, bool value);

// A number of tenths or thousandths, such as 12.3: value 123, scale 10.
void json_decimal(struct json *j, const char *name, long long value, int scale);

#endif
