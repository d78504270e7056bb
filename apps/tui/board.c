// SPDX-License-Identifier: MIT
// Layout: tries sizes of squares from the largest to the smallest and takes the first that fits.
#include "tui/board.h"

#include <stdlib.h>
#include <string.h>

enum { PICTURE_ROWS = 11, GAP = 2, TRAY_LEAST = 30 };

// Sizes of a square, largest first. Even heights have no middle row: only piles can use them. The
// dense ones have no lines between the squares, for large boards in small windows.
static const struct size {
    int width, height;
    bool piles, tops, flat, dense;
} sizes[] = {
    {15, 7, true, true, true, false},   {11, 5, true, true, true, false},
    {10, 4, true, false, false, false}, {8, 3, true, false, false, false},
    {7, 3, false, true, true, false},   {5, 3, true, true, false, false},
    {7, 2, true, false, false, false},  {4, 2, true, false, false, false},
    {5, 1, true, true, true, false},    {3, 1, true, true, true, false},
    {2, 1, false, false, true, false},  {4, 1, true, true, true, true},
    {2, 1, false, false, true, true},
};

enum { SIZES = sizeof sizes / sizeof *sizes };

static const struct {
    int width, height;
} picture_sizes[] = {{6, 3}, {4, 2}, {2, 1}};

enum { PICTURE_SIZES = sizeof picture_sizes / sizeof *picture_sizes };

// ---------------------------------------------------------------------------------------------
// Panels
// ---------------------------------------------------------------------------------------------

static enum board_role role_of(const struct scene *s, unsigned panel)
{
    if (s->panels[panel].style == SCENE_TRAY)
        return ROLE_TRAY;
    return panel_is_picture(s, panel) ? ROLE_PICTURE : ROLE_BOARD;
}

static void measure_panel(struct board_panel *p, const struct scene *s, unsigned panel)
{
    *p = (struct board_panel){.role = role_of(s, panel), .extent = panel_extent(s, panel)};
    for (unsigned i = 0; i < s->label_count; i++) {
        const struct scene_label *label = &s->labels[i];
        int width = (int)strlen(label->text) + 1;
        if (label->panel != panel)
            continue;
        p->named = true;
        if (label->row && width > p->label_width)
            p->label_width = width;
    }
}

// A panel seen from the other side. What stands on a ground stays on it: pictures do not turn, and
// walls only show their back.
static void turn_panel(struct board_panel *p, const struct scene *s, unsigned panel, bool flipped)
{
    bool upright = s->panels[panel].ground == SCENE_WALL;

    p->turned = flipped && p->role == ROLE_BOARD && !upright;
    p->mirrored = flipped && p->role == ROLE_BOARD;
}

// ---------------------------------------------------------------------------------------------
// Places
// ---------------------------------------------------------------------------------------------

static void size_panel(struct board_panel *p, int width, int height)
{
    p->width = width;
    p->height = height;
    p->area.columns = p->extent.halves * (width + p->lined) / 2 + p->lined;
    p->area.rows = p->extent.rows * (height + p->lined) + p->lined;
}

static void place_spots(struct board *b, const struct scene *s, unsigned panel)
{
    const struct board_panel *p = &b->panels[panel];
    int line = p->lined;

    for (unsigned i = 0; i < s->spot_count; i++) {
        if (s->spots[i].panel != panel)
            continue;
        int half = spot_half(&s->spots[i]) - p->extent.first_half;
        int row = spot_row(&s->spots[i]) - p->extent.first_row;
        half = p->mirrored ? p->extent.halves - 2 - half : half;
        row = p->turned ? row : p->extent.rows - 1 - row;
        b->spots[i] = (struct rect){p->area.row + line + row * (p->height + line),
                                    p->area.column + line + half * (p->width + line) / 2, p->height,
                                    p->width};
    }
}

int board_column_at(const struct board_panel *p, int x)
{
    int halves = 2 * x / SCENE_UNIT - p->extent.first_half; // in half cells

    halves = p->mirrored ? p->extent.halves - halves : halves;
    return p->area.column + (halves * (p->width + p->lined) - !p->lined) / 2;
}

int board_row_at(const struct board_panel *p, int y)
{
    int halves = 2 * y / SCENE_UNIT - 2 * p->extent.first_row;

    halves = p->turned ? halves : 2 * p->extent.rows - halves;
    return p->area.row + (halves * (p->height + p->lined) + p->lined) / 2;
}

void board_name_at(const struct board_panel *p, const struct scene_label *label, int *row,
                   int *column)
{
    int x, y;

    label_place(label, &x, &y);
    if (label->row ? p->mirrored : p->turned) {
        x = label->x + label->to_x - x;
        y = label->y + label->to_y - y;
    }
    if (label->row) {
        *row = board_row_at(p, y);
        *column = board_column_at(p, x) - 1 - (int)strlen(label->text);
        return;
    }
    int far_x = label->x + label->to_x - x, far_y = label->y + label->to_y - y;
    if (far_y != y)
        x += (far_x - x) * SCENE_UNIT / (2 * abs(far_y - y)); // by half a cell of the column
    *row = p->area.row + p->area.rows;
    *column = board_column_at(p, x);
}

