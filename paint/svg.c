// SPDX-License-Identifier: MIT
// Lays a scene out from top to bottom: the game and whose turn it is, the boards (pictures side by side), what is
// in hand, then marks and counters as text. Everything is measured first, since a picture begins with its size.
#include "paint/svg.h"

#include <ctype.h>
#include <string.h>

#include "paint/svgparts.h"

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

// Where a panel's grid stands.
struct place {
    int x, y, cell, columns, rows;
};

struct canvas {
    const struct game *game;
    const struct game_options *options;
    const struct scene *scene;
    struct output *out; // NULL while measuring
    struct place places[SCENE_MAX_PANELS];
    int width, y;
};

// ---------------------------------------------------------------------------------------------
// Measuring
// ---------------------------------------------------------------------------------------------

static int column_of(const struct scene_spot *spot)
{
    return (spot->x - SCENE_UNIT / 2) / SCENE_UNIT;
}

static int row_of(const struct scene_spot *spot)
{
    return (spot->y - SCENE_UNIT / 2) / SCENE_UNIT;
}

static bool is_picture(const struct scene *s, unsigned panel)
{
    for (unsigned i = 0; i < s->spot_count; i++) {
        if (s->spots[i].panel == panel && s->spots[i].use != SCENE_PICTURE)
            return false;
    }
    return true;
}

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

static void measure_panel(struct canvas *c, unsigned panel)
{
    const struct scene *s = c->scene;
    struct place *p = &c->places[panel];

    *p = (struct place){.cell = 56};
    for (unsigned i = 0; i < s->spot_count; i++) {
        if (s->spots[i].panel != panel)
            continue;
        if (column_of(&s->spots[i]) >= p->columns)
            p->columns = column_of(&s->spots[i]) + 1;
        if (row_of(&s->spots[i]) >= p->rows)
            p->rows = row_of(&s->spots[i]) + 1;
    }
    if (s->panels[panel].style == SCENE_PILES)
        p->cell = 84;
    else if (p->columns > 12)
        p->cell = 42;
    if (s->panels[panel].style == SCENE_FLAT && is_picture(s, panel))
        p->cell = 30;
    if (s->panels[panel].style == SCENE_TRAY)
        p->cell = 64;
}

static bool stands_beside(const struct scene *s, unsigned panel, unsigned next)
{
    return next < s->panel_count && s->panels[next].style != SCENE_TRAY && is_picture(s, panel) &&
           is_picture(s, next);
}

static int rows_height(const struct place *p)
{
    return p->rows * p->cell;
}

// Places the panels of one row, standing on one ground. Returns the panel after them.
static unsigned place_row(struct canvas *c, unsigned panel)
{
    unsigned end = panel + 1;
    int x = MARGIN + LABELS, height = 0;

    while (stands_beside(c->scene, panel, end))
        end++;
    for (unsigned i = panel; i < end; i++) {
        if (rows_height(&c->places[i]) > height)
            height = rows_height(&c->places[i]);
    }
    c->y += TITLE;
    for (unsigned i = panel; i < end; i++) {
        struct place *p = &c->places[i];
        p->x = x;
        p->y = c->y + height - rows_height(p);
        x += p->columns * p->cell + GAP + 8;
    }
    if (x - GAP - 8 + MARGIN > c->width)
        c->width = x - GAP - 8 + MARGIN;
    c->y += height + (c->scene->panels[panel].style == SCENE_TRAY ? 4 : LABELS);
    return end;
}

// Places everything below `top`.
static void place_panels(struct canvas *c, int top)
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

static int centre_x(const struct canvas *c, unsigned spot)
{
    const struct scene_spot *s = &c->scene->spots[spot];
    const struct place *p = &c->places[s->panel];

    return p->x + s->x * p->cell / SCENE_UNIT;
}

static int centre_y(const struct canvas *c, unsigned spot)
{
    const struct scene_spot *s = &c->scene->spots[spot];
    const struct place *p = &c->places[s->panel];

    return p->y + p->rows * p->cell - s->y * p->cell / SCENE_UNIT;
}

