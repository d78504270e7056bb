// SPDX-License-Identifier: MIT
// The cross table of an engine match: results by player and by pair, with times used. Games are
// added one by one, groups (play/schedule.h) when they are complete.
#ifndef ABAX_PLAY_CROSSTABLE_H
#define ABAX_PLAY_CROSSTABLE_H

#include "play/schedule.h"
#include "play/score.h"

// How a game of a match ended.
enum crosstable_end {
    CROSSTABLE_RULES, // repetition included
    CROSSTABLE_TIME,  // a player lost on time
    // a player failed: it crashed, did not answer, or played an illegal action
    CROSSTABLE_FORFEIT,
    CROSSTABLE_PROOF,     // adjudicated by proof
    CROSSTABLE_AGREEMENT, // adjudicated by both players' scores
    CROSSTABLE_LENGTH,    // adjudicated as a draw by length
    CROSSTABLE_ENDS,
};

// "rules", "time", "error" and so on; CROSSTABLE_ENDS when there is no such end.
const char *crosstable_end_text(enum crosstable_end end);
enum crosstable_end crosstable_end_read(const char *text);

// A finished game. The seats of the first `table` players come first; in a team game they repeat.
struct crosstable_game {
    uint64_t number;                     // from 0; its group is number / table
    unsigned players[GAME_MAX_SEATS];    // by seat
    uint8_t half_points[GAME_MAX_SEATS]; // by seat: 0 to 2
    uint64_t used[GAME_MAX_SEATS];       // milliseconds, by seat
    unsigned actions;
    enum crosstable_end end;
    int seat;            // that failed or lost on time, or -1
    const char *failure; // what it did, or NULL; owned by the caller
};

struct crosstable {
    unsigned players, table;
    uint64_t games;
    struct crosstable_row {
        struct score score;
        unsigned on_time, failed; // games lost so
        uint64_t used;            // milliseconds
    } rows[SCHEDULE_PLAYERS];
    struct crosstable_cell {
        // Of the row's player against the column's, for tables of two: games, and of whole pairs
        // how many there are, their half points and the squares of these.
        uint64_t games, half_points;
        uint64_t pairs, pair_points, pair_squares;
    } cells[SCHEDULE_PLAYERS][SCHEDULE_PLAYERS];
};

void crosstable_init(struct crosstable *t, unsigned players, unsigned table);

// Counts the played games of a group, at most `table`; a complete group is one more observation.
void crosstable_add(struct crosstable *t, const struct crosstable_game *games, unsigned count);

// A player's half points.
uint64_t crosstable_half_points(const struct crosstable *t, unsigned player);

// The players by score, best first, then in the order in which they were named.
void crosstable_order(const struct crosstable *t, unsigned order[SCHEDULE_PLAYERS]);

#endif
