// SPDX-License-Identifier: MIT
// How far the ten levels are apart in this game, which plays with the rows of play/levels.c.
#include "games/masker/masker.h"

// What each scored against the one below, and the first against a player that only takes wins, in
// thousandths: docs/levels.md.
const uint16_t masker_level_scores[LEVELS] = {560, 645, 630, 685, 620, 650, 700, 620, 670, 639};
