// SPDX-License-Identifier: MIT
// Renders a board whose spots have their places: grounds and pieces, lines between squares, then
// the marks.
#include "tui/board.h"

#include <string.h>

#include "tui/palette.h"
#include "tui/piece.h"

enum { NORTH = 1, EAST = 2, SOUTH = 4, WEST = 8, TITLE_BYTES = 80 };

struct renderer {
    const struct board *board;
    const struct scene *scene;
    const struct glyphs *glyphs;
    const struct board_marks *marks;
    struct canvas *canvas;
    uint8_t paths[CANVAS_MOST_ROWS][CANVAS_MOST_COLUMNS]; // where lines go, by place on the canvas
};

static bool is_staged(const struct board_marks *m, unsigned spot)
{
    for (unsigned i = 0; i < m->staged.count; i++) {
        if (m->staged.at[i] == spot)
            return true;
    }
    return false;
}

static bool is_brick(const struct renderer *p, unsigned spot)
{
    const struct scene_piece *top = top_piece(p->scene, spot);
    struct glyph glyph;

    if (!top)
        return false;
    glyphs_piece(p->glyphs, top, &glyph);
    return glyph.shape == SHAPE_BRICK;
}

// ---------------------------------------------------------------------------------------------
// Squares
// ---------------------------------------------------------------------------------------------

static uint8_t ground_of(const struct renderer *p, unsigned spot)
{
    const struct scene_spot *place = &p->scene->spots[spot];
    const struct board_panel *panel = &p->board->panels[place->panel];

    if (is_staged(p->marks, spot))
        return COLOUR_ACCENT;
    if (has_sign(p->scene, SCENE_LAST, spot))
        return COLOUR_LAST;
    if (panel->role == ROLE_PICTURE || panel->lined)
        return panel->role == ROLE_PICTURE ? COLOUR_DARK_WOOD : COLOUR_WOOD;
    return (spot_half(place) / 2 + spot_row(place)) % 2 ? COLOUR_WOOD : COLOUR_DARK_WOOD;
}

static void put_height(struct renderer *p, struct rect r, const struct scene_piece *top)
{
    struct glyph glyph;
    unsigned height = top->level + top->rise - 1U;
    int column = r.column + r.columns - 1;

    glyphs_piece(p->glyphs, top, &glyph);
    struct pen pen = {palette_contrast(glyph.body), glyph.body, WEIGHT_BOLD};
    canvas_put(p->canvas, r.row + r.rows - 1, column, '0' + height % 10, pen);
    if (height >= 10)
        canvas_put(p->canvas, r.row + r.rows - 1, column - 1, '0' + height / 10, pen);
}

// Small squares without lines: a sign tells where they are.
static bool is_dense(const struct renderer *p, unsigned panel)
{
    return p->board->panels[panel].role == ROLE_BOARD && !p->board->panels[panel].lined &&
           p->board->panels[panel].height == 1;
}

static void render_square(struct renderer *p, unsigned spot)
{
    const struct scene_spot *place = &p->scene->spots[spot];
    struct rect r = p->board->spots[spot];
    uint8_t ground = ground_of(p, spot);
    enum scene_style style = p->scene->panels[place->panel].style;
    struct pile pile;

    canvas_fill(p->canvas, r, ' ', (struct pen){COLOUR_BLACK, ground, 0});
    pile_of(p->scene, spot, &pile);
    if (pile.count == 0) {
        if (p->board->panels[place->panel].sparse || is_dense(p, place->panel))
            canvas_put(p->canvas, r.row + r.rows / 2, r.column + r.columns / 2,
                       glyphs_sign(p->glyphs, SIGN_EMPTY), (struct pen){COLOUR_GRAIN, ground, 0});
        else if (place->use == SCENE_PICTURE && p->glyphs->colours == COLOUR_DEPTH_NONE)
            canvas_fill(p->canvas, r, glyphs_sign(p->glyphs, SIGN_EMPTY),
                        (struct pen){COLOUR_INK, ground, 0});
        return;
    }
    const struct scene_piece *top = pile.at[pile.count - 1];
    if (style == SCENE_PILES && (pile.count > 1 || r.rows >= 5)) {
        piece_render_pile(p->canvas, p->glyphs, r, &pile, ground);
        return;
    }
    piece_render(p->canvas, p->glyphs, r, top, ground);
    if (style == SCENE_TOPS)
        put_height(p, r, top);
}

