// SPDX-License-Identifier: MIT
// A frame of character cells, composed in memory and shown as a whole. Knows neither the terminal
// nor games: a cell is a sign, two colour names and a weight; what a colour name looks like is
// decided when it is shown.
#ifndef ABAX_TUI_CANVAS_H
#define ABAX_TUI_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CANVAS_USUAL_ROWS = 24, // a window in which everything has room
    CANVAS_USUAL_COLUMNS = 80,
    CANVAS_LEAST_ROWS = 20, // one for the board alone
    CANVAS_LEAST_COLUMNS = 60,
    CANVAS_MOST_ROWS = 100,
    CANVAS_MOST_COLUMNS = 320,
};

// Colour names, for the ink and for the ground of a cell.
enum colour {
    COLOUR_GROUND, // the page
    COLOUR_PAPER,  // bars and panels
    COLOUR_INK,
    COLOUR_QUIET,
    COLOUR_LINE,
    COLOUR_WOOD, // boards: two tones and their lines
    COLOUR_DARK_WOOD,
    COLOUR_GRAIN,
    COLOUR_IVORY,
    COLOUR_EBONY,
    COLOUR_RED,
    COLOUR_YELLOW,
    COLOUR_GREEN,
    COLOUR_BLUE,
    COLOUR_PURPLE,
    COLOUR_ORANGE,
    COLOUR_TEAL,
    COLOUR_PINK,
    COLOUR_BROWN,
    COLOUR_GREY,
    COLOUR_WHITE,
    COLOUR_BLACK, // signs on light pieces
    COLOUR_TEXTURE,
    COLOUR_LAST, // the ground under the last action
    COLOUR_ACCENT,
    COLOUR_GOOD,
    COLOUR_BAD,
    COLOUR_FOCUS,
    COLOUR_DEEP_ACCENT, // the last four on light grounds
    COLOUR_DEEP_GOOD,
    COLOUR_DEEP_BAD,
    COLOUR_DEEP_FOCUS,
    COLOURS,
};

enum weight { WEIGHT_BOLD = 1, WEIGHT_REVERSE = 2, WEIGHT_UNDERLINE = 4 };

struct pen {
    uint8_t ink, ground; // enum colour
    uint8_t weight;      // enum weight, added up
};

struct cell {
    uint32_t sign; // a character of one column
    struct pen pen;
};

struct rect {
    int row, column, rows, columns;
};

struct canvas {
    int rows, columns;
    bool ascii;                    // other characters of texts become '?'
    int cursor_row, cursor_column; // where the terminal's own cursor stands; -1: nowhere
    struct cell at[CANVAS_MOST_ROWS][CANVAS_MOST_COLUMNS];
};

// Empties a canvas of this size; what is larger than the most is cut.
void canvas_clear(struct canvas *c, int rows, int columns, bool ascii);

// Everything outside the canvas is dropped.
void canvas_put(struct canvas *c, int row, int column, uint32_t sign, struct pen pen);
void canvas_fill(struct canvas *c, struct rect r, uint32_t sign, struct pen pen);

// Changes the pen of cells and keeps their signs.
void canvas_tint(struct canvas *c, struct rect r, uint8_t ground);

// Writes UTF-8 in at most `width` columns; returns the columns used. Characters that are not one
// column wide become '?'.
int canvas_text(struct canvas *c, int row, int column, int width, const char *text, struct pen pen);

// Writes text in lines of `width` columns, broken at blanks and line ends; returns the lines used,
// at most `most`.
int canvas_wrap(struct canvas *c, struct rect r, const char *text, struct pen pen);

// The same; what is cut ends in dots.
int canvas_wrap_short(struct canvas *c, struct rect r, const char *text, struct pen pen);

// Lines that canvas_wrap needs.
int canvas_lines(const char *text, int width);

// The next line of a wrapped text: its bytes; `*next` is where the following one begins.
size_t canvas_break(const char *text, int width, const char **next);

// Columns of a text.
int canvas_width(const char *text);

// Reads one character of UTF-8; a broken one gives '?'. Returns its bytes.
unsigned canvas_decode(const char *text, uint32_t *sign);

bool rect_has(struct rect r, int row, int column);

#endif
