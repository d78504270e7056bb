// SPDX-License-Identifier: MIT
// What every renderer asks about a scene: where spots lie on a panel, what lies on them, which
// marks they have.
#ifndef ABAX_RENDER_GEOMETRY_H
#define ABAX_RENDER_GEOMETRY_H

#include "game/scene.h"

enum { PILE_MOST = 64 };

// The pieces of one spot, bottom to top.
struct pile {
    unsigned count;
    const struct scene_piece *at[PILE_MOST];
};

// The columns and rows that a panel's spots use. Columns are counted in halves, since rows of
// hexagons stand half a cell apart; a cell is two halves wide.
struct extent {
    int first_half, halves;
    int first_row, rows;
};

// The left half of a spot, from the panel's left; a square in column c begins at 2c.
int spot_half(const struct scene_spot *spot);
int spot_row(const struct scene_spot *spot);

struct extent panel_extent(const struct scene *s, unsigned panel);

// Whether a panel is only a picture: pictures may stand side by side.
bool panel_is_picture(const struct scene *s, unsigned panel);

bool piece_lies_on(const struct scene_piece *piece, unsigned spot);

// The topmost piece on a spot, or NULL.
const struct scene_piece *top_piece(const struct scene *s, unsigned spot);

// Whether a piece lies on two spots and can be seen on both.
bool piece_spans(const struct scene *s, const struct scene_piece *piece);

void pile_of(const struct scene *s, unsigned spot, struct pile *pile);

bool has_sign(const struct scene *s, enum scene_sign sign, unsigned spot);

// The outline that a spot belongs to, or NULL.
const struct scene_outline *outline_of(const struct scene *s, unsigned spot);

// Whether a hole of the board is north of the spot: no spot is there, though squares are on its
// other three sides. Lines alone would make it look like an empty square. `beyond` becomes the spot
// north of it.
bool hole_above(const struct scene *s, unsigned spot, unsigned *beyond);

// The neighbour of a spot on one of its sides (enum scene_sides), or -1.
int spot_beside(const struct scene *s, unsigned spot, unsigned side);

// Where a label stands when the panel is seen from its own side: at which end of its line.
void label_place(const struct scene_label *label, int *x, int *y);

#endif
