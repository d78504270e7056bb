// SPDX-License-Identifier: MIT
// What all views of the terminal share: screen, saved games, questions, and pages to read.
#ifndef ABAX_TUI_APP_H
#define ABAX_TUI_APP_H

#include "base/catalogue.h"
#include "play/think.h"
#include "render/legend.h"
#include "tui/saves.h"
#include "tui/screen.h"

enum { APP_ERROR_BYTES = 480 };

struct app {
    struct screen screen;
    struct saves saves;
    uint64_t seed;        // of the next deal; later deals have the next numbers
    struct random random; // of draws for seats
    think_clock *clock;
    const struct catalogue *messages;  // the language; NULL: English
    unsigned warnings;                 // enum warning_level
    bool open;                         // show what a computer thinks of its chances
    bool leave;                        // the terminal is gone, or the person wants to leave
    char save_error[APP_ERROR_BYTES];  // why games are not saved, or empty
    char start_error[APP_ERROR_BYTES]; // why a game could not start
};

// The view that a question is asked on, to be rendered above it.
struct backdrop {
    void (*render)(void *to, struct canvas *c);
    void *to;
};

// The titles of a game, its options and their values in the app's language.
const char *app_game_title(const struct app *app, const struct game *g);
const char *app_option_title(const struct app *app, const struct game *g,
                             const struct game_option *o);
const char *app_value_title(const struct app *app, const struct game *g,
                            const struct game_option *o, unsigned value);

// An error as a sentence in the app's language.
void app_error_text(const struct app *app, const struct error *e, char text[APP_ERROR_BYTES]);

// Milliseconds.
uint64_t app_now(const struct app *app);

// Reads an event. Leaving and suspending are handled here and become EVENT_NONE.
struct event app_read_event(struct app *app, int milliseconds);

// An empty canvas, or NULL after a note that the window is too small.
struct canvas *app_begin_frame(struct app *app);

// The last row names keys; the two above it are for messages.
void app_render_message(struct canvas *c, const char *text, struct pen pen);
void app_render_keys(struct canvas *c, const char *text);

// Asks yes or no: 'y', or the language's letter for it, means yes.
bool app_confirm(struct app *app, struct backdrop b, const char *question);

// Lets the person write or edit a text; false if they cancel.
bool app_ask_text(struct app *app, struct backdrop b, const char *question, char *answer,
                  size_t capacity);

// Shows a page to scroll. Headings begin with '#', as in the rules; lines that begin with a
// tabulator are shown unchanged.
void app_show_page(struct app *app, const char *title, const char *text);

// Shows the rules of a game with drawn examples, after the text `before`.
void app_show_rules(struct app *app, const char *title, const struct game *g, const char *before);

// Appends a typed character as UTF-8, or deletes the last one.
void app_type_character(char *answer, size_t capacity, uint32_t character);
void app_delete_character(char *answer);

#endif
