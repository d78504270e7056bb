// SPDX-License-Identifier: MIT
// One match at the screen: the people and computers who play it, what is shown of it, and what was typed or
// touched. Actions are kept (tui/saves.h) before they are shown.
#ifndef ABAX_TUI_GAMEVIEW_H
#define ABAX_TUI_GAMEVIEW_H

#include "coach/review.h"
#include "tui/board.h"
#include "tui/trainer.h"
#include "tui/app.h"
#include "tui/side.h"
#include "tui/localgame.h"
#include "tui/prompts.h"

enum { GAME_VIEW_MESSAGE_BYTES = 3200, GAME_VIEW_TYPED_BYTES = 32 };

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
struct puzzle_view {
    struct trainer *trainer;
    unsigned number;
    struct puzzle_solver solving;
    bool failed, kept;   // at the first try; the attempt is in the books
    bool over;           // solved, shown, or failed where that ends it
    bool refuting;       // the board shows what refutes an action; the next key takes it back
    unsigned hint_level; // of help
    unsigned before;     // the rating
    uint64_t began;      // of all puzzles, in milliseconds
};

struct game_view {
    struct app *app;
    struct local_game local;
    struct puzzle_view *puzzle; // that is being solved (sittingpuzzle.c), or NULL

    struct glyphs glyphs;
    struct scene scene;
    struct board board;
    struct board_marks marks;
    struct side side;
    char cursor[12]; // the name of a spot, since spots can change
    bool flipped;

    struct history past; // what is shown when looking back
    bool looking_back;
    unsigned shown; // actions
    unsigned
        variation; // of the review's better line in place of the last of them; 0: the game is shown

    bool paused; // computers wait
    bool done;
    struct thinking thinking;
    unsigned counted; // steps of the count at the end that were shown; 0: none is
    struct review review;
    const char **notes; // a sign or NULL for each action; NULL: there is no review

    bool typing;
    char typed[GAME_VIEW_TYPED_BYTES];
    char message[GAME_VIEW_MESSAGE_BYTES];
    uint8_t message_colour; // the colour of the message
    bool explains_ply;      // the message is about the action that led to what is shown
    bool narrow;            // the window has room for the board alone
    bool cut;               // the window was too small for what was said last
};

// Begins a match from a setup, or goes on with one that was kept.
bool game_view_begin(struct game_view *view, struct app *app, const struct match_setup *setup,
                     const struct series *series, struct error *e);
bool game_view_resume(struct game_view *view, struct app *app, const struct saved_game *entry,
                      struct error *e);
// The match of a puzzle, which is not kept.
void game_view_begin_puzzle(struct game_view *view, struct app *app, const struct match *m,
                            struct puzzle_view *puzzle);
void game_view_clear(struct game_view *view);

// Plays until the person goes back to the menu.
void game_view_run(struct game_view *view);

// Solves puzzles until the person leaves or there are none; what there is to say at the end goes to `last`.
void puzzle_view_run(struct app *app, struct trainer *trainer, struct text *last, struct error *e);

// ---------------------------------------------------------------------------------------------
// Between the files of the sitting
// ---------------------------------------------------------------------------------------------

// The match as prompts.h tells of it.
struct prompts game_view_prompts(const struct game_view *view);

// Whose turn it is and what is asked, who thinks, where one looks back, or how it ended.
void game_view_status(const struct game_view *view, struct text *t);

void game_view_render(void *to, struct canvas *c);
void game_view_draw(struct game_view *view);
void game_view_show_message(struct game_view *view, uint8_t message_colour, const char *sentence);
// What has no room below the board is shown as a page.
void game_view_show_cut_message(struct game_view *view, const char *title);
void game_view_show_error(struct game_view *view, const struct error *e);

const char *game_view_seat_name(const struct game_view *view, int seat);

// Plays an action and keeps the game.
void game_view_play(struct game_view *view, game_action action);
void game_view_show_news(struct game_view *view); // what keeping it brought
void game_view_position_changed(struct game_view *view);
void game_view_next_game(struct game_view *view, const struct series_request *wish);
void game_view_go_to(struct game_view *view, unsigned length);

// Whether a letter is a command, as a capital or a small one.
bool game_view_is_command(uint32_t character);
void game_view_handle(struct game_view *view, struct event event);
void game_view_move_cursor(struct game_view *view, int down, int right);

// A turn of a computer, and a hint; both show progress and can be interrupted.
void game_view_computer_turn(struct game_view *view);
void game_view_hint(struct game_view *view);

// An action of a person: whoever wants to be warned (sittingwarn.c) is, before it stands.
void game_view_try_action(struct game_view *view, game_action action);
void game_view_play_anyway(struct game_view *view);
void game_view_show_better(struct game_view *view);
void game_view_next_warnings(struct game_view *view);

// Shows that somebody thinks; the watch lets keys be heard meanwhile.
void game_view_begin_thinking(struct game_view *view);
struct think_watch game_view_watch(struct game_view *view);

// The next step of the count that decided the game.
void game_view_step_count(struct game_view *view);

// How it stands as a page: status, counts, the desk and what was played.
void game_view_show_summary(struct game_view *view);

// The review of a game that is over; it is dropped when the game changes.
void game_view_review(struct game_view *view);
void game_view_next_mistake(struct game_view *view);
void game_view_explain_ply(struct game_view *view); // the action before the position that is shown
void game_view_drop_review(struct game_view *view);

// The mistake that led to the position that is shown, or NULL; and what was better, step by step on the board.
const struct review_ply *game_view_mistake(const struct game_view *view);
void game_view_step_variation(struct game_view *view, int steps);
void game_view_variation_status(const struct game_view *view, struct text *t);

// Of a puzzle: an action, help, a command by its capital letter (false: as in a game), the status, the keys.
void puzzle_view_try(struct game_view *view, game_action action);
void puzzle_view_hint(struct game_view *view);
bool puzzle_view_command(struct game_view *view, char letter);
void puzzle_view_status(const struct game_view *view, struct text *t);
const char *puzzle_view_keys(const struct game_view *view);
const char *puzzle_view_help(const struct catalogue *words); // of '?', before the rules

#endif
