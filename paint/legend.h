// SPDX-License-Identifier: MIT
// What a scene says in words, for the lines beside a picture and for those who cannot see it. The words are the
// game's.
#ifndef ABAX_PAINT_LEGEND_H
#define ABAX_PAINT_LEGEND_H

#include "paint/geometry.h"

// One sign for a seat: the letter that its name begins with, or its number where names begin alike. '#' for nobody.
char legend_seat(const struct game *g, int seat);

// "red cross", "White's piece worth 3".
void legend_piece(const struct game *g, const struct scene_piece *piece, struct text *t);

// What lies on a spot: "c3: Red's lion on Black's jackal (height 2); last action".
void legend_spot(const struct game *g, const struct scene *s, unsigned spot, struct text *t);

// Whose turn it is and what is asked, or how the game ended.
void legend_status(const struct game *g, const struct game_options *options, const struct scene *s,
                   struct text *t);

// Lines about marks, outlines and edges: the next one from `*at` on, which begins at 0; false after the last. Pictures
// are left to those who can see them.
bool legend_line(const struct game *g, const struct scene *s, unsigned *at, struct text *t);

// The counters of a seat, or of nobody: "White: discs left 5, ..."; false when there are none.
bool legend_counters(const struct game *g, const struct scene *s, int owner, struct text *t);

#endif
