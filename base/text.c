// SPDX-License-Identifier: MIT
// Building short texts in storage of fixed size, and reading numbers and UTF-8 from untrusted bytes. Every room uses it. Nothing here
// allocates or fails: a text that is too long is cut, marked, and still terminated, so a caller may look at `cut` once at the end.
#include "base/text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void text_init(struct text *t, char *storage, size_t room)
{
    assert(room > 0);
    *t = (struct text){.at = storage, .room = room};
    storage[0] = 0;
}

void text_char(struct text *t, char c)
{
    if (t->length + 1 >= t->room) {
        t->cut = true;
        return;
    }
    t->at[t->length++] = c;
    t->at[t->length] = 0;
}

void text_add(struct text *t, const char *s)
{
    while (*s)
        text_char(t, *s++);
}

void text_number(struct text *t, long long n)
{
    text_format(t, "%lld", n);
}

void text_format(struct text *t, const char *format, ...)
{
    va_list arguments;
    assert(t->length < t->room);
    size_t left = t->room - t->length;

    va_start(arguments, format);
    int wanted = vsnprintf(t->at + t->length, left, format, arguments);
    va_end(arguments);
    if (wanted < 0 || (size_t)wanted >= left) {
        t->cut = true;
        t->length = t->room - 1;
    } else {
        t->length += (size_t)wanted;
    }
}

bool text_read_number(const char *s, unsigned long long most, unsigned long long *n)
{
    unsigned long long value = 0;

    if (!*s)
        return false;
    for (; *s; s++) {
        if (*s < '0' || *s > '9')
            return false;
        unsigned digit = (unsigned)(*s - '0');
        if (value > (most - digit) / 10 || digit > most)
            return false;
        value = value * 10 + digit;
    }
    *n = value;
    return true;
}

// How long the character is that begins here; 0 when it is none of UTF-8. Overlong forms and halves of
// surrogates are none.
static size_t character(const unsigned char *at, size_t left)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = at[0] < 0x80   ? 1
                    : at[0] < 0xc0 ? 0
                    : at[0] < 0xe0 ? 2
                    : at[0] < 0xf0 ? 3
                    : at[0] < 0xf8 ? 4
                                   : 0;
    unsigned code = length > 1 ? at[0] & (0x7fu >> length) : at[0];

    if (length > left)
        return 0;
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (at[i] & 0x3f);
    }
    if (length && (code < least[length] || code > 0x10ffff || (code >> 11) == 0x1b))
        return 0;
    return length;
}

size_t text_utf8(const char *bytes, size_t count)
{
    const unsigned char *at = (const unsigned char *)bytes;
    size_t whole = 0, length;

    while (whole < count && (length = character(at + whole, count - whole)) > 0)
        whole += length;
    return whole;
}

unsigned text_distance(const char *a, const char *b)
{
    enum { LONGEST = 31 };
    size_t la = strlen(a), lb = strlen(b);
    unsigned row[LONGEST + 1];

    if (la > LONGEST || lb > LONGEST)
        return LONGEST + 1;
    for (size_t j = 0; j <= lb; j++)
        row[j] = (unsigned)j;
    for (size_t i = 1; i <= la; i++) {
        unsigned diagonal = row[0];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= lb; j++) {
            unsigned best = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[lb];
}
