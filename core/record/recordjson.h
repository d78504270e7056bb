// SPDX-License-Identifier: MIT
// Records as JSON, with everything that their text holds; docs/records.md describes the shape.
#ifndef ABAX_RECORD_RECORDJSON_H
#define ABAX_RECORD_RECORDJSON_H

#include "record/record.h"

void recordjson_write(const struct record *r, struct output *out);

// An error says where it is, "line 3: ...", and leaves the record empty.
bool recordjson_read(struct record *r, const char *text, size_t length, struct error *e);

#endif
