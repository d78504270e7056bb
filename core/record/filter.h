// SPDX-License-Identifier: MIT
// A filter for games: by player, result, game, opening, date and length.
#ifndef ABAX_RECORD_FILTER_H
#define ABAX_RECORD_FILTER_H

#include "record/record.h"

// NULL and 0 stand for any.
struct filter {
    // A name, or a computer's text such as "level:3"; case is ignored.
    const char *player;
    const char *result; // "win", "loss" or "draw" of that player, or of seat 1; "ongoing" or "none"
    const char *game;   // its name
    const char *variant; // "key=value" of its options; a game without this option does not pass
    const char *opening; // the first actions, with blanks between them
    const char *since, *until; // dates; a game without a date does not pass
    uint64_t least, most;      // actions
};

// Whether the values are valid.
bool filter_check(const struct filter *f, struct error *e);

bool filter_passes(const struct filter *f, const struct record *r);

#endif
