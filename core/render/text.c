// SPDX-License-Identifier: MIT
// Renders a panel on a sheet of characters: first every spot's frame, then its content, then lines
// that mean something: the wall between the two spots of a piece is taken away, groups and owned
// edges get lines of their own.
#include "render/text.h"

#include <string.h>

#include "render/legend.h"

enum {
    SHEET_ROWS = 96,
    SHEET_COLUMNS = 640,
    LABEL_WIDTH = 4,
    CONTENT = 40,
    LINE = 1600,
    NARROW = 56
};

struct sheet {
    const struct legend *legend;
    const struct scene *scene;
    unsigned panel;
    struct extent extent;
    int rows;   // of the highest panel that stands on this ground
    int width;  // characters inside a cell
    int origin; // where this panel begins, in characters
    int more;   // bytes of titles that are not characters: those behind them move to the right
    char at[SHEET_ROWS][SHEET_COLUMNS];
};

// What stands inside a spot's cell.
static void spot_content(const struct scene *s, unsigned spot, char storage[CONTENT])
{
    struct text t;
    const struct scene_piece *top = top_piece(s, spot);
    enum scene_style style = s->panels[s->spots[spot].panel].style;
    bool last = has_sign(s, SCENE_LAST, spot);

    text_init(&t, storage, CONTENT);
    if (last)
        text_char(&t, '(');
    if (!top && last)
        text_char(&t, ' ');
    for (unsigned i = 0; style == SCENE_PILES && i < s->piece_count; i++) {
        if (piece_lies_on(&s->pieces[i], spot))
            text_char(&t, s->pieces[i].look.glyph);
    }
    if (style != SCENE_PILES && top)
        text_char(&t, top->look.glyph);
    if (style == SCENE_TOPS && top)
        text_number(&t, top->level + top->rise - 1);
    if (last)
        text_char(&t, ')');
}

static bool is_hexagonal(const struct sheet *c)
{
    return c->scene->panels[c->panel].form == SCENE_HEXAGON;
}

static void measure_sheet(struct sheet *c)
{
    const struct scene *s = c->scene;

    c->extent = panel_extent(s, c->panel);
    if (c->extent.rows > c->rows)
        c->rows = c->extent.rows;
    c->width = 3;
    for (unsigned i = 0; i < s->spot_count; i++) {
        char inside[CONTENT];
        if (s->spots[i].panel != c->panel)
            continue;
        spot_content(s, i, inside);
        if ((int)strlen(inside) > c->width)
            c->width = (int)strlen(inside);
    }
    // Slanting sides of hexagons meet only if a quarter of a cell is a whole number of characters.
    while (is_hexagonal(c) && (c->width + 1) % 4)
        c->width++;
}

// ---------------------------------------------------------------------------------------------
// Where things stand
// ---------------------------------------------------------------------------------------------

// The character at plane coordinates; 0 is the left wall of the leftmost cell, and the lowest line.
static int column_at(const struct sheet *c, int x)
{
    int from_left = x - c->extent.first_half * SCENE_UNIT / 2;

    return c->origin + LABEL_WIDTH + (from_left * (c->width + 1) + SCENE_UNIT / 2) / SCENE_UNIT;
}

static int row_at(const struct sheet *c, int y)
{
    return (c->rows + c->extent.first_row) * 2 + 1 - y * 2 / SCENE_UNIT; // the title stands above
}

static int left_of(const struct sheet *c, unsigned spot)
{
    return column_at(c, c->scene->spots[spot].x - SCENE_UNIT / 2);
}

static int top_of(const struct sheet *c, unsigned spot)
{
    return row_at(c, c->scene->spots[spot].y + SCENE_UNIT / 2);
}

static void put_text(struct sheet *c, int row, int column, const char *s)
{
    for (; *s && row >= 0 && row < SHEET_ROWS && column >= 0 && column < SHEET_COLUMNS; column++)
        c->at[row][column] = *s++;
}

// ---------------------------------------------------------------------------------------------
// Cells
// ---------------------------------------------------------------------------------------------

