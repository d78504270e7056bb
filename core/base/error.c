// SPDX-License-Identifier: MIT
// A function that fails fills the caller's error and returns false, so that an error travels up as
// a return value and only a front end decides how to show it. What came from outside goes through
// error_quote first: short, and nothing that a terminal would obey.
#define ABAX_ERRORS_ARE_HERE
#include "base/error.h"

#include <string.h>

#include "base/text.h"

bool error_vset(struct error *e, const char *id, const char *format, va_list arguments)
{
    message_vset(&e->message, id, format, arguments);
    return false;
}

bool error_set(struct error *e, const char *id, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    message_vset(&e->message, id, format, arguments);
    va_end(arguments);
    return false;
}

bool error_count(struct error *e, unsigned long long n, const char *id, const char *one,
                 const char *many, ...)
{
    va_list arguments;

    va_start(arguments, many);
    message_vcount(&e->message, n, id, one, many, arguments);
    va_end(arguments);
    return false;
}

bool error_row(struct error *e, const struct sentence *row)
{
    message_row(&e->message, row);
    return false;
}

bool error_say(struct error *e, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    message_vplain(&e->message, format, arguments);
    va_end(arguments);
    return false;
}

bool error_refer(struct error *e, const char *argument, const char *id, ...)
{
    va_list arguments;

    va_start(arguments, id);
    message_vrefer(&e->message, argument, id, arguments);
    va_end(arguments);
    return false;
}

bool error_within(struct error *e, const char *argument, const struct error *inner)
{
    message_within(&e->message, argument, &inner->message);
    return false;
}

// Whether a terminal shows these bytes of one character, as text_tame has it.
static bool is_shown(const char *bytes, unsigned count)
{
    char same[8] = {0};

    memcpy(same, bytes, count);
    text_tame(same);
    return memcmp(same, bytes, count) == 0 && bytes[0] != '\n' && bytes[0] != '\t';
}

struct error_quote error_quote(const char *untrusted)
{
    enum { MOST = 40, LONGEST = 4 }; // bytes; of a character
    struct error_quote quote = {0};
    struct text t;
    size_t length = strnlen(untrusted, MOST + LONGEST);

    text_init(&t, quote.text, sizeof quote.text);
    for (size_t i = 0; i < length;) {
        unsigned whole = text_character(untrusted + i, length - i, NULL);
        unsigned count = whole ? whole : 1;
        if (i + count > MOST) {
            text_add(&t, "...");
            break;
        }
        if (whole && is_shown(untrusted + i, count))
            text_bytes(&t, untrusted + i, count);
        else
            text_char(&t, '?');
        i += count;
    }
    return quote;
}
