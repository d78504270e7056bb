// SPDX-License-Identifier: MIT
// Paints a panel on a canvas of characters: first every spot's frame, then its content, then the walls
// between the two spots of a piece are taken away. Only what the scene says is used.
#include "paint/paint.h"

#include <ctype.h>
#include <string.h>

enum { CANVAS_ROWS = 64, CANVAS_COLUMNS = 640, LABEL_WIDTH = 4, CONTENT = 40 };

struct canvas {
    const struct scene *scene;
    unsigned panel;
    int columns, rows; // squares
    int width;         // characters inside a square
    int origin;        // where this panel begins, in characters
    char at[CANVAS_ROWS][CANVAS_COLUMNS];
};

static int column_of(const struct scene_spot *spot)
{
    return (spot->x - SCENE_UNIT / 2) / SCENE_UNIT;
}

static int row_of(const struct scene_spot *spot)
{
    return (spot->y - SCENE_UNIT / 2) / SCENE_UNIT;
}

static bool has_mark(const struct scene *s, const char *kind, unsigned spot)
{
    for (unsigned i = 0; i < s->mark_count; i++) {
        if (s->marks[i].spot == spot && !strcmp(s->marks[i].kind, kind))
            return true;
    }
    return false;
}

static bool lies_on(const struct scene_piece *piece, unsigned spot)
{
    return piece->spot == spot || piece->other == spot;
}

// The topmost piece on a spot, or NULL.
static const struct scene_piece *top_piece(const struct scene *s, unsigned spot)
{
    const struct scene_piece *top = NULL;

    for (unsigned i = 0; i < s->piece_count; i++) {
        const struct scene_piece *piece = &s->pieces[i];
        if (lies_on(piece, spot) && (!top || piece->level >= top->level))
            top = piece;
    }
    return top;
}

// What stands inside a spot's square.
static void content(const struct scene *s, unsigned spot, char storage[CONTENT])
{
    struct text t;
    const struct scene_piece *top = top_piece(s, spot);
    enum scene_style style = s->panels[s->spots[spot].panel].style;
    bool last = has_mark(s, "last", spot);

    text_init(&t, storage, CONTENT);
    if (last)
        text_char(&t, '(');
    if (!top && last)
        text_char(&t, ' ');
    for (unsigned i = 0; style == SCENE_PILES && i < s->piece_count; i++) {
        if (lies_on(&s->pieces[i], spot))
            text_char(&t, s->pieces[i].glyph);
    }
    if (style != SCENE_PILES && top)
        text_char(&t, top->glyph);
    if (style == SCENE_TOPS && top)
        text_number(&t, top->level + top->rise - 1);
    if (last)
        text_char(&t, ')');
}

static void measure(struct canvas *c)
{
    const struct scene *s = c->scene;

    c->width = 3;
    for (unsigned i = 0; i < s->spot_count; i++) {
        char inside[CONTENT];
        if (s->spots[i].panel != c->panel)
            continue;
        if (column_of(&s->spots[i]) >= c->columns)
            c->columns = column_of(&s->spots[i]) + 1;
        if (row_of(&s->spots[i]) >= c->rows)
            c->rows = row_of(&s->spots[i]) + 1;
        content(s, i, inside);
        if ((int)strlen(inside) > c->width)
            c->width = (int)strlen(inside);
    }
}

// The upper left corner of a square's frame on the canvas.
static int left_of(const struct canvas *c, int column)
{
    return c->origin + LABEL_WIDTH + column * (c->width + 1);
}

static int top_of(const struct canvas *c, int row)
{
    return (c->rows - 1 - row) * 2 + 1; // the title stands above
}

static void put(struct canvas *c, int row, int column, const char *s)
{
    for (; *s && row < CANVAS_ROWS && column < CANVAS_COLUMNS; column++)
        c->at[row][column] = *s++;
}

