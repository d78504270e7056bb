// SPDX-License-Identifier: MIT
// Pieces as characters: a body, a sign in its middle, rims where there is room; in less room a single sign. Looks come
// from look.c; which game it is, nobody asks. The board's painter calls it for every spot.
#include "tui/face.h"

enum { ROOMY = 3, TALL = 5 };

static struct rect row_of(struct rect r, int row)
{
    return (struct rect){r.row + row, r.column, 1, r.columns};
}

static struct rect inset(struct rect r, int columns)
{
    return (struct rect){r.row, r.column + columns, r.rows, r.columns - 2 * columns};
}

// The sign with what stands beside it and its pips, in the middle of a row. Pips give way first, then the ring.
static void paint_sign(struct canvas *c, const struct look *look, struct rect row,
                       const struct face *f, struct pen pen)
{
    int before = f->before ? 1 : 0, after = f->after ? 1 : 0;
    int pips = f->pips ? (int)f->pips + 1 : 0, signs = before + 1 + after;

    pen.weight |= WEIGHT_BOLD;
    if (signs + pips > row.columns)
        pips = pips > 1 && signs + pips - 1 == row.columns ? pips - 1 : 0;
    if (signs + pips > row.columns)
        after = 0;
    int column = row.column + (row.columns - before - 1 - after - pips + (before && !after)) / 2;
    if (before)
        canvas_put(c, row.row, column++, f->before, pen);
    canvas_put(c, row.row, column++, f->sign, pen);
    if (after)
        canvas_put(c, row.row, column++, f->after, pen);
    for (int i = 0; i < pips; i++) {
        bool blank = pips > (int)f->pips && i == 0;
        canvas_put(c, row.row, column++, blank ? ' ' : look_sign(look, SIGN_PIP), pen);
    }
}

// ---------------------------------------------------------------------------------------------
// Shapes
// ---------------------------------------------------------------------------------------------

// The first and last rows are half filled: the terminal's way to a rim.
static void paint_body(struct canvas *c, const struct look *look, struct rect r,
                       const struct face *f, uint8_t ground)
{
    struct pen body = {f->ink, f->body, 0}, edge = {f->body, ground, 0};

    canvas_fill(c, r, ' ', body);
    if (look->ascii || r.rows < 2)
        return;
    canvas_fill(c, row_of(r, 0), look_sign(look, SIGN_UPPER), edge);
    if (r.rows >= ROOMY)
        canvas_fill(c, row_of(r, r.rows - 1), look_sign(look, SIGN_LOWER), edge);
}

// Without colours a large tile gets a frame; odd seats a strong one.
static void paint_outline(struct canvas *c, const struct look *look, struct rect r, bool strong)
{
    struct pen pen = {COLOUR_INK, COLOUR_GROUND, 0};
    int bottom = r.row + r.rows - 1, right = r.column + r.columns - 1;

    canvas_fill(c, row_of(r, 0), look_joint(look, 10, strong), pen);
    canvas_fill(c, row_of(r, r.rows - 1), look_joint(look, 10, strong), pen);
    for (int row = r.row; row <= bottom; row++) {
        unsigned up = row > r.row ? 1 : 0, down = row < bottom ? 4 : 0;
        bool corner = !up || !down;
        canvas_put(c, row, r.column, look_joint(look, up | down | (corner ? 2 : 0), strong), pen);
        canvas_put(c, row, right, look_joint(look, up | down | (corner ? 8 : 0), strong), pen);
    }
}

static void paint_tile(struct canvas *c, const struct look *look, struct rect r,
                       const struct face *f, uint8_t ground, int owner)
{
    struct rect box = r.columns >= 5 ? inset(r, 1) : r;

    if (look->colours == LOOK_PLAIN) {
        if (r.rows >= ROOMY && r.columns >= 5)
            paint_outline(c, look, box, owner == 1);
    } else {
        paint_body(c, look, box, f, ground);
    }
    paint_sign(c, look, row_of(box, r.rows >= ROOMY ? r.rows / 2 : r.rows - 1), f,
               (struct pen){f->ink, f->body, 0});
}

static void paint_chip(struct canvas *c, const struct look *look, struct rect r,
                       const struct face *f)
{
    struct rect middle = row_of(r, r.rows / 2);
    int margin = r.columns >= 5 ? r.columns / 2 - 1 : 0;

    middle = inset(middle, margin);
    if (look->colours != LOOK_PLAIN)
        canvas_fill(c, middle, ' ', (struct pen){f->ink, f->body, 0});
    paint_sign(c, look, middle, f, (struct pen){f->ink, f->body, 0});
}

