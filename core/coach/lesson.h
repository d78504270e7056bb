// SPDX-License-Identifier: MIT
// A first lesson: steps on real positions, each with a goal for the person's next actions. The game
// brings the text (games/NAME/lesson.txt, format in docs/adding-a-game.md); this module reads it.
// coach/tutor.h checks what a person does, by the rules.
#ifndef ABAX_COACH_LESSON_H
#define ABAX_COACH_LESSON_H

#include "game/game.h"
#include "game/scene.h"

enum {
    LESSON_MAX_STEPS = 14,
    LESSON_MAX_WIN = 3, // own actions to a win; a tutor tries all of them
    LESSON_BYTES = 1 << 14,
    LESSON_WORD = 32, // the longest word of a goal and its terminator
};

enum lesson_kind {
    LESSON_ANY,     // any legal action
    LESSON_PLAY,    // one of the listed actions
    LESSON_REFUSED, // an attempt that this rule forbids
    LESSON_WIN,     // a forced win within this many own actions
    LESSON_SAFE,    // an action after which the person cannot lose before acting again
    LESSON_COUNTER, // a counter of the scene reaches a number before the turn ends
    LESSON_ASKS,    // the game asks for this next: a step of the scene's status
};

enum lesson_owner { LESSON_OWN, LESSON_OTHER, LESSON_ALL };

struct lesson_goal {
    enum lesson_kind kind;
    const char *words;       // actions, a rule's id, a counter's id, or the id of what is asked
    int number;              // actions to a win, or what a counter reaches
    enum lesson_owner owner; // of a counter
    bool most;               // the counter is to be at most the number, else at least
};

struct lesson_step {
    const char *id;
    const char *title;
    const char *text;  // paragraphs, with line ends between them
    const char *typed; // how to type it, for terminals; or NULL
    const char *task;  // what is to be done, in a sentence
    const char *hint;
    const char *done;  // what is said when it is done
    const char *reply; // answers of others, the first legal one is played; or NULL
    struct game_options options;
    struct game_position start;
    struct lesson_goal goal;
};

// The steps point into `bytes`, so a lesson is not copied.
struct lesson {
    const struct game *game;
    unsigned count;
    struct lesson_step steps[LESSON_MAX_STEPS];
    size_t used;
    char bytes[LESSON_BYTES];
};

// Reads a lesson text, strictly; an error names its line. A text without steps is no error.
bool lesson_read(struct lesson *lesson, const struct game *g, const char *text, struct error *e);

// The step with this id, or NULL.
const struct lesson_step *lesson_find(const struct lesson *lesson, const char *id);

// The goal's first word: "play", "win".
const char *lesson_kind_name(enum lesson_kind kind);

// Takes the next word of a list separated by spaces; false when none is left. A word that is too
// long is cut and then equals nothing.
bool lesson_next_word(const char **list, char word[LESSON_WORD]);

// Whether a list of actions holds this one; "d6*" holds all that begin with "d6".
bool lesson_lists(const char *list, const char *action);

// The counter that a goal is about, for the person in this seat, or NULL.
const struct scene_counter *lesson_counter(const struct lesson_goal *goal, const struct scene *s,
                                           int seat);

#endif
