// SPDX-License-Identifier: MIT
// Sentences for readers that know the language themselves, such as the page.
#ifndef ABAX_BASE_SENTENCEJSON_H
#define ABAX_BASE_SENTENCEJSON_H

#include "base/message.h"
#include "base/jsonwrite.h"

// Writes {"text": English, "id": ..., "args": {name: value}}; without an id only the text. An
// argument that is a sentence itself is an object like this. `args` is as base/sentence.h keeps it.
void sentence_json(struct json_writer *j, const char *name, const char *english, const char *args);

void message_json(struct json_writer *j, const char *name, const struct message *m);

#endif
