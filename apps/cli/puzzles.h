// SPDX-License-Identifier: MIT
// `abax puzzles` reads files of puzzles (puzzles.c); `abax-lab` has the parts that make and rate
// them (lab/puzzles.h).
#ifndef ABAX_CLI_PUZZLES_H
#define ABAX_CLI_PUZZLES_H

#include "cli/cli.h"
#include "coach/puzzle.h"

enum { PUZZLES_MOST_FILE = 16 << 20, PUZZLES_CHECK_BYTES = 64 << 20 };

// The options of the command.
struct puzzles_options {
    uint64_t count, threads;
    uint64_t least;     // rating of what is kept; 0: nothing is rated
    const char *to;     // a file, or NULL
    const char *player; // or NULL
    bool variants;      // all in turn
};

// Does something with the puzzles of a file, whose path is the second word.
typedef bool puzzles_work(const struct puzzle_file *f, const struct arguments *a,
                          struct output *out, struct error *e);

// The first word of the command, and what it does.
struct puzzles_part {
    const char *word;
    puzzles_work *run;
};

#endif
