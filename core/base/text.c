// SPDX-License-Identifier: MIT
// Building short texts in storage of fixed size, and reading numbers and UTF-8 from untrusted
// bytes. All directories use it. Nothing here allocates or fails: a text that is too long is cut,
// marked, and still terminated, so a caller may look at `cut` once at the end.
#include "base/text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void text_init(struct text *t, char *storage, size_t capacity)
{
    assert(capacity > 0);
    *t = (struct text){.at = storage, .capacity = capacity};
    storage[0] = 0;
}

void text_char(struct text *t, char c)
{
    if (t->length + 1 >= t->capacity) {
        t->cut = true;
        return;
    }
    t->at[t->length++] = c;
    t->at[t->length] = 0;
}

void text_add(struct text *t, const char *s)
{
    text_bytes(t, s, strlen(s));
}

void text_bytes(struct text *t, const char *bytes, size_t count)
{
    size_t left = t->capacity - t->length - 1;

    assert(t->length < t->capacity);
    t->cut |= count > left;
    count = count < left ? count : left;
    memcpy(t->at + t->length, bytes, count);
    t->length += count;
    t->at[t->length] = 0;
}

size_t text_until(struct text *t, const char *s, const char *ends)
{
    size_t length = strcspn(s, ends);

    text_bytes(t, s, length);
    return length;
}

void text_number(struct text *t, long long n)
{
    unsigned long long size = n < 0 ? 0 - (unsigned long long)n : (unsigned long long)n;
    char digits[24];
    size_t at = sizeof digits;

    do {
        digits[--at] = (char)('0' + size % 10);
        size /= 10;
    } while (size);
    if (n < 0)
        digits[--at] = '-';
    text_bytes(t, digits + at, sizeof digits - at);
}

void text_decimal(struct text *t, long long value, int scale)
{
    unsigned long long size = value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value;

    assert(scale >= 10);
    if (value < 0)
        text_char(t, '-');
    text_format(t, "%llu.", size / (unsigned)scale);
    for (unsigned place = (unsigned)scale / 10; place; place /= 10)
        text_char(t, (char)('0' + size / place % 10));
}

void text_format(struct text *t, const char *format, ...)
{
    va_list arguments;
    assert(t->length < t->capacity);
    size_t left = t->capacity - t->length;

    va_start(arguments, format);
    int wanted = vsnprintf(t->at + t->length, left, format, arguments);
    va_end(arguments);
    if (wanted < 0 || (size_t)wanted >= left) {
        t->cut = true;
        t->length = t->capacity - 1;
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

unsigned text_character(const char *bytes, size_t left, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *at = (const unsigned char *)bytes;

    if (left == 0)
        return 0;
    unsigned length = at[0] < 0x80   ? 1
                      : at[0] < 0xc0 ? 0
                      : at[0] < 0xe0 ? 2
                      : at[0] < 0xf0 ? 3
                      : at[0] < 0xf8 ? 4
                                     : 0;
    uint32_t value = length > 1 ? at[0] & (0x7fu >> length) : at[0];
    if (length > left)
        return 0;
    for (unsigned i = 1; i < length; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return 0;
        value = value << 6 | (at[i] & 0x3f);
    }
    if (length && (value < least[length] || value > 0x10ffff || (value >> 11) == 0x1b))
        return 0;
    if (code)
        *code = value;
    return length;
}

unsigned text_encode(uint32_t code, char to[4])
{
    static const unsigned char heads[] = {0, 0, 0xc0, 0xe0, 0xf0};
    unsigned length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;

    for (unsigned i = length; i-- > 1; code >>= 6)
        to[i] = (char)(0x80 | (code & 0x3f));
    to[0] = (char)(heads[length] | code);
    return length;
}

void text_capital(char *at)
{
    bool latin = (unsigned char)at[0] == 0xc3 && (unsigned char)at[1] >= 0xa0 &&
                 (unsigned char)at[1] != 0xb7 && (unsigned char)at[1] != 0xbf;

    if (at[0] >= 'a' && at[0] <= 'z')
        at[0] = (char)(at[0] - 'a' + 'A');
    else if (latin)
        at[1] = (char)(at[1] - 0x20);
}

size_t text_utf8(const char *bytes, size_t count)
{
    size_t whole = 0;
    unsigned length;

    while ((length = text_character(bytes + whole, count - whole, NULL)) > 0)
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

// Whether a character that begins with 0xe2 turns the direction of writing or ends a line: U+200E
// and U+200F, U+2028 to U+202E, U+2066 to U+2069.
static bool turns(unsigned char second, unsigned char third)
{
    return (second == 0x80 &&
            (third == 0x8e || third == 0x8f || (third >= 0xa8 && third <= 0xae))) ||
           (second == 0x81 && third >= 0xa6 && third <= 0xa9);
}

void text_tame(char *at)
{
    for (unsigned char *c = (unsigned char *)at; *c; c++) {
        if ((*c < ' ' && *c != '\n' && *c != '\t') || *c == 0x7f)
            *c = ' ';
        else if ((*c == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0) || // U+0080 to U+009F
                 (*c == 0xd8 && c[1] == 0x9c))                  // U+061C turns the direction
            c[0] = c[1] = ' ';
        else if (*c == 0xe2 && turns(c[1], c[2]))
            c[0] = c[1] = c[2] = ' ';
    }
}
