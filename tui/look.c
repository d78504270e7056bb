// SPDX-License-Identifier: MIT
// From a piece's facts to signs and colours, for terminals with many, few or no colours and with or without Unicode.
// Two owners must differ without colour too: by sign, brackets or case. Painters call it; it knows no rule.
#include "tui/look.h"

#include <ctype.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// Colours
// ---------------------------------------------------------------------------------------------

// Seats that are named after a colour have it.
static uint8_t colour_of_name(const char *name, int seat)
{
    static const struct {
        const char *name;
        uint8_t colour;
    } names[] = {
        {"White", COLOUR_IVORY},   {"Black", COLOUR_EBONY}, {"Red", COLOUR_RED},
        {"Yellow", COLOUR_YELLOW}, {"Green", COLOUR_GREEN}, {"Blue", COLOUR_BLUE},
        {"Purple", COLOUR_PURPLE},
    };
    static const uint8_t others[GAME_MAX_SEATS] = {COLOUR_IVORY, COLOUR_EBONY, COLOUR_GRAIN,
                                                   COLOUR_QUIET};

    for (unsigned i = 0; name && i < sizeof names / sizeof *names; i++) {
        if (!strcmp(names[i].name, name))
            return names[i].colour;
    }
    return others[seat];
}

void look_init(struct look *look, const struct game *g, bool ascii, enum look_colours colours)
{
    *look = (struct look){.ascii = ascii, .colours = colours};
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        look->seat_colour[seat] = colour_of_name(g ? g->seat_names[seat] : NULL, seat);
}

uint8_t look_contrast(uint8_t body)
{
    switch (body) {
    case COLOUR_BLACK:
    case COLOUR_EBONY:
    case COLOUR_RED:
    case COLOUR_BLUE:
    case COLOUR_GREEN:
    case COLOUR_PURPLE:
        return COLOUR_IVORY;
    default:
        return COLOUR_BLACK;
    }
}

uint8_t look_shade(uint8_t colour, uint8_t ground)
{
    bool light = ground == COLOUR_WOOD || ground == COLOUR_DARK_WOOD || ground == COLOUR_IVORY ||
                 ground == COLOUR_YELLOW || ground == COLOUR_LAST || ground == COLOUR_ACCENT;

    if (!light || colour < COLOUR_ACCENT || colour > COLOUR_FOCUS)
        return colour;
    return (uint8_t)(colour - COLOUR_ACCENT + COLOUR_DEEP_ACCENT);
}

// ---------------------------------------------------------------------------------------------
// Signs
// ---------------------------------------------------------------------------------------------

uint32_t look_sign(const struct look *look, enum look_sign sign)
{
    static const uint32_t unicode[SIGNS] = {0x2022, 0xb7, 0x2022, 0x2026, 0x25b6, 0x2502,
                                            0x2500, 0xd7, 0x2550, 0x2584, 0x2580, 0x2588};
    static const uint32_t ascii[SIGNS] = {'+', '.', '.', '~', '>', '|',
                                          '-', 'x', '=', ' ', ' ', ' '};

    return look->ascii ? ascii[sign] : unicode[sign];
}

uint32_t look_seat(const struct look *look, int seat)
{
    static const uint32_t unicode[GAME_MAX_SEATS] = {0x25cb, 0x25cf, 0x25b3, 0x25b2};

    return look->ascii ? (uint32_t)('1' + seat) : unicode[seat];
}

uint32_t look_joint(const struct look *look, unsigned ways, bool strong)
{
    static const uint32_t light[16] = {' ',    0x2502, 0x2500, 0x2514, 0x2502, 0x2502,
                                       0x250c, 0x251c, 0x2500, 0x2518, 0x2500, 0x2534,
                                       0x2510, 0x2524, 0x252c, 0x253c};
    static const uint32_t twofold[16] = {' ',    0x2551, 0x2550, 0x255a, 0x2551, 0x2551,
                                         0x2554, 0x2560, 0x2550, 0x255d, 0x2550, 0x2569,
                                         0x2557, 0x2563, 0x2566, 0x256c};

    if (!look->ascii)
        return strong ? twofold[ways] : light[ways];
    if (strong)
        return '#';
    if (ways == 0)
        return ' ';
    if ((ways & 5) == ways)
        return '|';
    return (ways & 10) == ways ? '-' : '+';
}

