// SPDX-License-Identifier: MIT
// Finding sentences: binary search over the sorted records of a part, and plural rules.
#include "base/catalogue.h"

#include <stdarg.h>
#include <string.h>

#include "base/text.h"

enum { RECORD = 2, FORM = 1, STACK = 32, ID_BYTES = 96 };

// ---------------------------------------------------------------------------------------------
// Plural rules
// ---------------------------------------------------------------------------------------------

static unsigned long long combine(char operator, unsigned long long a, unsigned long long b)
{
    switch (operator) {
    case '+':
        return a + b;
    case '-':
        return a - b;
    case '*':
        return a * b;
    case '/':
        return b ? a / b : 0;
    case '%':
        return b ? a % b : 0;
    case '=':
        return a == b;
    case '<':
        return a < b;
    case '>':
        return a > b;
    case '&':
        return a && b;
    case '|':
        return a || b;
    default:
        return 0;
    }
}

unsigned catalogue_plural(const char *rule, unsigned long long n)
{
    unsigned long long stack[STACK] = {0};
    unsigned top = 2; // the two lowest are spare, so that a damaged rule reads nothing outside

    for (const char *at = rule; *at; at++) {
        if (*at == '!') {
            stack[top - 1] = !stack[top - 1];
        } else if (*at == '?' && top > 4) {
            top -= 2;
            stack[top - 1] = stack[top - 1] ? stack[top] : stack[top + 1];
        } else if (*at == 'n' || (*at >= '0' && *at <= '9')) {
            if (top == STACK)
                return 0;
            stack[top] = *at == 'n' ? n : 0;
            while (*at >= '0' && *at <= '9')
                stack[top] = stack[top] * 10 + (unsigned)(*at++ - '0');
            at -= !*at;
            top++;
        } else if (top > 3) {
            top--;
            stack[top - 1] = combine(*at, stack[top - 1], stack[top]);
        }
    }
    return (unsigned)stack[top - 1];
}

const char *catalogue_form(const struct catalogue *messages, const char *text, unsigned long long n)
{
    if (!strchr(text, FORM))
        return text;
    for (unsigned form = catalogue_plural(messages->plural, n); form > 0; form--) {
        const char *next = strchr(text, FORM);
        if (!next)
            break;
        text = next + 1;
    }
    return text;
}

// ---------------------------------------------------------------------------------------------
// Finding
// ---------------------------------------------------------------------------------------------

// The record in which a byte lies begins at the 2 before it.
static size_t record_at(const struct catalogue_part *part, size_t least, size_t at)
{
    while (at > least && part->bytes[at] != RECORD)
        at--;
    return at;
}

static const char *find_in(const struct catalogue_part *part, const char *id)
{
    size_t low = strlen(part->bytes) + 1, high = part->size;

    while (low < high) {
        size_t at = record_at(part, low, low + (high - low) / 2);
        const char *found = part->bytes + at + 1;
        int order = strcmp(id, found);
        const char *text = found + strlen(found) + 1;
        if (order == 0)
            return text;
        if (order < 0)
            high = at;
        else
            low = (size_t)(text + strlen(text) + 1 - part->bytes);
    }
    return NULL;
}

const char *catalogue_find(const struct catalogue *messages, const char *id)
{
    const char *text = NULL;

    for (unsigned i = 0; messages && !text && i < CATALOGUE_PARTS; i++) {
        if (messages->parts[i].size > 0)
            text = find_in(&messages->parts[i], id);
    }
    return text;
}

const char *catalogue_text(const struct catalogue *messages, const char *english, const char *id,
                           ...)
{
    char name[ID_BYTES];
    va_list arguments;

    if (!messages)
        return english;
    va_start(arguments, id);
    int length = vsnprintf(name, sizeof name, id, arguments);
    va_end(arguments);
    const char *text = length < (int)sizeof name ? catalogue_find(messages, name) : NULL;
    return text ? text : english;
}

// ---------------------------------------------------------------------------------------------
// Languages
// ---------------------------------------------------------------------------------------------

// Whether a locale is of this language.
static bool is_of(const char *locale, const char *language)
{
    size_t length = strcspn(locale, "_.-@");

    return strlen(language) == length && strncmp(locale, language, length) == 0;
}

bool catalogue_choose(const char *wanted, const struct catalogue **messages)
{
    *messages = NULL;
    for (unsigned i = 0; i < catalogue_language_count; i++) {
        if (is_of(wanted, catalogue_languages[i].language))
            *messages = &catalogue_languages[i];
    }
    return *messages || is_of(wanted, "en") || is_of(wanted, "C") || is_of(wanted, "POSIX");
}

// Whether records follow each other to the very end, so that a search stays inside.
static bool is_part(const char *bytes, size_t size)
{
    const char *end = memchr(bytes, 0, size);
    size_t at = end ? (size_t)(end - bytes) + 1 : size + 1;

    while (at < size) {
        const char *id = bytes + at + 1;
        const char *text = bytes[at] == RECORD ? memchr(id, 0, size - at - 1) : NULL;
        const char *last = text ? memchr(text + 1, 0, (size_t)(bytes + size - text - 1)) : NULL;
        if (!last)
            return false;
        at = (size_t)(last - bytes) + 1;
    }
    return at == size;
}

bool catalogue_put(struct catalogue *messages, unsigned place, const char *bytes, size_t size)
{
    if (place >= CATALOGUE_PARTS || !is_part(bytes, size))
        return false;
    messages->parts[place] = (struct catalogue_part){bytes, size};
    messages->plural = bytes;
    return true;
}