// Two tones of wood need squares of some size; small ones get lines.
static bool is_lined(const struct board_panel *p, const struct size *size)
{
    return !size->dense && (p->always_lined || size->height < 3);
}

// Puts the boards side by side at the top; grows b->rows and b->columns.
static void place_boards(struct board *b, const struct scene *s, const struct size *size)
{
    for (unsigned i = 0; i < s->panel_count; i++) {
        struct board_panel *p = &b->panels[i];
        if (p->role != ROLE_BOARD)
            continue;
        p->lined = is_lined(p, size);
        size_panel(p, size->width, size->height);
        p->area.row = 0;
        p->area.column = (b->columns ? b->columns + GAP : 0) + p->label_width;
        b->columns = p->area.column + p->area.columns;
        if (p->area.rows + p->named > b->rows)
            b->rows = p->area.rows + p->named;
        place_spots(b, s, i);
    }
}

static int most_picture_rows(const struct board *b, const struct scene *s)
{
    int most = 0;

    for (unsigned i = 0; i < s->panel_count; i++) {
        if (b->panels[i].role == ROLE_PICTURE && b->panels[i].extent.rows > most)
            most = b->panels[i].extent.rows;
    }
    return most;
}

// Puts the pictures side by side on one ground, beside the boards or below them. There is room for
// what they show to grow, so that nothing changes its size in the middle of a game.
static void place_pictures(struct board *b, const struct scene *s, unsigned size, bool beside)
{
    int most = most_picture_rows(b, s), height = picture_sizes[size].height;
    int top = beside ? 0 : b->rows, column = beside ? b->columns + GAP : 0;
    int reserve = most < PICTURE_ROWS ? PICTURE_ROWS : most;
    int ground = top + reserve * height;

    if (most == 0)
        return;
    if (beside && ground + 1 < b->rows)
        ground = b->rows - 1;
    for (unsigned i = 0; i < s->panel_count; i++) {
        struct board_panel *p = &b->panels[i];
        if (p->role != ROLE_PICTURE)
            continue;
        size_panel(p, picture_sizes[size].width, height);
        p->area.row = ground - p->area.rows;
        p->area.column = column;
        column += p->area.columns + GAP;
        place_spots(b, s, i);
    }
    if (column - GAP > b->columns)
        b->columns = column - GAP;
    if (ground + 1 > b->rows)
        b->rows = ground + 1;
}

static int button_width(const struct board *b, const struct scene_spot *spot)
{
    return canvas_width(b->labels ? spot->label : spot->name) + 2;
}

// Puts the trays below all, broken into as many rows as they need.
static void place_trays(struct board *b, const struct scene *s, int columns)
{
    int most = b->columns > TRAY_LEAST ? b->columns : TRAY_LEAST;

    most = most < columns ? most : columns;
    for (unsigned panel = 0; panel < s->panel_count; panel++) {
        struct board_panel *p = &b->panels[panel];
        if (p->role != ROLE_TRAY)
            continue;
        int indent = canvas_width(s->panels[panel].title) + 1, at = indent;
        p->area = (struct rect){b->rows, 0, 1, most};
        for (unsigned i = 0; i < s->spot_count; i++) {
            if (s->spots[i].panel != panel)
                continue;
            int width = button_width(b, &s->spots[i]);
            if (at > indent && at + width > most) {
                p->area.rows++;
                at = indent;
            }
            b->spots[i] = (struct rect){b->rows + p->area.rows - 1, at, 1, width};
            at += width + 1;
        }
        b->rows += p->area.rows;
    }
    if (most > b->columns)
        b->columns = most;
}