// Draws one side of a cell with these characters: lying, standing, rising and falling.
static void draw_side(struct sheet *c, unsigned spot, unsigned side, const char signs[4])
{
    int left = left_of(c, spot), top = top_of(c, spot), right = left + c->width + 1;
    int near = left + (c->width + 1) / 4, far = right - (c->width + 1) / 4;
    const char lying[] = {signs[0], 0}, standing[] = {signs[1], 0};
    const char rising[] = {signs[2], 0}, falling[] = {signs[3], 0};

    switch (side) {
    case SCENE_NORTH:
    case SCENE_SOUTH:
        for (int i = left + 1; i < right; i++)
            put_text(c, side == SCENE_NORTH ? top : top + 2, i, lying);
        return;
    case SCENE_EAST:
    case SCENE_WEST:
        put_text(c, top + 1, side == SCENE_WEST ? left : right, standing);
        return;
    case SCENE_NORTH_WEST:
        put_text(c, top, near, rising);
        return;
    case SCENE_SOUTH_EAST:
        put_text(c, top + 2, far, rising);
        return;
    case SCENE_NORTH_EAST:
        put_text(c, top, far, falling);
        return;
    default:
        put_text(c, top + 2, near, falling);
    }
}

static unsigned sides_of(const struct sheet *c)
{
    return SCENE_EAST | SCENE_WEST |
           (is_hexagonal(c)
                ? SCENE_NORTH_EAST | SCENE_NORTH_WEST | SCENE_SOUTH_EAST | SCENE_SOUTH_WEST
                : SCENE_NORTH | SCENE_SOUTH);
}

static void draw_sides(struct sheet *c, unsigned spot, unsigned sides, const char signs[4])
{
    for (unsigned side = 1; side <= SCENE_NORTH_WEST; side <<= 1) {
        if (sides & sides_of(c) & side)
            draw_side(c, spot, side, signs);
    }
}

static void draw_cell(struct sheet *c, unsigned spot)
{
    int left = left_of(c, spot), top = top_of(c, spot);
    char inside[CONTENT];
    unsigned beyond;

    draw_sides(c, spot, UINT8_MAX, "-|/\\");
    for (int side = 0; !is_hexagonal(c) && side <= 2; side += 2) {
        put_text(c, top + side, left, "+");
        put_text(c, top + side, left + c->width + 1, "+");
    }
    if (hole_above(c->scene, spot, &beyond)) {
        for (int i = 1; i <= c->width; i++)
            put_text(c, top - 1, left + i, ":");
    }
    spot_content(c->scene, spot, inside);
    put_text(c, top + 1, left + 1 + (c->width - (int)strlen(inside)) / 2, inside);
}

// Takes away the wall between the two spots of a piece that can be seen on both.
static void join_cells(struct sheet *c, const struct scene_piece *piece)
{
    const struct scene *s = c->scene;

    if (s->spots[piece->spot].panel != c->panel || !piece_spans(s, piece))
        return;
    for (unsigned side = 1; side <= SCENE_NORTH_WEST; side <<= 1) {
        if (spot_beside(s, piece->spot, side) == piece->other)
            draw_sides(c, piece->spot, side, "    ");
    }
}

// Lines between a group and what does not belong to it. Pictures have none: there is no room for
// them.
static void draw_outline(struct sheet *c, const struct scene_outline *outline)
{
    const struct scene *s = c->scene;

    for (unsigned i = 0; i < outline->count; i++) {
        unsigned spot = s->outlined[outline->first + i];
        if (s->spots[spot].panel != c->panel || s->spots[spot].use == SCENE_PICTURE)
            continue;
        for (unsigned side = 1; side <= SCENE_NORTH_WEST; side <<= 1) {
            int beside = spot_beside(s, spot, side);
            if (beside < 0 || outline_of(s, (unsigned)beside) != outline)
                draw_sides(c, spot, side, "=#%%");
        }
    }
}

static void draw_edge(struct sheet *c, const struct scene_edge *edge)
{
    char sign = legend_seat(c->legend, edge->owner);

    if (c->scene->spots[edge->spot].panel == c->panel)
        draw_sides(c, edge->spot, edge->sides, (const char[]){sign, sign, sign, sign});
}

static void draw_label(struct sheet *c, const struct scene_label *label)
{
    int x, y, length = (int)strlen(label->text);

    if (label->panel != c->panel)
        return;
    label_place(label, &x, &y);
    if (!label->row) {
        put_text(c, row_at(c, y) + 1, column_at(c, x) - (length - 1) / 2, label->text);
        return;
    }
    // Where the board grows wider downward, the name of the column beside this row may stand here:
    // columns come first.
    int row = row_at(c, y), column = column_at(c, x) - 1 - length;
    if (column >= 2 && c->at[row][column] != ' ')
        column -= 2;
    put_text(c, row, column, label->text);
}

