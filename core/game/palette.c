// SPDX-License-Identifier: MIT
// What the colours are called.
#include "game/palette.h"

const struct palette_colour palette_colours[PALETTE_COLOURS] = {
    [PALETTE_OWN] = {"own", "in its owner's colour"},
    [PALETTE_BARE] = {"bare", "uncoloured"},
    [PALETTE_WOOD] = {"wood", "wooden"},
    [PALETTE_IVORY] = {"ivory", "white"},
    [PALETTE_EBONY] = {"ebony", "black"},
    [PALETTE_WHITE] = {"white", "white"},
    [PALETTE_GREY] = {"grey", "grey"},
    [PALETTE_BROWN] = {"brown", "brown"},
    [PALETTE_RED] = {"red", "red"},
    [PALETTE_ORANGE] = {"orange", "orange"},
    [PALETTE_YELLOW] = {"yellow", "yellow"},
    [PALETTE_GREEN] = {"green", "green"},
    [PALETTE_TEAL] = {"teal", "teal"},
    [PALETTE_BLUE] = {"blue", "blue"},
    [PALETTE_PURPLE] = {"purple", "purple"},
    [PALETTE_PINK] = {"pink", "pink"},
};