static void draw_square(struct canvas *c, unsigned spot)
{
    const struct scene_spot *place = &c->scene->spots[spot];
    int left = left_of(c, column_of(place)), top = top_of(c, row_of(place));
    char inside[CONTENT];

    for (int side = 0; side <= 2; side += 2) {
        for (int i = 1; i <= c->width; i++)
            put(c, top + side, left + i, "-");
        put(c, top + side, left, "+");
        put(c, top + side, left + c->width + 1, "+");
    }
    put(c, top + 1, left, "|");
    put(c, top + 1, left + c->width + 1, "|");
    content(c->scene, spot, inside);
    put(c, top + 1, left + 1 + (c->width - (int)strlen(inside)) / 2, inside);
}

// Takes away the wall between the two spots of a piece that can be seen on both.
static void join_squares(struct canvas *c, const struct scene_piece *piece)
{
    const struct scene_spot *a = &c->scene->spots[piece->spot];
    const struct scene_spot *b = &c->scene->spots[piece->other];

    if (piece->spot == piece->other || a->panel != c->panel || b->panel != c->panel)
        return;
    if (top_piece(c->scene, piece->spot) != piece || top_piece(c->scene, piece->other) != piece)
        return;
    int column = column_of(a) > column_of(b) ? column_of(a) : column_of(b);
    int row = row_of(a) < row_of(b) ? row_of(a) : row_of(b);
    if (row_of(a) == row_of(b)) {
        put(c, top_of(c, row) + 1, left_of(c, column), " ");
    } else {
        for (int i = 1; i <= c->width; i++)
            put(c, top_of(c, row), left_of(c, column) + i, " ");
    }
}

// Squares with names such as "c5" label their column and row; others label nothing.
static void draw_labels(struct canvas *c, const struct scene_spot *spot)
{
    char row[12], column[2] = {spot->name[0], 0};
    struct text t;

    if (spot->use != SCENE_PLACE || !islower((unsigned char)spot->name[0]) ||
        !isdigit((unsigned char)spot->name[1]))
        return;
    text_init(&t, row, sizeof row);
    text_format(&t, "%3s", spot->name + 1);
    put(c, top_of(c, row_of(spot)) + 1, c->origin, row);
    put(c, c->rows * 2 + 2, left_of(c, column_of(spot)) + 1 + c->width / 2, column);
}

static void print_canvas(struct canvas *c, struct output *out)
{
    for (int row = 0; row <= c->rows * 2 + 2 && row < CANVAS_ROWS; row++) {
        int length = CANVAS_COLUMNS - 1;
        while (length > 0 && c->at[row][length - 1] == ' ')
            length--;
        c->at[row][length] = 0;
        if (length || row <= c->rows * 2 + 1)
            output_format(out, "%s\n", c->at[row]);
    }
}

static void draw_panel(struct canvas *c)
{
    const struct scene *s = c->scene;

    put(c, 0, c->origin, s->panels[c->panel].title);
    for (unsigned i = 0; i < s->spot_count; i++) {
        if (s->spots[i].panel != c->panel)
            continue;
        draw_square(c, i);
        draw_labels(c, &s->spots[i]);
    }
    for (unsigned i = 0; i < s->piece_count; i++)
        join_squares(c, &s->pieces[i]);
}

// Whether a panel only shows something and so may stand beside others of its kind.
static bool is_picture(const struct scene *s, unsigned panel)
{
    for (unsigned i = 0; i < s->spot_count; i++) {
        if (s->spots[i].panel == panel && s->spots[i].use != SCENE_PICTURE)
            return false;
    }
    return true;
}

// The panel after a board, or after all the pictures that follow one another.
static unsigned end_of_row(const struct scene *s, unsigned panel)
{
    bool pictures = is_picture(s, panel++);

    while (pictures && panel < s->panel_count && s->panels[panel].style != SCENE_TRAY &&
           is_picture(s, panel))
        panel++;
    return panel;
}

