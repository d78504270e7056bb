// SPDX-License-Identifier: MIT
// How pieces and players look in a terminal: a sign, brackets, a texture and colours for each, with or without
// Unicode and with many, few or no colours. Works from the shape, emblem, colour, letter, owner and value in the
// scene. Owners differ in sign, brackets or case as well as in colour.
#ifndef ABAX_TUI_LOOK_H
#define ABAX_TUI_LOOK_H

#include "render/legend.h"
#include "tui/canvas.h"

enum look_colours { LOOK_PLAIN, LOOK_FEW, LOOK_MANY };

struct look {
    bool ascii;
    enum look_colours colours;
    uint8_t seat_colour[GAME_MAX_SEATS];
    char seat_sign
        [GAME_MAX_SEATS]; // a letter of the seat's name, or its number where names begin alike
};

enum look_shape {
    SHAPE_TILE,  // fills most of its square
    SHAPE_CHIP,  // small and flat
    SHAPE_BRICK, // fills all of its squares with a texture
    SHAPE_CROSS, // a plus
};

struct face {
    enum look_shape shape;
    uint32_t sign;
    uint32_t before,
        after;        // stand beside the sign; 0: nothing. Brackets are for marks, never for pieces
    uint32_t texture; // of a brick
    unsigned pips;
    uint8_t body, ink;
};

// Signs that painters need, in Unicode or ASCII.
enum look_sign {
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

void look_init(struct look *look, const struct legend *l, bool ascii, enum look_colours colours);
void look_face(const struct look *look, const struct scene_piece *piece, struct face *face);
uint32_t look_sign(const struct look *look, enum look_sign sign);

// The sign of a seat, beside its name.
uint32_t look_seat(const struct look *look, int seat);

// An ink that can be read on a body.
uint8_t look_contrast(uint8_t body);

// The shade of a colour that can be read on a ground.
uint8_t look_shade(uint8_t colour, uint8_t ground);

// The sign for lines that leave a point to the north (1), east (2), south (4) and west (8); `strong` ones show
// where the cursor is.
uint32_t look_joint(const struct look *look, unsigned ways, bool strong);

// What a mark of the scene puts on its spot: a sign (0: none) and its colour.
uint32_t look_mark(const struct look *look, enum scene_sign sign, uint8_t *colour);

// A colour of a scene as a colour of the terminal.
uint8_t look_colour(unsigned colour);

#endif
