// SPDX-License-Identifier: MIT
// Colours as numbers of the terminal: among 256 if it has them, else among the eight that every
// colour terminal has. Glyphs (glyphs.c) tell colours apart that share one of the eight.
#include "tui/palette.h"

static const struct {
    uint8_t many, few;
} numbers[COLOURS] = {
    [COLOUR_GROUND] = {234, 0},    [COLOUR_PAPER] = {236, 0},      [COLOUR_INK] = {254, 7},
    [COLOUR_QUIET] = {247, 7},     [COLOUR_LINE] = {239, 7},       [COLOUR_WOOD] = {180, 3},
    [COLOUR_DARK_WOOD] = {137, 3}, [COLOUR_GRAIN] = {94, 0},       [COLOUR_IVORY] = {230, 7},
    [COLOUR_EBONY] = {235, 4},     [COLOUR_RED] = {124, 1},        [COLOUR_YELLOW] = {220, 3},
    [COLOUR_GREEN] = {29, 2},      [COLOUR_BLUE] = {25, 4},        [COLOUR_PURPLE] = {90, 5},
    [COLOUR_ORANGE] = {208, 3},    [COLOUR_TEAL] = {30, 6},        [COLOUR_PINK] = {211, 5},
    [COLOUR_BROWN] = {58, 3},      [COLOUR_GREY] = {245, 7},       [COLOUR_WHITE] = {231, 7},
    [COLOUR_BLACK] = {232, 0},     [COLOUR_TEXTURE] = {240, 7},    [COLOUR_LAST] = {186, 3},
    [COLOUR_ACCENT] = {215, 6},    [COLOUR_GOOD] = {114, 2},       [COLOUR_BAD] = {210, 1},
    [COLOUR_FOCUS] = {117, 6},     [COLOUR_DEEP_ACCENT] = {94, 6}, [COLOUR_DEEP_GOOD] = {22, 2},
    [COLOUR_DEEP_BAD] = {88, 1},   [COLOUR_DEEP_FOCUS] = {18, 4},
};

int palette_256(enum colour colour)
{
    return numbers[colour].many;
}

int palette_8(enum colour colour)
{
    return numbers[colour].few;
}

uint8_t palette_of_scene(unsigned colour)
{
    static const uint8_t colours[PALETTE_COLOURS] = {
        [PALETTE_OWN] = COLOUR_BLACK,     [PALETTE_BARE] = COLOUR_BLACK,
        [PALETTE_WOOD] = COLOUR_GRAIN, // wood itself could not be seen on a board
        [PALETTE_IVORY] = COLOUR_IVORY,   [PALETTE_EBONY] = COLOUR_EBONY,
        [PALETTE_WHITE] = COLOUR_WHITE,   [PALETTE_GREY] = COLOUR_GREY,
        [PALETTE_BROWN] = COLOUR_BROWN,   [PALETTE_RED] = COLOUR_RED,
        [PALETTE_ORANGE] = COLOUR_ORANGE, [PALETTE_YELLOW] = COLOUR_YELLOW,
        [PALETTE_GREEN] = COLOUR_GREEN,   [PALETTE_TEAL] = COLOUR_TEAL,
        [PALETTE_BLUE] = COLOUR_BLUE,     [PALETTE_PURPLE] = COLOUR_PURPLE,
        [PALETTE_PINK] = COLOUR_PINK,
    };

    return colours[colour < PALETTE_COLOURS ? colour : PALETTE_WOOD];
}

uint8_t palette_contrast(uint8_t body)
{
    switch (body) {
    case COLOUR_BLACK:
    case COLOUR_EBONY:
    case COLOUR_RED:
    case COLOUR_BLUE:
    case COLOUR_GREEN:
    case COLOUR_PURPLE:
    case COLOUR_TEAL:
    case COLOUR_BROWN:
    case COLOUR_GRAIN:
        return COLOUR_IVORY;
    default:
        return COLOUR_BLACK;
    }
}

uint8_t palette_shade(uint8_t colour, uint8_t ground)
{
    bool light = ground == COLOUR_WOOD || ground == COLOUR_DARK_WOOD || ground == COLOUR_IVORY ||
                 ground == COLOUR_YELLOW || ground == COLOUR_WHITE || ground == COLOUR_ORANGE ||
                 ground == COLOUR_PINK || ground == COLOUR_LAST || ground == COLOUR_ACCENT;

    if (!light || colour < COLOUR_ACCENT || colour > COLOUR_FOCUS)
        return colour;
    return (uint8_t)(colour - COLOUR_ACCENT + COLOUR_DEEP_ACCENT);
}
