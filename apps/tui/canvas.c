// SPDX-License-Identifier: MIT
// Cells in memory and text in cells: width of characters, cutting, wrapping. Every renderer of the
// terminal draws here, and tests compare canvases without a terminal. Untrusted text (names) passes
// through canvas_text, which lets no control character and no character of another width through,
// so a frame never tears.
#include "tui/canvas.h"

#include <string.h>

#include "base/text.h"

void canvas_clear(struct canvas *c, int rows, int columns, bool ascii)
{
    struct pen blank = {COLOUR_INK, COLOUR_GROUND, 0};

    c->rows = rows < CANVAS_MOST_ROWS ? rows : CANVAS_MOST_ROWS;
    c->columns = columns < CANVAS_MOST_COLUMNS ? columns : CANVAS_MOST_COLUMNS;
    c->ascii = ascii;
    c->cursor_row = c->cursor_column = -1;
    canvas_fill(c, (struct rect){0, 0, c->rows, c->columns}, ' ', blank);
}

bool rect_has(struct rect r, int row, int column)
{
    return row >= r.row && row < r.row + r.rows && column >= r.column &&
           column < r.column + r.columns;
}

static bool is_inside(const struct canvas *c, int row, int column)
{
    return row >= 0 && row < c->rows && column >= 0 && column < c->columns;
}

void canvas_put(struct canvas *c, int row, int column, uint32_t sign, struct pen pen)
{
    if (is_inside(c, row, column))
        c->at[row][column] = (struct cell){sign, pen};
}

void canvas_fill(struct canvas *c, struct rect r, uint32_t sign, struct pen pen)
{
    for (int row = r.row; row < r.row + r.rows; row++) {
        for (int column = r.column; column < r.column + r.columns; column++)
            canvas_put(c, row, column, sign, pen);
    }
}

void canvas_tint(struct canvas *c, struct rect r, uint8_t ground)
{
    for (int row = r.row; row < r.row + r.rows; row++) {
        for (int column = r.column; column < r.column + r.columns; column++) {
            if (is_inside(c, row, column))
                c->at[row][column].pen.ground = ground;
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Texts
// ---------------------------------------------------------------------------------------------

// Whether every terminal gives a character one column: control, combining and wide ones are not
// among these.
static bool is_plain(uint32_t sign)
{
    if (sign < 0x20 || (sign >= 0x7f && sign < 0xa0) || sign == 0xad)
        return false;
    return sign < 0x300 || (sign >= 0x370 && sign < 0x530 && (sign < 0x483 || sign > 0x489)) ||
           (sign >= 0x1e00 && sign < 0x2000) || (sign >= 0x2010 && sign < 0x2028) ||
           (sign >= 0x2190 && sign < 0x2200) || (sign >= 0x2500 && sign < 0x2600);
}

unsigned canvas_decode(const char *text, uint32_t *sign)
{
    uint32_t value = 0;
    unsigned bytes = text_character(text, strnlen(text, 4), &value);

    // Hard spaces part no words, but look like others.
    if (value == 0xa0 || value == 0x202f)
        value = ' ';
    *sign = bytes && is_plain(value) ? value : '?';
    return bytes ? bytes : 1;
}

int canvas_width(const char *text)
{
    int width = 0;
    uint32_t sign;

    for (; *text; width++)
        text += canvas_decode(text, &sign);
    return width;
}

// The letter without its accent, for terminals that have only ASCII; '?' for what has none.
static uint32_t without_accent(uint32_t sign)
{
    static const char letters[] =
        "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYPsaaaaaaaceeeeiiiidnooooo/ouuuuypy";

    if (sign <= '~')
        return sign;
    if (sign >= 0xc0 && sign <= 0xff)
        return (uint32_t)letters[sign - 0xc0];
    switch (sign) {
    case 0x152: // ligatures of o and e
    case 0x153:
        return sign == 0x152 ? 'O' : 'o';
    case 0x2018: // quotation marks
    case 0x2019:
        return '\'';
    case 0xab:
    case 0xbb:
    case 0x201c:
    case 0x201d:
    case 0x201e:
        return '"';
    default:
        return sign >= 0x2010 && sign <= 0x2015 ? '-' : '?'; // hyphens and dashes
    }
}

static int write_bytes(struct canvas *c, int row, int column, int width, const char *text,
                       const char *end, struct pen pen)
{
    int used = 0;

    while (text < end && *text && used < width) {
        uint32_t sign;
        text += canvas_decode(text, &sign);
        canvas_put(c, row, column + used++, c->ascii ? without_accent(sign) : sign, pen);
    }
    return used;
}

int canvas_text(struct canvas *c, int row, int column, int width, const char *text, struct pen pen)
{
    return write_bytes(c, row, column, width, text, text + strlen(text), pen);
}

size_t canvas_break(const char *text, int width, const char **next)
{
    const char *at = text, *blank = NULL;
    uint32_t sign;

    width = width > 0 ? width : 1;
    for (int used = 0; *at && *at != '\n'; used++) {
        if (*at == ' ')
            blank = at;
        if (used == width) {
            const char *end = blank && blank > text ? blank : at;
            *next = *end == ' ' ? end + 1 : end;
            return (size_t)(end - text);
        }
        at += canvas_decode(at, &sign);
    }
    *next = *at ? at + 1 : at;
    return (size_t)(at - text);
}

int canvas_wrap(struct canvas *c, struct rect r, const char *text, struct pen pen)
{
    int used = 0;

    for (; *text && used < r.rows; used++) {
        const char *next;
        size_t bytes = canvas_break(text, r.columns, &next);
        write_bytes(c, r.row + used, r.column, r.columns, text, text + bytes, pen);
        text = next;
    }
    return used;
}

int canvas_wrap_short(struct canvas *c, struct rect r, const char *text, struct pen pen)
{
    int used = canvas_wrap(c, r, text, pen), last = 0;

    if (canvas_lines(text, r.columns) <= r.rows || r.rows <= 0)
        return used;
    for (int row = 0; row < r.rows; row++) {
        const char *line = text;
        size_t bytes = canvas_break(line, r.columns, &text);
        char shown[CANVAS_MOST_COLUMNS * 4 + 1] = {0};
        memcpy(shown, line, bytes < sizeof shown ? bytes : sizeof shown - 1);
        last = canvas_width(shown);
    }
    last = last > r.columns - 3 ? r.columns - 3 : last;
    canvas_text(c, r.row + r.rows - 1, r.column + last, 3, "...", pen);
    return used;
}

int canvas_lines(const char *text, int width)
{
    int lines = 0;

    for (; *text; lines++)
        canvas_break(text, width, &text);
    return lines;
}
