// SPDX-License-Identifier: MIT
// Lays a scene out from top to bottom: game and turn, the boards (pictures side by side), what is
// in hand, marks and counters as text. An SVG begins with its size, so all is measured first.
#include "render/svg.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "render/legend.h"
#include "render/svgparts.h"

enum {
    MARGIN = 24,
    HEADER = 28, // the name of the game
    LABELS = 22, // for the names of rows and columns
    TITLE = 30,  // above a board
    GAP = 18,
    LEAST_WIDTH = 440,
    LINE_HEIGHT = 20,
    LETTER = 7, // about the width of one
    SLICE_WIDTH = 15,
    SLICE_HEIGHT = 12,
    SLICES = 6, // in a column
};

// Where a panel's cells stand.
struct svg_place {
    int x, y, cell;
    int width, height; // of all cells
    struct extent extent;
};

struct svg_page {
    struct legend legend;
    const struct game_options *options;
    const struct scene *scene;
    struct output *out; // NULL while measuring
    struct svg_place places[SCENE_MAX_PANELS];
    int width, y;
};

// ---------------------------------------------------------------------------------------------
// Measuring
// ---------------------------------------------------------------------------------------------

static bool has_pieces(const struct scene *s, unsigned panel)
{
    for (unsigned i = 0; i < s->piece_count; i++) {
        if (s->spots[s->pieces[i].spot].panel == panel)
            return true;
    }
    return false;
}

// Buttons say nothing in a picture: a tray is shown when something lies in it.
static bool is_shown(const struct scene *s, unsigned panel)
{
    return s->panels[panel].style != SCENE_TRAY || has_pieces(s, panel);
}

// Rows of hexagons interlock: a row is 0.866 cells high, and the last one adds the tip.
static int rows_height(const struct scene *s, unsigned panel, int rows, int cell)
{
    if (s->panels[panel].form == SCENE_SQUARE)
        return rows * cell;
    return (rows * 866 + 289) * cell / 1000;
}

static void measure_panel(struct svg_page *c, unsigned panel)
{
    const struct scene *s = c->scene;
    struct svg_place *p = &c->places[panel];
    enum scene_style style = s->panels[panel].style;

    *p = (struct svg_place){.cell = 56, .extent = panel_extent(s, panel)};
    if (style == SCENE_PILES)
        p->cell = 84;
    else if (p->extent.halves > 24)
        p->cell = 42;
    if (style == SCENE_FLAT && panel_is_picture(s, panel))
        p->cell = 30;
    if (style == SCENE_TRAY)
        p->cell = 64;
    p->width = p->extent.halves * p->cell / 2;
    p->height = rows_height(s, panel, p->extent.rows, p->cell);
}

static bool stands_beside(const struct scene *s, unsigned panel, unsigned next)
{
    return next < s->panel_count && s->panels[next].style != SCENE_TRAY &&
           panel_is_picture(s, panel) && panel_is_picture(s, next);
}

// Places the panels of one row, standing on one ground. Returns the panel after them.
static unsigned place_row(struct svg_page *c, unsigned panel)
{
    unsigned end = panel + 1;
    int x = MARGIN + LABELS, height = 0;

    while (stands_beside(c->scene, panel, end))
        end++;
    for (unsigned i = panel; i < end; i++) {
        if (c->places[i].height > height)
            height = c->places[i].height;
    }
    c->y += TITLE;
    for (unsigned i = panel; i < end; i++) {
        struct svg_place *p = &c->places[i];
        p->x = x;
        p->y = c->y + height - p->height;
        x += p->width + GAP + 8;
    }
    if (x - GAP - 8 + MARGIN > c->width)
        c->width = x - GAP - 8 + MARGIN;
    c->y += height + (c->scene->panels[panel].style == SCENE_TRAY ? 4 : LABELS);
    return end;
}

// Places everything below `top`.
static void place_panels(struct svg_page *c, int top)
{
    c->width = LEAST_WIDTH;
    c->y = top;
    for (unsigned panel = 0; panel < c->scene->panel_count; panel++)
        measure_panel(c, panel);
    for (unsigned panel = 0; panel < c->scene->panel_count;) {
        if (is_shown(c->scene, panel))
            panel = place_row(c, panel);
        else
            panel++;
    }
}

