// SPDX-License-Identifier: MIT
// One match at the screen: the people and computers who play it, what is shown of it, and what was typed or
// touched. Actions are kept (tui/shelf.h) before they are shown.
#ifndef ABAX_TUI_SITTING_H
#define ABAX_TUI_SITTING_H

#include "coach/review.h"
#include "tui/board.h"
#include "tui/drill.h"
#include "tui/app.h"
#include "tui/side.h"
#include "tui/localgame.h"
#include "tui/prompts.h"

enum { SITTING_MESSAGE = 3200, SITTING_TYPED = 32 };

// A computer, or the help, that is thinking.
struct thinking {
    bool active;
    bool judging;     // an action of a person before it stands
    bool stop;        // with what was found so far
    bool interrupted; // and nothing of it is wanted
    unsigned depth;
    int chance;           // in thousandths, for who thinks
    bool expects_margin;  // the next is known
    int margin;           // in tenths of a point, for who thinks
    uint64_t nodes;       // so far
    uint64_t began, seen; // when it began, when keys were last looked at
};

// A puzzle at the screen: one seat looks for what is asked and the other answers by itself. The board, keys and touches are those of a game.
struct sitting_puzzle {
    struct drill *drill;
    unsigned number;
    struct puzzle_solver solving;
    bool failed, kept;   // at the first try; the attempt is in the books
    bool over;           // solved, shown, or failed where that ends it
    bool refuting;       // the board shows what refutes an action; the next key takes it back
    unsigned hint_level; // of help
    unsigned before;     // the rating
    uint64_t began;      // of all puzzles, in milliseconds
};

struct sitting {
    struct app *app;
    struct local_game local;
    struct sitting_puzzle *puzzle; // that is being solved (sittingpuzzle.c), or NULL

    struct look look;
    struct scene scene;
    struct board board;
    struct board_marks marks;
    struct side side;
    char cursor[12]; // the name of a spot, since spots can change
    bool flipped;

    struct history past; // what is shown when looking back
    bool looking_back;
    unsigned shown; // actions
    unsigned line; // of the review's better line in place of the last of them; 0: the game is shown

    bool paused; // computers wait
    bool done;
    struct thinking thinking;
    unsigned counted; // steps of the count at the end that were shown; 0: none is
    struct review review;
    const char **notes; // a sign or NULL for each action; NULL: there is no review

    bool typing;
    char typed[SITTING_TYPED];
    char message[SITTING_MESSAGE];
    uint8_t tone; // the colour of the message
    bool telling; // the message is about the action that led to what is shown
    bool narrow;  // the window has room for the board alone
    bool cut;     // the window was too small for what was said last
};

// Begins a match from a setup, or goes on with one that was kept.
bool sitting_begin(struct sitting *s, struct app *app, const struct match_setup *setup,
                   const struct series *series, struct error *e);
bool sitting_resume(struct sitting *s, struct app *app, const struct shelf_entry *entry,
                    struct error *e);
// The match of a puzzle, which is not kept.
void sitting_adopt(struct sitting *s, struct app *app, const struct match *m,
                   struct sitting_puzzle *puzzle);
void sitting_clear(struct sitting *s);

// Plays until the person goes back to the menu.
void sitting_run(struct sitting *s);

// Solves puzzles until the person leaves or there are none; what there is to say at the end goes to `last`.
void sitting_solve(struct app *app, struct drill *d, struct text *last, struct error *e);

// ---------------------------------------------------------------------------------------------
// Between the files of the sitting
// ---------------------------------------------------------------------------------------------

// The match as prompts.h tells of it.
struct prompts sitting_prompts(const struct sitting *s);

// Whose turn it is and what is asked, who thinks, where one looks back, or how it ended.
void sitting_status(const struct sitting *s, struct text *t);

void sitting_paint(void *sitting, struct canvas *c);
void sitting_draw(struct sitting *s);
void sitting_say(struct sitting *s, uint8_t tone, const char *sentence);
// What has no room below the board is shown as a page.
void sitting_show_cut(struct sitting *s, const char *title);
void sitting_refuse(struct sitting *s, const struct error *e);

const char *sitting_name(const struct sitting *s, int seat);

// Plays an action and keeps the game.
void sitting_play(struct sitting *s, game_action action);
void sitting_news(struct sitting *s); // what keeping it brought
void sitting_changed(struct sitting *s);
void sitting_next_game(struct sitting *s, const struct series_request *wish);
void sitting_look_at(struct sitting *s, unsigned length);

// Whether a letter is a command, as a capital or a small one.
bool sitting_is_command(uint32_t character);
void sitting_handle(struct sitting *s, struct event event);
void sitting_move_cursor(struct sitting *s, int down, int right);

// A turn of a computer, and a hint; both show progress and can be interrupted.
void sitting_computer(struct sitting *s);
void sitting_hint(struct sitting *s);

// An action of a person: whoever wants to be warned (sittingwarn.c) is, before it stands.
void sitting_act(struct sitting *s, game_action action);
void sitting_act_anyway(struct sitting *s);
void sitting_tell_better(struct sitting *s);
void sitting_next_warnings(struct sitting *s);

// Shows that somebody thinks; the watch lets keys be heard meanwhile.
void sitting_begin_thinking(struct sitting *s);
struct think_watch sitting_watch(struct sitting *s);

// The next step of the count that decided the game.
void sitting_count(struct sitting *s);

// How it stands as a page: status, counts, the desk and what was played.
void sitting_show_table(struct sitting *s);

// The review of a game that is over; it is dropped when the game changes.
void sitting_review(struct sitting *s);
void sitting_next_mistake(struct sitting *s);
void sitting_tell_ply(struct sitting *s); // the action before the position that is shown
void sitting_drop_review(struct sitting *s);

// The mistake that led to the position that is shown, or NULL; and what was better, step by step on the board.
const struct review_ply *sitting_mistake(const struct sitting *s);
void sitting_step_line(struct sitting *s, int steps);
void sitting_line_status(const struct sitting *s, struct text *t);

// Of a puzzle: an action, help, a command by its capital letter (false: as in a game), the status, the keys.
void sitting_puzzle_try(struct sitting *s, game_action action);
bool sitting_puzzle_command(struct sitting *s, char letter);
void sitting_puzzle_status(const struct sitting *s, struct text *t);
const char *sitting_puzzle_keys(const struct sitting *s);
const char *sitting_puzzle_page(const struct catalogue *words); // of '?', before the rules

#endif
