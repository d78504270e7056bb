// SPDX-License-Identifier: MIT
// The table of what people see and touch: the scene, words, and the editor. Renderers know scenes
// (game/scene.h), not games.
#ifndef ABAX_GAME_UI_H
#define ABAX_GAME_UI_H

#include "game/types.h"

struct game;
struct game_editor; // game/edit.h
struct scene;       // game/scene.h
struct scene_clues;

struct game_ui {
    // Required.

    // Describes the position for one seat (or GAME_PUBLIC). `p` is already that seat's view. The
    // scene comes in empty (scene_init).
    void (*scene)(const struct game_position *p, int seat, struct scene *scene);

    // With defaults (NULL takes the default).

    // A legal action in words: what goes where, as a sentence with an id (base/sentence.h) that
    // begins with a small letter and has no full stop: "totem to c3, a 2 on b4". It names every
    // place and number that the player chose, so that all legal actions of a position differ.
    // Default: the text.
    void (*say)(const struct game_position *p, game_action action, struct message *message);

    // Reads an action-shaped text as a path, whether or not it is legal here; false when it does
    // not have the shape of an action. Default: the text is names of spots one after the other.
    bool (*attempt)(const struct game_position *p, const char *text, struct game_path *path);

    // The two spots of a path may be touched in either order, such as the halves of a block.
    bool either_end;

    // The spot of a path with this number, from 1, may be touched at any time, such as a piece of
    // the hand. Such spots occur nowhere else in a path. 0: there is none.
    unsigned loose;

    // The spot that a path names when this one is touched after those: a piece on several spots may
    // be touched at any of them, while paths name one. Idempotent. Default: the spot itself.
    game_spot (*resolve_spot)(const struct game_position *p, const struct game_path *touched,
                              game_spot spot);

    // Adds the events of an action to a scene (scene_event in game/scene.h), if it did more than
    // the board shows: who was eliminated and by whom, whose turn is skipped and why. Called for
    // each action of the last turn, in order. Both positions are views of the seat for which the
    // scene is made; `s->you` is the reader's seat, and `s->status.over` says whether the scene
    // shows the end. Default: nothing.
    void (*add_events)(const struct game_position *before, game_action action,
                       const struct game_position *after, struct scene *s);

    // Adds what everybody saw of an action to the clues of a scene (game/scene.h). Called for each
    // action since the start, in order, with the public view of the position before it. Only hidden
    // games have it. Default: nothing.
    void (*track_clues)(const struct game_position *before, game_action action,
                        struct scene_clues *clues);

    // How people put positions together by touch. Default: positions are edited as texts.
    const struct game_editor *editor;
};

// ---------------------------------------------------------------------------------------------
// For callers
// ---------------------------------------------------------------------------------------------

// An action in words, to be translated later.
void game_say(const struct game *g, const struct game_position *p, game_action action,
              struct message *message);

// Adds an action in words in the language of `messages` (NULL: English).
void game_add_words(const struct game *g, const struct game_position *p, game_action action,
                    const struct catalogue *messages, struct text *t);

// The same followed by its text, for those who type: "totem to c3, a 2 on b4 (c3b42)"; only the
// text if the game has no words.
void game_add_named(const struct game *g, const struct game_position *p, game_action action,
                    const struct catalogue *messages, struct text *t);

#endif
