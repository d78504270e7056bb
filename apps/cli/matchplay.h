// SPDX-License-Identifier: MIT
// Plays a match in threads (matchplay.c).
#ifndef ABAX_CLI_MATCHPLAY_H
#define ABAX_CLI_MATCHPLAY_H

#include "cli/enginematch.h"

// Plays everything that is to be played. False, with a sentence, when it could not begin or not be
// kept.
bool match_play_all(struct engine_match *m, struct error *e);

#endif
