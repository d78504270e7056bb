// SPDX-License-Identifier: MIT
// What the screens of the terminal game share: the terminal, the kept games, questions and pages to read.
#ifndef ABAX_TUI_HOUSE_H
#define ABAX_TUI_HOUSE_H

#include "base/catalogue.h"
#include "render/legend.h"
#include "play/think.h"
#include "tui/screen.h"
#include "tui/shelf.h"

enum { HOUSE_FAULT = 480 };

struct house {
    struct screen screen;
    struct shelf shelf;
    uint64_t seed;        // of the next deal; the one after it has the next number
    struct random random; // of lots
    think_clock *clock;
    const struct catalogue *words; // the language; NULL: English
    unsigned warnings;             // how much people are warned of (enum warning_level)
    bool open;                     // what a computer thinks of its chances is shown
    bool leave;                    // the terminal is gone, or the person wants to go
    char trouble[HOUSE_FAULT];     // why games are not kept, or empty
    char fault[HOUSE_FAULT];       // why a game could not begin
};

// Something to paint below a question: the screen it was asked on.
struct backdrop {
    void (*paint)(void *to, struct canvas *c);
    void *to;
};

// What a game, its options and their values are called in that language.
const char *house_title(const struct house *h, const struct game *g);
const char *house_option(const struct house *h, const struct game *g, const struct game_option *o);
const char *house_value(const struct house *h, const struct game *g, const struct game_option *o,
                        unsigned value);

// A fault as a sentence of that language.
void house_tell(const struct house *h, const struct error *e, char told[HOUSE_FAULT]);

// Milliseconds.
uint64_t house_now(const struct house *h);

// Reads an event and sees to those that are the same everywhere: leaving and suspending become EVENT_NONE.
struct event house_read(struct house *h, int milliseconds);

// The canvas, or NULL after a note was shown that the window is too small.
struct canvas *house_begin(struct house *h);

// The two rows above the last one, for messages, and the last one, for keys.
void house_message(struct canvas *c, const char *text, struct pen pen);
void house_keys(struct canvas *c, const char *text);

// Asks once; only 'y', or the letter that the language has for it, means yes.
bool house_ask(struct house *h, struct backdrop b, const char *question);

// Lets the person write or change a text; false when they do not want to.
bool house_ask_text(struct house *h, struct backdrop b, const char *question, char *answer,
                    size_t room);

// Shows a page to scroll through. Headings begin with '#', as in the rules; lines that begin with a tabulator are shown
// as they are.
void house_page(struct house *h, const char *title, const char *text);

// The same with the rules of a game, whose examples are drawn, behind another text.
void house_show_rules(struct house *h, const char *title, const struct game *g, const char *before);

// Adds a typed character as UTF-8, or takes the last one away.
void house_type(char *answer, size_t room, uint32_t character);
void house_untype(char *answer);

#endif
