// SPDX-License-Identifier: MIT
// Tables: the characters for each shape, emblem and sign of a scene, with 256, 8 or no colours and
// with or without Unicode. Two owners must differ without colour too. It knows no rules.
#include "tui/glyphs.h"

#include "tui/palette.h"

// Letters of names where all differ, otherwise numbers for all.
static void choose_signs(struct glyphs *glyphs, const struct legend *l)
{
    bool letters = true;

    for (int seat = 0; seat < GAME_MAX_SEATS; seat++) {
        bool named = l->game->seat_names[seat] != NULL;
        glyphs->seat_sign[seat] = named ? legend_seat(l, seat) : (char)('1' + seat);
        letters &= !named || glyphs->seat_sign[seat] != '1' + seat;
    }
    for (int seat = 0; seat < GAME_MAX_SEATS && !letters; seat++)
        glyphs->seat_sign[seat] = (char)('1' + seat);
}

void glyphs_init(struct glyphs *glyphs, const struct legend *l, bool ascii,
                 enum colour_depth colours)
{
    *glyphs = (struct glyphs){.ascii = ascii, .colours = colours};
    choose_signs(glyphs, l);
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        glyphs->seat_colour[seat] = palette_of_scene(game_seat_colour(l->game, seat));
}

// ---------------------------------------------------------------------------------------------
// Signs
// ---------------------------------------------------------------------------------------------

uint32_t glyphs_sign(const struct glyphs *glyphs, enum glyphs_sign sign)
{
    static const uint32_t unicode[SIGNS] = {0x2022, 0xb7, 0x2022, 0x2026, 0x25b6, 0x2502,
                                            0x2500, 0xd7, 0x2550, 0x2584, 0x2580, 0x2588};
    static const uint32_t ascii[SIGNS] = {'+', '.', '.', '~', '>', '|',
                                          '-', 'x', '=', ' ', ' ', ' '};

    return glyphs->ascii ? ascii[sign] : unicode[sign];
}

uint32_t glyphs_seat(const struct glyphs *glyphs, int seat)
{
    return (uint32_t)(unsigned char)glyphs->seat_sign[seat];
}

uint32_t glyphs_joint(const struct glyphs *glyphs, unsigned ways, bool strong)
{
    static const uint32_t light[16] = {' ',    0x2502, 0x2500, 0x2514, 0x2502, 0x2502,
                                       0x250c, 0x251c, 0x2500, 0x2518, 0x2500, 0x2534,
                                       0x2510, 0x2524, 0x252c, 0x253c};
    static const uint32_t twofold[16] = {' ',    0x2551, 0x2550, 0x255a, 0x2551, 0x2551,
                                         0x2554, 0x2560, 0x2550, 0x255d, 0x2550, 0x2569,
                                         0x2557, 0x2563, 0x2566, 0x256c};

    if (!glyphs->ascii)
        return strong ? twofold[ways] : light[ways];
    if (strong)
        return '#';
    if (ways == 0)
        return ' ';
    if ((ways & 5) == ways)
        return '|';
    return (ways & 10) == ways ? '-' : '+';
}

uint32_t glyphs_mark(const struct glyphs *glyphs, enum scene_sign sign, uint8_t *colour)
{
    static const struct {
        uint32_t unicode;
        char ascii;
        uint8_t colour;
    } marks[SCENE_SIGNS] = {
        [SCENE_LAST] = {0, 0, COLOUR_ACCENT}, // rendered as a ground
        [SCENE_RECENT] = {0x2032, '\'', COLOUR_ACCENT}, [SCENE_BARRED] = {0xd7, 'x', COLOUR_BAD},
        [SCENE_OUTSIDE] = {0xd7, 'x', COLOUR_BAD},      [SCENE_FREE] = {'*', '*', COLOUR_GOOD},
        [SCENE_DECIDING] = {'*', '*', COLOUR_GOOD},     [SCENE_CHOSEN] = {'*', '*', COLOUR_ACCENT},
    };

    *colour = marks[sign].colour;
    return glyphs->ascii ? (uint32_t)marks[sign].ascii : marks[sign].unicode;
}

// ---------------------------------------------------------------------------------------------
// Faces
// ---------------------------------------------------------------------------------------------

struct glyph_form {
    enum glyph_shape shape;
    uint32_t signs[2]; // of the first and second owner; 0: the letter
    bool ringed;
    bool numbered; // the value stands for the letter
    bool pipped;   // the value stands beside the letter
};

