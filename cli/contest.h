// SPDX-License-Identifier: MIT
// One game between contestants: players of this program or engines in other processes. An engine that
// fails loses the game with a sentence; nothing here ends the match.
#ifndef ABAX_CLI_CONTEST_H
#define ABAX_CLI_CONTEST_H

#include "cli/child.h"
#include "play/player.h"

#define CONTEST_SPECS PLAYER_SPECS ", engine:COMMAND"

// What is the same for all games of a match.
struct contest {
    const struct game *game;
    struct game_options options;
    unsigned count; // players
    const char *texts[GAME_MAX_SEATS];
    const char *engines[GAME_MAX_SEATS]; // the command, or NULL for a player of this program
    struct player_spec specs[GAME_MAX_SEATS];
    char go[64];       // what engines are told
    uint64_t patience; // milliseconds until an engine counts as silent
};

// The contestants of one thread; they play one game at a time.
struct contestants {
    const struct contest *contest;
    struct player players[GAME_MAX_SEATS];
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

bool contestants_init(struct contestants *all, const struct contest *contest, struct error *e);
void contestants_clear(struct contestants *all);

// The player in a seat when player `first` has seat 1.
unsigned contest_player(const struct contest *c, unsigned first, int seat);

// Plays on from a line that is not over, to the end of the game. `start` is where it began, its actions
// so far stand in the bout already. The line stays the caller's.
void bout_play(struct contestants *all, const struct game_position *start, struct history *history,
               uint64_t seed, struct bout *b);

// Adds an action's text, before it is played, to the moves.
void bout_note(struct bout *b, const struct history *history, game_action action);
void bout_clear(struct bout *b);

#endif
