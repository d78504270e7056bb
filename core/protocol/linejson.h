// SPDX-License-Identifier: MIT
// A line that a search found, as JSON.
#ifndef ABAX_PROTOCOL_LINEJSON_H
#define ABAX_PROTOCOL_LINEJSON_H

#include "base/jsonwrite.h"
#include "play/history.h"
#include "search/search.h"

enum { LINE_NO_CLOCK = -1 };

// The object of line `index` of a report, followed by a line end. It has a time only where a clock
// was read.
void line_json(const struct history *history, const struct search_report *report, unsigned index,
               long long milliseconds, struct output *out);

#endif
