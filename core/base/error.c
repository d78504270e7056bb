// SPDX-License-Identifier: MIT
// Faults as one sentence. Whoever finds one fills the caller's record and returns false, so that a fault travels up as a return
// value and only a front end decides how to tell it. What came from outside goes through error_quote first: short, and nothing that a
// terminal would obey.
#define ABAX_ERRORS_ARE_HERE
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

void error_keep(struct error *e, const char *id, const char *format, va_list arguments)
{
    struct text t;

    text_init(&t, e->text, sizeof e->text);
    sentence_keep(&t, e->args, sizeof e->args, id, format, arguments);
}

bool error_set(struct error *e, const char *id, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    error_keep(e, id, format, arguments);
    va_end(arguments);
    return false;
}

bool error_count(struct error *e, unsigned long long n, const char *id, const char *one,
                 const char *many, ...)
{
    char number[24];
    va_list arguments;
    struct text t;

    va_start(arguments, many);
    error_keep(e, id, n == 1 ? one : many, arguments);
    va_end(arguments);
    text_init(&t, number, sizeof number);
    text_format(&t, "%llu", n);
    sentence_add(e->args, sizeof e->args, "n", number);
    return false;
}

bool error_row(struct error *e, const struct sentence *row)
{
    struct text t;

    text_init(&t, e->text, sizeof e->text);
    text_add(&t, row->english);
    text_init(&t, e->args, sizeof e->args - 1);
    text_add(&t, row->id);
    e->args[strlen(e->args) + 1] = 0; // no arguments
    return false;
}

bool error_say(struct error *e, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(e->text, sizeof e->text, format, arguments);
    va_end(arguments);
    e->args[0] = 0;
    return false;
}

bool error_refer(struct error *e, const char *argument, const char *id, ...)
{
    char name[40], whole[96];
    va_list arguments;
    struct text t;

    text_init(&t, name, sizeof name);
    text_format(&t, "@%s", argument);
    va_start(arguments, id);
    vsnprintf(whole, sizeof whole, id, arguments);
    va_end(arguments);
    sentence_add(e->args, sizeof e->args, name, whole);
    return false;
}

bool error_within(struct error *e, const char *argument, const struct error *inner)
{
    if (!inner->args[0])
        return false;
    error_refer(e, argument, "%s", inner->args);
    for (const char *at = sentence_first(inner->args); at; at = sentence_next(at))
        sentence_add(e->args, sizeof e->args, at, at + strlen(at) + 1);
    return false;
}

void error_tell(const struct error *e, const struct catalogue *messages, struct text *t)
{
    if (!sentence_tell(t, messages, e->args))
        text_add(t, e->text);
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
