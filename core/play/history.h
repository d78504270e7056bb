// SPDX-License-Identifier: MIT
// A game so far: a start position, the actions since, and what only the past can tell: repetition,
// the last turn, and under hidden information what everybody saw.
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
    struct game_position turn;     // before the last turn, or before the part of it that is kept
    game_action turn_actions[HISTORY_TURN]; // since then
    unsigned turn_length, turn_skipped;     // actions of the turn before that part
    unsigned length;                        // actions played
    bool repeated;                          // drawn by repetition
    uint64_t first;                         // the key of the start
    // Of every position so far, from the first action on, in games with repetition.
    uint64_t *keys;
    size_t capacity;
    // What everybody saw of each action, only under hidden information.
    struct imperfect_past *past;
    size_t past_capacity;
};

// Starts a history. Allocates nothing, so it cannot fail. Release with history_clear.
void history_init(struct history *history, const struct game *g, const struct game_options *options,
                  const struct game_position *start);
void history_clear(struct history *history);

// The keys of the `length + 1` positions so far, in games with repetition. Valid until the next
// action.
const uint64_t *history_keys(const struct history *history);

// The legal actions; none when the game is over, by the rules or by repetition.
void history_list(const struct history *history, struct game_actions *list);

// Plays a legal action. False, and nothing changed, without memory.
bool history_play(struct history *history, game_action action);

// Plays the action with this text. An error says why not and changes nothing. A history may begin
// with a view where the game can be played on from one; an action that contradicts the view is an
// error too.
bool history_play_text(struct history *history, const char *text, struct error *e);

// Whether a legal action agrees with the current position, which may be a view; `name` is its text.
bool history_may_follow(const struct history *history, game_action action, const char *name,
                        struct error *e);

// Sets the error for a refused action text. Returns false.
bool history_refuse(const char *text, const struct attempt_answer *answer, struct error *e);

// Whether a position with this key ends the game by repetition after `count` positions with these
// keys. For records, whose variations branch.
bool history_repeats(const struct game *g, const uint64_t *before, size_t count, uint64_t key);

// Whether a position would end the game by repetition if it came next.
bool history_would_repeat(const struct history *history, const struct game_position *p);

void history_result(const struct history *history, struct game_result *result);

// The same if a position came next.
void history_result_after(const struct history *history, const struct game_position *p,
                          struct game_result *result);

// The scene for a seat, with the last turn (all actions of one seat in a row) marked and described.
// No seat is "you".
void history_scene(const struct history *history, int seat, struct scene *s);

// The same for a reader who sits at seat `you`, or SCENE_NOBODY.
void history_scene_for(const struct history *history, int seat, int you, struct scene *s);

#endif
