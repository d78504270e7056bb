// SPDX-License-Identifier: MIT
// The part of hints that is about lost positions, and what it shares with the rest (coach/hint.c).
#ifndef ABAX_PLAY_HINTLOST_H
#define ABAX_PLAY_HINTLOST_H

#include "coach/hint.h"

bool hint_is_lost(const struct search_line *line);
void hint_name_action(const struct history *history, const struct search_line *line,
                      struct hint_action *named);
void hint_sort_candidates(struct hint *h);

// In a position that is lost, or nearly so by estimate. True when it is lost for certain, in an open game of two; then all that
// the hint offers is replaced.
bool hint_offer_resistance(const struct history *history, const struct search_report *lines,
                           struct hint *h);

#endif
