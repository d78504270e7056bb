// SPDX-License-Identifier: MIT
// What went wrong, as one sentence for a person: lower case, names the bad part, no full stop.
#ifndef ABAX_BASE_ERROR_H
#define ABAX_BASE_ERROR_H

#include <stdbool.h>

struct error {
    char text[320];
};

// Fills the record and returns false, so that a reader can `return error_set(...)`.
bool error_set(struct error *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

// A copy of untrusted text for a message: at most 40 characters, unprintable bytes as '?'.
struct error_quote {
    char text[48];
};
struct error_quote error_quote(const char *untrusted);

#endif
