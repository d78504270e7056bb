// SPDX-License-Identifier: MIT
// One match at the screen: the people and computers who play it, what is shown of it, and what was typed or
// touched. Actions are kept (tui/shelf.h) before they are shown.
#ifndef ABAX_TUI_SITTING_H
#define ABAX_TUI_SITTING_H

#include "coach/hint.h"
#include "coach/review.h"
#include "play/driver.h"
#include "tui/board.h"
#include "tui/house.h"
#include "tui/side.h"

enum { SITTING_MESSAGE = 1100, SITTING_TYPED = 32, NOBODY = -1 };

// A computer, or the help, that is thinking.
struct thinking {
    bool active;
    bool stop;        // with what was found so far
    bool interrupted; // and nothing of it is wanted
    unsigned depth;
    int chance;           // in thousandths, for who thinks
    bool expects_margin;  // the next is known
    int margin;           // in tenths of a point, for who thinks
    uint64_t nodes;       // so far
    uint64_t began, seen; // when it began, when keys were last looked at
};

struct sitting {
    struct house *house;
    struct driver driver;
    struct shelf_slot slot;
    bool finished; // what is kept is over: it stays as it is, whatever is taken back

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

    int confirmed; // in a game with secrets, the person who looks at the screen
    bool paused;   // computers wait
    bool done;
    struct thinking thinking;
    struct hint hint;
    unsigned rung; // of the hint ladder; 0: no help for this action yet
    struct review review;
    const char **notes; // a sign or NULL for each action; NULL: there is no review

    bool typing;
    char typed[SITTING_TYPED];
    char message[SITTING_MESSAGE];
    uint8_t tone; // the colour of the message
};

// Begins a match from a setup, or goes on with one that was kept.
bool sitting_begin(struct sitting *s, struct house *h, const struct match_setup *setup,
                   const struct series *series, struct error *e);
bool sitting_resume(struct sitting *s, struct house *h, const struct shelf_entry *entry,
                    struct error *e);
void sitting_clear(struct sitting *s);

// Plays until the person goes back to the menu.
void sitting_run(struct sitting *s);

// ---------------------------------------------------------------------------------------------
// Between the files of the sitting
// ---------------------------------------------------------------------------------------------

int sitting_persons(const struct sitting *s);
bool sitting_person_acts(const struct sitting *s);

// Whose view is shown: a seat or GAME_PUBLIC.
int sitting_eyes(const struct sitting *s);

// Whether the screen has to be handed on before anything is shown.
bool sitting_covered(const struct sitting *s);

void sitting_paint(void *sitting, struct canvas *c);
void sitting_draw(struct sitting *s);
void sitting_say(struct sitting *s, uint8_t tone, const char *sentence);
void sitting_refuse(struct sitting *s, const struct error *e);

// What a seat's player is called; a number of tenths without its sign, as the language writes it.
enum { SITTING_TENTHS = 24 };
const char *sitting_name(const struct sitting *s, int seat);
const char *sitting_tenths(const struct sitting *s, int tenths, char storage[SITTING_TENTHS]);

// Plays an action and keeps the game.
void sitting_play(struct sitting *s, game_action action);
void sitting_keep(struct sitting *s);
void sitting_branch(struct sitting *s); // before something new happens in a game that was over
void sitting_changed(struct sitting *s);
void sitting_next_game(struct sitting *s);
void sitting_look_at(struct sitting *s, unsigned length);

// Whether a letter is a command, as a capital or a small one.
bool sitting_is_command(uint32_t character);
void sitting_handle(struct sitting *s, struct event event);
void sitting_move_cursor(struct sitting *s, int down, int right);

// A turn of a computer, and a rung of help; both show progress and can be interrupted.
void sitting_computer(struct sitting *s);
void sitting_hint(struct sitting *s);

// The review of a game that is over; it is dropped when the game changes.
void sitting_review(struct sitting *s);
void sitting_next_mistake(struct sitting *s);
void sitting_tell_ply(struct sitting *s); // the action before the position that is shown
void sitting_drop_review(struct sitting *s);

#endif
