// SPDX-License-Identifier: MIT
// Pieces as characters: a body, a sign in its middle, rims if there is room; a single sign if there
// is little. Knows glyphs, not games.
#include "tui/piece.h"

enum { ROOMY = 3, TALL = 5 };

static struct rect row_of(struct rect r, int row)
{
    return (struct rect){r.row + row, r.column, 1, r.columns};
}

static struct rect inset_rect(struct rect r, int columns)
{
    return (struct rect){r.row, r.column + columns, r.rows, r.columns - 2 * columns};
}

// The sign with what stands beside it and its pips, in the middle of a row. Pips give way first,
// then the ring.
static void render_sign(struct canvas *c, const struct glyphs *glyphs, struct rect row,
                        const struct glyph *glyph, struct pen pen)
{
    int before = glyph->before ? 1 : 0, after = glyph->after ? 1 : 0;
    int pips = glyph->pips ? (int)glyph->pips + 1 : 0, signs = before + 1 + after;

    pen.weight |= WEIGHT_BOLD;
    if (signs + pips > row.columns)
        pips = pips > 1 && signs + pips - 1 == row.columns ? pips - 1 : 0;
    if (signs + pips > row.columns)
        after = 0;
    int column = row.column + (row.columns - before - 1 - after - pips + (before && !after)) / 2;
    if (before)
        canvas_put(c, row.row, column++, glyph->before, pen);
    canvas_put(c, row.row, column++, glyph->sign, pen);
    if (after)
        canvas_put(c, row.row, column++, glyph->after, pen);
    for (int i = 0; i < pips; i++) {
        bool blank = pips > (int)glyph->pips && i == 0;
        canvas_put(c, row.row, column++, blank ? ' ' : glyphs_sign(glyphs, SIGN_PIP), pen);
    }
}

// ---------------------------------------------------------------------------------------------
// Shapes
// ---------------------------------------------------------------------------------------------

// The first and last rows are half filled: the terminal's way to a rim.
static void render_body(struct canvas *c, const struct glyphs *glyphs, struct rect r,
                        const struct glyph *glyph, uint8_t ground)
{
    struct pen body = {glyph->ink, glyph->body, 0}, edge = {glyph->body, ground, 0};

    canvas_fill(c, r, ' ', body);
    if (glyphs->ascii || r.rows < 2)
        return;
    canvas_fill(c, row_of(r, 0), glyphs_sign(glyphs, SIGN_UPPER), edge);
    if (r.rows >= ROOMY)
        canvas_fill(c, row_of(r, r.rows - 1), glyphs_sign(glyphs, SIGN_LOWER), edge);
}

// Without colours a large tile gets a frame; odd seats a strong one.
static void render_outline(struct canvas *c, const struct glyphs *glyphs, struct rect r,
                           bool strong)
{
    struct pen pen = {COLOUR_INK, COLOUR_GROUND, 0};
    int bottom = r.row + r.rows - 1, right = r.column + r.columns - 1;

    canvas_fill(c, row_of(r, 0), glyphs_joint(glyphs, 10, strong), pen);
    canvas_fill(c, row_of(r, r.rows - 1), glyphs_joint(glyphs, 10, strong), pen);
    for (int row = r.row; row <= bottom; row++) {
        unsigned up = row > r.row ? 1 : 0, down = row < bottom ? 4 : 0;
        bool corner = !up || !down;
        canvas_put(c, row, r.column, glyphs_joint(glyphs, up | down | (corner ? 2 : 0), strong),
                   pen);
        canvas_put(c, row, right, glyphs_joint(glyphs, up | down | (corner ? 8 : 0), strong), pen);
    }
}

static void render_tile(struct canvas *c, const struct glyphs *glyphs, struct rect r,
                        const struct glyph *glyph, uint8_t ground, int owner)
{
    struct rect box = r.columns >= 5 ? inset_rect(r, 1) : r;

    if (glyphs->colours == COLOUR_DEPTH_NONE) {
        if (r.rows >= ROOMY && r.columns >= 5)
            render_outline(c, glyphs, box, owner == 1);
    } else {
        render_body(c, glyphs, box, glyph, ground);
    }
    render_sign(c, glyphs, row_of(box, r.rows >= ROOMY ? r.rows / 2 : r.rows - 1), glyph,
                (struct pen){glyph->ink, glyph->body, 0});
}

static void render_chip(struct canvas *c, const struct glyphs *glyphs, struct rect r,
                        const struct glyph *glyph)
{
    struct rect middle = row_of(r, r.rows / 2);
    int margin = r.columns >= 5 ? r.columns / 2 - 1 : 0;

    middle = inset_rect(middle, margin);
    if (glyphs->colours != COLOUR_DEPTH_NONE)
        canvas_fill(c, middle, ' ', (struct pen){glyph->ink, glyph->body, 0});
    render_sign(c, glyphs, middle, glyph, (struct pen){glyph->ink, glyph->body, 0});
}