// Plane coordinates of a panel on the page.
static int page_x(const struct svg_page *c, unsigned panel, int x)
{
    const struct svg_place *p = &c->places[panel];

    return p->x + (x - p->extent.first_half * SCENE_UNIT / 2) * p->cell / SCENE_UNIT;
}

static int page_y(const struct svg_page *c, unsigned panel, int y)
{
    const struct svg_place *p = &c->places[panel];
    int up = (y - p->extent.first_row * SCENE_UNIT) * p->cell;

    if (c->scene->panels[panel].form == SCENE_SQUARE)
        return p->y + p->height - up / SCENE_UNIT;
    return p->y + p->height - (up * 866 / SCENE_UNIT + 144 * p->cell) / 1000;
}

static int centre_x(const struct svg_page *c, unsigned spot)
{
    return page_x(c, c->scene->spots[spot].panel, c->scene->spots[spot].x);
}

static int centre_y(const struct svg_page *c, unsigned spot)
{
    return page_y(c, c->scene->spots[spot].panel, c->scene->spots[spot].y);
}

// ---------------------------------------------------------------------------------------------
// Text
// ---------------------------------------------------------------------------------------------

static void write_text(struct svg_page *c, int x, int y, const char *style, const char *text)
{
    if (!c->out)
        return;
    output_format(c->out, "<text x=\"%d\" y=\"%d\" %s>", x, y, style);
    svg_text(text, c->out);
    output_add(c->out, "</text>\n");
}

// A paragraph broken between words; moves down by its lines.
static void write_paragraph(struct svg_page *c, int x, const char *style, const char *text)
{
    int most = (c->width - x - MARGIN) / LETTER;

    while (*text) {
        char line[256];
        struct text t;

        text_init(&t, line, sizeof line);
        for (;;) {
            int length = (int)strcspn(text, " ");
            if (t.length && (int)t.length + 1 + length > most)
                break;
            text_format(&t, "%s%.*s", t.length ? " " : "", length, text);
            text += length;
            while (*text == ' ')
                text++;
            if (!*text || t.cut)
                break;
        }
        c->y += LINE_HEIGHT;
        write_text(c, x, c->y - 6, style, line);
    }
}

static void draw_badge(struct svg_page *c, int owner)
{
    output_format(c->out, "<g transform=\"translate(%d %d) scale(0.17)\">", MARGIN + 7,
                  c->y + LINE_HEIGHT - 11);
    svg_badge(game_seat_colour(c->legend.game, owner), owner, c->out);
    output_add(c->out, "</g>\n");
}

static void write_counters(struct svg_page *c, int owner)
{
    char line[640];
    struct text t;

    text_init(&t, line, sizeof line);
    if (!legend_counters(&c->legend, c->scene, owner, &t) && owner < 0)
        return;
    if (t.length == 0)
        text_add(&t, legend_seat_name(&c->legend, owner));
    if (c->out && owner >= 0)
        draw_badge(c, owner);
    write_paragraph(c, owner < 0 ? MARGIN : MARGIN + 20, "fill=\"" SVG_INK "\"", line);
}

static void write_footer(struct svg_page *c)
{
    char line[1600];
    struct text t;

    c->y += 8;
    for (unsigned at = 0;
         text_init(&t, line, sizeof line), legend_line(&c->legend, c->scene, &at, &t);) {
        line[0] = (char)toupper((unsigned char)line[0]);
        write_paragraph(c, MARGIN, "fill=\"" SVG_QUIET "\"", line);
    }
    for (int owner = SCENE_NOBODY; owner < game_seats(c->legend.game, c->options); owner++)
        write_counters(c, owner);
    c->y += MARGIN - 8;
}

// ---------------------------------------------------------------------------------------------
// Boards
// ---------------------------------------------------------------------------------------------

static int cell_of(const struct svg_page *c, unsigned spot)
{
    return c->places[c->scene->spots[spot].panel].cell;
}

