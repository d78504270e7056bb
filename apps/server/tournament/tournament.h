// SPDX-License-Identifier: MIT
// A tournament: what replaying its events gives, and what is due next. Nothing here stores, sends,
// waits or reads a clock: whoever looks after tournaments hands in events and times and writes the
// events that come out (server/tournament/directorthread.c).
//
// The events, in the order in which they were stored, are the tournament; players and pairs are
// numbered from 0 as they come:
//
//   join    TEXT             a player: "person RATING" or "bot RATING" with the event's account, "guest HASH NAME" or
//                            "computer LEVEL RATING"
//   leave   PLAYER WHY       withdraws: "left", "removed" or "absent"
//   back    PLAYER           plays on
//   begin                    no earlier than two players are there
//   round   ROUND            the head of what follows in the same transaction:
//   pair    ROUND A B GAME   A sits first; the game's row is stored with it
//   bye     ROUND A HALVES   A has no opponent and gets so many halves of a point
//   result  GAME WHO HOW     "1-0", "0-1", "1/2" or "0-0"; "played" or "forfeit"
//   set                      the settings of the row have changed
//   end     WHY              "over" or "cancelled"
#ifndef ABAX_SERVER_TOURNAMENT_TOURNAMENT_H
#define ABAX_SERVER_TOURNAMENT_TOURNAMENT_H

#include "play/pairing.h"
#include "server/store/store.h"

enum {
    TOURNAMENT_PLAYERS = PAIRING_MOST,
    TOURNAMENT_ROUNDS = 64,      // of a Swiss tournament at most
    TOURNAMENT_LADDER_REACH = 3, // places above one's own that one can challenge
    TOURNAMENT_SELF_PACED = 231, // games of all against all that begin at once at most
    TOURNAMENT_EVENT_TEXT = 160, // bytes of an event that is made here
};

enum tournament_form {
    TOURNAMENT_SWISS,
    TOURNAMENT_ROBIN,
    TOURNAMENT_ARENA,
    TOURNAMENT_LADDER,
    TOURNAMENT_LEAGUE,
    TOURNAMENT_FORMS
};

struct tournament_settings {
    enum tournament_form form;
    char game[STORE_WORD];
    char options[STORE_OPTIONS]; // as game_options_text writes them
    char clock[STORE_WORD];
    bool slow;        // days for a turn: correspondence
    bool rated;       // only accounts
    bool guests;      // people without an account may join
    bool bots;        // programs with an account may join
    bool streaks;     // arena: a run of wins counts double
    unsigned rounds;  // Swiss; 0: by the number of players
    unsigned cycles;  // all against all: once or twice
    unsigned minutes; // arena
    unsigned most;    // players
    unsigned wait;    // seconds until a player who has not begun has lost
    unsigned pause;   // seconds between rounds
    int64_t begins;   // by itself, at this time; 0: when the host says so
    char month[8];    // of a ladder or league: "2026-11"
};

struct tournament_player {
    int64_t account;       // 0: a guest, a computer, or somebody who has gone
    char name[STORE_NAME]; // empty: somebody who has gone
    char kind[STORE_WORD]; // as of a seat: "person", "bot" or a computer such as "level:3"
    unsigned char token[STORE_HASH]; // of a guest
    int rating;
    bool in;      // not withdrawn
    bool absent;  // withdrawn because it did not come
    bool removed; // by the host: it does not come back
};

enum tournament_result {
    TOURNAMENT_OPEN,
    TOURNAMENT_FIRST,
    TOURNAMENT_SECOND,
    TOURNAMENT_DRAW,
    TOURNAMENT_NEITHER
};

struct tournament_pair {
    unsigned round;
    int first, second; // players; second PAIRING_BYE: no opponent
    int halves;        // of a bye
    char game[STORE_ID];
    enum tournament_result result;
    bool forfeit;
    int64_t at; // when it was made, and when the result was noted
    int64_t done;
    // Known to whoever looks after it:
    bool begun;    // somebody has acted, or has left and been made to give up
    int64_t urged; // when somebody who did not come was made to give up last
};

struct tournament {
    struct store_document row;
    struct tournament_settings settings;
    struct tournament_player *players;
    unsigned player_count, player_capacity;
    struct tournament_pair *pairs;
    unsigned pair_count, pair_capacity, open; // open: without a result
    unsigned round;                           // that has been paired last; 0: none
    unsigned planned;                         // rounds in all, as far as is known
    enum store_phase phase;
    bool cancelled;
    unsigned number; // of the next event
    int64_t begun, changed;
    int ladder[TOURNAMENT_PLAYERS]; // players by place
};

// The names of forms, as settings and the API write them.
const char *tournament_form_name(enum tournament_form form);
bool tournament_form_read(const char *name, enum tournament_form *form);

// Settings as a row's text, and back. False when the text is none.
void tournament_settings_write(const struct tournament_settings *s, char text[DOCUMENT_SETTINGS]);
bool tournament_settings_read(const char *text, struct tournament_settings *s);

// Begins with a row, without events. False when the settings make no sense.
bool tournament_init(struct tournament *m, const struct store_document *row);
void tournament_clear(struct tournament *m);

// Takes over a row that was read again.
bool tournament_set_row(struct tournament *m, const struct store_document *row);

// Applies the next event. False, with nothing changed but the number, when it makes no sense here,
// or without memory.
bool tournament_apply(struct tournament *m, const struct store_event *event);

// The player of an account or of a guest's token (its hash), or -1.
int tournament_player_of(const struct tournament *m, int64_t account, const unsigned char *hash);

// The pair that a game is, or NULL.
struct tournament_pair *tournament_pair_of(const struct tournament *m, const char *game);

// The game that a player has to play, or NULL: the oldest.
const struct tournament_pair *tournament_open_pair(const struct tournament *m, int player);

// Players who have not withdrawn.
unsigned tournament_active(const struct tournament *m);

// Rounds that a Swiss tournament of so many players has if nobody says.
unsigned tournament_rounds(const struct tournament_settings *s, unsigned players);

// Whether a player may join or come back now; the sentence says why not.
bool tournament_may_join(const struct tournament *m, struct error *e);

// What is due at a time.
enum tournament_due {
    TOURNAMENT_WAIT,
    TOURNAMENT_BEGIN,
    TOURNAMENT_PAIR,
    TOURNAMENT_END,
    TOURNAMENT_CANCEL
};

// `when` is when to look again at the latest, if nothing happens before: INT64_MAX when only a
// result can change anything.
enum tournament_due tournament_due(const struct tournament *m, int64_t now, int64_t *when);

// The pairs of the next round, without games; a list of PAIRING_MOST + 1 to be filled. -1 without
// memory. With `rounds` above 1 (all against all at one's own pace) call it for each of them.
struct tournament_next {
    unsigned round;
    int first, second, halves;
};
int tournament_next_round(const struct tournament *m, struct tournament_next *next,
                          unsigned capacity);

// How many events of pairs the next round can have at most.
unsigned tournament_next_most(const struct tournament *m);

// Ladder: whether a player may challenge another one now.
bool tournament_may_challenge(const struct tournament *m, int player, int other, struct error *e);

#endif
