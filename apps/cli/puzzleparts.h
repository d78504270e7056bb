// SPDX-License-Identifier: MIT
// Inside `abax puzzles`: what its command (puzzles.c), the part that finds
// puzzles (puzzlesmake.c), the part that tells more of those of a file
// (puzzlesrate.c) and the one that lets players try them (puzzlestries.c) have in common.
#ifndef ABAX_CLI_PUZZLEPARTS_H
#define ABAX_CLI_PUZZLEPARTS_H

#include "cli/cli.h"
#include "coach/puzzle.h"
#include "play/player.h"

enum { PUZZLES_MOST_FILE = 16 << 20, PUZZLES_CHECK_BYTES = 64 << 20 };

// The options of the command.
struct puzzles_own {
    uint64_t count, threads;
    uint64_t least;     // rating of what is kept; 0: nothing is rated
    const char *to;     // a file, or NULL
    const char *player; // or NULL
    bool variants;      // all in turn
};

// What a file holds.
struct puzzles_rows {
    const struct game *game;
    unsigned count;
    const char *rows;
    size_t bytes;
    struct puzzle_origin origin;
};

// Writes the whole file anew beside itself and then puts it in its place, so
// that it is whole at any moment.
bool puzzles_save(const char *path, const struct puzzles_rows *all, struct error *e);

// Its head.
void puzzles_head(const struct puzzles_rows *all, struct text *t);

// Finds puzzles and writes them.
bool puzzles_make(const struct arguments *a, struct output *out, struct error *e);

// What can be done with a file, which is the second word: write themes and
// ratings into it, let a player try some of it.
typedef bool puzzles_part(const struct puzzle_file *f, const struct arguments *a,
                          struct output *out, struct error *e);
puzzles_part puzzles_themes, puzzles_rate, puzzles_try;

// A player from a text. Release it with player_clear.
bool puzzles_open_player(struct player *p, const char *text, struct error *e);

// One try of a player: whether it finds the line. Where points are asked for, a search that counts them stands in for a level.
bool puzzles_try_one(struct player *player, const struct puzzle *z, uint64_t seed);

// Everybody whose tries make a rating; some 70 megabytes.
enum { PUZZLES_TRIERS = 13 };

struct puzzles_raters {
    struct player players[PUZZLES_TRIERS];
    unsigned ready;
};

bool puzzles_raters_init(struct puzzles_raters *r, struct error *e);
void puzzles_raters_clear(struct puzzles_raters *r);

// What a puzzle is rated; it depends on nothing but the puzzle.
unsigned puzzles_rating(struct puzzles_raters *r, const struct puzzle *z);

#endif
