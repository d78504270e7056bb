// SPDX-License-Identifier: MIT
// The --json answers of short commands: one object per line (protocol/schema/command.json). The
// page's module does without: its sessions say more.
#ifndef ABAX_PROTOCOL_ANSWERJSON_H
#define ABAX_PROTOCOL_ANSWERJSON_H

#include "base/jsonwrite.h"
#include "game/attempt.h"
#include "play/history.h"

// The legal actions, as texts and in words.
void answer_moves(const struct history *history, const struct game_actions *list,
                  struct output *out);

// The position as `seen` has it, whose turn it is, and the result of a game that is over.
void answer_position(const struct history *history, const struct game_position *seen,
                     struct output *out);

// What became of an attempt, with the sentence of a refusal in the language.
void answer_attempt(const struct attempt_answer *answer, const struct catalogue *messages,
                    struct output *out);

// A random game: the caller writes its actions as strings between the two calls; its result
// follows.
void answer_random_begin(struct json_writer *j, struct output *out);
void answer_random_end(struct json_writer *j, const struct history *history);

// Two numbers by name.
void answer_numbers(const char *name, unsigned long long number, const char *second_name,
                    unsigned long long second, struct output *out);

// The levels of the computer, the weakest first.
void answer_levels(const struct catalogue *messages, struct output *out);

// An array of the lines that are written between the two. What goes beyond ANSWER_LINE bytes is
// cut: nothing that is drawn for people is as wide.
enum { ANSWER_LINE = 2048 };
struct answer_lines {
    struct json_writer *json;
    struct output out; // write here
    struct text line;  // so far: characters may come in parts
    char storage[ANSWER_LINE];
};
void answer_lines_begin(struct answer_lines *l, struct json_writer *j, const char *name);
void answer_lines_end(struct answer_lines *l);

// An object on a line of its own.
void answer_begin(struct json_writer *j, struct output *out);
void answer_end(struct json_writer *j);

#endif
