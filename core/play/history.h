// SPDX-License-Identifier: MIT
// A line of play: a start position and the actions since, with what only a history can tell: how often
// a position has stood, and what the last turn was. The rules stay with the game.
#ifndef ABAX_PLAY_HISTORY_H
#define ABAX_PLAY_HISTORY_H

#include "game/attempt.h"
#include "game/game.h"
#include "game/scene.h"
#include "search/ismcts.h"

enum { HISTORY_TURN = 32 }; // actions of the last turn that can be shown

struct history {
    const struct game *game;
    struct game_options options;
    struct game_position position; // now
    struct game_position turn; // before the last turn, or before the part of it that is remembered
    game_action turn_actions[HISTORY_TURN]; // since then
    unsigned turn_length, turn_skipped;     // actions of the turn before that part
    unsigned length;                        // actions played
    bool repeated;                          // drawn by repetition
    uint64_t first;                         // the key of the start
    uint64_t *keys; // of every position so far, from the first action on, when the game counts them
    size_t room;
    struct hidden_past
        *past; // what everybody saw of every action, kept only when the game hides things
    size_t past_room;
};

// Starts a line. Allocates nothing, so it cannot fail. Release it with history_clear.
void history_init(struct history *history, const struct game *g, const struct game_options *options,
                  const struct game_position *start);
void history_clear(struct history *history);

// The keys of the `length + 1` positions so far, when the game counts repetitions. Valid until the next action.
const uint64_t *history_keys(const struct history *history);

// The legal actions; none when the game is over, by the rules or by repetition.
void history_list(const struct history *history, struct game_actions *list);

// Plays a legal action. False, with nothing changed, when there is no memory to remember it.
bool history_play(struct history *history, game_action action);

// Plays the action with this text; a refusal says why and changes nothing. A line may begin with a view where
// the game can play on from one; then an action that cannot be true of it is refused as well.
bool history_play_text(struct history *history, const char *text, struct error *e);

// Whether a legal action can be true where the line stands, which may be a view; `name` is its text.
bool history_may_follow(const struct history *history, game_action action, const char *name,
                        struct error *e);

// Says why an action text was refused.
bool history_refuse(const char *text, const struct attempt_answer *answer, struct error *e);

// Whether a position with this key ends the game by repetition, when `count` positions with these keys stood before it. A
// record, whose lines branch, asks this; a line knows it of itself.
bool history_repeats(const struct game *g, const uint64_t *before, size_t count, uint64_t key);

// Whether a position would end the game by repetition, if it came now.
bool history_would_repeat(const struct history *history, const struct game_position *p);

void history_result(const struct history *history, struct game_result *result);

// The scene for a seat, with what the last turn did marked and told: all actions that one seat made in a row. Nobody is
// called "you".
void history_scene(const struct history *history, int seat, struct scene *s);

// The same for a reader who sits at seat `you`, or SCENE_NOBODY.
void history_scene_for(const struct history *history, int seat, int you, struct scene *s);

#endif