// Paints a board, or pictures side by side, standing on one ground. Returns the next panel.
static unsigned paint_boards(const struct scene *s, unsigned panel, struct output *out)
{
    struct canvas c = {.scene = s};
    unsigned end = end_of_row(s, panel);

    memset(c.at, ' ', sizeof c.at);
    for (c.panel = panel; c.panel < end; c.panel++)
        measure(&c); // the highest of them gives the rows
    for (c.panel = panel; c.panel < end; c.panel++) {
        c.columns = 0;
        measure(&c);
        draw_panel(&c);
        c.origin = left_of(&c, c.columns) + 1;
    }
    print_canvas(&c, out);
    return end;
}

static void paint_tray(const struct scene *s, unsigned panel, struct output *out)
{
    const char *separator = ": ";

    output_add(out, s->panels[panel].title);
    for (unsigned i = 0; i < s->spot_count; i++) {
        const struct scene_spot *spot = &s->spots[i];
        if (spot->panel != panel)
            continue;
        output_format(out, "%s%s", separator, spot->name);
        if (strcmp(spot->name, spot->label) != 0)
            output_format(out, " (%s)", spot->label);
        separator = ", ";
    }
    output_add(out, "\n");
}

// Marks of pictures are for painters who can draw on them.
static bool is_told(const struct scene *s, const struct scene_mark *mark, const char *kind)
{
    return s->spots[mark->spot].use != SCENE_PICTURE && strcmp(mark->kind, kind) == 0;
}

static void paint_marks(const struct scene *s, struct output *out)
{
    for (unsigned i = 0; i < s->mark_count; i++) {
        const struct scene_mark *mark = &s->marks[i];
        bool first = is_told(s, mark, mark->kind);
        for (unsigned j = 0; j < i; j++)
            first &= !is_told(s, &s->marks[j], mark->kind);
        if (!first)
            continue;
        output_format(out, "%s:", mark->kind);
        for (unsigned j = i; j < s->mark_count; j++) {
            if (!is_told(s, &s->marks[j], mark->kind))
                continue;
            output_format(out, " %s", s->spots[s->marks[j].spot].name);
            if (s->marks[j].level)
                output_format(out, " level %d", s->marks[j].level);
        }
        output_add(out, "\n");
    }
}

static void paint_counters(const struct game *g, const struct scene *s, int owner,
                           struct output *out)
{
    const char *separator = NULL;

    for (unsigned i = 0; i < s->counter_count; i++) {
        const struct scene_counter *counter = &s->counters[i];
        if (counter->owner != owner)
            continue;
        if (!separator)
            output_format(out, "%s: ", owner < 0 ? "All" : g->seat_names[owner]);
        output_format(out, "%s%s ", separator ? separator : "", counter->title);
        if (counter->word)
            output_add(out, counter->word);
        else
            output_format(out, "%d", counter->value);
        separator = ", ";
    }
    if (separator)
        output_add(out, "\n");
}

static void paint_status(const struct game *g, const struct game_options *options,
                         const struct scene *s, struct output *out)
{
    char storage[120];
    struct text t;

    if (!s->status.over) {
        output_format(out, "%s to act. %s\n", g->seat_names[s->status.to_act], s->status.prompt);
        return;
    }
    text_init(&t, storage, sizeof storage);
    game_result_text(g, options, &s->status.result, &t);
    output_format(out, "%s Result: %s\n", s->status.prompt, storage);
}

void paint_scene(const struct game *g, const struct game_options *options, const struct scene *s,
                 struct output *out)
{
    for (unsigned panel = 0; panel < s->panel_count;) {
        if (s->panels[panel].style == SCENE_TRAY)
            paint_tray(s, panel++, out);
        else
            panel = paint_boards(s, panel, out);
    }
    paint_marks(s, out);
    for (int owner = SCENE_NOBODY; owner < game_seats(g, options); owner++)
        paint_counters(g, s, owner, out);
    paint_status(g, options, s, out);
}
