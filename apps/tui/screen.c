// SPDX-License-Identifier: MIT
// The only file that knows ncurses: shows a canvas, turns keys and mouse into events. Everything
// else can be tested without a terminal. A lone Escape differs from a sequence by 25 ms of silence;
// a terminal that went away is an event like any other, so that games are kept.
#include "tui/screen.h"

#include <curses.h>
#include <errno.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <unistd.h>

#include "tui/palette.h"
#include "tui/terminals.h"

// curses.h makes macros of these words.
#undef lines
#undef columns

enum { CONTROL_C = 3, CONTROL_H = 8, CONTROL_L = 12, CONTROL_Z = 26, ESCAPE = 27, DELETE = 127 };
enum { ESCAPE_DELAY = 25, PATIENCE = 100 };

// Makes a terminal known that this machine has no description of: by one of ours, for which $TERM
// and $TERMINFO speak then.
static bool make_known(void)
{
    const char *name = getenv("TERM");
    const struct described_terminal *like = name ? terminals_like(name) : NULL;
    int status;

    if (setupterm(NULL, STDOUT_FILENO, &status) == OK)
        return true;
    return like && !setenv("TERMINFO", like->description, 1) && !setenv("TERM", like->name, 1) &&
           setupterm(NULL, STDOUT_FILENO, &status) == OK;
}

bool screen_possible(void)
{
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || !make_known())
        return false;
    bool can = cursor_address != NULL && clear_screen != NULL;
    del_curterm(cur_term);
    return can;
}

static void start_colours(struct screen *s, bool colourless)
{
    memset(s->pairs, 0xff, sizeof s->pairs);
    s->next_pair = 1;
    s->colours = COLOUR_DEPTH_NONE;
    const char *no_color = getenv("NO_COLOR"); // no-color.org
    if (colourless || (no_color && no_color[0]) || !has_colors() || start_color() != OK)
        return;
    s->many_numbers = COLORS >= 256 && COLOR_PAIRS >= 256;
    s->colours = s->many_numbers ? COLOUR_DEPTH_256 : COLOUR_DEPTH_8;
}

static bool utf8_is_wanted(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};

    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value && *value)
            return strcasestr(value, "utf-8") || strcasestr(value, "utf8");
    }
    return false;
}

bool screen_open(struct screen *s, bool ascii, bool colourless, struct error *e)
{
    memset(s, 0, sizeof *s);
    if (!setlocale(LC_CTYPE, "") && utf8_is_wanted())
        setlocale(LC_CTYPE, "C.UTF-8"); // the language is not installed, but its letters are known
    s->ascii = ascii || strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
    s->terminal = newterm(NULL, stdout, stdin);
    if (!s->terminal)
        return error_set(e, "screen.terminal",
                         "this terminal cannot show a board; 'abax play --plain' needs none");
    set_term(s->terminal);
    raw();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(ESCAPE_DELAY);
    mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    mouseinterval(0);
    start_colours(s, colourless);
    return true;
}

void screen_close(struct screen *s)
{
    if (!s->terminal)
        return;
    curs_set(1);
    endwin();
    delscreen(s->terminal);
    s->terminal = NULL;
}

struct canvas *screen_begin(struct screen *s)
{
    int rows, columns;

    getmaxyx(stdscr, rows, columns);
    canvas_clear(&s->canvas, rows, columns, s->ascii);
    return &s->canvas;
}

// ---------------------------------------------------------------------------------------------
// Showing
// ---------------------------------------------------------------------------------------------

// The pair of two colours, made when first needed; 0 when there are no more.
static int16_t pair_of(struct screen *s, struct pen pen)
{
    int16_t *pair = &s->pairs[pen.ink][pen.ground];

    if (*pair >= 0)
        return *pair;
    int ink = s->many_numbers ? palette_256(pen.ink) : palette_8(pen.ink);
    int ground = s->many_numbers ? palette_256(pen.ground) : palette_8(pen.ground);
    // Few colours: what would vanish is turned to another ink.
    if (ink == ground)
        ink = ground == COLOR_BLACK || ground == COLOR_BLUE ? COLOR_WHITE : COLOR_BLACK;
    if (s->next_pair >= COLOR_PAIRS || init_pair(s->next_pair, (short)ink, (short)ground) != OK)
        return 0;
    *pair = s->next_pair++;
    return *pair;
}

static attr_t attributes_of(const struct screen *s, struct pen pen)
{
    attr_t attributes = A_NORMAL;

    if (pen.weight & WEIGHT_BOLD)
        attributes |= A_BOLD;
    if (pen.weight & WEIGHT_REVERSE)
        attributes |= A_REVERSE;
    if (pen.weight & WEIGHT_UNDERLINE)
        attributes |= A_UNDERLINE;
    // Without colours bars and the places of the last action are shown by their signs; ink that is
    // quiet is dim.
    if (s->colours == COLOUR_DEPTH_NONE && pen.ink == COLOUR_FOCUS)
        attributes |= A_BOLD;
    return attributes;
}

static void show_cell(struct screen *s, int row, int column)
{
    const struct cell *cell = &s->canvas.at[row][column];
    wchar_t sign[2] = {(wchar_t)cell->sign, 0};
    cchar_t shown;
    int16_t pair = s->colours == COLOUR_DEPTH_NONE ? 0 : pair_of(s, cell->pen);

    if (setcchar(&shown, sign, attributes_of(s, cell->pen), pair, NULL) == OK)
        mvadd_wch(row, column, &shown);
}

