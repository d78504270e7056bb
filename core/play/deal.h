// SPDX-License-Identifier: MIT
// Deals that nobody can choose. Whoever plays promises a part, which is 64 hexadecimal digits, by its SHA-256; so does whoever
// deals. When all have promised, the parts are given, and the deal follows from all of them. After the game everything is told, and
// anybody can see that the promises were kept and that the deal is the one that follows.
//
//   key     = SHA-256 of "abax deal 1", a line end, the game's name on its server, a line end, the dealer's part and those of the
//             seats in the order of their digits, each followed by a line end
//   board   = the first 16 digits of the SHA-256 of the key and " board"
//   secrets = the first 16 digits of the SHA-256 of the key and " secrets"
//
// The board is the game's start from the seed `board`, with its secrets dealt anew from the seed `secrets`: so nobody who
// finds out the number of the board knows the secrets.
#ifndef ABAX_PLAY_DEAL_H
#define ABAX_PLAY_DEAL_H

#include "base/sha256.h"
#include "game/game.h"

struct deal {
    char game[24];                          // its name on the server
    char dealer[SHA256_TEXT];               // the part of whoever deals
    char part[GAME_MAX_SEATS][SHA256_TEXT]; // those of the seats, or empty
    uint8_t
        silent; // seats that were asked for one and gave none in time: told, nothing follows from it
};

// The two seeds of a deal.
void deal_seeds(const struct deal *d, uint64_t *board, uint64_t *secrets);

// The start that follows from two seeds.
void deal_start(const struct game *g, const struct game_options *options, uint64_t board,
                uint64_t secrets, struct game_position *start);

// What a part is promised by.
void deal_promise(const char *part, char promise[SHA256_TEXT]);

#endif
