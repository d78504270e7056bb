// SPDX-License-Identifier: MIT
// What people say to each other at a game: preset phrases, told to all who follow it, remembered for those who come a little later,
// and never stored. So nobody can fill a journal by talking.
#ifndef ABAX_SERVER_SAYINGS_H
#define ABAX_SERVER_SAYINGS_H

#include "game/game.h"
#include "server/limits.h"

enum { SAID_KEPT = 12 };

struct saying {
    uint8_t seat, phrase; // an index of phrases.h
    int64_t at;
};

// Of a room; all zero: nothing was said.
struct said {
    struct saying last[SAID_KEPT]; // the oldest first
    unsigned count;
    struct limits_bucket seats[GAME_MAX_SEATS];
};

#endif
