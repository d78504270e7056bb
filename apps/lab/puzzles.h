// SPDX-License-Identifier: MIT
// Making puzzles: finding them in games (puzzlefinder.c), rating them by the tries of players
// (puzzlerating.c), and writing themes and ratings into the rows of a file (puzzlerows.c).
#ifndef ABAX_LAB_PUZZLES_H
#define ABAX_LAB_PUZZLES_H

#include "cli/puzzles.h"
#include "play/player.h"

// What a file holds.
struct puzzles_rows {
    const struct game *game;
    unsigned count;
    const char *rows;
    size_t bytes;
    struct puzzle_origin origin;
};

// Writes the whole file beside the old one and then renames it, so the file is whole at any moment.
bool puzzles_save(const char *path, const struct puzzles_rows *all, struct error *e);

// The first line of the file.
void puzzles_head(const struct puzzles_rows *all, struct text *t);

// `puzzles GAME`: finds puzzles and writes them.
bool puzzles_find(const struct arguments *a, struct output *out, struct error *e);

// `puzzles copies|themes|rate|try FILE`.
enum { PUZZLES_MAKERS = 4 };
extern const struct puzzles_part puzzles_makers[PUZZLES_MAKERS];

// A player from a text. Release it with player_clear.
bool puzzles_open_player(struct player *p, const char *text, struct error *e);

// One try of a player: whether it finds the line. Where points are asked for, a search that counts
// them replaces a level.
bool puzzles_try_one(struct player *player, const struct puzzle *z, uint64_t seed);

// All players whose tries make a rating; some 70 megabytes.
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