// ---------------------------------------------------------------------------------------------
// Text
// ---------------------------------------------------------------------------------------------

static void write_text(struct canvas *c, int x, int y, const char *style, const char *text)
{
    if (!c->out)
        return;
    output_format(c->out, "<text x=\"%d\" y=\"%d\" %s>", x, y, style);
    svg_text(text, c->out);
    output_add(c->out, "</text>\n");
}

// A paragraph broken between words; moves down by its lines.
static void write_paragraph(struct canvas *c, int x, const char *style, const char *text)
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

static void status_text(const struct canvas *c, struct text *t)
{
    const struct scene_status *status = &c->scene->status;

    if (!status->over) {
        text_format(t, "%s to act. %s", c->game->seat_names[status->to_act], status->prompt);
        return;
    }
    text_format(t, "%s Result: ", status->prompt);
    game_result_text(c->game, c->options, &status->result, t);
}

// Marks other than the last action, by kind.
static void write_marks(struct canvas *c)
{
    const struct scene *s = c->scene;

    for (unsigned i = 0; i < s->mark_count; i++) {
        const char *kind = s->marks[i].kind;
        char line[512];
        bool first = strcmp(kind, "last") != 0;
        struct text t;

        for (unsigned j = 0; j < i; j++)
            first &= strcmp(s->marks[j].kind, kind) != 0;
        if (!first)
            continue;
        text_init(&t, line, sizeof line);
        text_format(&t, "%c%s:", toupper((unsigned char)kind[0]), kind + 1);
        for (unsigned j = i; j < s->mark_count; j++) {
            if (strcmp(s->marks[j].kind, kind) != 0)
                continue;
            text_format(&t, " %s", s->spots[s->marks[j].spot].name);
            if (s->marks[j].level)
                text_format(&t, " level %d", s->marks[j].level);
        }
        write_paragraph(c, MARGIN, "fill=\"" SVG_QUIET "\"", line);
    }
}

static void draw_badge(struct canvas *c, int owner)
{
    struct scene_piece piece = {.kind = "badge", .glyph = ' ', .owner = (int8_t)owner};
    struct svg_look look = svg_look(c->game, &piece);

    output_format(c->out, "<g transform=\"translate(%d %d) scale(0.17)\">", MARGIN + 7,
                  c->y + LINE_HEIGHT - 11);
    svg_piece(&piece, &look, c->out);
    output_add(c->out, "</g>\n");
}

static void write_counters(struct canvas *c, int owner)
{
    char line[640];
    const char *separator = ": ";
    struct text t;

    text_init(&t, line, sizeof line);
    text_add(&t, owner < 0 ? "All" : c->game->seat_names[owner]);
    for (unsigned i = 0; i < c->scene->counter_count; i++) {
        const struct scene_counter *counter = &c->scene->counters[i];
        if (counter->owner != owner)
            continue;
        text_format(&t, "%s%s ", separator, counter->title);
        if (counter->word)
            text_add(&t, counter->word);
        else
            text_number(&t, counter->value);
        separator = ", ";
    }
    if (owner < 0 && separator[0] == ':')
        return;
    if (c->out && owner >= 0)
        draw_badge(c, owner);
    write_paragraph(c, owner < 0 ? MARGIN : MARGIN + 20, "fill=\"" SVG_INK "\"", line);
}

static void write_footer(struct canvas *c)
{
    c->y += 8;
    write_marks(c);
    for (int owner = SCENE_NOBODY; owner < game_seats(c->game, c->options); owner++)
        write_counters(c, owner);
    c->y += MARGIN - 8;
}

// ---------------------------------------------------------------------------------------------
// Boards
// ---------------------------------------------------------------------------------------------

static void draw_square(struct canvas *c, unsigned spot, int more, const char *style)
{
    int cell = c->places[c->scene->spots[spot].panel].cell, side = cell + 2 * more;

    output_format(c->out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" %s/>\n",
                  centre_x(c, spot) - side / 2, centre_y(c, spot) - side / 2, side, side, style);
}

