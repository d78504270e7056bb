// SPDX-License-Identifier: MIT
// A game in memory: the row, and the match that replaying its journal gives. An entry is first
// made, which checks it and changes nothing; then stored; then applied. Replaying applies the same
// entries, so that a game is always what its journal says. Times are milliseconds since 1970.
// Nothing here stores, sends or waits.
#ifndef ABAX_SERVER_LIVE_LIVE_H
#define ABAX_SERVER_LIVE_LIVE_H

#include "play/journal.h"
#include "play/series.h"
#include "server/store/store.h"

enum {
    LIVE_LAG_MOST = 500,             // milliseconds that are forgiven for the way of one action
    LIVE_LAG_FIRST = 1000,           // of the stock at the beginning
    LIVE_LAG_EACH = 200,             // that an action brings
    LIVE_LAG_STOCK = 1500,           // at most
    LIVE_PLAN_LINES = 8,             // conditional lines of a seat
    LIVE_PLAN_ACTIONS = 8,           // actions in one
    LIVE_LONGEST = 4096,             // actions of a game
    LIVE_ENTRIES = 8192,             // of its journal, after which there is nothing but its end
    LIVE_OFFERS = 3,                 // of a seat until it has acted again
    LIVE_LAST_HOUR = 60 * 60 * 1000, // milliseconds: no vacation saves a clock that shows less
    LIVE_NEXT_WAIT = 60 * 1000,      // milliseconds that others have for the next game of a series
};

// A conditional line: what others are expected to play and what is answered, by turns.
struct live_plan {
    unsigned at; // the number of actions before its first
    unsigned count;
    char actions[LIVE_PLAN_ACTIONS][GAME_ACTION_BYTES];
};

struct live_plans {
    unsigned ply;
    char text[STORE_PLAN]; // as it was left after so many actions
    unsigned count;
    struct live_plan at[LIVE_PLAN_LINES];
};

struct live_state {
    struct store_game row;
    uint8_t open, computers; // seats of the row, as bits
    struct match match;
    struct journal journal;                   // what its entries came to besides
    struct series series;                     // of which it is a game, as it stood before it
    int64_t ended;                            // when it was over, or 0
    struct live_plans *plans[GAME_MAX_SEATS]; // or NULL
};

// Who wants what; `kind` is one of the entries of store.h.
struct live_command {
    int seat; // -1: the server itself
    const char *kind;
    const char *text;
    int64_t ply; // actions that the command counts on, or -1: any
    int64_t at;
    int64_t lag; // time on the way that is forgiven
};

// An entry that was made, and what it would do to the game. It holds until the next entry.
struct live_change {
    struct store_entry entry;
    bool acts; // the entry's text names `action`
    game_action action;
    int next;                  // who acts after the action, or -1
    struct game_result result; // over: the entry ends the game
};

// Starts from a row, before its entries. False with a sentence when the row makes no sense here.
// Release it with live_clear, also after an error.
bool live_init(struct live_state *l, const struct store_game *row, struct error *e);
void live_clear(struct live_state *l);

// Takes over seats, phase and the time of the last change of a row that was read again.
void live_set_row(struct live_state *l, const struct store_game *row);

// Whether the deal of a game with secrets is still to come, as far as this row knows.
bool live_undealt(const struct store_game *row);

// Whether a full game waits for anybody's commitment or share of its deal.
bool live_deal_waits(const struct live_state *l);

// The deal of a row that was read again, before anything happened. False with a sentence when it
// makes no sense.
bool live_set_start(struct live_state *l, const struct store_game *row, struct error *e);

// Fills the setup of a row's match; an error names what is wrong. Used for new games too.
bool live_setup(const struct store_game *row, struct match_setup *setup, struct error *e);

// Checks a command and makes the entry that it comes to, which may be of another kind than
// commanded ("offer-undo" becomes "undo" where nobody needs to be asked). A refusal is a sentence
// for the client that sent the command. The text of an action is resolved here and nowhere else.
bool live_make(const struct live_state *l, const struct live_command *command,
               struct live_change *change, struct error *e);

// How much of the time on the way is forgiven for an action, and what is then used up of a seat's
// stock (0 at first). A way that is always long is forgiven for a while and in part; one that is
// long when it is useful, soon no more.
int64_t live_lag_forgiven(int64_t used, int64_t lag);
int64_t live_lag_used(int64_t used, int64_t forgiven);

// Whether a rematch, or the next game of a series, begins when a seat asks for it at that time:
// everybody has asked, or has had time enough in a series that goes on. What was wished for then,
// with what this seat wishes.
bool live_next_begins(const struct live_state *l, int seat, int64_t at);
struct series_request live_next_request(const struct live_state *l, int seat, const char *request);

// Applies the next entry. False, with nothing changed, when it does not fit the game: the journal
// is damaged. An entry that comes from the database is text; one that was made here is a change.
bool live_apply(struct live_state *l, const struct store_entry *entry, struct error *e);
bool live_apply_change(struct live_state *l, const struct live_change *change, struct error *e);

// When the time of the seat to act will be up, or INT64_MAX. What may be forgiven has been added.
int64_t live_deadline(const struct live_state *l);

// The milliseconds of a seat at a time.
int64_t live_left(const struct live_state *l, int seat, int64_t now);

bool live_has_clock(const struct live_state *l);
bool live_is_slow(const struct live_state *l); // days for a turn, or no clock

// Whether somebody at a seat is on vacation at a time.
bool live_on_vacation(const struct live_state *l, int seat, int64_t now);

// What a vacation wants of the clocks of a game of days: "pause" or "resume", for the seat to act,
// as of *at; NULL: nothing. A clock stands still from the beginning of its turn or of the vacation
// to the vacation's end, unless less than an hour was left then.
const char *live_vacation(const struct live_state *l, int64_t now, int64_t *at);

// "open", a person or bot, or else a player of ours.
bool live_seat_open(const struct live_state *l, int seat);
bool live_seat_computer(const struct live_state *l, int seat);

// Whether the computer is to act.
bool live_computer_acts(const struct live_state *l);

// Sets the conditional lines of a seat, which begin after `ply` actions: a line of the text each,
// actions with blanks between them, first what is expected. An empty text takes them away. An error
// changes nothing.
bool live_set_plans(struct live_state *l, int seat, unsigned ply, const char *text,
                    struct error *e);

// Whether such a text could be set.
bool live_check_plans(unsigned ply, const char *text, struct error *e);

// What the plans of the seat to act say to play now; NULL: nothing. Plans that no longer fit are
// forgotten.
const char *live_planned(struct live_state *l);

#endif
