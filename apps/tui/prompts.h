// SPDX-License-Identifier: MIT
// Sentences about a match for the people at a terminal: who plays, what was just done, what the
// person can do now, and how it ended. The same at the screen and line by line, in the words of the
// page.
#ifndef ABAX_TUI_PROMPTS_H
#define ABAX_TUI_PROMPTS_H

#include "play/series.h"
#include "play/touch.h"

enum { PROMPT_BYTES = 1100, PROMPT_NAME_BYTES = 120, PROMPT_TENTHS_BYTES = 24 };

struct prompts {
    const struct match *match;
    const struct series *series;
    const struct catalogue *messages;
};

// "Pip (Black)": a level by its name; everybody else as the match calls them.
const char *prompts_name(const struct prompts *prompts, int seat, char storage[PROMPT_NAME_BYTES]);

// The whole turn before the action with this number was played, as "Black: one; another. "; nothing
// when the seat that acts next goes on with its own turn.
void prompts_last_turn(const struct prompts *prompts, unsigned length, struct text *t);

// What the turn did to players, with a blank after each sentence; often nothing.
void prompts_events(const struct prompts *prompts, const struct scene *s, struct text *t);

// What the person to act can do; in a turn that has begun, the next touch. The scene is translated
// already.
void prompts_next(const struct prompts *prompts, const struct scene *s, const struct touch *touch,
                  const bool targets[SCENE_MAX_SPOTS], struct text *t);

// When looking back: the position's number, the action that led there, and whose turn it was.
void prompts_past(const struct prompts *prompts, unsigned shown, const struct scene *s,
                  struct text *t);

// The colours of people with names: "Ann is White. Ben is Black."; false if no person has a name.
bool prompts_seats(const struct prompts *prompts, struct text *t);

// Who begins, if seats were drawn and no action was played yet.
bool prompts_seat_draw(const struct prompts *prompts, struct text *t);

// How it ended, by what rule, and how the series stands.
void prompts_end(const struct prompts *prompts, const struct scene *s, struct text *t);

// A step of the count at the end, from 0; false when there is none.
bool prompts_count(const struct prompts *prompts, const struct scene *s, unsigned step,
                   struct text *t);

// The verdict of that step, or NULL.
const struct scene_verdict *prompts_count_step(const struct scene *s, unsigned step);

// A number of tenths without its sign, as the language writes it.
const char *prompts_tenths(const struct catalogue *messages, int tenths,
                           char storage[PROMPT_TENTHS_BYTES]);

#endif
