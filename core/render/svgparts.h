// SPDX-License-Identifier: MIT
// Inside the SVG renderer: colours and single pieces.
#ifndef ABAX_RENDER_SVGPARTS_H
#define ABAX_RENDER_SVGPARTS_H

#include "base/output.h"
#include "game/scene.h"

#define SVG_GROUND "#f4efe6"
#define SVG_PAPER  "#fffdf8"
#define SVG_INK    "#2b2622"
#define SVG_QUIET  "#6d6358"
#define SVG_LINE   "#d9cfc0"
#define SVG_WOOD   "#d9b382"
#define SVG_GRAIN  "#c79d68"
#define SVG_RIM    "#a67c4e"
#define SVG_IVORY  "#f5ecd9"
#define SVG_EBONY  "#2f2a27"
#define SVG_ACCENT "#8a5a1c"
#define SVG_GOOD   "#2f7d5b"
#define SVG_BAD    "#a83a2a"

// The colours of a piece: its body, its edge, and what is drawn upon it.
struct svg_look {
    const char *body, *edge, *upon;
};

// By a colour of the palette.
const struct svg_look *svg_look(unsigned colour);

// Draws a piece in a square from -50 to 50. Owners differ in the outline, not only in colour.
void svg_piece(const struct scene_look *look, int owner, struct output *out);

// The sign of a seat, in the same square.
void svg_badge(unsigned colour, int owner, struct output *out);

// Whether a piece is a plain block or cube, which fills its spots.
bool svg_is_block(const struct scene_piece *piece);

// Draws a block of this size around 0. Owners differ in the pattern.
void svg_block(const struct scene_piece *piece, int width, int height, struct output *out);

// A leg of the last turn between the middles of two cells; with a number where there are several.
struct svg_leg {
    enum scene_leg_kind kind;
    int from_x, from_y, to_x, to_y, cell;
    unsigned number; // 0: none
};
void svg_leg(const struct svg_leg *leg, struct output *out);

// Text with the characters escaped that XML needs.
void svg_text(const char *s, struct output *out);

#endif
