// SPDX-License-Identifier: MIT
// What the games of a match between two or many players come to: who won how often, against whom, in how much time, and
// what that says about their strength. Games go in one by one, the groups of play/schedule.h as they become whole.
#ifndef ABAX_PLAY_CROSSTABLE_H
#define ABAX_PLAY_CROSSTABLE_H

#include "play/schedule.h"
#include "play/score.h"

// How a game of a match ended.
enum crosstable_end {
    CROSSTABLE_RULES,     // repetition included
    CROSSTABLE_TIME,      // a player's time was up
    CROSSTABLE_FAULT_END, // a player failed: it ended, kept silent, or played what is not legal
    CROSSTABLE_PROOF,     // the referee has a proof of the result
    CROSSTABLE_AGREEMENT, // both players' scores said the same for long enough
    CROSSTABLE_LENGTH,    // drawn, since it went on for too long
    CROSSTABLE_ENDS,
};

// "rules", "time", "fault" and so on; CROSSTABLE_ENDS when there is no such end.
const char *crosstable_end_text(enum crosstable_end end);
enum crosstable_end crosstable_end_read(const char *text);

// A game that was played. The seats of the first `table` players come first; in a team game they come round again.
struct crosstable_game {
    uint64_t number;                     // from 0; its group is number / table
    unsigned players[GAME_MAX_SEATS];    // by seat
    uint8_t half_points[GAME_MAX_SEATS]; // by seat: 0 to 2
    uint64_t used[GAME_MAX_SEATS];       // milliseconds, by seat
    unsigned actions;
    enum crosstable_end end;
    int seat;          // that failed or lost on time, or -1
    const char *fault; // what it did, or NULL; whoever has the game keeps it
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
        // Of the row's player against the column's, for tables of two: games, and of whole pairs how many there are,
        // their half points and the squares of these.
        uint64_t games, half_points;
        uint64_t pairs, pair_points, pair_squares;
    } cells[SCHEDULE_PLAYERS][SCHEDULE_PLAYERS];
};

void crosstable_init(struct crosstable *t, unsigned players, unsigned table);

// Counts the games of a group that were played, at most `table`; all of them together are one more observation.
void crosstable_add(struct crosstable *t, const struct crosstable_game *games, unsigned count);

// The half points that a player has.
uint64_t crosstable_half_points(const struct crosstable *t, unsigned player);

// The players, the best score first; of equal ones the one that was named first.
void crosstable_order(const struct crosstable *t, unsigned order[SCHEDULE_PLAYERS]);

#endif
