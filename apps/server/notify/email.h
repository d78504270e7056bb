// SPDX-License-Identifier: MIT
// An email: plain text in UTF-8 with the headers of RFC 5322, 2047, 2369 and 8058. Text that users
// wrote cannot end a header.
#ifndef ABAX_SERVER_NOTIFY_EMAIL_H
#define ABAX_SERVER_NOTIFY_EMAIL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

struct email {
    const char *from, *to;
    const char *subject, *body;
    const char *id;          // of the message, without brackets
    const char *unsubscribe; // URL where one click ends such emails, or NULL
    int64_t now;             // milliseconds
};

// Whether a text is an address to which mail can be sent: one '@', a host with a dot, no blanks,
// quotes or brackets.
bool email_is_address(const char *address);

// With CRLF at the end of each line.
void email_write(const struct email *email, struct text *t);

#endif