static bool is_hexagon(const struct svg_page *c, unsigned spot)
{
    return c->scene->panels[c->scene->spots[spot].panel].form == SCENE_HEXAGON;
}

// The corners of a cell of this radius (to the middle of a side), clockwise from the upper left.
// Returns how many there are.
static unsigned corners_of(const struct svg_page *c, unsigned spot, int radius, int at[6][2])
{
    int x = centre_x(c, spot), y = centre_y(c, spot);
    int tip = radius * 1155 / 1000, slope = radius * 577 / 1000;
    const int square[4][2] = {
        {-radius, -radius}, {radius, -radius}, {radius, radius}, {-radius, radius}};
    const int hexagon[6][2] = {{-radius, -slope}, {0, -tip}, {radius, -slope},
                               {radius, slope},   {0, tip},  {-radius, slope}};
    unsigned count = is_hexagon(c, spot) ? 6 : 4;

    for (unsigned i = 0; i < count; i++) {
        at[i][0] = x + (count == 6 ? hexagon[i][0] : square[i][0]);
        at[i][1] = y + (count == 6 ? hexagon[i][1] : square[i][1]);
    }
    return count;
}

// The corner at which a side begins, going the same way around; -1: such a cell has no such side.
static int side_corner(const struct svg_page *c, unsigned spot, unsigned side)
{
    static const struct {
        uint8_t side;
        int8_t square, hexagon;
    } corners[] = {
        {SCENE_NORTH, 0, -1},      {SCENE_EAST, 1, 2},        {SCENE_SOUTH, 2, -1},
        {SCENE_WEST, 3, 5},        {SCENE_NORTH_WEST, -1, 0}, {SCENE_NORTH_EAST, -1, 1},
        {SCENE_SOUTH_EAST, -1, 3}, {SCENE_SOUTH_WEST, -1, 4},
    };

    for (unsigned i = 0; i < sizeof corners / sizeof *corners; i++) {
        if (corners[i].side == side)
            return is_hexagon(c, spot) ? corners[i].hexagon : corners[i].square;
    }
    return -1;
}

static void draw_cell(struct svg_page *c, unsigned spot, int more, int rounding, const char *style)
{
    int cell = cell_of(c, spot), side = cell + 2 * more, at[6][2];

    if (!is_hexagon(c, spot)) {
        output_format(c->out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" %s/>\n",
                      centre_x(c, spot) - side / 2, centre_y(c, spot) - side / 2, side, side,
                      rounding, style);
        return;
    }
    corners_of(c, spot, side / 2, at);
    output_format(c->out, "<path d=\"M%d %dL%d %d %d %d %d %d %d %d %d %dZ\" %s/>\n", at[0][0],
                  at[0][1], at[1][0], at[1][1], at[2][0], at[2][1], at[3][0], at[3][1], at[4][0],
                  at[4][1], at[5][0], at[5][1], style);
}

// Sides of a cell as one broken line, drawn a little inside or outside.
static void draw_sides(struct svg_page *c, unsigned spot, unsigned sides, int more,
                       const char *colour, int width)
{
    int at[6][2];
    unsigned count = corners_of(c, spot, cell_of(c, spot) / 2 + more, at);

    for (unsigned side = 1; side <= SCENE_NORTH_WEST; side <<= 1) {
        int from = sides & side ? side_corner(c, spot, side) : -1;
        if (from < 0)
            continue;
        unsigned to = ((unsigned)from + 1) % count;
        output_format(c->out,
                      "<path d=\"M%d %dL%d %d\" stroke=\"%s\" stroke-width=\"%d\" "
                      "stroke-linecap=\"round\"/>\n",
                      at[from][0], at[from][1], at[to][0], at[to][1], colour, width);
    }
}

static bool on_board(const struct svg_page *c, unsigned spot)
{
    return c->scene->panels[c->scene->spots[spot].panel].style != SCENE_TRAY;
}

