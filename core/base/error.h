// SPDX-License-Identifier: MIT
// What went wrong, as one sentence for a person: lower case, names the bad part, no full stop.
#ifndef ABAX_BASE_ERROR_H
#define ABAX_BASE_ERROR_H

#include "base/message.h"

struct error {
    struct message message;
};

// The functions of base/message.h for errors. They return false, so that a reader can
// `return error_set(...)`.
bool error_set(struct error *e, const char *id, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool error_vset(struct error *e, const char *id, const char *format, va_list arguments);
bool error_count(struct error *e, unsigned long long n, const char *id, const char *one,
                 const char *many, ...) __attribute__((format(printf, 4, 6), format(printf, 5, 6)));
bool error_row(struct error *e, const struct sentence *row);
bool error_refer(struct error *e, const char *argument, const char *id, ...)
    __attribute__((format(printf, 3, 4)));
bool error_within(struct error *e, const char *argument, const struct error *inner);

// A sentence that is not translated yet.
bool error_say(struct error *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

// A copy of untrusted text for a message: at most 40 characters, unprintable bytes as '?'.
struct error_quote {
    char text[48];
};
struct error_quote error_quote(const char *untrusted);

#if defined(__clang_analyzer__) && !defined(ABAX_ERRORS_ARE_HERE)
// The analyzer cannot look into another file, and must know that these are always false.
#define error_set(...)    ((void)error_set(__VA_ARGS__), false)
#define error_say(...)    ((void)error_say(__VA_ARGS__), false)
#define error_count(...)  ((void)error_count(__VA_ARGS__), false)
#define error_refer(...)  ((void)error_refer(__VA_ARGS__), false)
#define error_within(...) ((void)error_within(__VA_ARGS__), false)
#endif

#endif
