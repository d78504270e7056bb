// SPDX-License-Identifier: MIT
// Touches of spots, narrowed to an action: the road from a finger, a mouse or a cursor to the rules. What was
// touched so far is staged; nothing is played here.
#ifndef ABAX_PLAY_TOUCH_H
#define ABAX_PLAY_TOUCH_H

#include "game/attempt.h"
#include "play/history.h"

enum touch_answer {
    TOUCH_STAGED,  // the beginning of an action; targets tell how it can go on
    TOUCH_READY,   // an action is complete: play it, or ask the person first
    TOUCH_UNDONE,  // the last touched spot again: that touch is taken back
    TOUCH_REFUSED, // a rule forbids it; what was staged stays
};

struct touch {
    struct game_path path; // staged
    game_action action;    // when ready
    const char *rule;      // when refused: the rule's id and its sentence
    const char *sentence;
    bool put_back; // something that was staged was not meant after all, and is not staged any more
    const char *room; // whose rule it is, as in game/attempt.h
};

void touch_cancel(struct touch *t);

// Touches a spot of the line's scene, in a line that is not over. A spot that does not go on from what is staged
// but begins an action itself begins anew, and what stays possible of the rest stays staged.
enum touch_answer touch_spot(struct touch *t, const struct history *history, game_spot spot);

// Marks the spots that can be touched next with what is staged; returns how many.
unsigned touch_targets(const struct touch *t, const struct history *history,
                       bool targets[SCENE_MAX_SPOTS]);

#endif
