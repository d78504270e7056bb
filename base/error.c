// SPDX-License-Identifier: MIT
// Faults as one sentence. Whoever finds one fills the caller's record and returns false, so that a fault travels up as a return
// value and only a front end decides how to tell it. What came from outside goes through error_quote first: short, and nothing that a
// terminal would obey.
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/text.h"

bool error_set(struct error *e, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(e->text, sizeof e->text, format, arguments);
    va_end(arguments);
    return false;
}

struct error_quote error_quote(const char *untrusted)
{
    enum { MOST = 40 };
    struct error_quote quote;
    struct text t;

    text_init(&t, quote.text, sizeof quote.text);
    for (int i = 0; untrusted[i]; i++) {
        if (i == MOST) {
            text_add(&t, "...");
            break;
        }
        text_char(&t, untrusted[i] >= ' ' && untrusted[i] <= '~' ? untrusted[i] : '?');
    }
    return quote;
}