static bool on_board(const struct canvas *c, unsigned spot)
{
    return c->scene->panels[c->scene->spots[spot].panel].style != SCENE_TRAY;
}

// The rim of all squares first, so that a board of any shape is one piece of wood.
static void draw_squares(struct canvas *c)
{
    for (unsigned i = 0; i < c->scene->spot_count; i++) {
        if (on_board(c, i) && c->scene->spots[i].use == SCENE_PLACE)
            draw_square(c, i, 7, "rx=\"6\" fill=\"" SVG_RIM "\"");
    }
    for (unsigned i = 0; i < c->scene->spot_count; i++) {
        if (on_board(c, i))
            draw_square(c, i, 0,
                        c->scene->spots[i].use == SCENE_PLACE
                            ? "fill=\"" SVG_WOOD "\" stroke=\"" SVG_GRAIN "\""
                            : "fill=\"" SVG_PAPER "\" stroke=\"" SVG_LINE "\"");
    }
}

// Squares with names such as "c5" label their column and row.
static void draw_labels(struct canvas *c)
{
    static const char style[] = "text-anchor=\"middle\" font-size=\"12\" fill=\"" SVG_QUIET "\"";
    const struct scene *s = c->scene;

    for (unsigned i = 0; i < s->spot_count; i++) {
        const struct scene_spot *spot = &s->spots[i];
        const struct place *p = &c->places[spot->panel];
        char column[2] = {spot->name[0], 0};
        if (spot->use != SCENE_PLACE || !islower((unsigned char)spot->name[0]) ||
            !isdigit((unsigned char)spot->name[1]) || !on_board(c, i))
            continue;
        if (row_of(spot) == 0 || row_of(spot) == p->rows / 2)
            write_text(c, centre_x(c, i), p->y + rows_height(p) + 21, style, column);
        if (column_of(spot) == 0 || column_of(spot) == p->columns / 2)
            write_text(c, p->x - 17, centre_y(c, i) + 4, style, spot->name + 1);
    }
}

// A board that stands alone needs no title.
static void draw_titles(struct canvas *c)
{
    unsigned shown = 0;

    for (unsigned panel = 0; panel < c->scene->panel_count; panel++)
        shown += is_shown(c->scene, panel);
    if (shown == 1)
        return;
    for (unsigned panel = 0; panel < c->scene->panel_count; panel++) {
        if (is_shown(c->scene, panel))
            write_text(c, c->places[panel].x, c->places[panel].y - 12,
                       "font-size=\"13\" fill=\"" SVG_QUIET "\"", c->scene->panels[panel].title);
    }
}

// ---------------------------------------------------------------------------------------------
// Pieces
// ---------------------------------------------------------------------------------------------

static bool lies_on(const struct scene_piece *piece, unsigned spot)
{
    return piece->spot == spot || piece->other == spot;
}

static const struct scene_piece *top_piece(const struct scene *s, unsigned spot, unsigned *count)
{
    const struct scene_piece *top = NULL;

    *count = 0;
    for (unsigned i = 0; i < s->piece_count; i++) {
        if (!lies_on(&s->pieces[i], spot))
            continue;
        ++*count;
        if (!top || s->pieces[i].level >= top->level)
            top = &s->pieces[i];
    }
    return top;
}

// A piece of this many pixels around a place.
static void draw_piece(struct canvas *c, const struct scene_piece *piece, int x, int y, int size)
{
    struct svg_look look = svg_look(c->game, piece);

    output_format(c->out, "<g transform=\"translate(%d %d)\">", x, y);
    if (svg_is_block(piece)) {
        svg_block(piece, &look, size - 4, size - 4, c->out);
    } else {
        output_format(c->out, "<g transform=\"scale(%d.%02d)\">", size / 100, size % 100);
        svg_piece(piece, &look, c->out);
        output_add(c->out, "</g>");
    }
    output_add(c->out, "</g>\n");
}