// Whether labels of all trays fit in one row each; otherwise they show names.
static bool labels_fit(const struct board *b, const struct scene *s, int columns)
{
    struct board with_labels = *b;

    with_labels.labels = true;
    place_trays(&with_labels, s, columns);
    for (unsigned i = 0; i < s->panel_count; i++) {
        if (b->panels[i].role == ROLE_TRAY && with_labels.panels[i].area.rows > 1)
            return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// Choosing a size
// ---------------------------------------------------------------------------------------------

static bool size_suits(const struct board *b, const struct scene *s, const struct size *size)
{
    for (unsigned i = 0; i < s->panel_count; i++) {
        enum scene_style style = s->panels[i].style;
        if (b->panels[i].role != ROLE_BOARD)
            continue;
        if (style == SCENE_PILES ? !size->piles : style == SCENE_TOPS ? !size->tops : !size->flat)
            return false;
        // Half a cell with its line must be a whole number of columns.
        if (s->panels[i].form == SCENE_HEXAGON && (size->width + is_lined(&b->panels[i], size)) % 2)
            return false;
    }
    return true;
}

static bool try_sizes(struct board *b, const struct scene *s, const struct size *size,
                      unsigned picture, bool beside, int rows, int columns)
{
    b->rows = b->columns = 0;
    place_boards(b, s, size);
    place_pictures(b, s, picture, beside);
    b->labels = labels_fit(b, s, columns);
    place_trays(b, s, columns);
    return b->rows <= rows && b->columns <= columns;
}

static bool has_edges(const struct scene *s, unsigned panel)
{
    for (unsigned i = 0; i < s->edge_count; i++) {
        if (s->spots[s->edges[i].spot].panel == panel)
            return true;
    }
    return false;
}

static void line_panels(struct board *b, const struct scene *s, const struct glyphs *glyphs)
{
    for (unsigned i = 0; i < s->panel_count; i++) {
        struct board_panel *p = &b->panels[i];
        if (p->role != ROLE_BOARD)
            continue;
        p->sparse = s->panels[i].ground == SCENE_WALL;
        p->always_lined = glyphs->colours != COLOUR_DEPTH_256 || s->panels[i].style == SCENE_TOPS ||
                          s->panels[i].form == SCENE_HEXAGON || has_edges(s, i) || p->sparse;
    }
}

bool board_lay(struct board *b, const struct scene *s, const struct glyphs *glyphs, bool flipped,
               int rows, int columns)
{
    memset(b, 0, sizeof *b);
    for (unsigned i = 0; i < s->panel_count; i++) {
        measure_panel(&b->panels[i], s, i);
        turn_panel(&b->panels[i], s, i, flipped);
    }
    line_panels(b, s, glyphs);
    for (unsigned size = 0; size < SIZES; size++) {
        if (!size_suits(b, s, &sizes[size]))
            continue;
        for (unsigned picture = 0; picture < PICTURE_SIZES; picture++) {
            if (try_sizes(b, s, &sizes[size], picture, true, rows, columns) ||
                try_sizes(b, s, &sizes[size], picture, false, rows, columns))
                return true;
        }
    }
    return false;
}

// ---------------------------------------------------------------------------------------------
// Finding spots
// ---------------------------------------------------------------------------------------------

int board_spot_at(const struct board *b, const struct scene *s, int row, int column)
{
    int nearby = BOARD_NOWHERE;

    for (unsigned i = 0; i < s->spot_count; i++) {
        struct rect r = b->spots[i];
        if (s->spots[i].use == SCENE_PICTURE)
            continue;
        if (rect_has(r, row, column))
            return (int)i;
        if (rect_has((struct rect){r.row - 1, r.column - 1, r.rows + 2, r.columns + 2}, row,
                     column) &&
            b->panels[s->spots[i].panel].lined)
            nearby = (int)i;
    }
    return nearby;
}

// Twice the middle of a spot, so that it is whole; columns count half, as characters are about
// twice as high as wide.
static int middle_row(const struct board *b, int spot)
{
    return 2 * (2 * b->spots[spot].row + b->spots[spot].rows);
}

static int middle_column(const struct board *b, int spot)
{
    return 2 * b->spots[spot].column + b->spots[spot].columns;
}

static int first_spot(const struct board *b, const struct scene *s)
{
    int best = BOARD_NOWHERE, least = 0;

    for (unsigned i = 0; i < s->spot_count; i++) {
        const struct board_panel *p = &b->panels[s->spots[i].panel];
        if (s->spots[i].use == SCENE_PICTURE)
            continue;
        int far = abs(middle_row(b, (int)i) - 2 * (2 * p->area.row + p->area.rows)) +
                  abs(middle_column(b, (int)i) - 2 * p->area.column - p->area.columns) +
                  (p->role == ROLE_TRAY ? 10000 : 0);
        if (best == BOARD_NOWHERE || far < least) {
            best = (int)i;
            least = far;
        }
    }
    return best;
}

int board_step(const struct board *b, const struct scene *s, int from, int down, int right)
{
    int best = from, least = 0;

    if (from < 0 || from >= (int)s->spot_count)
        return first_spot(b, s);
    for (int i = 0; i < (int)s->spot_count; i++) {
        int rows = middle_row(b, i) - middle_row(b, from);
        int columns = middle_column(b, i) - middle_column(b, from);
        int along = rows * down + columns * right;
        int across = abs(down ? columns : rows);
        if (i == from || s->spots[i].use == SCENE_PICTURE || along <= 0)
            continue;
        // The row or column itself first; a step to the side only in the wanted direction.
        if (right && across >= along && across > 0)
            continue;
        int cost = along + 2 * across;
        if (best == from || cost < least) {
            best = i;
            least = cost;
        }
    }
    return best;
}
