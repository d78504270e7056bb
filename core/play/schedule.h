// SPDX-License-Identifier: MIT
// Who plays whom in a match of many games. A group is one deal or opening played once with each player of a table in the
// first seat; games are numbered by their group, so that a game's number alone says who plays, from where, and with
// which seed, whoever plays it and when.
//
// All against all and the gauntlet know their groups beforehand. A round of the Swiss system is paired when the round before
// is whole.
#ifndef ABAX_PLAY_SCHEDULE_H
#define ABAX_PLAY_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "game/game.h"

enum { SCHEDULE_PLAYERS = 64, SCHEDULE_ROUNDS = 64 };

enum schedule_kind {
    SCHEDULE_ROBIN,    // every set of players that fills a table
    SCHEDULE_GAUNTLET, // those with the first player
    SCHEDULE_SWISS,    // pairs of like points, round by round
};

struct schedule {
    enum schedule_kind kind;
    unsigned players;
    unsigned table;  // players of a game, at most GAME_MAX_SEATS
    uint64_t each;   // groups of every set of players that meets
    unsigned rounds; // of the Swiss system
    unsigned paired; // rounds of it whose pairs are known
    struct {
        uint8_t players[SCHEDULE_PLAYERS / 2][2];
        int bye; // or -1
    } round[SCHEDULE_ROUNDS];
};

// The groups of the whole match.
uint64_t schedule_groups(const struct schedule *s);

// Who sits at the table in a group that is known, and its number among the deals: groups of different players share deals.
void schedule_group(const struct schedule *s, uint64_t group, unsigned players[GAME_MAX_SEATS],
                    uint64_t *deal);

// Whether the players of a group are known.
bool schedule_knows(const struct schedule *s, uint64_t group);

// The first group of a round of the Swiss system.
uint64_t schedule_round_begins(const struct schedule *s, unsigned round);

// Pairs the next round from the half points that every player has so far, byes included. False without memory.
bool schedule_pair(struct schedule *s, const uint64_t *half_points);

// How often a player has had no opponent in the rounds that are paired.
unsigned schedule_byes(const struct schedule *s, unsigned player);

#endif
