// SPDX-License-Identifier: MIT
// Questions about scenes that are answered once for all renderers.
#include "render/geometry.h"

#include <assert.h>

enum { HALF = SCENE_UNIT / 2 };

int spot_half(const struct scene_spot *spot)
{
    return (spot->x - HALF) / HALF;
}

int spot_row(const struct scene_spot *spot)
{
    return (spot->y - HALF) / SCENE_UNIT;
}

struct extent panel_extent(const struct scene *s, unsigned panel)
{
    assert(panel < s->panel_count);
    struct extent e = {0};
    bool first = true;

    for (unsigned i = 0; i < s->spot_count; i++) {
        int half = spot_half(&s->spots[i]), row = spot_row(&s->spots[i]);
        if (s->spots[i].panel != panel)
            continue;
        if (first)
            e = (struct extent){half, 2, row, 1};
        first = false;
        if (half < e.first_half) {
            e.halves += e.first_half - half;
            e.first_half = half;
        }
        if (row < e.first_row) {
            e.rows += e.first_row - row;
            e.first_row = row;
        }
        if (half + 2 > e.first_half + e.halves)
            e.halves = half + 2 - e.first_half;
        if (row + 1 > e.first_row + e.rows)
            e.rows = row + 1 - e.first_row;
    }
    return e;
}

bool panel_is_picture(const struct scene *s, unsigned panel)
{
    for (unsigned i = 0; i < s->spot_count; i++) {
        if (s->spots[i].panel == panel && s->spots[i].use != SCENE_PICTURE)
            return false;
    }
    return true;
}

bool piece_lies_on(const struct scene_piece *piece, unsigned spot)
{
    return piece->spot == spot || piece->other == spot;
}

const struct scene_piece *top_piece(const struct scene *s, unsigned spot)
{
    assert(spot < s->spot_count);
    const struct scene_piece *top = NULL;

    for (unsigned i = 0; i < s->piece_count; i++) {
        const struct scene_piece *piece = &s->pieces[i];
        if (piece_lies_on(piece, spot) && (!top || piece->level >= top->level))
            top = piece;
    }
    return top;
}

bool piece_spans(const struct scene *s, const struct scene_piece *piece)
{
    return piece->spot != piece->other &&
           s->spots[piece->spot].panel == s->spots[piece->other].panel &&
           top_piece(s, piece->spot) == piece && top_piece(s, piece->other) == piece;
}

void pile_of(const struct scene *s, unsigned spot, struct pile *pile)
{
    assert(spot < s->spot_count);
    pile->count = 0;
    for (unsigned i = 0; i < s->piece_count && pile->count < PILE_MOST; i++) {
        const struct scene_piece *piece = &s->pieces[i];
        if (!piece_lies_on(piece, spot))
            continue;
        // Blocks that lie across two spots are listed with the first: put each at its level.
        unsigned at = pile->count++;
        for (; at > 0 && pile->at[at - 1]->level > piece->level; at--)
            pile->at[at] = pile->at[at - 1];
        pile->at[at] = piece;
    }
}

bool has_sign(const struct scene *s, enum scene_sign sign, unsigned spot)
{
    assert(spot < s->spot_count);
    for (unsigned i = 0; i < s->mark_count; i++) {
        if (s->marks[i].spot == spot && s->marks[i].kind->sign == sign)
            return true;
    }
    return false;
}

const struct scene_outline *outline_of(const struct scene *s, unsigned spot)
{
    assert(spot < s->spot_count);
    for (unsigned i = 0; i < s->outline_count; i++) {
        const struct scene_outline *outline = &s->outlines[i];
        for (unsigned k = 0; k < outline->count; k++) {
            if (s->outlined[outline->first + k] == spot)
                return outline;
        }
    }
    return NULL;
}

// The spot of a panel with its centre there, or -1.
static int spot_at(const struct scene *s, unsigned panel, int x, int y)
{
    for (unsigned k = 0; k < s->spot_count; k++) {
        if (s->spots[k].panel == panel && s->spots[k].x == x && s->spots[k].y == y)
            return (int)k;
    }
    return -1;
}

bool hole_above(const struct scene *s, unsigned spot, unsigned *beyond)
{
    const struct scene_spot *from = &s->spots[spot];
    unsigned panel = from->panel;
    int north = from->y + SCENE_UNIT, found = spot_at(s, panel, from->x, north + SCENE_UNIT);

    *beyond = found < 0 ? spot : (unsigned)found;
    return found >= 0 && s->panels[panel].form == SCENE_SQUARE &&
           spot_at(s, panel, from->x, north) < 0 &&
           spot_at(s, panel, from->x - SCENE_UNIT, north) >= 0 &&
           spot_at(s, panel, from->x + SCENE_UNIT, north) >= 0;
}

int spot_beside(const struct scene *s, unsigned spot, unsigned side)
{
    assert(spot < s->spot_count);
    static const struct {
        uint8_t side;
        int8_t x, y;
    } steps[] = {
        {SCENE_SOUTH, 0, -SCENE_UNIT},
        {SCENE_NORTH, 0, SCENE_UNIT},
        {SCENE_EAST, SCENE_UNIT, 0},
        {SCENE_WEST, -SCENE_UNIT, 0},
        {SCENE_SOUTH_WEST, -HALF, -SCENE_UNIT},
        {SCENE_SOUTH_EAST, HALF, -SCENE_UNIT},
        {SCENE_NORTH_EAST, HALF, SCENE_UNIT},
        {SCENE_NORTH_WEST, -HALF, SCENE_UNIT},
    };
    const struct scene_spot *from = &s->spots[spot];

    for (unsigned i = 0; i < sizeof steps / sizeof *steps; i++) {
        if (steps[i].side == side)
            return spot_at(s, from->panel, from->x + steps[i].x, from->y + steps[i].y);
    }
    return -1;
}

void label_place(const struct scene_label *label, int *x, int *y)
{
    bool first = label->row ? label->x <= label->to_x : label->y <= label->to_y;

    *x = first ? label->x : label->to_x;
    *y = first ? label->y : label->to_y;
}
