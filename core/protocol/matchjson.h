// SPDX-License-Identifier: MIT
// Parts of a match as JSON, for sessions and servers.
#ifndef ABAX_PROTOCOL_MATCHJSON_H
#define ABAX_PROTOCOL_MATCHJSON_H

#include "base/jsonwrite.h"
#include "play/series.h"
#include "protocol/scenejson.h"

// An action in words: a sentence with its id and arguments.
void action_words_json(const struct game *g, const struct game_position *p, game_action action,
                       struct json_writer *j, const char *name);

// The actions of a line from the `first` on, each in words. Of a game with secrets only the first
// of all is known.
void line_words_json(const struct game *g, const struct game_position *p,
                     const struct search_line *line, unsigned first, struct json_writer *j,
                     const char *name);

// "options": {key: value}
void match_options_json(const struct match_setup *setup, struct json_writer *j);

// "sentence" and "over"
void match_sentence_json(const struct match *m, struct json_writer *j);

// "result" and "end" when the match is over, else nothing
void match_result_json(const struct match *m, struct json_writer *j);

// A series as it stands, this game counted if it is over; then also the seat that leads or has won
// (-1: nobody alone), the one that may choose who begins the next game, or -1, and whether the deal
// may be played again.
void series_json(const struct series *series, const struct match *m, struct json_writer *j,
                 const char *name);

// "position": the text as the viewpoint may know it; everything when the match is over
void match_position_json(const struct match *m, int viewpoint, struct json_writer *j);

#endif
