// SPDX-License-Identifier: MIT
// What requests about puzzles share: the puzzles themselves, days, judging a line by the rules,
// ratings, and how it is told. Nothing here searches; what is wrong with an action is worked out by
// whoever shows it.
#ifndef ABAX_SERVER_API_PUZZLING_H
#define ABAX_SERVER_API_PUZZLING_H

#include "base/jsonwrite.h"
#include "coach/practice.h"
#include "coach/puzzlesolver.h"
#include "server/store/store.h"

// The puzzles of a game; false when it has none.
bool puzzling_open(const struct game *g, struct puzzle_file *f);

// The day of a time, since 1970 (UTC), and its puzzle in a file.
unsigned puzzling_day(int64_t now);
unsigned puzzling_of_day(const struct puzzle_file *f, unsigned day);

// One that an account has not tried, near its strength; PRACTICE_NONE when all were tried. Not
// `avoided`, unless it is the last.
int puzzling_choose(const struct puzzle_file *f, const unsigned *tried, unsigned tried_count,
                    int avoided, double rating, uint64_t seed);

enum puzzling_word {
    PUZZLING_BAD,   // no line at all: the sentence says why
    PUZZLING_RIGHT, // as far as it goes
    PUZZLING_SOLVED,
    PUZZLING_WRONG,
};

// Plays own actions, with blanks between, from the beginning of a puzzle on. `kept` are those up to
// the first wrong one.
enum puzzling_word puzzling_judge(struct puzzle_solver *s, const struct puzzle *z,
                                  const char *actions, char kept[PUZZLES_ACTIONS], struct error *e);

// Glicko-2 of solver and puzzle, in the transaction that ends an attempt.
puzzle_rate puzzling_rate;

// How a solver stands, as fields of an object.
void puzzling_solver_json(const struct store_solver *solver, unsigned today, struct json_writer *j);

// An attempt as whoever made it may see it, as an object.
void puzzling_attempt_json(const struct store_attempt *a, const char *name, struct json_writer *j);

// Of a puzzle: the position as the solver sees it, its options, whose turn it is, and what is asked
// for; nothing that gives it away.
void puzzling_asked_json(const struct puzzle_solver *s, struct json_writer *j);

// Actions as texts: what has been played since the puzzle began, or the whole of the line.
void puzzling_played_json(const struct puzzle_solver *s, const char *name, struct json_writer *j);

// A rating, with one decimal; a day, as a date, when there is one.
void puzzling_real_json(struct json_writer *j, const char *name, double real);
void puzzling_day_json(struct json_writer *j, unsigned day);

#endif