// A block over two spots that can be seen on both; drawn once, from its own spot.
static bool draw_long_block(struct canvas *c, const struct scene_piece *piece, unsigned spot)
{
    const struct scene *s = c->scene;
    unsigned count;
    int cell = c->places[s->spots[spot].panel].cell;

    if (piece->spot == piece->other || top_piece(s, piece->spot, &count) != piece ||
        top_piece(s, piece->other, &count) != piece)
        return false;
    if (spot != piece->spot)
        return true;
    int x = centre_x(c, piece->spot), y = centre_y(c, piece->spot);
    int more_x = centre_x(c, piece->other) - x, more_y = centre_y(c, piece->other) - y;
    struct svg_look look = svg_look(c->game, piece);
    output_format(c->out, "<g transform=\"translate(%d %d)\">", x + more_x / 2, y + more_y / 2);
    svg_block(piece, &look, cell - 4 + abs(more_x), cell - 4 + abs(more_y), c->out);
    output_add(c->out, "</g>\n");
    return true;
}

// The pieces of a pile from the side, bottom to top, in as many columns as it takes.
static void draw_slices(struct canvas *c, unsigned spot, unsigned count)
{
    const struct scene *s = c->scene;
    int half = c->places[s->spots[spot].panel].cell / 2, columns = (int)(count - 1) / SLICES + 1;
    int left = centre_x(c, spot) + half - 3 - columns * SLICE_WIDTH, drawn = 0;

    for (unsigned i = 0; i < s->piece_count; i++) {
        const struct scene_piece *piece = &s->pieces[i];
        if (!lies_on(piece, spot))
            continue;
        struct svg_look look = svg_look(c->game, piece);
        int x = left + drawn / SLICES * SLICE_WIDTH;
        int y = centre_y(c, spot) + half - 4 - (drawn % SLICES + 1) * SLICE_HEIGHT;
        char glyph[] = {piece->glyph, 0};
        output_format(c->out,
                      "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"2\" fill=\"%s\" "
                      "stroke=\"%s\"/><text x=\"%d\" y=\"%d\" font-size=\"10\" "
                      "text-anchor=\"middle\" fill=\"%s\">",
                      x, y, SLICE_WIDTH - 1, SLICE_HEIGHT - 1, look.body, look.edge,
                      x + SLICE_WIDTH / 2, y + 9, look.upon);
        svg_text(glyph, c->out);
        output_add(c->out, "</text>\n");
        drawn++;
    }
}

static void draw_height(struct canvas *c, unsigned spot, const struct scene_piece *top)
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

static void draw_pile(struct canvas *c, unsigned spot)
{
    const struct scene *s = c->scene;
    const struct scene_spot *place = &s->spots[spot];
    enum scene_style style = s->panels[place->panel].style;
    int cell = c->places[place->panel].cell, x = centre_x(c, spot), y = centre_y(c, spot);
    unsigned count;
    const struct scene_piece *top = top_piece(s, spot, &count);

    if (!top || !is_shown(s, place->panel))
        return;
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

// The last action is framed; other marks have a broken frame, those of a single level stand in the text only.
static void draw_marks(struct canvas *c)
{
    for (unsigned i = 0; i < c->scene->mark_count; i++) {
        const struct scene_mark *mark = &c->scene->marks[i];
        if (mark->level || !on_board(c, mark->spot))
            continue;
        draw_square(c, mark->spot, -2,
                    !strcmp(mark->kind, "last") ? "rx=\"4\" fill=\"none\" stroke=\"" SVG_ACCENT
                                                  "\" stroke-width=\"4\""
                                                : "rx=\"4\" fill=\"none\" stroke=\"" SVG_INK
                                                  "\" stroke-width=\"2\" stroke-dasharray=\"3 5\"");
    }
}

static void draw_scene(struct canvas *c)
{
    draw_titles(c);
    draw_squares(c);
    draw_labels(c);
    for (unsigned spot = 0; spot < c->scene->spot_count; spot++)
        draw_pile(c, spot);
    draw_marks(c);
}

void svg_scene(const struct game *g, const struct game_options *options, const struct scene *s,
               struct output *out)
{
    struct canvas c = {.game = g, .options = options, .scene = s};
    char status[512];
    struct text t;

    text_init(&t, status, sizeof status);
    status_text(&c, &t);
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
