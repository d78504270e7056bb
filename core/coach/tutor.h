// SPDX-License-Identifier: MIT
// A tutor: one person at one step of a lesson. It checks attempts against the step's goal by the
// rules of the game, plays right ones, answers for the other seats, and takes back attempts that
// miss the goal.
#ifndef ABAX_COACH_TUTOR_H
#define ABAX_COACH_TUTOR_H

#include "base/catalogue.h"
#include "game/attempt.h"
#include "coach/lesson.h"
#include "play/history.h"

enum { TUTOR_SAY = 1024, TUTOR_MOST = 32, TUTOR_REMARKS = TUTOR_MOST + 4 };

enum tutor_verdict {
    TUTOR_DONE,    // the goal is met
    TUTOR_AGAIN,   // legal, but the goal is missed: the step starts over
    TUTOR_MORE,    // right so far; the person continues
    TUTOR_REFUSED, // the rules forbid it; nothing changed
};

struct tutor {
    const struct catalogue *messages; // the language of what is said; NULL: English
    const struct lesson_step *step;
    struct history history; // from the step's position
    int seat;               // the person's
    int acted;              // actions of the person in the line
    bool done;
    unsigned length; // actions of the line, and their texts
    char played[TUTOR_MOST][GAME_ACTION_BYTES];
};

// What is said comes in parts with stable ids, so that it can be translated:
//   "missed", "so-far", "go-on", "beginning", "other-rule"  always the same words
//   "task", "done"                                          the step's own
//   "rule"                                                  the sentence of `rule`
//   "answers", "would-answer"                               what `seat` plays
struct tutor_remark {
    const char *id;
    const char *rule;
    int seat;
    char action[GAME_ACTION_BYTES];
    struct message message; // the action in words
};

struct tutor_answer {
    enum tutor_verdict verdict;
    char say[TUTOR_SAY]; // all remarks, one after the other
    unsigned remark_count;
    struct tutor_remark remarks[TUTOR_REMARKS];
};

// Begins a step. Release it with tutor_clear.
void tutor_init(struct tutor *t, const struct game *g, const struct lesson_step *step,
                const struct catalogue *messages);

// A text of the step in the tutor's language: `part` is "title", "text", "typed", "task", "hint" or
// "done".
const char *tutor_text(const struct tutor *t, const char *part, const char *english);
void tutor_clear(struct tutor *t);

// Checks an attempt that was made in the position of the tutor's line. Not after TUTOR_DONE.
void tutor_try(struct tutor *t, const struct attempt_answer *tried, struct tutor_answer *answer);

// "done", "again", "more" or "refused".
const char *tutor_verdict_name(enum tutor_verdict verdict);

#endif
