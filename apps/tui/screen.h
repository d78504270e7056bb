// SPDX-License-Identifier: MIT
// The terminal, by ncurses: shows a canvas and reads keys and the mouse. Nothing else here knows
// ncurses.
#ifndef ABAX_TUI_SCREEN_H
#define ABAX_TUI_SCREEN_H

#include "base/error.h"
#include "tui/canvas.h"
#include "tui/glyphs.h"

enum event_kind {
    EVENT_NONE, // nothing came in time
    EVENT_CHARACTER,
    EVENT_UP,
    EVENT_DOWN,
    EVENT_LEFT,
    EVENT_RIGHT,
    EVENT_PAGE_UP,
    EVENT_PAGE_DOWN,
    EVENT_HOME,
    EVENT_END,
    EVENT_ENTER,
    EVENT_ESCAPE,
    EVENT_BACKSPACE,
    EVENT_TAB,
    EVENT_BACK_TAB,
    EVENT_CLICK,
    EVENT_WHEEL_UP,
    EVENT_WHEEL_DOWN,
    EVENT_RESIZE,
    EVENT_SUSPEND, // Control-Z
    EVENT_GONE,    // the terminal is no longer there, or Control-C: leave
};

struct event {
    enum event_kind kind;
    uint32_t character;
    int row, column; // of the mouse
};

struct screen {
    void *terminal; // of ncurses
    bool ascii;
    enum colour_depth colours;
    bool many_numbers; // 256 colours; otherwise 16 or 8
    int16_t pairs[COLOURS][COLOURS];
    int16_t next_pair;
    struct event pushed; // read again first
    struct canvas canvas;
};

// Whether standard input and output are a terminal that can place its cursor.
bool screen_possible(void);

// Takes the terminal over; false, with a sentence, when it cannot. Give it back with screen_close.
bool screen_open(struct screen *s, bool ascii, bool colourless, struct error *e);
void screen_close(struct screen *s);

// Empties the canvas at the terminal's present size.
struct canvas *screen_begin(struct screen *s);

// Shows the canvas; what is the same as before is not sent again.
void screen_show(struct screen *s);

// Waits for a key at most this many milliseconds (below 0: for ever).
struct event screen_read(struct screen *s, int milliseconds);

// Gives an event back, to be read next.
void screen_push(struct screen *s, struct event event);

// Stops the program until the shell lets it go on.
void screen_suspend(struct screen *s);

#endif
