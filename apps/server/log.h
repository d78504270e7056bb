// SPDX-License-Identifier: MIT
// What happened, for whoever runs the server: one line an event on standard error, as key=value. No
// secret, no password and no address of a person's seat ever goes here.
#ifndef ABAX_SERVER_LOG_H
#define ABAX_SERVER_LOG_H

#include <stdint.h>

// The time of day in milliseconds since 1970.
int64_t log_now(void);

// `format` gives further pairs, such as "game=%s ms=%d"; texts from outside go through log_text.
void log_event(const char *event, const char *format, ...) __attribute__((format(printf, 2, 3)));

// A text from outside as one quoted word: at most 100 characters, unprintable ones and quotes as
// '?'.
struct log_text {
    char text[104];
};
struct log_text log_text(const char *untrusted);

#endif