// ---------------------------------------------------------------------------------------------
// Lines
// ---------------------------------------------------------------------------------------------

static void add_path(struct renderer *p, int row, int column, unsigned path)
{
    if (row >= 0 && row < CANVAS_MOST_ROWS && column >= 0 && column < CANVAS_MOST_COLUMNS)
        p->paths[row][column] |= (uint8_t)path;
}

static void add_frame(struct renderer *p, struct rect r)
{
    int top = r.row - 1, bottom = r.row + r.rows, left = r.column - 1, right = r.column + r.columns;

    for (int column = left; column <= right; column++) {
        unsigned path = (column > left ? WEST : 0U) | (column < right ? EAST : 0U);
        add_path(p, top, column, path);
        add_path(p, bottom, column, path);
    }
    for (int row = top; row <= bottom; row++) {
        unsigned path = (row > top ? NORTH : 0U) | (row < bottom ? SOUTH : 0U);
        add_path(p, row, left, path);
        add_path(p, row, right, path);
    }
}

// The line between the two spots of a piece that can be seen on both.
static bool joint_of(const struct renderer *p, const struct scene_piece *piece, struct rect *joint)
{
    struct rect a = p->board->spots[piece->spot], b = p->board->spots[piece->other];
    unsigned panel = p->scene->spots[piece->spot].panel;

    if (piece->spot == piece->other || p->scene->spots[piece->other].panel != panel ||
        !p->board->panels[panel].lined || top_piece(p->scene, piece->spot) != piece)
        return false;
    const struct scene_piece *there = top_piece(p->scene, piece->other);
    // A wall lists both halves of a block, a plan only one.
    if (there != piece && !(there && there->spot == piece->other && there->other == piece->spot))
        return false;
    if (a.row == b.row)
        *joint = (struct rect){a.row, (a.column > b.column ? a.column : b.column) - 1, a.rows, 1};
    else
        *joint = (struct rect){(a.row > b.row ? a.row : b.row) - 1, a.column, 1, a.columns};
    return true;
}

static void remove_path(struct renderer *p, int row, int column, unsigned path)
{
    if (row >= 0 && row < CANVAS_MOST_ROWS && column >= 0 && column < CANVAS_MOST_COLUMNS)
        p->paths[row][column] &= (uint8_t)~path;
}

static void take_joint(struct renderer *p, struct rect j)
{
    bool upright = j.columns == 1;

    for (int row = j.row; row < j.row + j.rows; row++) {
        for (int column = j.column; column < j.column + j.columns; column++)
            remove_path(p, row, column, 15);
    }
    if (upright) {
        remove_path(p, j.row - 1, j.column, SOUTH);
        remove_path(p, j.row + j.rows, j.column, NORTH);
    } else {
        remove_path(p, j.row, j.column - 1, EAST);
        remove_path(p, j.row, j.column + j.columns, WEST);
    }
}

static bool is_outlined(const struct renderer *p, const struct board_panel *panel, unsigned spot)
{
    return !panel->sparse || top_piece(p->scene, spot) || is_staged(p->marks, spot);
}

static void render_lines(struct renderer *p, unsigned index)
{
    const struct board_panel *panel = &p->board->panels[index];
    struct rect a = panel->area, joint;

    memset(p->paths, 0, sizeof p->paths);
    for (unsigned i = 0; i < p->scene->spot_count; i++) {
        if (p->scene->spots[i].panel == index && is_outlined(p, panel, i))
            add_frame(p, p->board->spots[i]);
    }
    for (unsigned i = 0; i < p->scene->piece_count; i++) {
        const struct scene_piece *piece = &p->scene->pieces[i];
        if (p->scene->spots[piece->spot].panel != index || !joint_of(p, piece, &joint))
            continue;
        take_joint(p, joint);
        piece_render(p->canvas, p->glyphs, joint, piece, COLOUR_WOOD);
    }
    for (int row = a.row; row < a.row + a.rows; row++) {
        for (int column = a.column; column < a.column + a.columns; column++) {
            if (p->paths[row][column])
                canvas_put(p->canvas, row, column,
                           glyphs_joint(p->glyphs, p->paths[row][column], false),
                           (struct pen){COLOUR_GRAIN, COLOUR_WOOD, 0});
        }
    }
    if (panel->sparse)
        canvas_fill(p->canvas, (struct rect){a.row + a.rows - 1, a.column, 1, a.columns},
                    glyphs_sign(p->glyphs, SIGN_TABLE), (struct pen){COLOUR_BLACK, COLOUR_WOOD, 0});
}