// Edges of the board that belong to a seat have its colour, outside the cells.
static void draw_edges(struct svg_page *c)
{
    for (unsigned i = 0; i < c->scene->edge_count; i++) {
        const struct scene_edge *edge = &c->scene->edges[i];
        draw_sides(c, edge->spot, edge->sides, 4, svg_look(edge->colour)->body, 7);
    }
}

// The rims first, so that any board is one piece of wood; then edges, whose ends the cells cover.
static void draw_board(struct svg_page *c)
{
    for (unsigned i = 0; i < c->scene->spot_count; i++) {
        if (on_board(c, i) && c->scene->spots[i].use == SCENE_PLACE)
            draw_cell(c, i, 7, 6, "fill=\"" SVG_RIM "\"");
    }
    draw_edges(c);
    for (unsigned i = 0; i < c->scene->spot_count; i++) {
        if (on_board(c, i))
            draw_cell(c, i, 0, 0,
                      c->scene->spots[i].use == SCENE_PLACE
                          ? "fill=\"" SVG_WOOD "\" stroke=\"" SVG_GRAIN "\""
                          : "fill=\"" SVG_PAPER "\" stroke=\"" SVG_LINE "\"");
    }
}

// Groups that belong to a seat have its colour, inside the cells.
static void draw_outlines(struct svg_page *c)
{
    const struct scene *s = c->scene;

    for (unsigned i = 0; i < s->outlined_count; i++) {
        unsigned spot = s->outlined[i];
        const struct scene_outline *outline = outline_of(s, spot);
        unsigned sides = 0;
        for (unsigned side = 1; side <= SCENE_NORTH_WEST; side <<= 1) {
            int beside = spot_beside(s, spot, side);
            if (beside < 0 || outline_of(s, (unsigned)beside) != outline)
                sides |= side;
        }
        draw_sides(c, spot, sides, -2, svg_look(outline->colour)->edge, 5);
        draw_sides(c, spot, sides, -2, svg_look(outline->colour)->body, 3);
    }
}

static void draw_labels(struct svg_page *c)
{
    static const char below[] = "text-anchor=\"middle\" font-size=\"12\" fill=\"" SVG_QUIET "\"";
    static const char beside[] = "text-anchor=\"end\" font-size=\"12\" fill=\"" SVG_QUIET "\"";

    for (unsigned i = 0; i < c->scene->label_count; i++) {
        const struct scene_label *label = &c->scene->labels[i];
        int x, y;
        label_place(label, &x, &y);
        x = page_x(c, label->panel, x);
        y = page_y(c, label->panel, y);
        if (label->row)
            write_text(c, x - 12, y + 4, beside, label->text);
        else
            write_text(c, x, y + 21, below, label->text);
    }
}

// A board that stands alone needs no title.
static void draw_titles(struct svg_page *c)
{
    unsigned shown = 0;

    for (unsigned panel = 0; panel < c->scene->panel_count; panel++)
        shown += is_shown(c->scene, panel);
    if (shown == 1)
        return;
    for (unsigned panel = 0; panel < c->scene->panel_count; panel++) {
        if (is_shown(c->scene, panel))
            write_text(c, c->places[panel].x, c->places[panel].y - 12,
                       "font-size=\"13\" fill=\"" SVG_QUIET "\"",
                       legend_text(&c->legend, "panel", c->scene->panels[panel].id,
                                   c->scene->panels[panel].title));
    }
}

// ---------------------------------------------------------------------------------------------
// Pieces
// ---------------------------------------------------------------------------------------------

// A piece of this many pixels around a place.
static void draw_piece(struct svg_page *c, const struct scene_piece *piece, int x, int y, int size)
{
    output_format(c->out, "<g transform=\"translate(%d %d)\">", x, y);
    if (svg_is_block(piece)) {
        svg_block(piece, size - 4, size - 4, c->out);
    } else {
        output_format(c->out, "<g transform=\"scale(%d.%02d)\">", size / 100, size % 100);
        svg_piece(&piece->look, piece->owner, c->out);
        output_add(c->out, "</g>");
    }
    output_add(c->out, "</g>\n");
}

