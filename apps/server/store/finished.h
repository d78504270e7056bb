// SPDX-License-Identifier: MIT
// Finished games as they are looked for. Every game that is over gets a row here some time after
// its end; games that ended before there were such rows too (server/live/indexing.c).
#ifndef ABAX_SERVER_STORE_FINISHED_H
#define ABAX_SERVER_STORE_FINISHED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

enum {
    FINISHED_ID = 12,
    FINISHED_NAME = 48,
    FINISHED_OPTIONS = 80,
    FINISHED_LETTERS = 5,
    FINISHED_OPENING = 160, // actions with a blank behind each
    FINISHED_LIST = 50,     // rows of a list at most
    FINISHED_RATED = 250,   // and of rated games that are counted
};

struct store;

struct store_finished {
    char game[FINISHED_ID];
    char name[FINISHED_NAME];
    char options[FINISHED_OPTIONS];
    char opening[FINISHED_OPENING];
    unsigned plies;
    int result;                     // seats that won, as bits; -1: broken off, or cannot be read
    char letters[FINISHED_LETTERS]; // the same as rows of games have it
    int64_t ended;
};

enum finished_result { FINISHED_ANY, FINISHED_WON, FINISHED_LOST, FINISHED_DRAWN };

// What is looked for; what is empty or 0 does not matter. A result is that of the person, or else
// of the first seat.
struct finished_search {
    char name[FINISHED_NAME]; // of a game
    char options[FINISHED_OPTIONS];
    char opening[FINISHED_OPENING];
    int64_t account; // who played
    int64_t viewer;  // sees the own games by link too
    enum finished_result result;
    int64_t before; // ended before; the end of the last one is the cursor for more
};

// Newest first. False with a sentence when the database failed.
bool store_find(struct store *s, const struct finished_search *search, struct store_finished *list,
                unsigned *count, struct error *e);

// Rated games that began at the usual start and have a result, newest first, behind a cursor that
// is moved on. Fewer than FINISHED_RATED are the last.
struct finished_cursor {
    int64_t ended; // INT64_MAX at first
    char game[FINISHED_ID];
};
bool store_find_rated(struct store *s, const char *name, struct finished_cursor *cursor,
                      struct store_finished *list, unsigned *count, struct error *e);

// Games that are over and have no row yet, at most FINISHED_LIST.
bool store_to_index(struct store *s, char (*ids)[FINISHED_ID], unsigned *count, struct error *e);

#endif
