// SPDX-License-Identifier: MIT
// The journal of a game on a server: actions, offers, agreements and undos as a sequence of
// entries. The server applies entries as it stores them and again when it loads a game; the page
// applies those that the server sends. So a game is always what its journal says.
//
// The server checks an entry before it stores it. Here it is only applied; one that does not fit
// the game is an error: the journal is damaged. Times are milliseconds since 1970; an entry has the
// times left on the clocks after it.
#ifndef ABAX_PLAY_JOURNAL_H
#define ABAX_PLAY_JOURNAL_H

#include "play/match.h"

enum { JOURNAL_NEXT_BYTES = 24 };

// Kinds, and what their texts mean:
//   act            an action
//   resign, time, abort
//   offer-draw
//   offer-undo     how many actions would remain
//   agree, decline "draw" or "undo"
//   undo           how many actions remain; needs no agreement
//   pause, resume  the clocks; "vacation": because the player is on one (correspondence)
//   offer-rematch  the request for it: nothing, "second" or "revenge"
//   rematch        the name of the next game
//   phrase         a chat phrase; changes nothing
struct journal_entry {
    unsigned number; // of entries before this one
    const char *kind;
    int seat; // or -1
    const char *text;
    const game_action *action; // what the text of an "act" was resolved to, or NULL
    int64_t at;
    int64_t left[GAME_MAX_SEATS]; // with a clock
};

// State of the journal that is not in the match.
struct journal {
    unsigned number;                // of applied entries
    int undo_offer;                 // the seat that offers an undo, or -1
    unsigned undo_to;               // actions that would remain
    uint8_t agreed;                 // seats that agreed to it
    uint8_t offers[GAME_MAX_SEATS]; // made by each seat since it last acted
    uint8_t rematch;                // seats that want another game
    uint8_t second, revenge;        // their requests (struct series_request)
    char next[JOURNAL_NEXT_BYTES];  // the name of that game, or empty
    bool paused;                    // until a "resume" or an action
    bool vacation;                  // paused because the player to act is on vacation
    int64_t last;                   // time of the last entry
    int64_t charged;                // time already charged for the next action by other entries
};

void journal_init(struct journal *j, int64_t began);

// Applies the next entry to the match. False with an error, and nothing changed, when it does not
// fit. A resolved action saves the search for its text, but must be legal and have that text.
bool journal_apply(struct journal *j, struct match *m, const struct journal_entry *entry,
                   struct error *e);

// The seats that must agree to an offer of `seat`: all others except computers.
uint8_t journal_others(const struct match *m, int seat);

#endif