static const struct glyph_form forms[SCENE_SHAPES] = {
    [SCENE_STONE] = {.shape = SHAPE_CHIP, .signs = {0x25cb, 0x25cf}, .pipped = true},
    [SCENE_DISC] = {.shape = SHAPE_CHIP, .signs = {0x25cb, 0x25cf}},
    [SCENE_COUNTER] = {.shape = SHAPE_TILE, .numbered = true},
    [SCENE_RING] = {.shape = SHAPE_CHIP, .signs = {0x25ce, 0x25c9}},
    [SCENE_PAWN] = {.shape = SHAPE_CHIP, .signs = {0x25b5, 0x25b4}},
    [SCENE_FIGURE] = {.shape = SHAPE_TILE, .signs = {0x25b3, 0x25b2}},
    [SCENE_RINGED] = {.shape = SHAPE_TILE, .signs = {0x25b3, 0x25b2}, .ringed = true},
    [SCENE_TOTEM] = {.shape = SHAPE_TILE, .signs = {0x2738, 0x2738}},
    [SCENE_TILE] = {.shape = SHAPE_TILE, .pipped = true},
    [SCENE_CARD] = {.shape = SHAPE_TILE, .pipped = true},
    [SCENE_DIE] = {.shape = SHAPE_TILE, .numbered = true},
    [SCENE_CUBE] = {.shape = SHAPE_BRICK},
    [SCENE_BLOCK] = {.shape = SHAPE_BRICK},
    [SCENE_CROSS] = {.shape = SHAPE_CROSS},
};

// Animals and letters are shown as the letter.
static const uint32_t emblems[SCENE_EMBLEMS] = {
    [SCENE_DOT] = 0x271a,      [SCENE_CIRCLE] = 0x25cf, [SCENE_HOOP] = 0x25cb,
    [SCENE_TRIANGLE] = 0x25b2, [SCENE_BOX] = 0x25a0,    [SCENE_DIAMOND] = 0x25c6,
    [SCENE_STAR] = 0x2605,     [SCENE_CROWN] = 0x2654,
};

static uint32_t texture_of(const struct glyphs *glyphs, int seat)
{
    static const uint32_t shades[GAME_MAX_SEATS] = {0x2591, 0x2593, 0x2592, ':'};
    static const uint32_t tints[GAME_MAX_SEATS] = {' ', 0x2591, 0x2592, ':'};
    static const char letters[] = "o#%:";

    if (glyphs->ascii)
        return (uint32_t)letters[seat];
    return glyphs->colours == COLOUR_DEPTH_NONE ? shades[seat] : tints[seat];
}

// A number says its owner by a letter before it where colours do not; a ring has a small o after
// the figure.
static void add_beside(const struct glyphs *glyphs, const struct scene_piece *piece,
                       const struct glyph_form *form, struct glyph *glyph)
{
    if (form->ringed)
        glyph->after = glyphs->ascii ? 'o' : 0xb0;
    if (!form->numbered)
        return;
    if (piece->look.value)
        glyph->sign = (uint32_t)('0' + piece->look.value % 10);
    if (glyphs->colours == COLOUR_DEPTH_NONE && piece->owner != SCENE_NOBODY)
        glyph->before = glyphs_seat(glyphs, piece->owner);
}

void glyphs_piece(const struct glyphs *glyphs, const struct scene_piece *piece, struct glyph *glyph)
{
    const struct glyph_form *form = &forms[piece->look.kind->shape];
    uint32_t emblem = emblems[piece->look.kind->emblem];

    *glyph = (struct glyph){.shape = form->shape,
                            .sign = (unsigned char)piece->look.glyph,
                            .texture = ' ',
                            .pips = form->pipped ? piece->look.value : 0,
                            .body = palette_of_scene(piece->look.colour)};
    glyph->ink = palette_contrast(glyph->body);
    // Two signs distinguish two owners; further ones have letters.
    if (!glyphs->ascii && form->signs[0] && piece->owner < 2)
        glyph->sign = form->signs[piece->owner == 1];
    // Without colours a letter is easier to learn than an emblem that stands for a colour.
    if (!glyphs->ascii && emblem && glyphs->colours != COLOUR_DEPTH_NONE)
        glyph->sign = emblem;
    if (glyph->shape == SHAPE_BRICK && piece->owner != SCENE_NOBODY) {
        glyph->texture = texture_of(glyphs, piece->owner);
        glyph->ink = COLOUR_TEXTURE;
    }
    add_beside(glyphs, piece, form, glyph);
}
