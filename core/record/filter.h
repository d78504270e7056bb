// SPDX-License-Identifier: MIT
// Which games of many somebody means.
#ifndef ABAX_RECORD_FILTER_H
#define ABAX_RECORD_FILTER_H

#include "record/record.h"

// What is NULL or 0 is not asked for.
struct filter {
    // A name, or a computer's text such as "level:3"; case is ignored.
    const char *player;
    const char *result; // "win", "loss" or "draw" of that player, or of seat 1; "ongoing" or "none"
    const char *game;   // its name
    const char *variant; // "key=value" of its options; a game without such an option is not meant
    const char *opening; // the first actions, with blanks between them
    const char *since, *until; // dates; a game without a date is not meant
    uint64_t least, most;      // actions
};

// Whether the words make sense; false with a sentence.
bool filter_check(const struct filter *f, struct error *e);

bool filter_passes(const struct filter *f, const struct record *r);

#endif