// A block over two spots that can be seen on both; drawn once, from its own spot.
static bool draw_long_block(struct svg_page *c, const struct scene_piece *piece, unsigned spot)
{
    const struct scene *s = c->scene;
    int cell = cell_of(c, spot);

    if (!piece_spans(s, piece))
        return false;
    if (spot != piece->spot)
        return true;
    int x = centre_x(c, piece->spot), y = centre_y(c, piece->spot);
    int more_x = centre_x(c, piece->other) - x, more_y = centre_y(c, piece->other) - y;
    output_format(c->out, "<g transform=\"translate(%d %d)\">", x + more_x / 2, y + more_y / 2);
    svg_block(piece, cell - 4 + abs(more_x), cell - 4 + abs(more_y), c->out);
    output_add(c->out, "</g>\n");
    return true;
}

// The pieces of a pile from the side, bottom to top, in as many columns as it takes.
static void draw_slices(struct svg_page *c, unsigned spot, unsigned count)
{
    const struct scene *s = c->scene;
    int half = c->places[s->spots[spot].panel].cell / 2, columns = (int)(count - 1) / SLICES + 1;
    int left = centre_x(c, spot) + half - 3 - columns * SLICE_WIDTH, drawn = 0;

    for (unsigned i = 0; i < s->piece_count; i++) {
        const struct scene_piece *piece = &s->pieces[i];
        if (!piece_lies_on(piece, spot))
            continue;
        const struct svg_look *look = svg_look(piece->look.colour);
        int x = left + drawn / SLICES * SLICE_WIDTH;
        int y = centre_y(c, spot) + half - 4 - (drawn % SLICES + 1) * SLICE_HEIGHT;
        char glyph[] = {piece->look.glyph, 0};
        output_format(c->out,
                      "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"2\" fill=\"%s\" "
                      "stroke=\"%s\"/><text x=\"%d\" y=\"%d\" font-size=\"10\" "
                      "text-anchor=\"middle\" fill=\"%s\">",
                      x, y, SLICE_WIDTH - 1, SLICE_HEIGHT - 1, look->body, look->edge,
                      x + SLICE_WIDTH / 2, y + 9, look->upon);
        svg_text(glyph, c->out);
        output_add(c->out, "</text>\n");
        drawn++;
    }
}

static void draw_height(struct svg_page *c, unsigned spot, const struct scene_piece *top)
{
    int half = c->places[c->scene->spots[spot].panel].cell / 2;
    int x = centre_x(c, spot) + half - 12, y = centre_y(c, spot) - half + 12;
    char height[8];
    struct text t;

    text_init(&t, height, sizeof height);
    text_number(&t, top->level + top->rise - 1);
    output_format(c->out, "<circle cx=\"%d\" cy=\"%d\" r=\"9\" fill=\"" SVG_PAPER "\"/>", x, y);
    write_text(c, x, y + 4, "font-size=\"12\" text-anchor=\"middle\" fill=\"" SVG_INK "\"", height);
}

static void draw_pile(struct svg_page *c, unsigned spot)
{
    const struct scene *s = c->scene;
    const struct scene_spot *place = &s->spots[spot];
    enum scene_style style = s->panels[place->panel].style;
    int cell = c->places[place->panel].cell, x = centre_x(c, spot), y = centre_y(c, spot);
    struct pile pile;

    pile_of(s, spot, &pile);
    if (pile.count == 0 || !is_shown(s, place->panel))
        return;
    const struct scene_piece *top = pile.at[pile.count - 1];
    unsigned count = pile.count;
    if (style == SCENE_PILES && count > 1) {
        int columns = (int)(count - 1) / SLICES + 1;
        int size = cell - 10 - columns * SLICE_WIDTH;
        if (size > 20)
            draw_piece(c, top, x - cell / 2 + 4 + size / 2, y, size);
        draw_slices(c, spot, count);
        return;
    }
    if (!draw_long_block(c, top, spot))
        draw_piece(c, top, x, y, style == SCENE_TRAY ? 44 : style == SCENE_PILES ? 76 : cell);
    if (style == SCENE_TOPS || (style == SCENE_TRAY && count > 1))
        draw_height(c, spot, top);
}

