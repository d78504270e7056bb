// SPDX-License-Identifier: MIT
// The puzzle trainer, the same on the page, at the terminal and on a server: ratings, the choice of
// the next puzzle, the puzzle of the day, and spaced repetition of failed ones. Pure functions: no
// clock, no file, no random source of their own.
#ifndef ABAX_COACH_PRACTICE_H
#define ABAX_COACH_PRACTICE_H

#include "play/glicko.h"

enum {
    PRACTICE_NONE = -1,  // no puzzle
    PRACTICE_BOXES = 5,  // how often a failed puzzle comes back
    PRACTICE_STORM = 180 // seconds of a storm
};

// ---------------------------------------------------------------------------------------------
// Ratings
// ---------------------------------------------------------------------------------------------

// A puzzle before people tried it: the rating in its row, which comes from levels and searches; 0
// when there is none.
struct glicko practice_puzzle(unsigned rating);

// Updates both ratings after an attempt, which counts as a game of the solver against the puzzle.
// `paused` is the time since the solver's previous attempt in milliseconds. Only the first attempt
// at a puzzle counts: the caller must see to it.
void practice_rate(struct glicko *solver, struct glicko *puzzle, bool solved, int64_t paused);

// ---------------------------------------------------------------------------------------------
// Choosing
// ---------------------------------------------------------------------------------------------

// The puzzles to choose from: how hard each is, and which to leave out.
struct practice_choice {
    const unsigned *ratings;
    const bool *done; // or NULL
    unsigned count;
};

// One of those nearest to a rating, chosen by the seed; PRACTICE_NONE when all are done.
int practice_choose(const struct practice_choice *c, unsigned wanted, uint64_t seed);

// The next one of a streak or storm: easy ones first, then harder and harder, up to chance. `found`
// is how many were solved.
int practice_climb(const struct practice_choice *c, unsigned found, uint64_t seed);

// ---------------------------------------------------------------------------------------------
// Days, counted from 1970-01-01 (UTC)
// ---------------------------------------------------------------------------------------------

// Reads a date such as "2026-11-16".
bool practice_read_date(const char *text, int64_t *day, struct error *e);
void practice_write_date(int64_t day, struct text *t);

// A file: its game and the number of its puzzles.
struct practice_file {
    const char *game;
    unsigned count;
};

// The day's puzzle of a file, from 0; PRACTICE_NONE for an empty one. When puzzles are added at the
// end, only the days that get a new one change.
int practice_of_day(int64_t day, const struct practice_file *f);

// The file that has the day's puzzle; PRACTICE_NONE when all are empty.
int practice_file_of_day(int64_t day, const struct practice_file *files, unsigned count);

// ---------------------------------------------------------------------------------------------
// Spaced repetition
// ---------------------------------------------------------------------------------------------

// A failed puzzle. It comes back after 1 day and, each time it is solved, after 3, 7, 21 and 60
// days; when it is failed again it starts over.
struct practice_again {
    // How often it was solved since; PRACTICE_BOXES means known: it does not come back.
    unsigned box;
    int64_t due; // day
};

struct practice_again practice_failed(int64_t day);
struct practice_again practice_repeated(struct practice_again again, bool solved, int64_t day);

#endif