// ---------------------------------------------------------------------------------------------
// Panels
// ---------------------------------------------------------------------------------------------

static void print_sheet(struct sheet *c, struct output *out)
{
    for (int row = 0; row <= c->rows * 2 + 2 && row < SHEET_ROWS; row++) {
        int length = SHEET_COLUMNS - 1;
        while (length > 0 && c->at[row][length - 1] == ' ')
            length--;
        c->at[row][length] = 0;
        if (length || row <= c->rows * 2 + 1)
            output_format(out, "%s\n", c->at[row]);
    }
}

static const char *panel_title(const struct legend *l, const struct scene *s, unsigned panel)
{
    return legend_text(l, "panel", s->panels[panel].id, s->panels[panel].title);
}

static void put_title(struct sheet *c, const char *title)
{
    put_text(c, 0, c->origin + c->more, title);
    for (; *title; title++)
        c->more += ((unsigned char)*title & 0xc0) == 0x80;
}

static void draw_panel(struct sheet *c)
{
    const struct scene *s = c->scene;

    put_title(c, panel_title(c->legend, s, c->panel));
    for (unsigned i = 0; i < s->spot_count; i++) {
        if (s->spots[i].panel == c->panel)
            draw_cell(c, i);
    }
    for (unsigned i = 0; i < s->piece_count; i++)
        join_cells(c, &s->pieces[i]);
    for (unsigned i = 0; i < s->outline_count; i++)
        draw_outline(c, &s->outlines[i]);
    for (unsigned i = 0; i < s->edge_count; i++)
        draw_edge(c, &s->edges[i]);
    for (unsigned i = 0; i < s->label_count; i++)
        draw_label(c, &s->labels[i]);
}

// The middle of what lies on the board, in characters; of the board, where nothing does.
static int busy_middle(const struct sheet *c, int board)
{
    const struct scene *s = c->scene;
    int least = SHEET_COLUMNS, most = 0;

    for (unsigned i = 0; i < s->piece_count; i++) {
        if (s->spots[s->pieces[i].spot].panel != c->panel)
            continue;
        int first = left_of(c, s->pieces[i].spot), second = left_of(c, s->pieces[i].other);
        int left = first < second ? first : second, right = first < second ? second : first;
        least = left < least ? left : least;
        most = right > most ? right : most;
    }
    return (least < SHEET_COLUMNS ? least + most + c->width + 1 : 2 * LABEL_WIDTH + board) / 2;
}

// Leaves only as many columns of a board as fit into `most` characters, around what lies there.
// Where it goes on there is no wall.
static void cut_out(struct sheet *c, int most)
{
    int cell = c->width + 1, board = c->extent.halves * cell / 2;
    int wide = (most - LABEL_WIDTH - 1) / cell * cell;

    if (LABEL_WIDTH + board + 1 <= most || is_hexagonal(c))
        return;
    int from = (busy_middle(c, board) - LABEL_WIDTH - wide / 2 + cell / 2) / cell * cell;
    from = from < 0 ? 0 : from > board - wide ? board - wide : from;
    for (int row = 1; row < SHEET_ROWS; row++) {
        char *line = c->at[row] + LABEL_WIDTH;
        memmove(line, line + from, (size_t)wide + 1);
        memset(line + wide + 1, ' ', (size_t)(SHEET_COLUMNS - LABEL_WIDTH - wide - 1));
        if (from > 0 && *line == '|')
            *line = ' ';
        if (from < board - wide && line[wide] == '|')
            line[wide] = ' ';
    }
}

// The panel after a board, or after all the pictures that follow one another.
static unsigned end_of_row(const struct scene *s, unsigned panel)
{
    bool pictures = panel_is_picture(s, panel++);

    while (pictures && panel < s->panel_count && s->panels[panel].style != SCENE_TRAY &&
           panel_is_picture(s, panel))
        panel++;
    return panel;
}

static int sheet_end(const struct sheet *c)
{
    return c->origin + LABEL_WIDTH + c->extent.halves * (c->width + 1) / 2 + 1;
}