// ---------------------------------------------------------------------------------------------
// Edges and outlines
// ---------------------------------------------------------------------------------------------

// A side as it is seen when the panel is turned or mirrored.
static unsigned seen_side(const struct board_panel *panel, unsigned side)
{
    static const struct {
        uint8_t side, turned, mirrored;
    } sides[] = {
        {SCENE_SOUTH, SCENE_NORTH, SCENE_SOUTH},
        {SCENE_NORTH, SCENE_SOUTH, SCENE_NORTH},
        {SCENE_EAST, SCENE_EAST, SCENE_WEST},
        {SCENE_WEST, SCENE_WEST, SCENE_EAST},
        {SCENE_SOUTH_WEST, SCENE_NORTH_WEST, SCENE_SOUTH_EAST},
        {SCENE_SOUTH_EAST, SCENE_NORTH_EAST, SCENE_SOUTH_WEST},
        {SCENE_NORTH_EAST, SCENE_SOUTH_EAST, SCENE_NORTH_WEST},
        {SCENE_NORTH_WEST, SCENE_SOUTH_WEST, SCENE_NORTH_EAST},
    };
    enum { SIDES = sizeof sides / sizeof *sides };

    for (unsigned i = 0; panel->turned && i < SIDES; i++) {
        if (sides[i].side == side) {
            side = sides[i].turned;
            break;
        }
    }
    for (unsigned i = 0; panel->mirrored && i < SIDES; i++) {
        if (sides[i].side == side)
            return sides[i].mirrored;
    }
    return side;
}

// The line on a side of a spot. The slanting sides of a hexagon are the halves of the lines above
// and below it.
static struct rect line_of(const struct renderer *p, unsigned spot, unsigned side)
{
    struct rect r = p->board->spots[spot];
    int half = (r.columns + 1) / 2;

    switch (seen_side(&p->board->panels[p->scene->spots[spot].panel], side)) {
    case SCENE_SOUTH:
        return (struct rect){r.row + r.rows, r.column, 1, r.columns};
    case SCENE_NORTH:
        return (struct rect){r.row - 1, r.column, 1, r.columns};
    case SCENE_EAST:
        return (struct rect){r.row, r.column + r.columns, r.rows, 1};
    case SCENE_WEST:
        return (struct rect){r.row, r.column - 1, r.rows, 1};
    case SCENE_SOUTH_WEST:
        return (struct rect){r.row + r.rows, r.column, 1, half};
    case SCENE_SOUTH_EAST:
        return (struct rect){r.row + r.rows, r.column + r.columns - half, 1, half};
    case SCENE_NORTH_EAST:
        return (struct rect){r.row - 1, r.column + r.columns - half, 1, half};
    default:
        return (struct rect){r.row - 1, r.column, 1, half};
    }
}

// An edge has the colour of its owner, and his sign for those who see no colours.
static void render_edge(struct renderer *p, const struct scene_edge *edge)
{
    uint8_t body = palette_of_scene(edge->colour);
    struct pen pen = {palette_contrast(body), body, WEIGHT_BOLD};
    uint32_t sign = edge->owner == SCENE_NOBODY ? '#' : glyphs_seat(p->glyphs, edge->owner);

    for (unsigned side = 1; side <= SCENE_NORTH_WEST; side <<= 1) {
        if (edge->sides & side)
            canvas_fill(p->canvas, line_of(p, edge->spot, side), sign, pen);
    }
}

