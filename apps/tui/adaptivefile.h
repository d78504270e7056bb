// SPDX-License-Identifier: MIT
// The level "like me" in the terminal: kept a game in the data folder, counted when a game ends.
#ifndef ABAX_TUI_ADAPTIVEFILE_H
#define ABAX_TUI_ADAPTIVEFILE_H

#include "play/match.h"
#include "tui/saves.h"

// The level that plays like the person now; without a data folder, where everybody begins.
unsigned adaptive_file_level(const struct saves *saves, const struct game *g);

// Counts a match that is over, once, if one person plays it against a player like:N. True when it was counted.
bool adaptive_file_count(const struct saves *saves, const struct match *m);

#endif