uint32_t look_mark(const struct look *look, const char *kind, uint8_t *colour)
{
    static const struct {
        const char *kind;
        uint32_t unicode;
        char ascii;
        uint8_t colour;
    } marks[] = {
        {"last", 0, 0, COLOUR_ACCENT},      {"last-block", 0x2032, '\'', COLOUR_ACCENT},
        {"taboo", '!', '!', COLOUR_BAD},    {"barred", 0xd7, 'x', COLOUR_BAD},
        {"outside", 0xd7, 'x', COLOUR_BAD}, {"five", '*', '*', COLOUR_GOOD},
        {"free", '*', '*', COLOUR_GOOD},    {"hint", '?', '?', COLOUR_FOCUS},
        {"group", 0, 0, COLOUR_ACCENT}, // its size is a counter; signs on every square would hide the colours
    };

    for (unsigned i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (strcmp(marks[i].kind, kind) != 0)
            continue;
        *colour = marks[i].colour;
        return look->ascii ? (uint32_t)marks[i].ascii : marks[i].unicode;
    }
    *colour = COLOUR_ACCENT;
    return '*';
}

// ---------------------------------------------------------------------------------------------
// Faces
// ---------------------------------------------------------------------------------------------

struct kind {
    const char *name;
    enum look_shape shape;
    uint32_t signs[2]; // of the first and second owner; 0: the letter, or the value
    bool ringed;
    bool numbered;
};

static const struct kind kinds[] = {
    {"figure", SHAPE_TILE, {0x25b3, 0x25b2}, false, false},
    {"ringed", SHAPE_TILE, {0x25b3, 0x25b2}, true, false},
    {"disc", SHAPE_CHIP, {0x25cb, 0x25cf}, false, false},
    {"piece", SHAPE_TILE, {0}, false, true},
    {"totem", SHAPE_TILE, {0x2738, 0x2738}, false, false},
    {"block", SHAPE_BRICK, {0}, false, false},
    {"cube", SHAPE_BRICK, {0}, false, false},
    {"cross", SHAPE_CROSS, {0}, false, false},
    {"colourless", SHAPE_CROSS, {0x271a, 0x271a}, false, false},
};

static const struct kind *find_kind(const char *name)
{
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!strcmp(kinds[i].name, name))
            return &kinds[i];
    }
    return NULL;
}

// Pieces that belong to nobody are told by their letter: a colour and a shape of its own for each.
static void dress_by_letter(const struct look *look, char letter, struct face *face)
{
    static const struct {
        char letter;
        uint32_t sign;
        uint8_t body;
    } letters[] = {
        {'r', 0x25cf, COLOUR_RED},  {'y', 0x25b2, COLOUR_YELLOW}, {'g', 0x25a0, COLOUR_GREEN},
        {'b', 0x25c6, COLOUR_BLUE}, {'p', 0x2605, COLOUR_PURPLE}, {'w', 0x25cb, COLOUR_IVORY},
    };

    face->body = COLOUR_BLACK;
    for (unsigned i = 0; i < sizeof letters / sizeof *letters; i++) {
        if (letters[i].letter != letter || face->shape != SHAPE_CROSS)
            continue;
        face->body = letters[i].body;
        if (!look->ascii)
            face->sign = letters[i].sign;
    }
}

static uint32_t texture_of(const struct look *look, int seat)
{
    static const uint32_t shades[GAME_MAX_SEATS] = {0x2591, 0x2593, 0x2592, ':'};
    static const uint32_t tints[GAME_MAX_SEATS] = {' ', 0x2591, 0x2592, ':'};
    static const char letters[] = "o#%:";

    if (look->ascii)
        return (uint32_t)letters[seat];
    return look->colours == LOOK_PLAIN ? shades[seat] : tints[seat];
}

// Brackets tell the owners of numbered pieces apart: round for even seats, square for odd ones.
static void add_brackets(const struct scene_piece *piece, const struct kind *kind,
                         struct face *face)
{
    bool round = kind->ringed || piece->owner % 2 == 0;

    if (!kind->ringed && !kind->numbered)
        return;
    face->left = round ? '(' : '[';
    face->right = round ? ')' : ']';
    if (kind->numbered)
        face->sign = (uint32_t)('0' + piece->value % 10);
}

void look_face(const struct look *look, const struct scene_piece *piece, struct face *face)
{
    const struct kind *kind = find_kind(piece->kind);

    *face = (struct face){.shape = kind ? kind->shape : SHAPE_TILE,
                          .sign = (unsigned char)piece->glyph,
                          .texture = ' '};
    if (piece->owner == SCENE_NOBODY)
        dress_by_letter(look, piece->glyph, face);
    else
        face->body = look->seat_colour[piece->owner];
    face->ink = look_contrast(face->body);
    if (!kind) {
        face->pips = piece->value;
        return;
    }
    if (!look->ascii && kind->signs[0])
        face->sign = kind->signs[piece->owner == 1];
    if (face->shape == SHAPE_BRICK && piece->owner != SCENE_NOBODY) {
        face->texture = texture_of(look, piece->owner);
        face->ink = COLOUR_TEXTURE;
    }
    add_brackets(piece, kind, face);
}