static void paint_cross(struct canvas *c, const struct look *look, struct rect r,
                        const struct face *f, uint8_t ground)
{
    struct pen body = {f->ink, f->body, 0}, edge = {f->body, ground, 0};
    int arm = (r.columns + 1) / 3, third = (r.rows + 1) / 3;

    if (r.rows < ROOMY || look->colours == LOOK_PLAIN) {
        paint_tile(c, look, r, f, ground, SCENE_NOBODY);
        return;
    }
    struct rect upright = inset(r, arm), flat = inset(r, 1);
    flat.row += third;
    flat.rows -= 2 * third;
    canvas_fill(c, upright, ' ', body);
    canvas_fill(c, flat, ' ', body);
    if (!look->ascii) {
        canvas_fill(c, row_of(upright, 0), look_sign(look, SIGN_UPPER), edge);
        canvas_fill(c, row_of(upright, r.rows - 1), look_sign(look, SIGN_LOWER), edge);
    }
    paint_sign(c, look, row_of(r, r.rows / 2), f, body);
}

void face_paint(struct canvas *c, const struct look *look, struct rect r,
                const struct scene_piece *piece, uint8_t ground)
{
    struct face f;

    look_face(look, piece, &f);
    if (f.shape == SHAPE_BRICK)
        canvas_fill(c, r, f.texture, (struct pen){f.ink, f.body, 0});
    else if (f.shape == SHAPE_CHIP)
        paint_chip(c, look, r, &f);
    else if (f.shape == SHAPE_CROSS)
        paint_cross(c, look, r, &f, ground);
    else
        paint_tile(c, look, r, &f, ground, piece->owner);
}

// ---------------------------------------------------------------------------------------------
// Piles
// ---------------------------------------------------------------------------------------------

// One row a piece, standing on the lower edge.
static void paint_standing(struct canvas *c, const struct look *look, struct rect r,
                           const struct pile *pile)
{
    struct rect box = r.columns >= 5 ? inset(r, 2) : r;

    for (unsigned i = 0; i < pile->count; i++) {
        struct face f;
        struct rect row = row_of(box, box.rows - 1 - (int)i);
        look_face(look, pile->at[i], &f);
        struct pen pen = {f.ink, f.body, 0};
        if (look->colours != LOOK_PLAIN) {
            canvas_fill(c, row, ' ', pen);
        } else {
            f.before = f.after = look_sign(look, SIGN_BAR);
        }
        paint_sign(c, look, row, &f, pen);
    }
}

static int digits(unsigned n)
{
    return n < 10 ? 1 : 2;
}

// "lJm 4": the pieces below the top one from the lowest on, and the height. The lowest give way first.
static void paint_row(struct canvas *c, const struct look *look, struct rect row,
                      const struct pile *pile, unsigned shown, uint8_t ground)
{
    struct pen number = {COLOUR_BLACK, ground, WEIGHT_BOLD};
    int room = row.columns - digits(pile->count) - 1, column = row.column;
    unsigned from = 0;

    if (room < 1)
        room = row.columns;
    if ((int)shown > room) {
        from = shown - (unsigned)room + 1;
        canvas_put(c, row.row, column++, look_sign(look, SIGN_MORE), number);
    }
    for (unsigned i = from; i < shown; i++) {
        struct face f;
        look_face(look, pile->at[i], &f);
        canvas_put(c, row.row, column++, f.sign,
                   (struct pen){f.ink, f.body, i + 1 == pile->count ? WEIGHT_BOLD : 0});
    }
    if (room == row.columns)
        return;
    column = row.column + row.columns - digits(pile->count);
    if (pile->count >= 10)
        canvas_put(c, row.row, column++, '0' + pile->count / 10, number);
    canvas_put(c, row.row, column, '0' + pile->count % 10, number);
}

void face_paint_pile(struct canvas *c, const struct look *look, struct rect r,
                     const struct pile *pile, uint8_t ground)
{
    if (r.rows >= TALL && (int)pile->count <= r.rows) {
        paint_standing(c, look, r, pile);
        return;
    }
    if (r.rows == 1) {
        paint_row(c, look, r, pile, pile->count, ground);
        return;
    }
    struct rect upper = {r.row, r.column, r.rows - 1, r.columns};
    face_paint(c, look, upper, pile->at[pile->count - 1], ground);
    struct rect lower = row_of(r, r.rows - 1);
    paint_row(c, look, r.columns >= 7 ? inset(lower, 1) : lower, pile, pile->count - 1, ground);
}
