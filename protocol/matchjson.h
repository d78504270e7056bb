// SPDX-License-Identifier: MIT
// Parts of a match as JSON, for whoever tells a front end how it stands: a session, a server.
#ifndef ABAX_PROTOCOL_MATCHJSON_H
#define ABAX_PROTOCOL_MATCHJSON_H

#include "base/jsonwrite.h"
#include "play/match.h"
#include "protocol/scenejson.h"

// An action in words: a sentence with its id and arguments.
void action_words_json(const struct game *g, const struct game_position *p, game_action action,
                       struct json_writer *j, const char *name);

// "options": {key: value}
void match_options_json(const struct match_setup *setup, struct json_writer *j);

// "sentence", "over" and, at the end, "result" and "end"
void match_end_json(const struct match *m, struct json_writer *j);

// "position": the text as these eyes may know it; everything when the match is over
void match_position_json(const struct match *m, int eyes, struct json_writer *j);

#endif