static void render_cross(struct canvas *c, const struct glyphs *glyphs, struct rect r,
                         const struct glyph *glyph, uint8_t ground)
{
    struct pen body = {glyph->ink, glyph->body, 0}, edge = {glyph->body, ground, 0};
    int arm = (r.columns + 1) / 3, third = (r.rows + 1) / 3;

    if (r.rows < ROOMY || glyphs->colours == COLOUR_DEPTH_NONE) {
        render_tile(c, glyphs, r, glyph, ground, SCENE_NOBODY);
        return;
    }
    struct rect upright = inset_rect(r, arm), flat = inset_rect(r, 1);
    flat.row += third;
    flat.rows -= 2 * third;
    canvas_fill(c, upright, ' ', body);
    canvas_fill(c, flat, ' ', body);
    if (!glyphs->ascii) {
        canvas_fill(c, row_of(upright, 0), glyphs_sign(glyphs, SIGN_UPPER), edge);
        canvas_fill(c, row_of(upright, r.rows - 1), glyphs_sign(glyphs, SIGN_LOWER), edge);
    }
    render_sign(c, glyphs, row_of(r, r.rows / 2), glyph, body);
}

void piece_render(struct canvas *c, const struct glyphs *glyphs, struct rect r,
                  const struct scene_piece *piece, uint8_t ground)
{
    struct glyph glyph;

    glyphs_piece(glyphs, piece, &glyph);
    if (glyph.shape == SHAPE_BRICK)
        canvas_fill(c, r, glyph.texture, (struct pen){glyph.ink, glyph.body, 0});
    else if (glyph.shape == SHAPE_CHIP)
        render_chip(c, glyphs, r, &glyph);
    else if (glyph.shape == SHAPE_CROSS)
        render_cross(c, glyphs, r, &glyph, ground);
    else
        render_tile(c, glyphs, r, &glyph, ground, piece->owner);
}

// ---------------------------------------------------------------------------------------------
// Piles
// ---------------------------------------------------------------------------------------------

// One row a piece, standing on the lower edge.
static void render_standing(struct canvas *c, const struct glyphs *glyphs, struct rect r,
                            const struct pile *pile)
{
    struct rect box = r.columns >= 5 ? inset_rect(r, 2) : r;

    for (unsigned i = 0; i < pile->count; i++) {
        struct glyph glyph;
        struct rect row = row_of(box, box.rows - 1 - (int)i);
        glyphs_piece(glyphs, pile->at[i], &glyph);
        struct pen pen = {glyph.ink, glyph.body, 0};
        if (glyphs->colours != COLOUR_DEPTH_NONE) {
            canvas_fill(c, row, ' ', pen);
        } else {
            glyph.before = glyph.after = glyphs_sign(glyphs, SIGN_BAR);
        }
        render_sign(c, glyphs, row, &glyph, pen);
    }
}

static int count_digits(unsigned n)
{
    return n < 10 ? 1 : 2;
}

// "lJm 4": the pieces below the top one from the lowest on, and the height. The lowest give way
// first.
static void render_row(struct canvas *c, const struct glyphs *glyphs, struct rect row,
                       const struct pile *pile, unsigned shown, uint8_t ground)
{
    struct pen number = {COLOUR_BLACK, ground, WEIGHT_BOLD};
    int capacity = row.columns - count_digits(pile->count) - 1, column = row.column;
    unsigned from = 0;

    if (capacity < 1)
        capacity = row.columns;
    if ((int)shown > capacity) {
        from = shown - (unsigned)capacity + 1;
        canvas_put(c, row.row, column++, glyphs_sign(glyphs, SIGN_MORE), number);
    }
    for (unsigned i = from; i < shown; i++) {
        struct glyph glyph;
        glyphs_piece(glyphs, pile->at[i], &glyph);
        canvas_put(c, row.row, column++, glyph.sign,
                   (struct pen){glyph.ink, glyph.body, i + 1 == pile->count ? WEIGHT_BOLD : 0});
    }
    if (capacity == row.columns)
        return;
    column = row.column + row.columns - count_digits(pile->count);
    if (pile->count >= 10)
        canvas_put(c, row.row, column++, '0' + pile->count / 10, number);
    canvas_put(c, row.row, column, '0' + pile->count % 10, number);
}

void piece_render_pile(struct canvas *c, const struct glyphs *glyphs, struct rect r,
                       const struct pile *pile, uint8_t ground)
{
    if (r.rows >= TALL && (int)pile->count <= r.rows) {
        render_standing(c, glyphs, r, pile);
        return;
    }
    if (r.rows == 1) {
        render_row(c, glyphs, r, pile, pile->count, ground);
        return;
    }
    struct rect upper = {r.row, r.column, r.rows - 1, r.columns};
    piece_render(c, glyphs, upper, pile->at[pile->count - 1], ground);
    struct rect lower = row_of(r, r.rows - 1);
    render_row(c, glyphs, r.columns >= 7 ? inset_rect(lower, 1) : lower, pile, pile->count - 1,
               ground);
}
