// SPDX-License-Identifier: MIT
// A game from its stored entries: what was played, offered, agreed on and taken back, one entry after the other. A
// server applies them as they are stored, and again when it reads a game back; a page applies those that the server
// tells it. So a game is always what its journal says, wherever that is read.
//
// An entry was checked by whoever stored it. Here it is only applied, and refused when it does not fit the game: then
// the journal is damaged. Times are milliseconds since 1970; an entry says what the clocks showed after it.
#ifndef ABAX_PLAY_JOURNAL_H
#define ABAX_PLAY_JOURNAL_H

#include "play/match.h"

enum { JOURNAL_NEXT_BYTES = 24 };

// Kinds, with what their text is:
//   act            an action
//   resign, time, abort
//   offer-draw
//   offer-undo     how many actions would be left
//   agree, decline "draw" or "undo"
//   undo           how many actions are left: nobody had to be asked
//   pause, resume  of the clocks; "vacation": of the seat's, in a game of days
//   offer-rematch  what is wished for it: nothing, "second" or "revenge"
//   rematch        the name of the next game
//   phrase         something that was said; it changes nothing
struct journal_entry {
    unsigned number; // of entries before it
    const char *kind;
    int seat; // or -1: nobody's
    const char *text;
    int64_t at;
    int64_t left[GAME_MAX_SEATS]; // with a clock
};

// What a match does not know about itself.
struct journal {
    unsigned number;                // entries that were applied
    int undo_offer;                 // the seat that wants to take back, or -1
    unsigned undo_to;               // actions that would be left
    uint8_t agreed;                 // seats that agreed to that
    uint8_t offers[GAME_MAX_SEATS]; // of each seat since it last acted
    uint8_t rematch;                // seats that want another game
    uint8_t second, revenge;        // those of them that want it so (struct series_request)
    char next[JOURNAL_NEXT_BYTES];  // that game, or empty
    bool paused;                    // the clocks stand still until a "resume" or an action
    bool vacation;                  // because whoever is to act is on one
    int64_t last;                   // when the last entry came
    int64_t charged; // for the action that is awaited, by entries that came before it
};

void journal_init(struct journal *j, int64_t began);

// Applies the next entry to the match. False with a sentence, and nothing changed, when it does not fit.
bool journal_apply(struct journal *j, struct match *m, const struct journal_entry *entry,
                   struct error *e);

// Seats that have to agree when `seat` wants something: all others that are no computers.
uint8_t journal_others(const struct match *m, int seat);

#endif
