// SPDX-License-Identifier: MIT
// The adaptive level of the terminal: one file per game in the data folder, updated when a game
// ends.
#ifndef ABAX_TUI_ADAPTIVEFILE_H
#define ABAX_TUI_ADAPTIVEFILE_H

#include "play/match.h"
#include "tui/saves.h"

// The level that fits the person's results now; the first one without a data folder.
unsigned adaptive_file_level(const struct saves *saves, const struct game *g);

// Counts a finished match, once, if one person played it against a player like:N. True if it was
// counted.
bool adaptive_file_count(const struct saves *saves, const struct match *m);

#endif
