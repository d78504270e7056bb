// SPDX-License-Identifier: MIT
// What the screens of the terminal game share: the terminal, the kept games, questions and pages to read.
#ifndef ABAX_TUI_APP_H
#define ABAX_TUI_APP_H

#include "base/catalogue.h"
#include "render/legend.h"
#include "play/think.h"
#include "tui/screen.h"
#include "tui/saves.h"

enum { APP_ERROR_BYTES = 480 };

struct app {
    struct screen screen;
    struct saves saves;
    uint64_t seed;        // of the next deal; the one after it has the next number
    struct random random; // of lots
    think_clock *clock;
    const struct catalogue *words;     // the language; NULL: English
    unsigned warnings;                 // how much people are warned of (enum warning_level)
    bool open;                         // what a computer thinks of its chances is shown
    bool leave;                        // the terminal is gone, or the person wants to go
    char save_error[APP_ERROR_BYTES];  // why games are not kept, or empty
    char start_error[APP_ERROR_BYTES]; // why a game could not begin
};

// Something to render below a question: the screen it was asked on.
struct backdrop {
    void (*render)(void *to, struct canvas *c);
    void *to;
};

// What a game, its options and their values are called in that language.
const char *app_game_title(const struct app *app, const struct game *g);
const char *app_option_title(const struct app *app, const struct game *g,
                             const struct game_option *o);
const char *app_value_title(const struct app *app, const struct game *g,
                            const struct game_option *o, unsigned value);

// A fault as a sentence of that language.
void app_error_text(const struct app *app, const struct error *e, char told[APP_ERROR_BYTES]);

// Milliseconds.
uint64_t app_now(const struct app *app);

// Reads an event and sees to those that are the same everywhere: leaving and suspending become EVENT_NONE.
struct event app_read_event(struct app *app, int milliseconds);

// The canvas, or NULL after a note was shown that the window is too small.
struct canvas *app_begin_frame(struct app *app);

// The two rows above the last one, for messages, and the last one, for keys.
void app_render_message(struct canvas *c, const char *text, struct pen pen);
void app_render_keys(struct canvas *c, const char *text);

// Asks once; only 'y', or the letter that the language has for it, means yes.
bool app_confirm(struct app *app, struct backdrop b, const char *question);

// Lets the person write or change a text; false when they do not want to.
bool app_ask_text(struct app *app, struct backdrop b, const char *question, char *answer,
                  size_t room);

// Shows a page to scroll through. Headings begin with '#', as in the rules; lines that begin with a tabulator are shown
// as they are.
void app_show_page(struct app *app, const char *title, const char *text);

// The same with the rules of a game, whose examples are drawn, behind another text.
void app_show_rules(struct app *app, const char *title, const struct game *g, const char *before);

// Adds a typed character as UTF-8, or takes the last one away.
void app_type_character(char *answer, size_t room, uint32_t character);
void app_delete_character(char *answer);

#endif
