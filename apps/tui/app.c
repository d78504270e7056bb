// SPDX-License-Identifier: MIT
// What every view of the terminal needs: events, questions, typed answers, pages to scroll. Leaving
// and suspending work the same everywhere because only this file sees their keys.
#include "tui/app.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "games/registry.h"
#include "render/rules.h"

enum { QUESTION_BYTES = 400, READABLE = 88, MILLISECOND = 1000 };

uint64_t app_now(const struct app *app)
{
    return app->clock() / MILLISECOND;
}

struct event app_read_event(struct app *app, int milliseconds)
{
    struct event event = screen_read(&app->screen, app->leave ? 0 : milliseconds);

    if (event.kind == EVENT_GONE)
        app->leave = true;
    if (event.kind == EVENT_SUSPEND)
        screen_suspend(&app->screen);
    if (event.kind == EVENT_GONE || event.kind == EVENT_SUSPEND)
        event.kind = EVENT_NONE;
    return event;
}

struct canvas *app_begin_frame(struct app *app)
{
    struct canvas *c = screen_begin(&app->screen);
    char storage[320];
    struct text t;

    if (c->rows >= CANVAS_LEAST_ROWS && c->columns >= CANVAS_LEAST_COLUMNS)
        return c;
    text_init(&t, storage, sizeof storage);
    text_say(
        &t, app->messages, "app.small:columns,rows,has,and",
        "Abax needs %d columns and %d rows. This window has %d and %d: make it larger, or play "
        "line by line with 'abax play --plain'.",
        CANVAS_LEAST_COLUMNS, CANVAS_LEAST_ROWS, c->columns, c->rows);
    canvas_wrap(c, (struct rect){0, 0, c->rows, c->columns}, storage,
                (struct pen){COLOUR_INK, COLOUR_GROUND, 0});
    screen_show(&app->screen);
    return NULL;
}

const char *app_game_title(const struct app *app, const struct game *g)
{
    return catalogue_text(app->messages, g->title, "%s.title", g->name);
}

const char *app_option_title(const struct app *app, const struct game *g,
                             const struct game_option *o)
{
    return catalogue_text(app->messages, o->title, "%s.option.%s", g->name, o->key);
}

const char *app_value_title(const struct app *app, const struct game *g,
                            const struct game_option *o, unsigned value)
{
    return catalogue_text(app->messages, game_value_name(o, value), "%s.option.%s.%s", g->name,
                          o->key, o->values[value]);
}

void app_error_text(const struct app *app, const struct error *e, char text[APP_ERROR_BYTES])
{
    struct text t;

    text_init(&t, text, APP_ERROR_BYTES);
    message_write(&e->message, app->messages, &t);
}

void app_render_message(struct canvas *c, const char *text, struct pen pen)
{
    canvas_fill(c, (struct rect){c->rows - 3, 0, 2, c->columns}, ' ', pen);
    canvas_wrap(c, (struct rect){c->rows - 3, 1, 2, c->columns - 2}, text, pen);
}

enum { MOST_KEYS = 12, KEY_BYTES = 64, LAST_KEYS = 2 };

struct key_hints {
    int count, width;
    char at[MOST_KEYS][KEY_BYTES];
};

static void split_keys(struct key_hints *k, const char *text)
{
    for (k->count = k->width = 0; *text && k->count < MOST_KEYS;) {
        const char *end = strstr(text, "  ");
        size_t length = end ? (size_t)(end - text) : strlen(text);
        struct text t;
        text_init(&t, k->at[k->count], KEY_BYTES);
        text_format(&t, "%.*s", (int)length, text);
        k->width += canvas_width(k->at[k->count++]) + 2;
        text += end ? length + 2 : length;
    }
}

// Drops keys that have no room in a narrow window, but never the last two: help and leaving.
static void drop_keys(struct key_hints *k, int columns)
{
    while (k->width > columns && k->count > LAST_KEYS) {
        int which = --k->count - LAST_KEYS;
        k->width -= canvas_width(k->at[which]) + 2;
        memmove(k->at[which], k->at[which + 1], (size_t)(k->count - which) * KEY_BYTES);
    }
}

// Keys stand before their meaning: "U undo", with two blanks between the pairs.
void app_render_keys(struct canvas *c, const char *text)
{
    struct pen word = {COLOUR_QUIET, COLOUR_PAPER, 0};
    struct pen key = {COLOUR_ACCENT, COLOUR_PAPER, WEIGHT_BOLD};
    int column = 1, row = c->rows - 1;
    struct key_hints k;

    canvas_fill(c, (struct rect){row, 0, 1, c->columns}, ' ', word);
    split_keys(&k, text);
    drop_keys(&k, c->columns);
    for (int i = 0; i < k.count; i++) {
        canvas_text(c, row, column, c->columns - column, k.at[i], word);
        int width = canvas_width(k.at[i]);
        k.at[i][strcspn(k.at[i], " ")] = 0;
        canvas_text(c, row, column, c->columns - column, k.at[i], key);
        column += width + 2;
    }
}

