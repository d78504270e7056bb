// SPDX-License-Identifier: MIT
// Provably fair deals, by commitment. Each player and the dealer choose a share (64 hexadecimal
// digits) and first publish a commitment, its SHA-256. When all have committed, they reveal the
// shares, and the deal follows from all of them. After the game everything is public: anybody can
// check the commitments and the deal.
//
//   key     = SHA-256 of "abax deal 1", a line end, the game's name on its server, a line end, then
//             the dealer's share and those of the seats in ascending order, each with a line end
//   board   = the first 16 digits of the SHA-256 of the key and " board"
//   secrets = the first 16 digits of the SHA-256 of the key and " secrets"
//
// The board is the game's start from the seed `board`, with its secrets sampled again from the seed
// `secrets`: so knowing the seed of the board does not reveal the secrets.
#ifndef ABAX_PLAY_DEAL_H
#define ABAX_PLAY_DEAL_H

#include "base/sha256.h"
#include "game/game.h"

struct deal {
    char game[24];                           // its name on the server
    char dealer[SHA256_TEXT];                // the dealer's share
    char share[GAME_MAX_SEATS][SHA256_TEXT]; // those of the seats, or empty
    uint8_t silent;                          // seats that were asked and gave no share in time
};

// The two seeds of a deal.
void deal_seeds(const struct deal *d, uint64_t *board, uint64_t *secrets);

// The start position of two seeds.
void deal_start(const struct game *g, const struct game_options *options, uint64_t board,
                uint64_t secrets, struct game_position *start);

// The commitment to a share.
void deal_commitment(const char *share, char commitment[SHA256_TEXT]);

#endif
