// SPDX-License-Identifier: MIT
// Drives a game: the match and its clocks (play/match.h), its series, the spots touched so far, the
// computer players with their memory (play/computers.h), and a thinker for hints. Page module,
// terminal, sessions, engine and engine matches all use it, so that a level plays alike everywhere.
//
// It reads no clock: times are milliseconds of the caller's clock, passed as `now`; the clock of
// driver_init only measures how long a computer thought. Nothing happens by itself: the caller asks
// driver_computer whose turn it is and lets a computer act with driver_step, or with driver_choose
// and driver_play if it wants to wait or change its mind in between. How long a computer thinks is
// up to the player (a level's nodes, a movetime); the watch reports progress and can stop it at any
// time.
//
// Strong players use the game's book and proofs (play/solver.h). A module that ships without books
// must load one before it thinks.
//
// Callers may read driver.match with any match_ function. After changing it by one, they call
// driver_changed.
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
    bool ready; // touch.action is complete
    struct computers computers;
    struct thinker helper;   // for hints and the engine's searches, if `helps`
    size_t helper_megabytes; // its initial size
    bool helps;
    bool fresh; // the helper must forget the previous game
};

// `clock` is for thinking, in microseconds; it may be NULL where no player has a movetime.
void driver_init(struct driver *d, think_clock *clock);
void driver_clear(struct driver *d);

// ---------------------------------------------------------------------------------------------
// Games. After an error everything is as before.
// ---------------------------------------------------------------------------------------------

// Begins a game. Drops the previous one, and the computers forget it. `series` NULL: a single game.
bool driver_begin(struct driver *d, const struct match_setup *setup, const struct series *series,
                  struct error *e);

// Takes over a match made elsewhere: from a record or a server. Computers keep their memory if it
// is the same game, and touches stay if it is the same position.
void driver_adopt(struct driver *d, const struct match *m, const struct series *series);

// Replaces the game by the one after exactly these actions from `start`: a position text, "" for
// the game's own start, or NULL for this game's start. Computers and helper keep their memory.
bool driver_set(struct driver *d, const char *start, const char *const *actions, unsigned count,
                uint64_t now, struct error *e);

// The same game after its first `from` actions and then these. False, and nothing changed, when
// one of them is not legal.
bool driver_continue(struct driver *d, unsigned from, const char *const *actions, unsigned count,
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

// Touches a spot, in a match that is not over. Does not play completed actions.
enum touch_answer driver_touch(struct driver *d, game_spot spot);

bool driver_play(struct driver *d, game_action action, uint64_t now, struct error *e);
bool driver_play_text(struct driver *d, const char *text, uint64_t now, struct error *e);

// Plays the action that the last touch completed, or the legal action of this index in game_list
// after `length` actions: so an action that was found once keeps its number.
bool driver_play_touched(struct driver *d, uint64_t now, struct error *e);
bool driver_play_index(struct driver *d, unsigned index, unsigned length, uint64_t now,
                       struct error *e);

// The match was changed by a match_ function: forgets touches.
void driver_changed(struct driver *d);

// ---------------------------------------------------------------------------------------------
// Computers
// ---------------------------------------------------------------------------------------------

// The seat to act if a computer has it, or -1.
int driver_computer(const struct driver *d);

// Lets the computer to act choose. The watch may be NULL.
bool driver_choose(struct driver *d, const struct think_watch *watch, game_action *action,
                   struct error *e);

// The same, and plays the action at `now` plus the time it took.
bool driver_step(struct driver *d, const struct think_watch *watch, uint64_t now, struct error *e);

// The thinker for hints. Begins each game without memory of earlier ones. NULL with an error
// without memory.
struct thinker *driver_helper(struct driver *d, struct error *e);

#endif
