// SPDX-License-Identifier: MIT
// The computer players of one game. They keep their tables, proofs and randomness until the next
// game begins, also over undo and reload. Seeds derive from the game's seed in one way, so that
// equal games get equal choices on the page, at the terminal, on a server and in engine matches.
//
// They can run in another thread than the match: a history goes in, an action comes out.
#ifndef ABAX_PLAY_COMPUTERS_H
#define ABAX_PLAY_COMPUTERS_H

#include "play/match.h"

struct computers {
    think_clock *clock;                           // for players with a movetime, or NULL
    unsigned count, first;                        // as in the setup
    struct player players[GAME_MAX_SEATS];        // if `created`
    char texts[GAME_MAX_SEATS][MATCH_NAME_BYTES]; // player specs; empty: a person
    uint64_t seeds[GAME_MAX_SEATS];
    bool created[GAME_MAX_SEATS]; // on its first turn
    bool fresh[GAME_MAX_SEATS];   // must forget the previous game
};

void computers_init(struct computers *c, think_clock *clock);
void computers_clear(struct computers *c);

// Begins a new game: all players forget the previous one. Players that stay reuse their memory.
void computers_begin(struct computers *c, const struct match_setup *setup);

// Lets the player of a seat, which is to act, choose. The watch (or NULL) may stop it: it then
// chooses from what it has found. False, with an error, without memory or when no computer has the
// seat.
bool computers_choose(struct computers *c, int seat, const struct history *history,
                      const struct think_watch *watch, game_action *action, struct error *e);

// About how much memory the players take, including those not created yet.
size_t computers_megabytes(const struct computers *c);

#endif
