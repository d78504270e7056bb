// SPDX-License-Identifier: MIT
// One game between contestants: players of this program or engines in other processes. An engine that
// fails loses the game with a sentence; nothing here ends the match.
#ifndef ABAX_CLI_CONTEST_H
#define ABAX_CLI_CONTEST_H

#include "cli/child.h"
#include "play/driver.h"

#define CONTEST_SPECS PLAYER_SPECS ", engine:COMMAND"

// What is the same for all games of a match.
struct contest {
    const struct game *game;
    struct game_options options;
    unsigned count; // players
    const char *texts[GAME_MAX_SEATS];
    const char *engines[GAME_MAX_SEATS]; // the command, or NULL for a player of this program
    char go[64];                         // what engines are told
    uint64_t patience;                   // milliseconds until an engine counts as silent
};

// The contestants of one thread; they play one game at a time. The driver has the game and the players of this
// program; to it engines are people far away.
struct contestants {
    const struct contest *contest;
    struct driver driver;
    struct child engines[GAME_MAX_SEATS];
};

// A game that was played.
struct bout {
    unsigned first; // the player in seat 1; the others follow in turn
    struct game_result result;
    unsigned actions;
    int forfeit;        // the player who failed, or -1
    struct error fault; // how
    char *moves;        // the actions, each with a space before it
    size_t length, room;
};

// Reads a player's text into place `index`.
bool contest_add(struct contest *c, unsigned index, const char *text, struct error *e);

void contestants_init(struct contestants *all, const struct contest *contest);
void contestants_clear(struct contestants *all);

// The player in a seat when player `first` has seat 1.
unsigned contest_player(const struct contest *c, unsigned first, int seat);

// Plays a game of a deal, which is a seed or, unless that is empty, a sound start, after an opening.
void bout_play(struct contestants *all, uint64_t seed, const char *start,
               const game_action *opening, unsigned count, struct bout *b);
void bout_clear(struct bout *b);

#endif