void screen_show(struct screen *s)
{
    const struct canvas *c = &s->canvas;

    for (int row = 0; row < c->rows; row++) {
        for (int column = 0; column < c->columns; column++)
            show_cell(s, row, column);
    }
    curs_set(c->cursor_row >= 0);
    if (c->cursor_row >= 0)
        move(c->cursor_row, c->cursor_column);
    refresh();
}

void screen_suspend(struct screen *s)
{
    (void)s;
    endwin();
    raise(SIGTSTP);
    refresh();
}

// ---------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------

static struct event mouse_event(void)
{
    MEVENT mouse;

    if (getmouse(&mouse) != OK)
        return (struct event){.kind = EVENT_NONE};
    struct event event = {.kind = EVENT_NONE, .row = mouse.y, .column = mouse.x};
    if (mouse.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED))
        event.kind = EVENT_CLICK;
    else if (mouse.bstate & BUTTON4_PRESSED)
        event.kind = EVENT_WHEEL_UP;
    else if (mouse.bstate & BUTTON5_PRESSED)
        event.kind = EVENT_WHEEL_DOWN;
    return event;
}

static struct event key_event(int key)
{
    static const struct {
        int key;
        enum event_kind kind;
    } keys[] = {
        {KEY_UP, EVENT_UP},
        {KEY_DOWN, EVENT_DOWN},
        {KEY_LEFT, EVENT_LEFT},
        {KEY_RIGHT, EVENT_RIGHT},
        {KEY_PPAGE, EVENT_PAGE_UP},
        {KEY_NPAGE, EVENT_PAGE_DOWN},
        {KEY_HOME, EVENT_HOME},
        {KEY_END, EVENT_END},
        {KEY_ENTER, EVENT_ENTER},
        {KEY_BTAB, EVENT_BACK_TAB},
        {KEY_BACKSPACE, EVENT_BACKSPACE},
        {KEY_DC, EVENT_BACKSPACE},
        {KEY_RESIZE, EVENT_RESIZE},
    };

    if (key == KEY_MOUSE)
        return mouse_event();
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (keys[i].key == key)
            return (struct event){.kind = keys[i].kind};
    }
    return (struct event){.kind = EVENT_NONE};
}

static struct event character_event(int key)
{
    switch (key) {
    case '\r':
    case '\n':
        return (struct event){.kind = EVENT_ENTER};
    case '\t':
        return (struct event){.kind = EVENT_TAB};
    case ESCAPE:
        return (struct event){.kind = EVENT_ESCAPE};
    case CONTROL_H:
    case DELETE:
        return (struct event){.kind = EVENT_BACKSPACE};
    case CONTROL_C:
        return (struct event){.kind = EVENT_GONE};
    case CONTROL_Z:
        return (struct event){.kind = EVENT_SUSPEND};
    case CONTROL_L:
        clearok(curscr, TRUE);
        return (struct event){.kind = EVENT_RESIZE};
    default:
        if (key < ' ')
            return (struct event){.kind = EVENT_NONE};
        return (struct event){.kind = EVENT_CHARACTER, .character = (uint32_t)key};
    }
}

// A character of several bytes, read here since ncurses would swallow good keys after a broken
// one.
static struct event wide_event(int first)
{
    char bytes[8] = {(char)first};
    unsigned wanted = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2, count = 1;
    uint32_t sign;

    while (count < wanted) {
        int next = getch();
        if (next == ERR)
            break;
        if (next < 0x80 || next >= 0xc0) {
            ungetch(next);
            break;
        }
        bytes[count++] = (char)next;
    }
    if (canvas_decode(bytes, &sign) != count || sign == '?')
        return (struct event){.kind = EVENT_NONE};
    return (struct event){.kind = EVENT_CHARACTER, .character = sign};
}

// What has come already; `came` is false when nothing has.
static struct event read_pending_event(bool *came)
{
    int key = getch();

    *came = key != ERR;
    if (key == ERR)
        return (struct event){.kind = EVENT_NONE};
    if (key > UCHAR_MAX)
        return key_event(key);
    return key < 0x80 ? character_event(key) : wide_event(key);
}

// Waits until there is something to read. Keys that ncurses has read but not given yet are seen by
// no poll: so the wait is short, and the caller looks again.
static void wait_for_input(int milliseconds, bool *gone)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    int ready = poll(&input, 1, milliseconds);

    *gone = ready < 0 ? errno != EINTR : (input.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
}

struct event screen_read(struct screen *s, int milliseconds)
{
    struct event event = s->pushed;
    bool came, gone = false;

    s->pushed = (struct event){.kind = EVENT_NONE};
    if (event.kind != EVENT_NONE)
        return event;
    for (event = read_pending_event(&came); !came; event = read_pending_event(&came)) {
        bool for_ever = milliseconds < 0;
        if (gone)
            return (struct event){.kind = EVENT_GONE};
        if (!for_ever && milliseconds == 0)
            return event;
        int wait = for_ever || milliseconds > PATIENCE ? PATIENCE : milliseconds;
        wait_for_input(wait, &gone);
        milliseconds = for_ever ? milliseconds : milliseconds - wait;
    }
    return event;
}

void screen_push(struct screen *s, struct event event)
{
    s->pushed = event;
}