// Every sign has its own frame: of the last turn a whole line, of the others broken ones. Marks of
// a single level stand in the text only.
static const char *const frames[SCENE_SIGNS] = {
    [SCENE_LAST] = "fill=\"none\" stroke=\"" SVG_ACCENT "\" stroke-width=\"4\"",
    [SCENE_RECENT] =
        "fill=\"none\" stroke=\"" SVG_ACCENT "\" stroke-width=\"2\" stroke-dasharray=\"8 4\"",
    [SCENE_BARRED] =
        "fill=\"none\" stroke=\"" SVG_BAD "\" stroke-width=\"3\" stroke-dasharray=\"3 5\"",
    [SCENE_OUTSIDE] = "fill=\"" SVG_QUIET "\" fill-opacity=\"0.35\"",
    [SCENE_FREE] =
        "fill=\"none\" stroke=\"" SVG_GOOD "\" stroke-width=\"3\" stroke-dasharray=\"3 5\"",
    [SCENE_DECIDING] = "fill=\"none\" stroke=\"" SVG_GOOD "\" stroke-width=\"4\"",
    [SCENE_CHOSEN] = "fill=\"none\" stroke=\"" SVG_INK "\" stroke-width=\"3\"",
};

static void draw_marks(struct svg_page *c)
{
    for (unsigned i = 0; i < c->scene->mark_count; i++) {
        const struct scene_mark *mark = &c->scene->marks[i];
        if (!mark->level && on_board(c, mark->spot))
            draw_cell(c, mark->spot, -2, 4, frames[mark->kind->sign]);
    }
}

static void draw_legs(struct svg_page *c)
{
    for (unsigned i = 0; i < c->scene->leg_count; i++) {
        const struct scene_leg *leg = &c->scene->legs[i];
        if (on_board(c, leg->from) && on_board(c, leg->to))
            svg_leg(&(struct svg_leg){leg->kind, centre_x(c, leg->from), centre_y(c, leg->from),
                                      centre_x(c, leg->to), centre_y(c, leg->to),
                                      cell_of(c, leg->to), c->scene->leg_count > 1 ? i + 1 : 0},
                    c->out);
    }
}

static void draw_scene(struct svg_page *c)
{
    draw_titles(c);
    draw_board(c);
    draw_labels(c);
    for (unsigned spot = 0; spot < c->scene->spot_count; spot++)
        draw_pile(c, spot);
    draw_outlines(c);
    draw_marks(c);
    draw_legs(c);
}

void render_svg(const struct game *g, const struct game_options *options, const struct scene *s,
                const struct catalogue *messages, struct output *out)
{
    struct svg_page c = {.legend = {g, messages}, .options = options, .scene = s};
    char status[512];
    struct text t;

    text_init(&t, status, sizeof status);
    legend_status(&c.legend, options, s, &t);
    place_panels(&c, 0); // only for the width, which decides how many lines the status takes
    c.y = MARGIN + HEADER;
    write_paragraph(&c, MARGIN, "", status);
    place_panels(&c, c.y);
    int footer = c.y;
    write_footer(&c);
    output_format(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                  "viewBox=\"0 0 %d %d\" role=\"img\" font-family=\"system-ui, sans-serif\" "
                  "font-size=\"13\">\n<title>",
                  c.width, c.y, c.width, c.y);
    svg_text(g->title, out);
    output_add(out, ". ");
    svg_text(status, out);
    output_format(out, "</title>\n<rect width=\"%d\" height=\"%d\" fill=\"" SVG_GROUND "\"/>\n",
                  c.width, c.y);
    c.out = out;
    write_text(&c, MARGIN, MARGIN + 18, "font-size=\"22\" font-weight=\"600\" fill=\"" SVG_INK "\"",
               g->title);
    c.y = MARGIN + HEADER;
    write_paragraph(&c, MARGIN, "fill=\"" SVG_QUIET "\"", status);
    draw_scene(&c);
    c.y = footer;
    write_footer(&c);
    output_add(out, "</svg>\n");
}
