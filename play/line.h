// SPDX-License-Identifier: MIT
// A line of play: a start position and the actions since, with what only a history can tell: how often
// a position has stood (Tiku), and what the last action was. The rules stay with the game.
#ifndef ABAX_PLAY_LINE_H
#define ABAX_PLAY_LINE_H

#include "game/game.h"
#include "game/scene.h"
#include "search/hidden.h"

struct line {
    const struct game *game;
    struct game_options options;
    struct game_position position; // now
    struct game_position before;   // before the last action
    game_action last;
    unsigned length; // actions played
    bool repeated;   // drawn by repetition
    uint64_t *keys;  // of every position so far, kept only when the game counts them
    size_t room;
    struct hidden_past
        *past; // what everybody saw of every action, kept only when the game hides things
    size_t past_room;
};

// Starts a line. Release it with line_clear.
void line_init(struct line *line, const struct game *g, const struct game_options *options,
               const struct game_position *start);
void line_clear(struct line *line);

// The legal actions; none when the game is over, by the rules or by repetition.
void line_list(const struct line *line, struct game_actions *list);

// Plays a legal action. False, with nothing changed, when there is no memory to remember it.
bool line_play(struct line *line, game_action action);

// Plays the action with this text; a refusal says why and changes nothing. A line may begin with a view where
// the game can play on from one; then an action that cannot be true of it is refused as well.
bool line_play_text(struct line *line, const char *text, struct error *e);

// Whether a position would end the game by repetition, if it came now.
bool line_would_repeat(const struct line *line, const struct game_position *p);

void line_result(const struct line *line, struct game_result *result);

// The scene for a seat, with the last action marked.
void line_scene(const struct line *line, int seat, struct scene *s);

#endif
