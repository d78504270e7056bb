// SPDX-License-Identifier: MIT
// The plain data of the game interface: positions, actions, paths, results and options. No
// functions.
#ifndef ABAX_GAME_TYPES_H
#define ABAX_GAME_TYPES_H

#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"

enum {
    GAME_MAX_SEATS = 4,
    GAME_MAX_OPTIONS = 4,
    GAME_MAX_VALUES = 4,
    GAME_MAX_ACTIONS = 1200, // no game has more legal actions in any position that can be read
    GAME_ACTION_SLACK = 16,  // spare capacity of a list: generators may write several in one store
    GAME_MAX_PATH = 4,       // spots in the longest path of an action
    GAME_POSITION_BYTES = 256,
    GAME_TEXT_BYTES = 640,  // the longest position text and its terminator
    GAME_ACTION_BYTES = 16, // the longest action text and its terminator
    GAME_WORDS_BYTES = 160, // the longest action in words and its terminator, in any language
    GAME_NAMED_BYTES = GAME_WORDS_BYTES + GAME_ACTION_BYTES + 3, // with the text behind it
    GAME_PUBLIC = -1,   // a "seat" that sees only what everybody may see
    GAME_RULE_NONE = 0, // the rule number that means: nothing forbids it
};

// Seats are counted from 0 in code and from 1 in every text. Seat 0 acts first.

// A position: opaque plain bytes, copied by assignment. Each game lays its own struct over the
// first `position_size` bytes; the rest means nothing. It holds the options too, so that no
// function but `start` and `read` needs them. Two positions are equal exactly when their options
// and texts are equal; unless the game gives its own `key`, the bytes must be equal then as well
// (no padding, no leftovers).
struct game_position {
    alignas(16) unsigned char bytes[GAME_POSITION_BYTES]; // what malloc gives is aligned enough
};

// One atomic decision by the seat to act, in the game's own encoding: meaningful only together with
// the position it was listed for. A turn may be several actions by one seat: ask `to_act`, never
// flip.
typedef uint32_t game_action;

// A spot is a place that can be touched: a square, a piece in hand, a button such as "pass". It is
// an index into the spots of the position's scene (game/scene.h).
typedef uint16_t game_spot;

struct game_actions {
    unsigned count;
    game_action at[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
};

struct game_path {
    unsigned count;
    game_spot at[GAME_MAX_PATH];
};

enum game_outcome { GAME_LOSS, GAME_DRAW, GAME_WIN };

// How a game ended: an outcome and, if the game has scores, a number per seat. While `over` is
// false, the rest is zero.
struct game_result {
    bool over;
    enum game_outcome outcome[GAME_MAX_SEATS];
    int score[GAME_MAX_SEATS];
};

// An option and its values; the first value is the default.
struct game_option {
    const char *key;
    const char *title; // one line for a menu
    const char *values[GAME_MAX_VALUES];
    const char *names[GAME_MAX_VALUES]; // what a menu calls them; NULL: as they are written
};

// Chosen values, as indexes into the option's values, in the order of the game's options. All zero
// is the default set.
struct game_options {
    uint8_t value[GAME_MAX_OPTIONS];
};

// A rule that can forbid an attempt. The id is stable and never translated; the sentence is what a
// player is told.
struct game_rule {
    const char *id;
    const char *sentence;
};

// Who sits where in the next game of a match between the same players.
enum game_next {
    GAME_ROTATE,      // every player takes the next seat: two players swap
    GAME_LOSER_FIRST, // the loser may take the first seat; after a draw the players swap
    GAME_REVENGE,     // two players swap, and may play the deal of the game before once more
};

#endif