// ---------------------------------------------------------------------------------------------
// Questions
// ---------------------------------------------------------------------------------------------

static struct canvas *begin_question(struct app *app, struct backdrop b, const char *text,
                                     const char *keys)
{
    struct canvas *c = app_begin_frame(app);
    struct pen pen = {COLOUR_INK, COLOUR_PAPER, WEIGHT_BOLD};

    if (!c)
        return NULL;
    b.render(b.to, c);
    app_render_message(c, text, pen);
    app_render_keys(c, keys);
    c->cursor_row = c->cursor_column = -1;
    return c;
}

bool app_confirm(struct app *app, struct backdrop b, const char *question)
{
    const char *keys = sentence_text(app->messages, "app.yes-no", "y yes  n no");

    while (!app->leave) {
        if (begin_question(app, b, question, keys))
            screen_show(&app->screen);
        struct event event = app_read_event(app, -1);
        if (event.kind == EVENT_ESCAPE)
            return false;
        uint32_t letter = event.kind == EVENT_CHARACTER && event.character < 128
                              ? (uint32_t)tolower((int)event.character)
                              : 0;
        if (letter == 'y' || (letter && letter == (uint32_t)keys[0]))
            return true;
        if (letter == 'n')
            return false;
    }
    return false;
}

void app_type_character(char *answer, size_t capacity, uint32_t character)
{
    char bytes[5] = {0};
    uint32_t sign;
    size_t length = strlen(answer);
    unsigned count = character <= 0x10ffff ? text_encode(character, bytes) : 0;

    canvas_decode(bytes, &sign);
    if (!bytes[0] || sign != character || length + count >= capacity)
        return;
    memcpy(answer + length, bytes, count + 1);
}

void app_delete_character(char *answer)
{
    size_t length = strlen(answer);

    while (length > 0 && ((unsigned char)answer[--length] & 0xc0) == 0x80)
        ;
    answer[length] = 0;
}

bool app_ask_text(struct app *app, struct backdrop b, const char *question, char *answer,
                  size_t capacity)
{
    char line[QUESTION_BYTES];
    struct text t;

    while (!app->leave) {
        text_init(&t, line, sizeof line);
        text_format(&t, "%s %s", question, answer);
        struct canvas *c = begin_question(
            app, b, line, sentence_text(app->messages, "app.done", "Enter done  Esc leave it"));
        if (c) {
            c->cursor_row = c->rows - 3;
            c->cursor_column = 1 + canvas_width(line);
            screen_show(&app->screen);
        }
        struct event event = app_read_event(app, -1);
        if (event.kind == EVENT_ENTER)
            return true;
        if (event.kind == EVENT_ESCAPE)
            return false;
        if (event.kind == EVENT_BACKSPACE)
            app_delete_character(answer);
        if (event.kind == EVENT_CHARACTER)
            app_type_character(answer, capacity, event.character);
    }
    return false;
}

// ---------------------------------------------------------------------------------------------
// Pages
// ---------------------------------------------------------------------------------------------

static bool is_drawn(const char *line)
{
    return line[0] == '\t';
}

static bool begins_block(const char *line)
{
    return is_drawn(line) || !strncmp(line, "x ", 2) || line[0] == '#' || line[0] == '|' ||
           line[0] == '-' || line[0] == '\n' || !strncmp(line, "    ", 4) ||
           (line[0] >= '0' && line[0] <= '9' && line[1] == '.');
}

// Lines of one paragraph become one line, so that it can be broken again; emphasis is removed.
static char *reflow_text(const char *text)
{
    char *flowed = malloc(strlen(text) + 2), *to = flowed;
    bool open = false; // the line before can go on

    while (flowed && *text) {
        size_t length = strcspn(text, "\n");
        bool verbatim = is_drawn(text) || text[0] == '|' || !strncmp(text, "    ", 4);
        if (open && !begins_block(text)) {
            to[-1] = ' ';
            text += strspn(text, " ");
            length = strcspn(text, "\n");
        }
        open = length > 0 && text[0] != '#' && !verbatim;
        for (size_t i = 0; i < length; i++) {
            if (verbatim || (text[i] != '`' && text[i] != '*'))
                *to++ = text[i];
        }
        *to++ = '\n';
        text += length + (text[length] == '\n');
    }
    if (flowed)
        *to = 0;
    return flowed;
}

// A line of a page; one that is drawn is never broken, but cut where the window ends.
static size_t break_line(const char *text, int width, const char **next)
{
    if (!is_drawn(text))
        return canvas_break(text, width, next);
    size_t bytes = strcspn(text, "\n");
    *next = text + bytes + (text[bytes] == '\n');
    return bytes;
}

