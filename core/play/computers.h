// SPDX-License-Identifier: MIT
// The computer players of one game. They are made once and keep what they have found (tables, proofs, their own
// randomness) until the next game begins; each draws its seed from the game's in one way, so that equal games get
// equal choices whoever drives them: a page, a terminal, a server or a tournament. Whoever takes actions back or sits
// down again at the same game leaves them their memory.
//
// They may be asked in another thread than the match is played in: a line of play goes in, an action comes out.
#ifndef ABAX_PLAY_COMPUTERS_H
#define ABAX_PLAY_COMPUTERS_H

#include "play/match.h"

struct computers {
    think_clock *clock;                           // for players with a movetime, or NULL
    unsigned count, first;                        // as in the setup
    struct player players[GAME_MAX_SEATS];        // where `there`
    char texts[GAME_MAX_SEATS][MATCH_NAME_BYTES]; // what they were made from; empty: a person
    uint64_t seeds[GAME_MAX_SEATS];
    bool there[GAME_MAX_SEATS]; // made, when it was first to act
    bool fresh[GAME_MAX_SEATS]; // has not heard of the new game yet
};

void computers_init(struct computers *c, think_clock *clock);
void computers_clear(struct computers *c);

// A new game begins: everybody forgets the one before. Memory is taken over where a player stays the same.
void computers_begin(struct computers *c, const struct match_setup *setup);

// Lets the player of a seat think about a line in which it is to act, and choose. The watch (or NULL) may stop it: it
// then chooses from what it has found. False, with a sentence, without memory, or when no computer has the seat.
bool computers_choose(struct computers *c, int seat, const struct history *history,
                      const struct think_watch *watch, game_action *action, struct error *e);

// About what the players take, those that were not asked yet included.
size_t computers_megabytes(const struct computers *c);

#endif
