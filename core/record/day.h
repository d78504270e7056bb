// SPDX-License-Identifier: MIT
// Days as records write them: 2026-11-15.
#ifndef ABAX_RECORD_DAY_H
#define ABAX_RECORD_DAY_H

#include <stdbool.h>

// Whether a text has the form of a day; whether the calendar has this day, which has the form.
bool day_written(const char *text);
bool day_exists(const char *date);

#endif
