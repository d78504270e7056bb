// SPDX-License-Identifier: MIT
// A picture of any scene in plain text, and what it says in words.
#ifndef ABAX_RENDER_TEXT_H
#define ABAX_RENDER_TEXT_H

#include "base/catalogue.h"
#include "base/output.h"
#include "game/scene.h"

// Boards as grids of squares or hexagons: a piece over two spots joins them, the last turn stands
// in brackets, edges that belong to a seat show its number, groups have a strong line around them.
// Then trays as lines of words, marks, counters, the clues and the status, in the language of
// `messages`; without, in English.
void render_text(const struct game *g, const struct game_options *options, const struct scene *s,
                 const struct catalogue *messages, struct output *out);

// The same, but a board that is wider than 56 characters is shown around what lies on it.
void render_narrow_text(const struct game *g, const struct game_options *options,
                        const struct scene *s, const struct catalogue *messages,
                        struct output *out);

// The same as render_text without the status, for callers that say it in other words.
void render_board_text(const struct game *g, const struct game_options *options,
                       const struct scene *s, const struct catalogue *messages, struct output *out);

// The boards alone, without trays and words, narrow too.
void render_text_boards(const struct game *g, const struct scene *s,
                        const struct catalogue *messages, struct output *out);

#endif
