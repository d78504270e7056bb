// SPDX-License-Identifier: MIT
// How pieces and players look in a terminal: a sign, brackets, a texture and colours for each, with
// or without Unicode and with 256, 8 or no colours. Works from the shape, emblem, colour, letter,
// owner and value in the scene. Owners differ in sign, brackets or case as well as in colour.
#ifndef ABAX_TUI_GLYPHS_H
#define ABAX_TUI_GLYPHS_H

#include "render/legend.h"
#include "tui/canvas.h"

enum colour_depth { COLOUR_DEPTH_NONE, COLOUR_DEPTH_8, COLOUR_DEPTH_256 };

struct glyphs {
    bool ascii;
    enum colour_depth colours;
    uint8_t seat_colour[GAME_MAX_SEATS];
    char seat_sign[GAME_MAX_SEATS]; // a letter of its name, or its number where names begin alike
};

enum glyph_shape {
    SHAPE_TILE,  // fills most of its square
    SHAPE_CHIP,  // small and flat
    SHAPE_BRICK, // fills all of its squares with a texture
    SHAPE_CROSS, // a plus
};

struct glyph {
    enum glyph_shape shape;
    uint32_t sign;
    uint32_t before, after; // beside the sign; 0: nothing. Brackets are for marks, never for pieces
    uint32_t texture;       // of a brick
    unsigned pips;
    uint8_t body, ink;
};

// Signs that renderers need, in Unicode or ASCII.
enum glyphs_sign {
    SIGN_TARGET,
    SIGN_EMPTY,
    SIGN_PIP,
    SIGN_MORE,
    SIGN_ARROW,
    SIGN_BAR,
    SIGN_LINE,
    SIGN_TIMES,
    SIGN_TABLE,
    SIGN_UPPER,
    SIGN_LOWER,
    SIGN_FULL,
    SIGNS,
};

void glyphs_init(struct glyphs *glyphs, const struct legend *l, bool ascii,
                 enum colour_depth colours);
void glyphs_piece(const struct glyphs *glyphs, const struct scene_piece *piece,
                  struct glyph *glyph);
uint32_t glyphs_sign(const struct glyphs *glyphs, enum glyphs_sign sign);

// The sign of a seat, beside its name.
uint32_t glyphs_seat(const struct glyphs *glyphs, int seat);

// The sign for lines that leave a point to the north (1), east (2), south (4) and west (8);
// `strong` ones show where the cursor is.
uint32_t glyphs_joint(const struct glyphs *glyphs, unsigned ways, bool strong);

// What a mark of the scene puts on its spot: a sign (0: none) and its colour.
uint32_t glyphs_mark(const struct glyphs *glyphs, enum scene_sign sign, uint8_t *colour);

#endif
