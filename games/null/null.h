// SPDX-License-Identifier: MIT
// What the files of this folder share. Nothing here leaves the folder.
#ifndef ABAX_GAMES_NULL_H
#define ABAX_GAMES_NULL_H

#include "game/game.h"

// The whole position. Bytes only, so that there is no padding.
struct null_position {
    uint8_t stones; // left on the table
    uint8_t seat;   // to act
    uint8_t third;  // the option: three play
};

enum { NULL_STONES = 7, NULL_MOST = 2 };

// Rule numbers, from far from legal to nearly legal.
enum null_rule { NULL_RULE_NONE = GAME_RULE_NONE, NULL_RULE_TOO_FEW, NULL_RULES };

void null_scene(const struct game_position *p, int seat, struct scene *s);

// learn.c
extern const struct game_learning null_learning;

#endif
