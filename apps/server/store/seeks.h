// SPDX-License-Identifier: MIT
// People who wait for an opponent, and short codes for games that wait for people: rows of the storage. Included by
// server/store/store.h.
#ifndef ABAX_SERVER_SEEKS_H
#define ABAX_SERVER_SEEKS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

enum {
    POOL_HASH = 32,
    POOL_NAME = 32,
    POOL_WORD = 48,
    POOL_ID = 12,
    POOL_CODE = 9,   // digits and the terminator
    POOL_MOST = 256, // waiters that are looked at at once
};

// Somebody waits. Whoever has an account waits once: a new request takes the place of the one before it.
struct store_waiter {
    unsigned char token[POOL_HASH]; // hash of the secret that will open the seat
    int64_t account;                // 0: a guest
    char name[POOL_NAME];
    char game[POOL_WORD], clock[POOL_WORD];
    bool rated;
    double rating;       // at this game, when read; 0: not known
    int64_t since;       // when the waiting began
    int64_t until;       // unless it is said again
    char found[POOL_ID]; // the game, once there is an opponent
};

// Whoever stays, or asks again, is told with STORE_PAIRED that `found` is filled in.

// Two who wait get a game: the name of it is in `found` of both from then on, or of neither.
struct store_pair {
    unsigned char tokens[2][POOL_HASH];
    char game[POOL_ID];
};

struct store_code {
    char code[POOL_CODE];
    char game[POOL_ID];
};

struct store;

// Everybody who waits at that time or has been found an opponent since, longest first; at most POOL_MOST.
bool store_waiters(struct store *s, int64_t now, struct store_waiter *list, unsigned *count,
                   struct error *e);

// The game that a code stands for, as long as it is open.
bool store_game_of_code(struct store *s, const char *code, char game[POOL_ID], bool *found,
                        struct error *e);

#endif
