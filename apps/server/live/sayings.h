// SPDX-License-Identifier: MIT
// What people say to each other at a game: preset phrases, told to all who follow it, and who
// declined an invitation to it, told to the seats. Both are kept in memory for those who come a
// little later, and never stored: nobody can fill a journal by talking.
#ifndef ABAX_SERVER_LIVE_SAYINGS_H
#define ABAX_SERVER_LIVE_SAYINGS_H

#include "game/game.h"
#include "server/limits.h"
#include "server/names.h"

enum { SAID_KEPT = 12, DECLINED_KEPT = 8 };

struct saying {
    uint8_t seat, phrase; // an index of phrases.h
    int64_t at;
};

struct declining {
    char name[NAME_BYTES]; // empty: a guest without one
    int64_t at;
};

// Of a live game; all zero: nothing was said.
struct said {
    struct saying last[SAID_KEPT]; // the oldest first
    unsigned count;
    struct limits_bucket seats[GAME_MAX_SEATS];
    struct declining declined[DECLINED_KEPT]; // the oldest first
    unsigned declined_count;
    struct limits_bucket declines;
};

#endif
