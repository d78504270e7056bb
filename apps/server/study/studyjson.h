// SPDX-License-Identifier: MIT
// A study as everybody may see it who knows its name; no key and no hash is in it.
#ifndef ABAX_SERVER_STUDY_STUDYJSON_H
#define ABAX_SERVER_STUDY_STUDYJSON_H

#include "base/jsonwrite.h"
#include "server/study/study.h"

// The row of a list, as an object.
void studyjson_row(const struct store_document *row, struct json_writer *j);

// What it is, and all that stands in it, as members of an object.
void studyjson_about(const struct study *s, struct json_writer *j);
void studyjson_whole(const struct study *s, struct json_writer *j);

// What an event has changed, as members of an object.
void studyjson_change(const struct study *s, const struct study_change *c, struct json_writer *j);

#endif
