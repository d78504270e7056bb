// SPDX-License-Identifier: MIT
// What the opening explorer found, as JSON and as text, and records as games to count. The
// terminal, sessions and a server share it.
#ifndef ABAX_PROTOCOL_EXPLORE_H
#define ABAX_PROTOCOL_EXPLORE_H

#include "base/jsonwrite.h"
#include "coach/explorer.h"
#include "record/record.h"

enum { EXPLORE_LONGEST = 1000 }; // positions of a game that are counted

// Counts a record if it is of this game and has a result; whether it did.
bool explore_record(struct explorer_view *v, const struct record *r);

// The fields of an answer (docs/session.md, `explore`) in an object that is open. `nodes` is 0
// where no search played.
void explore_json(const struct explorer_view *v, const char *source, uint64_t nodes,
                  struct json_writer *j);

// A table for a terminal: a line for each action of which something is known.
void explore_print(const struct explorer_view *v, const struct catalogue *messages,
                   struct output *out);

#endif