// Lines around a group have its colour; without colours the words tell it.
static void render_outline(struct renderer *p, unsigned spot)
{
    const struct scene_outline *outline = outline_of(p->scene, spot);
    uint8_t body = palette_of_scene(outline->colour);

    for (unsigned side = 1; side <= SCENE_WEST; side <<= 1) {
        int beside = spot_beside(p->scene, spot, side);
        if (beside < 0 || outline_of(p->scene, (unsigned)beside) != outline)
            canvas_tint(p->canvas, line_of(p, spot, side), body);
    }
}

// Without lines the empty spots along an edge have its sign and colour.
static void render_dense_edges(struct renderer *p, unsigned index)
{
    const struct scene *s = p->scene;

    for (unsigned i = 0; i < s->edge_count; i++) {
        const struct scene_edge *edge = &s->edges[i];
        uint8_t body = palette_of_scene(edge->colour);
        if (s->spots[edge->spot].panel != index || top_piece(s, edge->spot) ||
            edge->owner == SCENE_NOBODY)
            continue;
        canvas_fill(p->canvas, p->board->spots[edge->spot], glyphs_seat(p->glyphs, edge->owner),
                    (struct pen){palette_contrast(body), body, 0});
    }
}

static void render_owned(struct renderer *p, unsigned index)
{
    const struct scene *s = p->scene;

    for (unsigned i = 0; i < s->outlined_count && p->glyphs->colours == COLOUR_DEPTH_256; i++) {
        if (s->spots[s->outlined[i]].panel == index)
            render_outline(p, s->outlined[i]);
    }
    for (unsigned i = 0; i < s->edge_count; i++) {
        if (s->spots[s->edges[i].spot].panel == index)
            render_edge(p, &s->edges[i]);
    }
}

// ---------------------------------------------------------------------------------------------
// Marks
// ---------------------------------------------------------------------------------------------

// Changes the sign of a cell and keeps its ground.
static void put_over(struct renderer *p, int row, int column, uint32_t sign, uint8_t ink)
{
    struct canvas *c = p->canvas;

    if (row < 0 || row >= c->rows || column < 0 || column >= c->columns)
        return;
    struct cell *cell = &c->at[row][column];
    *cell =
        (struct cell){sign, {palette_shade(ink, cell->pen.ground), cell->pen.ground, WEIGHT_BOLD}};
}

static void put_around(struct renderer *p, struct rect r, uint32_t left, uint32_t right,
                       uint8_t ink)
{
    int row = r.row + r.rows / 2;

    put_over(p, row, r.column, left, ink);
    if (r.columns != 2)
        put_over(p, row, r.column + r.columns - 1, right, ink);
}

static void mark_last(struct renderer *p, unsigned spot, struct rect r)
{
    if (is_brick(p, spot))
        put_over(p, r.row + r.rows / 2, r.column + (r.columns - 1) / 2,
                 p->glyphs->ascii ? '*' : 0x25c6, COLOUR_ACCENT);
    else if (p->glyphs->colours != COLOUR_DEPTH_256)
        put_around(p, r, '(', ')', COLOUR_INK);
}

static void mark_target(struct renderer *p, unsigned spot, struct rect r)
{
    if (top_piece(p->scene, spot))
        put_around(p, r, '<', '>', COLOUR_FOCUS);
    else
        put_over(p, r.row + r.rows / 2, r.column + r.columns / 2,
                 glyphs_sign(p->glyphs, SIGN_TARGET), COLOUR_FOCUS);
}

static void put_marks(struct renderer *p, unsigned spot)
{
    struct rect r = p->board->spots[spot];

    for (unsigned i = 0; i < p->scene->mark_count; i++) {
        const struct scene_mark *mark = &p->scene->marks[i];
        uint8_t colour;
        uint32_t sign = glyphs_mark(p->glyphs, mark->kind->sign, &colour);
        if (mark->spot != spot)
            continue;
        if (mark->kind->sign == SCENE_LAST)
            mark_last(p, spot, r);
        else if (sign)
            put_over(p, r.row, r.column + r.columns - 1, sign, colour);
    }
    if (p->marks->targets[spot])
        mark_target(p, spot, r);
    if (is_staged(p->marks, spot))
        put_around(p, r, '[', ']',
                   p->glyphs->colours == COLOUR_DEPTH_256 ? COLOUR_BLACK : COLOUR_FOCUS);
    if (p->marks->hints[spot])
        put_over(p, r.row, r.column, p->marks->hints[spot], COLOUR_FOCUS);
}