// Renders a board, or pictures side by side, standing on one ground, not wider than `most`
// characters. Returns the next panel.
static unsigned render_boards(const struct legend *l, const struct scene *s, unsigned panel,
                              int most, struct output *out)
{
    struct sheet c = {.legend = l, .scene = s};
    unsigned end = end_of_row(s, panel);

    memset(c.at, ' ', sizeof c.at);
    for (c.panel = panel; c.panel < end; c.panel++)
        measure_sheet(&c); // the highest of them gives the rows
    for (c.panel = panel; c.panel < end; c.panel++) {
        measure_sheet(&c);
        if (c.panel > panel && sheet_end(&c) > most)
            break; // these stand below
        draw_panel(&c);
        if (end == panel + 1)
            cut_out(&c, most);
        c.origin = sheet_end(&c);
    }
    print_sheet(&c, out);
    return c.panel;
}

static void begin_line(const struct legend *l, const char *title, struct output *out)
{
    char line[CONTENT * 2];
    struct text t;

    text_init(&t, line, sizeof line);
    legend_list(l, title, &t);
    output_add(out, line);
}

static void render_tray(const struct legend *l, const struct scene *s, unsigned panel,
                        struct output *out)
{
    const char *separator = NULL;
    char label[CONTENT * 4];
    struct text t;

    for (unsigned i = 0; i < s->spot_count; i++) {
        const struct scene_spot *spot = &s->spots[i];
        if (spot->panel != panel || spot->idle)
            continue;
        if (!separator)
            begin_line(l, panel_title(l, s, panel), out);
        text_init(&t, label, sizeof label);
        legend_label(l, s, i, &t);
        output_format(out, "%s %s", separator ? separator : "", spot->name);
        if (strcmp(spot->name, label) != 0)
            output_format(out, " (%s)", label);
        separator = ",";
    }
    if (separator)
        output_add(out, "\n");
}

static void add_line(const char *line, struct output *out)
{
    output_add(out, line);
    output_add(out, "\n");
}

void render_text_boards(const struct game *g, const struct scene *s,
                        const struct catalogue *messages, struct output *out)
{
    struct legend l = {g, messages};

    for (unsigned panel = 0; panel < s->panel_count;) {
        if (s->panels[panel].style == SCENE_TRAY)
            panel++;
        else
            panel = render_boards(&l, s, panel, NARROW, out);
    }
}

static void render_within(const struct game *g, const struct game_options *options,
                          const struct scene *s, const struct catalogue *messages, int most,
                          struct output *out)
{
    struct legend l = {g, messages};
    char line[LINE];
    struct text t;

    for (unsigned panel = 0; panel < s->panel_count;) {
        if (s->panels[panel].style == SCENE_TRAY)
            render_tray(&l, s, panel++, out);
        else
            panel = render_boards(&l, s, panel, most, out);
    }
    text_init(&t, line, sizeof line);
    if (legend_signs(&l, s, &t))
        add_line(line, out);
    for (unsigned at = 0; text_init(&t, line, sizeof line), legend_line(&l, s, &at, &t);)
        add_line(line, out);
    for (int owner = SCENE_NOBODY; owner < game_seats(g, options); owner++) {
        text_init(&t, line, sizeof line);
        if (legend_counters(&l, s, owner, &t))
            add_line(line, out);
    }
    if (s->clues.items)
        add_line(sentence_text(messages, "paint.desk", "What is known:"), out);
    for (unsigned at = 0; text_init(&t, line, sizeof line), legend_clues(&l, options, s, at, &t);
         at++) {
        output_add(out, "  ");
        add_line(line, out);
    }
}

static void render_status(const struct game *g, const struct game_options *options,
                          const struct scene *s, const struct catalogue *messages,
                          struct output *out)
{
    struct legend l = {g, messages};
    char line[LINE];
    struct text t;

    text_init(&t, line, sizeof line);
    legend_status(&l, options, s, &t);
    add_line(line, out);
}

void render_board_text(const struct game *g, const struct game_options *options,
                       const struct scene *s, const struct catalogue *messages, struct output *out)
{
    render_within(g, options, s, messages, SHEET_COLUMNS, out);
}

void render_text(const struct game *g, const struct game_options *options, const struct scene *s,
                 const struct catalogue *messages, struct output *out)
{
    render_within(g, options, s, messages, SHEET_COLUMNS, out);
    render_status(g, options, s, messages, out);
}

void render_narrow_text(const struct game *g, const struct game_options *options,
                        const struct scene *s, const struct catalogue *messages, struct output *out)
{
    render_within(g, options, s, messages, NARROW, out);
    render_status(g, options, s, messages, out);
}
