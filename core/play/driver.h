// SPDX-License-Identifier: MIT
// The one way to drive a game. A driver holds what belongs to a game that is being played: the
// match and its clocks (play/match.h), the series it is part of, the spots that were touched so
// far, the computer players with their memory (play/computers.h), and a thinker for help. The
// page's module, the terminal, sessions, tournaments, plain play and the engine all go through it,
// so that a level plays alike wherever somebody meets it.
//
// No clock is read here. Times are milliseconds of the caller's clock, handed in as `now`; the
// clock of driver_init measures only how long a computer thought. Nothing happens by itself either:
// whoever drives asks driver_computer whose turn it is, and lets a computer act with driver_step,
// or with driver_choose and driver_play where a front end wants to wait or to change its mind in
// between. How much a computer thinks is its own affair (a level's nodes, a movetime); the watch
// tells how far it is and may end it at any time.
//
// The book and the proofs of a game are asked by whoever is strong enough to use them
// (play/solver.h), from the game's table: a module that comes without books has to be given one
// before it thinks.
//
// What is read stands in the record: driver.match may be looked at with every match_ function. What
// changes the match goes through this header, or is followed by driver_changed.
#ifndef ABAX_PLAY_DRIVER_H
#define ABAX_PLAY_DRIVER_H

#include "play/computers.h"
#include "play/series.h"
#include "play/touch.h"

struct driver {
    bool begun; // there is a match
    struct match match;
    struct series series;
    struct touch touch;
    struct computers computers;
    struct thinker helper;   // of hints and the engine's searches, where `helps`
    size_t helper_megabytes; // that it begins with
    bool helps;
    bool fresh; // the helper has not heard of the new game yet
};

// `clock` is for thinking, in microseconds; it may be NULL where no player has a movetime.
void driver_init(struct driver *d, think_clock *clock);
void driver_clear(struct driver *d);

// ---------------------------------------------------------------------------------------------
// Games. A fault leaves everything as it was.
// ---------------------------------------------------------------------------------------------

// Begins a game; a game that was there before is dropped, and its computers forget it. Without a
// series it is one of its own.
bool driver_begin(struct driver *d, const struct match_setup *setup, const struct series *series,
                  struct error *e);

// Takes over a match that was made elsewhere: from a record, or as others tell how a game stands.
// Computers keep their memory when it is the same game, and what was touched stays when it is the
// same position.
void driver_adopt(struct driver *d, const struct match *m, const struct series *series);

// The game after exactly these actions from another start: a position text that fits a setup, or ""
// for where the game itself begins, or NULL for where this one began. Computers and helper keep
// their memory.
bool driver_set(struct driver *d, const char *start, const char *const *actions, unsigned count,
                uint64_t now, struct error *e);

// Sets the level of adaptive players (play/adaptive.h) from the next game on.
void driver_set_adaptive_level(struct driver *d, unsigned level);

// After the end: begins the next game of the series, or a new series on the same terms
// (series_next). The request may be NULL.
bool driver_next(struct driver *d, uint64_t seed, const struct series_request *request,
                 struct error *e);

// ---------------------------------------------------------------------------------------------
// Acting
// ---------------------------------------------------------------------------------------------

// A spot is touched, in a match that is not over. Complete actions are not played yet.
enum touch_answer driver_touch(struct driver *d, game_spot spot);

bool driver_play(struct driver *d, game_action action, uint64_t now, struct error *e);
bool driver_play_text(struct driver *d, const char *text, uint64_t now, struct error *e);

// The match was changed by a match_ function: what was touched is forgotten.
void driver_changed(struct driver *d);

// ---------------------------------------------------------------------------------------------
// Computers
// ---------------------------------------------------------------------------------------------

// The seat to act if a computer has it; -1 otherwise, and when the game is over.
int driver_computer(const struct driver *d);

// Lets the computer to act think and choose. The watch may be NULL.
bool driver_choose(struct driver *d, const struct think_watch *watch, game_action *action,
                   struct error *e);

// The same, and plays what was chosen, at `now` and the time it took.
bool driver_step(struct driver *d, const struct think_watch *watch, uint64_t now, struct error *e);

// The thinker for help, which forgets at the beginning of a game as well. NULL with a sentence
// without memory.
struct thinker *driver_helper(struct driver *d, struct error *e);

#endif
