// SPDX-License-Identifier: MIT
// The colours that things in a scene and seats can have: a closed list, so that every renderer
// knows them all. What a colour looks like is the renderer's business; what it is called is said
// here.
#ifndef ABAX_GAME_PALETTE_H
#define ABAX_GAME_PALETTE_H

enum palette {
    PALETTE_OWN,  // none of its own: the owner's colour, or wood where there is no owner
    PALETTE_BARE, // plain, as opposed to coloured
    PALETTE_WOOD,
    PALETTE_IVORY, // the white of pieces
    PALETTE_EBONY, // the black of pieces
    PALETTE_WHITE, // a white among other colours
    PALETTE_GREY,
    PALETTE_BROWN,
    PALETTE_RED,
    PALETTE_ORANGE,
    PALETTE_YELLOW,
    PALETTE_GREEN,
    PALETTE_TEAL,
    PALETTE_BLUE,
    PALETTE_PURPLE,
    PALETTE_PINK,
    PALETTE_COLOURS,
};

struct palette_colour {
    const char *id;   // stable, and names the translation: colour.ID
    const char *name; // for people and screen readers
};

extern const struct palette_colour palette_colours[PALETTE_COLOURS];

#endif
