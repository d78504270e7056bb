// SPDX-License-Identifier: MIT
// One game between contestants: players of this program or engines in other processes, with or
// without a clock, and a referee who may end it before the rules do. A player that fails loses the
// game with a sentence; nothing here ends the match.
#ifndef ABAX_CLI_CONTEST_H
#define ABAX_CLI_CONTEST_H

#include "cli/child.h"
#include "play/adjudicator.h"
#include "play/crosstable.h"
#include "play/driver.h"

#define CONTEST_SPECS PLAYER_SPECS ", search, engine:COMMAND"

struct contest_player {
    char name[MATCH_NAME_BYTES];
    const char *spec;                     // as it was given
    const char *engine;                   // the command, or NULL for a player of this program
    char text[MATCH_NAME_BYTES];          // of such a player: what player_read reads
    bool shares;                          // it thinks as long as its clock allows
    const char *settings[CHILD_SETTINGS]; // of an engine: NAME=VALUE each
    unsigned setting_count;
};

// What is the same for all games of a match.
struct contest {
    const struct game *game;
    struct game_options options;
    unsigned count; // players in all
    unsigned table; // players of a game
    struct contest_player players[SCHEDULE_PLAYERS];
    struct clock_rule clock;
    uint64_t movetime, nodes, depth; // limits of engines and `search`, or 0
    struct adjudicator_rules rules;
    const atomic_bool *stop; // true: games are broken off
};

// The contestants of one thread; they play one game at a time. The driver has the game and the
// players of this program; to it engines are people far away.
struct contestants {
    const struct contest *contest;
    struct driver driver;
    struct adjudicator adjudicator;
    struct child engines[GAME_MAX_SEATS]; // by place at the table
    unsigned at[GAME_MAX_SEATS];          // whose engine that is
};

// How a game begins: with a deal, which is a seed or, unless that is empty, a sound start, and an
// opening.
struct bout_start {
    uint64_t seed;
    const char *position;
    game_action opening[64];
    unsigned count;
    unsigned players[GAME_MAX_SEATS]; // at the table
    unsigned first;                   // of them in seat 1; the others follow in turn
};

// A game that was played.
struct bout {
    bool dropped;                  // broken off: it counts for nothing
    struct crosstable_game game;   // its error is the one below
    struct error failure;          // of the player who failed or ran out of time
    uint64_t used[GAME_MAX_SEATS]; // microseconds
    char *moves;                   // the actions, each with a space before it
    size_t length, capacity;
};

// Reads a player's text, which is SPEC or NAME=SPEC, and adds it; without a name the text is the
// name.
bool contest_add(struct contest *c, const char *text, struct error *e);
bool contest_add_engine(struct contest *c, const char *command, struct error *e);

// Takes PLAYER:OPTION=VALUE for an engine; PLAYER is a name, a number from 1, or * for all engines.
bool contest_set(struct contest *c, const char *text, struct error *e);

// Starts every engine once, tells it the game and its options, and ends it again: one that cannot
// play is found before the first game.
bool contest_try(const struct contest *c, struct error *e);

void contestants_init(struct contestants *all, const struct contest *contest);
void contestants_clear(struct contestants *all);

// Plays a game; the driver's match has it afterwards, until the next one.
void bout_play(struct contestants *all, const struct bout_start *start, struct bout *b);
void bout_clear(struct bout *b);

#endif
