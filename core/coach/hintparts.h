// SPDX-License-Identifier: MIT
// What the parts of coach/hint.h share: coach/hint.c, and coach/hintlost.c for lost positions.
#ifndef ABAX_COACH_HINTPARTS_H
#define ABAX_COACH_HINTPARTS_H

#include <stdbool.h>

struct hint;
struct hint_action;
struct history;
struct search_line;
struct search_report;

bool hint_is_lost(const struct search_line *line);
void hint_name_action(const struct history *history, const struct search_line *line,
                      struct hint_action *named);
void hint_sort_candidates(struct hint *h);

// In a position that is lost, or nearly so by estimate. True when it is lost for certain, in an
// open game of two; then everything that the hint offers is replaced.
bool hint_offer_resistance(const struct history *history, const struct search_report *lines,
                           struct hint *h);

#endif
