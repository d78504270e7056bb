// SPDX-License-Identifier: MIT
// The table of what the coach can say about actions of a game: features, by which hints and reviews
// explain why one action is better than another, and themes of puzzles. All of it is optional.
#ifndef ABAX_GAME_COACH_H
#define ABAX_GAME_COACH_H

#include "game/types.h"

struct game;

enum {
    GAME_MAX_FEATURES = 16,
    GAME_MAX_THEMES = 14,
    GAME_NO_VALUE = INT16_MIN,
};

#define GAME_NO_ANSWER UINT32_MAX

// A term in which players of this game talk about an action, such as "it opens the middle". Each is
// a number that follows from the rules alone; "yes" is 1. coach/reasons.h compares two actions by
// it.
struct game_feature {
    const char *id; // stable, never translated

    // Above 0: more is better for the seat to act; below: less is. A smaller difference counts as
    // equal.
    int step;
};

struct game_value {
    int number;         // GAME_NO_VALUE: the term has no meaning here
    game_action answer; // of the next seat, which shows it; or GAME_NO_ANSWER
};

// What a puzzle of this game can be about besides what it can be in every game
// (coach/puzzletheme.h).
struct game_theme {
    const char *id;   // stable, never translated
    const char *name; // for people, as NAME.theme.ID; the id is this with hyphens
};

struct game_coach {
    // Features. All three or none.

    const struct game_feature *features; // most telling first; ends at the first without an id

    // Measures the features of a legal action, for the seat to act, whose view the position is.
    void (*measure)(const struct game_position *seen, game_action action,
                    struct game_value values[GAME_MAX_FEATURES]);

    // Says what a feature's number means, as a sentence about the action ("it"): `own` is the name
    // of who acts, `name` of the next seat, `answer` an action's text. As arguments they are called
    // so, and the number is n. Returns false if this number is not worth a sentence.
    bool (*say_feature)(unsigned feature, int number, const char *own, const char *name,
                        const char *answer, struct message *message);

    // Themes. Both or neither.

    // Ends at the first without an id. Files refer to themes by index: add new ones at the end.
    const struct game_theme *themes;

    // Which of the themes a legal action has, by the rules alone, as bits.
    unsigned (*theme)(const struct game_position *before, game_action action);
};

// ---------------------------------------------------------------------------------------------
// For callers
// ---------------------------------------------------------------------------------------------

unsigned game_feature_count(const struct game *g);

#endif