static int count_lines(const char *text, int width)
{
    int lines = 0;

    for (; *text; lines++)
        break_line(text, width, &text);
    return lines;
}

struct page {
    const char *title, *text;
    int top, lines; // the first line shown, and their number
};

static void render_page(struct page *page, struct canvas *c)
{
    int width = c->columns - 4 < READABLE ? c->columns - 4 : READABLE, capacity = c->rows - 3;
    const char *at = page->text;
    struct pen plain = {COLOUR_INK, COLOUR_GROUND, 0};
    struct pen heading = {COLOUR_ACCENT, COLOUR_GROUND, WEIGHT_BOLD};

    page->lines = count_lines(page->text, width);
    page->top = page->top > page->lines - capacity ? page->lines - capacity : page->top;
    page->top = page->top < 0 ? 0 : page->top;
    canvas_text(c, 0, 2, width, page->title, heading);
    bool is_heading = false;
    for (int line = 0; *at && line < page->top + capacity; line++) {
        const char *from = at;
        if (at == page->text || at[-1] == '\n')
            is_heading = at[0] == '#';
        size_t bytes = break_line(at, width, &at);
        if (line < page->top)
            continue;
        size_t skip = is_heading ? strspn(from, "# ") : is_drawn(from);
        char shown[4 * READABLE + 8];
        struct text t;
        text_init(&t, shown, sizeof shown);
        text_format(&t, "%.*s", (int)(bytes - (skip < bytes ? skip : bytes)), from + skip);
        canvas_text(c, 2 + line - page->top, 2, width, shown, is_heading ? heading : plain);
    }
}

static bool move_page(struct page *page, struct event event, int capacity)
{
    switch (event.kind) {
    case EVENT_UP:
    case EVENT_WHEEL_UP:
        page->top--;
        return true;
    case EVENT_DOWN:
    case EVENT_WHEEL_DOWN:
    case EVENT_ENTER:
        page->top++;
        return true;
    case EVENT_PAGE_UP:
        page->top -= capacity;
        return true;
    case EVENT_PAGE_DOWN:
        page->top += capacity;
        return true;
    case EVENT_HOME:
        page->top = 0;
        return true;
    case EVENT_END:
        page->top = page->lines;
        return true;
    case EVENT_CHARACTER:
        page->top += event.character == ' ' ? capacity : 0;
        return event.character == ' ';
    case EVENT_ESCAPE:
        return false;
    default:
        return true;
    }
}

void app_show_page(struct app *app, const char *title, const char *text)
{
    char *flowed = reflow_text(text);
    struct page page = {.title = title, .text = flowed ? flowed : text};
    int capacity = CANVAS_LEAST_ROWS - 4;

    for (bool reading = true; reading && !app->leave;) {
        struct canvas *c = app_begin_frame(app);
        if (c) {
            render_page(&page, c);
            app_render_keys(c, sentence_text(app->messages, "app.page",
                                             "Up/Down scroll  Space next page  Esc back"));
            screen_show(&app->screen);
            capacity = c->rows - 4;
        }
        struct event event = app_read_event(app, -1);
        reading = move_page(&page, event, capacity);
    }
    free(flowed);
}

// ---------------------------------------------------------------------------------------------
// Rules
// ---------------------------------------------------------------------------------------------

// A text that grows; it is cut if memory runs out.
struct growing_text {
    char *bytes;
    size_t length, capacity;
};

static void grow_text(void *to, const char *bytes, size_t count)
{
    struct growing_text *g = to;

    if (g->length + count >= g->capacity) {
        size_t capacity = 2 * (g->length + count + 1);
        char *more = realloc(g->bytes, capacity);
        if (!more)
            return;
        g->bytes = more;
        g->capacity = capacity;
    }
    memcpy(g->bytes + g->length, bytes, count);
    g->length += count;
    g->bytes[g->length] = 0;
}

// Drawings: each line that has something on it begins with a tabulator.
static void grow_drawing(void *to, const char *bytes, size_t count)
{
    struct growing_text *g = to;

    for (size_t i = 0; i < count; i++) {
        bool begins = g->length == 0 || g->bytes[g->length - 1] == '\n';
        if (begins && bytes[i] != '\n')
            grow_text(g, "\t", 1);
        grow_text(g, bytes + i, 1);
    }
}

void app_show_rules(struct app *app, const char *title, const struct game *g, const char *before)
{
    struct growing_text page = {0};
    struct output text = {grow_text, &page}, boards = {grow_drawing, &page};

    output_add(&text, before);
    render_rules(g, registry_rules(g, app->messages ? app->messages->language : "en"),
                 registry_diagrams(g), app->messages, &text, &boards);
    if (page.bytes)
        app_show_page(app, title, page.bytes);
    free(page.bytes);
}
