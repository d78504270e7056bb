// SPDX-License-Identifier: MIT
// One game that is being played: who sits where, what was played, how long it took, what help was
// asked for, and how it ended. Many matches live side by side. play/driver.h drives one, with its
// computers.
//
// Actions enter as an action of the rules or as text, whoever chose them. A computer seat does not
// move by itself. Times are milliseconds of the caller's clock.
#ifndef ABAX_PLAY_MATCH_H
#define ABAX_PLAY_MATCH_H

#include "base/catalogue.h"
#include "play/clock.h"
#include "play/history.h"
#include "play/player.h"

enum { MATCH_NAME_BYTES = 48, MATCH_HINT_RUNGS = 4, MATCH_STATUS_BYTES = 640 };

enum match_who {
    MATCH_PERSON,
    MATCH_COMPUTER,
    MATCH_REMOTE, // somebody whose actions come from elsewhere
};

struct match_seat {
    enum match_who who;
    char name[MATCH_NAME_BYTES];   // empty: the game's name of the seat
    char player[MATCH_NAME_BYTES]; // of a computer: what player_read reads, such as "level:3"
};

struct match_setup {
    const struct game *game;
    struct game_options options;
    uint64_t seed;               // of the start, when `start` is empty
    char start[GAME_TEXT_BYTES]; // a position text, or empty
    struct match_seat seats[GAME_MAX_SEATS];
    struct clock_rule clock;
    bool seats_drawn; // the seats were drawn by lot
    bool from_view;   // the start may be one seat's view, where the game can be played on from one
    // In a tournament: the number of contestants (0: one per seat). Number `first` has the first
    // seat, the others follow in turn. A computer with several seats has one memory.
    uint8_t contestants, first;
};

enum match_how {
    MATCH_GOES_ON,
    MATCH_BY_RULES, // repetition included
    MATCH_RESIGNED, // `seat` gave up
    MATCH_AGREED,   // a draw by agreement
    MATCH_TIME,     // the time of `seat` was up
    MATCH_ABORTED,  // no result
};

struct match_end {
    enum match_how how;
    int seat;
};

// An action that was played. `hints` has a bit for each rung of help that was asked for before it.
struct match_entry {
    game_action action;
    uint8_t seat;
    uint8_t hints;
    bool timed;     // `spent` is known
    uint64_t spent; // milliseconds
};

struct match {
    struct match_setup setup;
    struct game_position start;
    struct history history;      // as it stands now
    struct match_entry *entries; // `line.length` were played, the others can be redone
    unsigned count, room;
    struct match_end end;
    struct clock clock;
    int8_t draw_offer; // the seat that offers a draw, or -1
    uint8_t hints;     // asked for since the last action
};

// Starts a match; false, with a sentence, when the start cannot be read or a seat's player is
// unknown. Release it with match_clear, also after a fault.
bool match_init(struct match *m, const struct match_setup *setup, struct error *e);
void match_clear(struct match *m);

int match_seats(const struct match *m);
const char *match_name(const struct match *m, int seat);
const char *match_name_in(const struct match *m, const struct catalogue *words, int seat);

// The seat to act, or -1 when the game has ended, however it did.
int match_to_act(const struct match *m);
bool match_over(const struct match *m);

// Words and scores of the end. Whoever resigned or ran out of time has lost, with the team; all
// others have won; scores are then what stands on the board, the winners ahead by a point at least,
// or 0 where the game counts nothing then. An aborted match has no result: all words are GAME_DRAW
// then.
void match_result(const struct match *m, struct game_result *result);

// Whether the scores of a match that is over say anything.
bool match_scored(const struct match *m);

// "White 14, Black 11", `first` before the others unless it is -1; nothing where the scores say no
// more than who won.
void match_add_scores(const struct match *m, const struct catalogue *words, int first,
                      struct text *t);

// One sentence of less than MATCH_STATUS_BYTES: how the game stands or ended. In English without
// `words`.
void match_status(const struct match *m, const struct catalogue *words, struct text *t);

// The seat of the one person who plays computers, or -1: that is "you".
int match_you(const struct match *m);

// The scene for a seat, with the last turn marked and told, and the end of the match in its status.
// `you`: the reader's seat, or -1.
void match_scene(const struct match *m, int seat, int you, struct scene *s);

// Plays an action at the time `now`: legal by promise, or by text, which is checked. Clocks begin
// with the first action. A seat whose time was up has lost instead, and the action is refused.
bool match_play(struct match *m, game_action action, uint64_t now, struct error *e);
bool match_play_text(struct match *m, const char *text, uint64_t now, struct error *e);

// The legal action that a text means, not played; false with a sentence that says what it breaks.
bool match_find(const struct match *m, const char *text, game_action *action, struct error *e);

// Takes back or plays again one action, or as many as it takes until a person is to act, so that
// one is back at one's own last decision. False, with a sentence, when there is nothing to take
// back. A game that was resigned, agreed or lost on time goes on after an undo. With `now` the
// clock of the seat to act runs on.
bool match_undo(struct match *m, uint64_t now, struct error *e);
bool match_redo(struct match *m, uint64_t now, struct error *e);
bool match_undo_decision(struct match *m, uint64_t now, struct error *e);
bool match_redo_decision(struct match *m, uint64_t now, struct error *e);

// Ends that the rules do not know. An offer stands until the other side answers or the offering
// seat's next action; the second offer, from the other team, accepts. All are refused once the game
// is over.
bool match_resign(struct match *m, int seat, uint64_t now, struct error *e);
bool match_offer_draw(struct match *m, int seat, uint64_t now, struct error *e);
bool match_abort(struct match *m, uint64_t now, struct error *e);

// Looks at the clock: true when a seat has lost on time, now or before.
bool match_check_time(struct match *m, uint64_t now);

// Stops the clocks and lets them go on: while the program is not running, nobody is charged.
void match_pause(struct match *m, uint64_t now);
void match_resume(struct match *m, uint64_t now);

// Counts a rung of help, from 1 to MATCH_HINT_RUNGS, for the next action.
void match_count_hint(struct match *m, unsigned rung);

// The text of action `index` of those that were played.
void match_action_text(const struct match *m, unsigned index, char text[GAME_ACTION_BYTES]);

// The position in which it was played.
void match_position_at(const struct match *m, unsigned index, struct game_position *p);

// Adds it in words, with its text (game_add_named).
void match_add_named(const struct match *m, unsigned index, const struct catalogue *words,
                     struct text *t);

// A line that stands after the first `length` actions, for looking back. False without memory.
// Release it with history_clear.
bool match_history_at(const struct match *m, unsigned length, struct history *history);

#endif
