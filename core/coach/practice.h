// SPDX-License-Identifier: MIT
// Practice with puzzles, the same on the page, at the terminal and on a server: ratings, which puzzle comes next, the puzzle of
// a day, and when one that was failed comes back. Everything here follows from its arguments: no clock, no file, no chance.
#ifndef ABAX_COACH_PRACTICE_H
#define ABAX_COACH_PRACTICE_H

#include "play/glicko.h"

enum {
    PRACTICE_NONE = -1,  // no puzzle
    PRACTICE_BOXES = 5,  // times that a failed puzzle comes back
    PRACTICE_STORM = 180 // seconds of a storm
};

// ---------------------------------------------------------------------------------------------
// Ratings
// ---------------------------------------------------------------------------------------------

// A puzzle before people have tried it: the rating of its row, which levels and searches gave it; 0 when nobody has.
struct glicko practice_puzzle(unsigned rating);

// After an attempt, which counts as a game of the solver against the puzzle. `paused` is the time since the solver's last one
// in milliseconds. Only the first attempt at a puzzle counts: whoever calls this sees to it.
void practice_rate(struct glicko *solver, struct glicko *puzzle, bool solved, int64_t paused);

// ---------------------------------------------------------------------------------------------
// Choosing
// ---------------------------------------------------------------------------------------------

// What there is to choose from: how hard each puzzle is, and which are not to come.
struct practice_choice {
    const unsigned *ratings;
    const bool *done; // or NULL
    unsigned count;
};

// One of the nearest to a rating, by this number; PRACTICE_NONE when all are done.
int practice_choose(const struct practice_choice *c, unsigned wanted, uint64_t seed);

// In a streak or storm: the first are easy, and each is harder than the one before it, but for chance. `found` is how many were
// solved.
int practice_climb(const struct practice_choice *c, unsigned found, uint64_t seed);

// ---------------------------------------------------------------------------------------------
// Days, counted from 1970-01-01 (UTC)
// ---------------------------------------------------------------------------------------------

// Reads a date such as "2026-11-16".
bool practice_read_date(const char *text, int64_t *day, struct error *e);
void practice_write_date(int64_t day, struct text *t);

// A game with so many puzzles.
struct practice_file {
    const char *game;
    unsigned count;
};

// The day's puzzle of a file, from 0; PRACTICE_NONE of an empty one. When puzzles are added at the end, few days change: only
// those that get one of the new.
int practice_of_day(int64_t day, const struct practice_file *f);

// The file of which the day's puzzle for everybody is; PRACTICE_NONE when all are empty.
int practice_file_of_day(int64_t day, const struct practice_file *files, unsigned count);

// ---------------------------------------------------------------------------------------------
// Coming back
// ---------------------------------------------------------------------------------------------

// A puzzle that was failed. It comes back after 1 day, and when it is solved then after 3, 7, 21 and 60; failed again, it
// begins anew.
struct practice_again {
    // How often it was solved since; PRACTICE_BOXES means known: it does not come back.
    unsigned box;
    int64_t due; // day
};

struct practice_again practice_failed(int64_t day);
struct practice_again practice_repeated(struct practice_again again, bool solved, int64_t day);

#endif
