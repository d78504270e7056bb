// SPDX-License-Identifier: MIT
// The schedule of an engine match: who plays whom. A group is one deal or opening, played once with
// each player of a table in the first seat. A game's number implies its group and so its players,
// opening and seed, whenever and wherever it is played.
//
// Round robin and gauntlet know their groups beforehand. A Swiss round is paired when the previous
// round is complete.
#ifndef ABAX_PLAY_SCHEDULE_H
#define ABAX_PLAY_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "game/game.h"

enum { SCHEDULE_PLAYERS = 64, SCHEDULE_ROUNDS = 64 };

enum schedule_kind {
    SCHEDULE_ROBIN,    // round robin: every set of players that fills a table
    SCHEDULE_GAUNTLET, // the sets with the first player
    SCHEDULE_SWISS,    // pairs of similar points, round by round
};

struct schedule {
    enum schedule_kind kind;
    unsigned players;
    unsigned table;  // players per game, at most GAME_MAX_SEATS
    uint64_t each;   // groups per set of players
    unsigned rounds; // of a Swiss schedule
    unsigned paired; // rounds of it that are paired
    struct {
        uint8_t players[SCHEDULE_PLAYERS / 2][2];
        int bye; // or -1
    } round[SCHEDULE_ROUNDS];
};

// The groups of the whole match.
uint64_t schedule_groups(const struct schedule *s);

// The players of a known group, and the number of its deal: groups of different players share
// deals.
void schedule_group(const struct schedule *s, uint64_t group, unsigned players[GAME_MAX_SEATS],
                    uint64_t *deal);

// Whether the players of a group are known.
bool schedule_knows(const struct schedule *s, uint64_t group);

// The first group of a Swiss round.
uint64_t schedule_round_begins(const struct schedule *s, unsigned round);

// Pairs the next round by the players' half points so far, byes included. False without memory.
bool schedule_pair(struct schedule *s, const uint64_t *half_points);

// How many byes a player has had in the paired rounds.
unsigned schedule_byes(const struct schedule *s, unsigned player);

#endif
