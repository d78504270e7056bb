// SPDX-License-Identifier: MIT
// What a scene says in words, for the lines beside a picture and for those who cannot see it. The
// words are the game's.
#ifndef ABAX_RENDER_LEGEND_H
#define ABAX_RENDER_LEGEND_H

#include "base/catalogue.h"
#include "render/geometry.h"

// The game and the language; without messages, English.
struct legend {
    const struct game *game;
    const struct catalogue *messages;
};

// A text of the game under "GAME.KIND.ID", or one that all games share under "game.KIND.ID".
const char *legend_text(const struct legend *l, const char *kind, const char *id,
                        const char *english);

// The name of a seat.
const char *legend_seat_name(const struct legend *l, int seat);

// "Names:", as the language writes it; what is listed follows, each after a blank.
void legend_list(const struct legend *l, const char *name, struct text *t);

// What a spot is called, its label with the arguments.
void legend_label(const struct legend *l, const struct scene *s, unsigned spot, struct text *t);

// Puts the language's words into a scene, for renderers that show its titles, labels, counters and
// prompt.
void legend_translate(const struct legend *l, struct scene *s);

// One sign for a seat: the letter that its name begins with, or its number where names begin alike.
// '#' for nobody.
char legend_seat(const struct legend *l, int seat);

// What lies on a spot: "c3: Red's lion on Black's jackal (height 2); last action".
void legend_spot(const struct legend *l, const struct scene *s, unsigned spot, struct text *t);

// Whose turn it is and what is asked, or how the game ended.
void legend_status(const struct legend *l, const struct game_options *options,
                   const struct scene *s, struct text *t);

// What the last turn did to players, each sentence with a blank after it; often nothing.
void legend_events(const struct legend *l, const struct scene *s, struct text *t);

// Why the game ended, in all sentences but the steps of a count, after what the last turn did to
// players; nothing before the end or when no rule ended it.
void legend_verdicts(const struct legend *l, const struct scene *s, struct text *t);

// "w White's figure, o White's disc": the signs of a drawing in text and what they stand for; false
// when there are none.
bool legend_signs(const struct legend *l, const struct scene *s, struct text *t);

// Lines about marks, outlines and edges: the next one from `*at` on, which begins at 0; false after
// the last. Pictures are left to those who can see them.
bool legend_line(const struct legend *l, const struct scene *s, unsigned *at, struct text *t);

// The counters of a seat, or of nobody: "White: discs left 5, ..."; false when there are none.
bool legend_counters(const struct legend *l, const struct scene *s, int owner, struct text *t);

// The clues, line by line from 0: a seat each, in their order, then what is left; false after the
// last, and at once where there are no clues. "Second (partner of Fourth): red or blue; took green
// 1, white 2".
bool legend_clues(const struct legend *l, const struct game_options *options, const struct scene *s,
                  unsigned at, struct text *t);

#endif
