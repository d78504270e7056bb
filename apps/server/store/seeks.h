// SPDX-License-Identifier: MIT
// People who wait for an opponent, and short codes for games that wait for people: rows of the
// storage. Included by server/store/store.h.
#ifndef ABAX_SERVER_STORE_SEEKS_H
#define ABAX_SERVER_STORE_SEEKS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

enum {
    SEEK_HASH = 32,
    SEEK_NAME = 32,
    SEEK_WORD = 48,
    SEEK_GAME = 12,
    SEEK_CODE = 9,    // digits and the terminator
    SEEKS_MOST = 256, // seeks that are looked at at once
};

// Somebody waits. Whoever has an account waits once: a new request takes the place of the one
// before it.
struct store_seek {
    unsigned char token[SEEK_HASH]; // hash of the secret that will open the seat
    int64_t account;                // 0: a guest
    char name[SEEK_NAME];
    char game[SEEK_WORD], clock[SEEK_WORD];
    bool rated;
    double rating;         // at this game, when read; 0: not known
    int64_t since;         // when the waiting began
    int64_t until;         // unless it is said again
    char found[SEEK_GAME]; // the game, once there is an opponent
};

// Whoever stays, or asks again, is told with STORE_PAIRED that `found` is filled in.

// Two who wait get a game: the name of it is in `found` of both from then on, or of neither.
struct store_pair {
    unsigned char tokens[2][SEEK_HASH];
    char game[SEEK_GAME];
};

struct store_code {
    char code[SEEK_CODE];
    char game[SEEK_GAME];
};

struct store;

// Everybody who waits at that time or has been found an opponent since, longest first; at most
// SEEKS_MOST.
bool store_seeks(struct store *s, int64_t now, struct store_seek *list, unsigned *count,
                 struct error *e);

// The game that a code stands for, as long as it is open.
bool store_game_of_code(struct store *s, const char *code, char game[SEEK_GAME], bool *found,
                        struct error *e);

#endif
