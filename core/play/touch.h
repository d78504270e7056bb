// SPDX-License-Identifier: MIT
// Turns touches of spots, by finger, mouse or cursor, into an action. Spots touched so far are
// staged; nothing is played here.
#ifndef ABAX_PLAY_TOUCH_H
#define ABAX_PLAY_TOUCH_H

#include "game/attempt.h"
#include "play/history.h"

enum touch_answer {
    TOUCH_STAGED,  // the beginning of an action; touch_targets has the next spots
    TOUCH_READY,   // an action is complete: play it, or ask for confirmation
    TOUCH_UNDONE,  // the last spot was touched again: undoes that touch
    TOUCH_REFUSED, // a rule forbids it; staged spots stay
};

struct touch {
    struct game_path path; // staged
    game_action action;    // when ready
    const char *rule;      // when refused: the rule's id and its sentence
    const char *sentence;
    bool put_back;        // some spots are no longer staged
    const char *capacity; // whose rule it is, as in game/attempt.h
};

void touch_cancel(struct touch *t);

// Touches a spot of the scene, in a game that is not over. A spot that does not continue the staged
// path but can begin an action starts a new path; staged spots that fit it stay.
enum touch_answer touch_spot(struct touch *t, const struct history *history, game_spot spot);

// Marks the spots that can be touched next; returns how many.
unsigned touch_targets(const struct touch *t, const struct history *history,
                       bool targets[SCENE_MAX_SPOTS]);

#endif
