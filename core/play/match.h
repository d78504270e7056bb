// SPDX-License-Identifier: MIT
// One game being played: seats, actions, times, hints used, and its end. play/driver.h drives a
// match together with its computers.
//
// Actions enter as numbers or as text. A computer seat does not move by itself. Times are
// milliseconds of the caller's clock.
#ifndef ABAX_PLAY_MATCH_H
#define ABAX_PLAY_MATCH_H

#include "base/catalogue.h"
#include "play/clock.h"
#include "play/history.h"
#include "play/player.h"

enum { MATCH_NAME_BYTES = 48, MATCH_HINT_LEVELS = 4, MATCH_STATUS_BYTES = 640 };

enum match_who {
    MATCH_PERSON,
    MATCH_COMPUTER,
    MATCH_REMOTE, // a player elsewhere
};

struct match_seat {
    enum match_who who;
    char name[MATCH_NAME_BYTES];   // empty: the game's name for the seat
    char player[MATCH_NAME_BYTES]; // of a computer: a text for player_read, such as "level:3"
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
    MATCH_RESIGNED, // by `seat`
    MATCH_AGREED,   // a draw by agreement
    MATCH_TIME,     // `seat` lost on time
    MATCH_ABORTED,  // no result
};

struct match_end {
    enum match_how how;
    int seat;
};

// An action that was played. `hints` has a bit for each hint level that was asked for before it.
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
    struct history history;      // up to now
    struct match_entry *entries; // the first `history.length` were played, the others can be redone
    unsigned count, capacity;
    struct match_end end;
    struct clock clock;
    int8_t draw_offer; // the seat that offers a draw, or -1
    uint8_t hints;     // levels asked for since the last action
};

// Starts a match. False, with an error, when the start cannot be read or a seat's player is
// unknown. Release with match_clear, also after an error.
bool match_init(struct match *m, const struct match_setup *setup, struct error *e);
void match_clear(struct match *m);

int match_seats(const struct match *m);
const char *match_name(const struct match *m, int seat);
const char *match_name_in(const struct match *m, const struct catalogue *messages, int seat);

// The seat to act, or -1 when the game has ended in any way.
int match_to_act(const struct match *m);
bool match_over(const struct match *m);

// The outcomes and scores. A player who resigned or lost on time has lost, with the team; all
// others have won. The scores are then those on the board, with the winners ahead by at least a
// point, or 0 where the game counts nothing then. An aborted match has no result: all outcomes are
// GAME_DRAW.
void match_result(const struct match *m, struct game_result *result);

// Whether the scores of a finished match mean anything.
bool match_scored(const struct match *m);

// Adds "White 14, Black 11", the seat `first` first unless it is -1; nothing where the scores only
// tell who won.
void match_add_scores(const struct match *m, const struct catalogue *messages, int first,
                      struct text *t);

// Adds a sentence of less than MATCH_STATUS_BYTES: who is to act, or how the game ended. English
// without `messages`.
void match_status(const struct match *m, const struct catalogue *messages, struct text *t);

// The seat of the only person among computers ("you"), or -1.
int match_you(const struct match *m);

// The scene for a seat, with the last turn marked and described, and the end of the match in its
// status. `you`: the reader's seat, or -1.
void match_scene(const struct match *m, int seat, int you, struct scene *s);

// Plays an action at the time `now`. match_play needs a legal one; match_play_text checks. Clocks
// start with the first action. A seat without time left has lost instead, and the action is
// refused.
bool match_play(struct match *m, game_action action, uint64_t now, struct error *e);
bool match_play_text(struct match *m, const char *text, uint64_t now, struct error *e);

// The legal action with a text. False with an error that says which rule it breaks.
bool match_find(const struct match *m, const char *text, game_action *action, struct error *e);

// Undoes or redoes one action, or (decision) as many as it takes until a person is to act. False,
// with an error, when there is nothing to undo. A game that ended by resignation, agreement or time
// goes on after an undo. The clock of the seat to act runs on from `now`.
bool match_undo(struct match *m, uint64_t now, struct error *e);
bool match_redo(struct match *m, uint64_t now, struct error *e);
bool match_undo_decision(struct match *m, uint64_t now, struct error *e);
bool match_redo_decision(struct match *m, uint64_t now, struct error *e);

// Ends outside the rules. An offer stands until the other side answers or the offering seat acts
// again; an offer by the other side accepts it. Refused once the game is over.
bool match_resign(struct match *m, int seat, uint64_t now, struct error *e);
bool match_offer_draw(struct match *m, int seat, uint64_t now, struct error *e);
bool match_abort(struct match *m, uint64_t now, struct error *e);

// Checks the clocks: true when a seat has lost on time, now or before.
bool match_check_time(struct match *m, uint64_t now);

// Stops and restarts the clocks, for times when the program is not running.
void match_pause(struct match *m, uint64_t now);
void match_resume(struct match *m, uint64_t now);

// Counts a hint level, from 1 to MATCH_HINT_RUNGS, for the next action.
void match_count_hint(struct match *m, unsigned level);

// The text of action `index`.
void match_action_text(const struct match *m, unsigned index, char text[GAME_ACTION_BYTES]);

// The position before it.
void match_position_at(const struct match *m, unsigned index, struct game_position *p);

// Adds the action in words, with its text (game_add_named).
void match_add_named(const struct match *m, unsigned index, const struct catalogue *messages,
                     struct text *t);

// The history up to the first `length` actions, for looking back. False without memory. Release
// with history_clear.
bool match_history_at(const struct match *m, unsigned length, struct history *history);

#endif
