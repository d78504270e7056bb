// SPDX-License-Identifier: MIT
// Facts, hints and reviews as text and as JSON (docs/review.md), for every front end.
#ifndef ABAX_PROTOCOL_ADVICE_H
#define ABAX_PROTOCOL_ADVICE_H

#include "base/jsonwrite.h"
#include "coach/hint.h"
#include "coach/review.h"
#include "protocol/command.h"

// [{id, grade, seat, ..., text}], in the order in which they are reported.
void advice_facts(const struct facts *facts, const struct game *g,
                  const char *const names[GAME_MAX_SEATS], struct json_writer *j, const char *name);

// One level of a hint: {rung, seat, area | candidates | best | reasons, text}.
void advice_hint(const struct hint *h, unsigned level, const char *const names[GAME_MAX_SEATS],
                 struct json_writer *j, const char *name);

// What an action costs: {action, words, word, loss, before, after, proven_before, proven_after,
// better, better_words, warned, said, reason, why, against}. The rest of the task is what was
// classified.
void advice_classification(const struct classify_task *task,
                           const struct move_classification *judged, enum warning_level strength,
                           const char *const names[GAME_MAX_SEATS], struct json_writer *j,
                           const char *name);

// A finished review: chart, mistakes, accuracy and turning points as text, or one object for the
// game and one for each action, a line each.
void advice_review_text(const struct review *r, const struct catalogue *messages,
                        struct output *out);
void advice_review_json(const struct review *r, struct output *out);

// Reviews a match with the nodes, in the form and with the host of the arguments.
bool advice_review(const struct match *m, const struct arguments *a, struct output *out,
                   struct error *e);

// The match that the words of a command give: the start and the actions. Cleared already on
// failure.
bool advice_match(const struct arguments *a, struct match *m, struct error *e);

#endif
