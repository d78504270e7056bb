// SPDX-License-Identifier: MIT
// Colour names as numbers of the terminal: of the 256 where there are so many, else of the eight that every colour
// terminal has. Names that share one of the eight are told apart by sign (look.c).
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
