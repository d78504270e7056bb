// SPDX-License-Identifier: MIT
// What a search found, as text.
#ifndef ABAX_PROTOCOL_REPORT_H
#define ABAX_PROTOCOL_REPORT_H

#include "play/history.h"
#include "search/search.h"

enum { REPORT_BYTES = 2048 }; // the longest text and its terminator

// "win", "loss" or "draw" when that is proven, otherwise NULL.
const char *report_proven(const struct search_line *found);

// The actions with a space between them. From a seat's view only the first, since rules need to
// know everything to play on.
void report_actions(const struct history *history, const struct search_line *found, struct text *t);

// Other first actions that lead to the same game, with `between` between them, after `before` and
// before `after`; nothing when there are none.
void report_symmetric(const struct history *history, const struct search_line *found,
                      const char *before, const char *between, const char *after, struct text *t);

// " margin 5" when that is certain, " expected margin +2.5" when it is not, or nothing where there
// are no scores.
void report_margins(const struct game *g, const struct search_line *found, struct text *t);

// The fields of line `index` of a report: depth, score and so on up to the actions, as UGI has
// them.
void report_info(const struct history *history, const struct search_report *report, unsigned index,
                 uint64_t microseconds, struct text *t);

// In a game with secrets, what is believed about a seat's: "red 31.0 %, blue 24.5 %", the likeliest
// first.
void report_belief(const struct game *g, const struct imperfect_belief *belief, struct text *t);

#endif
