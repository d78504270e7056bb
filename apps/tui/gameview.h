// SPDX-License-Identifier: MIT
// A game at the screen: the board, what the people and computers at it do, and what was typed or
// touched. Actions are saved (tui/saves.h) before they are shown.
#ifndef ABAX_TUI_GAMEVIEW_H
#define ABAX_TUI_GAMEVIEW_H

#include "coach/review.h"
#include "tui/app.h"
#include "tui/board.h"
#include "tui/localgame.h"
#include "tui/prompts.h"
#include "tui/side.h"
#include "tui/trainer.h"

enum { GAME_VIEW_MESSAGE_BYTES = 3200, GAME_VIEW_TYPED_BYTES = 32 };

// A search that is running: for a computer's turn, a hint or a warning.
struct thinking {
    bool active;
    bool checks_move; // it checks an action of a person before that is played
    bool stop;        // with the best action found so far
    bool interrupted; // and its result is not wanted
    unsigned depth;
    int chance;           // in thousandths, for the seat to act
    bool expects_margin;  // `margin` is known
    int margin;           // in tenths of a point, for the seat to act
    uint64_t nodes;       // so far
    uint64_t began, seen; // the start, and when the keyboard was last read; in milliseconds
};

// A puzzle at the screen: one seat looks for the solution and the other answers by itself. Board,
// keys and touches are those of a game.
struct puzzle_view {
    struct puzzle_task task;
    bool over;      // solved, shown, or failed in a mode that ends with a failure
    bool refuting;  // the board shows a refutation; the next key takes it back
    uint64_t began; // of all puzzles, in milliseconds
};

struct game_view {
    struct app *app;
    struct local_game local;
    struct puzzle_view *puzzle; // the puzzle being solved, or NULL

    struct glyphs glyphs;
    struct scene scene;
    struct board board;
    struct board_marks marks;
    struct side side;
    char cursor[12]; // the name of a spot, since spots can change
    bool flipped;

    bool looking_back;
    struct history past; // the position on the board when looking back
    unsigned shown;      // actions played in the position on the board
    unsigned variation;  // actions of the review's better variation; 0: the game is shown

    bool paused; // computers wait
    bool done;
    struct thinking thinking;
    unsigned counted; // steps shown of the count at the end; 0: none
    struct review review;
    const char **notes; // a sign such as "?" or NULL for each action; NULL without a review

    bool typing;
    char typed[GAME_VIEW_TYPED_BYTES];
    char message[GAME_VIEW_MESSAGE_BYTES];
    uint8_t message_colour;
    bool explains_ply; // the message is about the action that led to the position on the board
    bool narrow;       // the window has room for the board alone
    bool cut;          // the window was too small for the last message
};

// Starts a match from a setup, resumes a saved one, or sets up a puzzle, which is not saved.
bool game_view_begin(struct game_view *view, struct app *app, const struct match_setup *setup,
                     const struct series *series, struct error *e);
bool game_view_resume(struct game_view *view, struct app *app, const struct saved_game *entry,
                      struct error *e);
void game_view_begin_puzzle(struct game_view *view, struct app *app, const struct match *m,
                            struct puzzle_view *puzzle);
void game_view_clear(struct game_view *view);

// Plays until the person goes back to the menu.
void game_view_run(struct game_view *view);

// ---------------------------------------------------------------------------------------------
// The game (gameview.c)
// ---------------------------------------------------------------------------------------------

struct prompts game_view_prompts(const struct game_view *view);
const char *game_view_seat_name(const struct game_view *view, int seat);

// Messages below the board. An error becomes a sentence; a message that had no room is shown again
// as a page.
void game_view_show_message(struct game_view *view, uint8_t message_colour, const char *sentence);
void game_view_show_error(struct game_view *view, const struct error *e);
void game_view_show_cut_message(struct game_view *view, const char *title);
// News from saving the game, if there are any.
void game_view_show_news(struct game_view *view);

// Plays an action and saves the game.
void game_view_play(struct game_view *view, game_action action);

// Resets everything that depends on the position and shows the current one.
void game_view_position_changed(struct game_view *view);

// Starts the next game of the series, or another match like this one.
void game_view_next_game(struct game_view *view, const struct series_request *request);

// Shows the position after this many actions.
void game_view_go_to(struct game_view *view, unsigned length);

// Shows the next step of the count that decided the game.
void game_view_step_count(struct game_view *view);

// ---------------------------------------------------------------------------------------------
// Input (gameinput.c)
// ---------------------------------------------------------------------------------------------

// Whether a letter, capital or small, is a command.
bool game_view_is_command(uint32_t character);
void game_view_handle(struct game_view *view, struct event event);
void game_view_move_cursor(struct game_view *view, int down, int right);

// ---------------------------------------------------------------------------------------------
// Rendering (gamerender.c)
// ---------------------------------------------------------------------------------------------

// Renders a `struct game_view` on a canvas; draw also shows the canvas.
void game_view_render(void *to, struct canvas *c);
void game_view_draw(struct game_view *view);

// Shows status, counters, the notes panel and the moves as a page.
void game_view_show_summary(struct game_view *view);

// ---------------------------------------------------------------------------------------------
// Thinking (gamethink.c)
// ---------------------------------------------------------------------------------------------

// A computer's turn, and the next hint.
void game_view_computer_turn(struct game_view *view);
void game_view_hint(struct game_view *view);

// Plays an action of a person, unless they want to be warned and it is bad: then it waits.
void game_view_try_action(struct game_view *view, game_action action);
// Plays the action that waits.
void game_view_play_anyway(struct game_view *view);
// Shows what is better than the action that waits, or than the mistake on the board.
void game_view_show_better(struct game_view *view);
// Switches to the next strength of warnings.
void game_view_next_warnings(struct game_view *view);

// ---------------------------------------------------------------------------------------------
// Review of a finished game (gamereview.c)
// ---------------------------------------------------------------------------------------------

void game_view_review(struct game_view *view);
void game_view_drop_review(struct game_view *view);
void game_view_next_mistake(struct game_view *view);
// Explains the action that led to the position on the board.
void game_view_explain_ply(struct game_view *view);

// The mistake that led to the position on the board, or NULL; and the better variation, step by
// step on the board.
const struct review_ply *game_view_mistake(const struct game_view *view);
void game_view_step_variation(struct game_view *view, int steps);
void game_view_variation_status(const struct game_view *view, struct text *t);

// ---------------------------------------------------------------------------------------------
// Puzzles (puzzleview.c)
// ---------------------------------------------------------------------------------------------

// Shows puzzles until the person leaves or there are none; `last` gets the closing sentence.
void puzzle_view_run(struct app *app, struct trainer *trainer, struct text *last, struct error *e);

void puzzle_view_try(struct game_view *view, game_action action);
// Handles a command by its capital letter. False if it means the same as in a game.
bool puzzle_view_command(struct game_view *view, char letter);
void puzzle_view_status(const struct game_view *view, struct text *t);
const char *puzzle_view_keys(const struct game_view *view);
// The help page, before the rules.
const char *puzzle_view_help(const struct catalogue *messages);

#endif
