// SPDX-License-Identifier: MIT
// Attempts: something a player tried, as a path of spots or an action text, and the answer to it.
#ifndef ABAX_GAME_ATTEMPT_H
#define ABAX_GAME_ATTEMPT_H

#include "game/game.h"
#include "game/scene.h"

enum attempt_verdict {
    ATTEMPT_LEGAL,      // the whole path of a legal action
    ATTEMPT_INCOMPLETE, // the beginning of one
    ATTEMPT_REFUSED,    // a rule forbids it: the answer says which
};

struct attempt_answer {
    enum attempt_verdict verdict;
    unsigned matches;   // legal actions whose path begins so
    game_action action; // one of them, if there is any
    const char *rule;   // the rule's id when refused, else NULL
    const char *sentence;
    const char *capacity; // whose rule it is: the game's name, or "game"
};

// The refusal's sentence in a language.
const char *attempt_reason(const struct attempt_answer *answer, const struct catalogue *messages);

// Refusals that are the same in every game: what was tried is no action at all.
enum attempt_rule {
    ATTEMPT_UNREADABLE,
    ATTEMPT_SPOT_COUNT,
    ATTEMPT_NO_SUCH_SPOT,
    ATTEMPT_PICTURE,
    ATTEMPT_TOO_LONG,
    ATTEMPT_UNKNOWN,
    ATTEMPT_OVER,
    ATTEMPT_RULES,
};

extern const struct game_rule attempt_rules[ATTEMPT_RULES];

// Judges a path of spots of the position's scene.
void attempt_path(const struct game *g, const struct game_position *p, const struct game_path *path,
                  struct attempt_answer *answer);

// Judges an action text. Texts that are no action of the game in any position are refused as
// "unreadable".
void attempt_text(const struct game *g, const struct game_position *p, const char *text,
                  struct attempt_answer *answer);

#endif
