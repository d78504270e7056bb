// SPDX-License-Identifier: MIT
// A letter by e-mail: plain text in UTF-8 with the headers of RFC 5322, 2047, 2369 and 8058. What others wrote cannot end a header.
#ifndef ABAX_SERVER_LETTER_H
#define ABAX_SERVER_LETTER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

struct letter {
    const char *from, *to;
    const char *subject, *body;
    const char *id;   // of the message, without brackets
    const char *stop; // where one click ends such letters, or NULL
    int64_t now;      // milliseconds
};

// Whether a text is an address that can be written to: one '@', a host with a dot, no blanks, quotes or brackets.
bool letter_is_address(const char *address);

void letter_write(const struct letter *l, struct text *t);

#endif