static void put_cursor(struct renderer *p, unsigned spot)
{
    const struct board_panel *panel = &p->board->panels[p->scene->spots[spot].panel];
    struct rect r = p->board->spots[spot];

    p->canvas->cursor_row = r.row + r.rows / 2;
    p->canvas->cursor_column = r.column + (r.columns - 1) / 2;
    if (panel->role == ROLE_TRAY)
        return;
    if (is_dense(p, p->scene->spots[spot].panel)) {
        for (int column = r.column; column < r.column + r.columns; column++)
            p->canvas->at[r.row][column].pen.weight |= WEIGHT_REVERSE;
        return;
    }
    int edge = panel->lined ? 1 : 0;
    int top = r.row - edge, bottom = r.row + r.rows - 1 + edge;
    int left = r.column - edge, right = r.column + r.columns - 1 + edge;
    for (int row = top; row <= bottom; row++) {
        for (int column = left; column <= right; column++) {
            bool side = column == left || column == right, end = row == top || row == bottom;
            if ((!side && !end) || (!panel->lined && !(side && end)))
                continue;
            unsigned paths =
                (side ? (row > top ? NORTH : 0U) | (row < bottom ? SOUTH : 0U) : 0U) |
                (end ? (column > left ? WEST : 0U) | (column < right ? EAST : 0U) : 0U);
            put_over(p, row, column, glyphs_joint(p->glyphs, paths, true), COLOUR_FOCUS);
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Panels
// ---------------------------------------------------------------------------------------------

static void render_names(struct renderer *p, unsigned index)
{
    struct pen pen = {COLOUR_QUIET, COLOUR_GROUND, 0};

    for (unsigned i = 0; i < p->scene->label_count; i++) {
        const struct scene_label *label = &p->scene->labels[i];
        int row, column;
        if (label->panel != index)
            continue;
        board_name_at(&p->board->panels[index], label, &row, &column);
        canvas_text(p->canvas, row, column, (int)strlen(label->text), label->text, pen);
    }
}

// Whether a button has nothing to do on the screen: it cannot be pressed.
static bool is_hidden(const struct renderer *p, unsigned spot)
{
    return p->scene->spots[spot].idle && (int)spot != p->marks->cursor && !p->marks->hints[spot] &&
           !has_sign(p->scene, SCENE_LAST, spot);
}

static void render_button(struct renderer *p, unsigned spot)
{
    const struct scene_spot *place = &p->scene->spots[spot];
    const struct scene_piece *top = top_piece(p->scene, spot);
    struct rect r = p->board->spots[spot];
    bool target = p->marks->targets[spot], staged = is_staged(p->marks, spot);
    struct pen pen = {target ? COLOUR_INK : COLOUR_QUIET, COLOUR_PAPER, target ? WEIGHT_BOLD : 0};
    struct glyph glyph;

    if (top && target) {
        glyphs_piece(p->glyphs, top, &glyph);
        pen = (struct pen){glyph.ink, glyph.body, WEIGHT_BOLD};
    }
    if (staged)
        pen = (struct pen){COLOUR_BLACK, COLOUR_ACCENT, WEIGHT_BOLD};
    if ((int)spot == p->marks->cursor)
        pen.weight |= WEIGHT_REVERSE;
    canvas_fill(p->canvas, r, ' ', pen);
    canvas_text(p->canvas, r.row, r.column + 1, r.columns - 2,
                p->board->labels ? place->label : place->name, pen);
    if (target || staged || (int)spot == p->marks->cursor) {
        canvas_put(p->canvas, r.row, r.column, target || staged ? '[' : '>', pen);
        canvas_put(p->canvas, r.row, r.column + r.columns - 1, target || staged ? ']' : '<', pen);
    }
    if (p->marks->hints[spot])
        canvas_put(p->canvas, r.row, r.column, p->marks->hints[spot], pen);
}

static void render_tray(struct renderer *p, unsigned index)
{
    struct rect a = p->board->panels[index].area;
    bool any = false;

    for (unsigned i = 0; i < p->scene->spot_count; i++) {
        if (p->scene->spots[i].panel != index || is_hidden(p, i))
            continue;
        render_button(p, i);
        any = true;
    }
    if (any)
        canvas_text(p->canvas, a.row, a.column, a.columns, p->scene->panels[index].title,
                    (struct pen){COLOUR_QUIET, COLOUR_GROUND, 0});
}

// Whether another picture has a word of these bytes in its title, too.
static bool is_shared(const struct renderer *p, unsigned index, const char *word, size_t length)
{
    for (unsigned i = 0; i < p->scene->panel_count; i++) {
        const char *at = p->scene->panels[i].title;
        if (i == index || p->board->panels[i].role != ROLE_PICTURE)
            continue;
        for (size_t size; *at; at += size + (at[size] == ' ')) {
            size = strcspn(at, " ");
            if (size == length && !strncmp(at, word, length))
                return true;
        }
    }
    return false;
}

// The title of a picture stands below it. If there is no room for all of it, then the word that
// tells it from the others, which is not the first one in every language, and of that as much as
// keeps off the next title.
static void render_title(struct renderer *p, unsigned index)
{
    const char *title = p->scene->panels[index].title, *at = title;
    struct rect a = p->board->panels[index].area;
    char word[TITLE_BYTES];
    struct text t;

    text_init(&t, word, sizeof word);
    if (canvas_width(title) > a.columns + 1) {
        while (is_shared(p, index, at, strcspn(at, " ")) && at[strcspn(at, " ")])
            at += strcspn(at, " ") + 1;
        text_format(&t, "%.*s", (int)strcspn(at, " "), at);
    } else {
        text_add(&t, title);
    }
    canvas_text(p->canvas, a.row + a.rows, a.column, a.columns + 1, word,
                (struct pen){COLOUR_QUIET, COLOUR_GROUND, 0});
}

// A hole inside the board, halfway between the squares below and above it.
static void render_hole(struct renderer *p, unsigned spot)
{
    struct rect r = p->board->spots[spot];
    unsigned beyond;

    if (!hole_above(p->scene, spot, &beyond))
        return;
    r.row = (r.row + p->board->spots[beyond].row) / 2;
    canvas_fill(p->canvas, r, ':', (struct pen){COLOUR_GRAIN, COLOUR_WOOD, 0});
}

static void render_panel(struct renderer *p, unsigned index)
{
    const struct board_panel *panel = &p->board->panels[index];

    if (panel->sparse)
        canvas_fill(p->canvas, panel->area, ' ', (struct pen){COLOUR_GRAIN, COLOUR_WOOD, 0});
    for (unsigned i = 0; i < p->scene->spot_count; i++) {
        if (p->scene->spots[i].panel == index)
            render_square(p, i);
    }
    for (unsigned i = 0; i < p->scene->spot_count; i++) {
        if (p->scene->spots[i].panel == index)
            render_hole(p, i);
    }
    if (panel->lined) {
        render_lines(p, index);
        render_owned(p, index);
    } else {
        render_dense_edges(p, index);
    }
    for (unsigned i = 0; i < p->scene->spot_count; i++) {
        if (p->scene->spots[i].panel == index)
            put_marks(p, i);
    }
    if (panel->named)
        render_names(p, index);
    if (panel->role == ROLE_PICTURE)
        render_title(p, index);
}

void board_render(const struct board *b, const struct scene *s, const struct glyphs *glyphs,
                  const struct board_marks *marks, struct canvas *c)
{
    struct renderer p = {.board = b, .scene = s, .glyphs = glyphs, .marks = marks, .canvas = c};

    for (unsigned i = 0; i < s->panel_count; i++) {
        if (b->panels[i].role == ROLE_TRAY)
            render_tray(&p, i);
        else
            render_panel(&p, i);
    }
    if (marks->cursor >= 0 && marks->cursor < (int)s->spot_count)
        put_cursor(&p, (unsigned)marks->cursor);
}
