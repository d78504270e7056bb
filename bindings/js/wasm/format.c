// SPDX-License-Identifier: MIT
// Formatting for the module, small rather than fast. It reads a conversion into a struct and writes
// its characters between spaces or after zeros.
#include "bindings/js/wasm/format.h"

#include <stdbool.h>
#include <string.h>

struct format_writer {
    char *to;
    size_t capacity; // of the storage
    size_t length;   // of the whole text, which may be longer
};

struct conversion {
    bool left, zeros;
    int width, precision; // precision -1: none
    int longs;            // how many l; z is one, for size_t has 32 bits in the module
    char kind;
};

static void write_char(struct format_writer *w, char c)
{
    if (w->length + 1 < w->capacity)
        w->to[w->length] = c;
    w->length++;
}

static void write_repeated(struct format_writer *w, char c, int count)
{
    while (count-- > 0)
        write_char(w, c);
}

// Digits, or a star that stands for the next argument.
static const char *read_count(const char *at, int *count, va_list *arguments)
{
    if (*at == '*') {
        *count = va_arg(*arguments, int);
        return at + 1;
    }
    for (*count = 0; *at >= '0' && *at <= '9'; at++)
        *count = *count * 10 + (*at - '0');
    return at;
}

static const char *read_conversion(const char *at, struct conversion *c, va_list *arguments)
{
    *c = (struct conversion){.precision = -1};
    for (; *at == '-' || *at == '0'; at++) {
        c->left = c->left || *at == '-';
        c->zeros = c->zeros || *at == '0';
    }
    at = read_count(at, &c->width, arguments);
    if (*at == '.')
        at = read_count(at + 1, &c->precision, arguments);
    for (; *at == 'l' || *at == 'z'; at++)
        c->longs += *at == 'z' && sizeof(size_t) > sizeof(int) ? 2 : 1;
    c->kind = *at;
    return at + 1;
}

static void write_padded(struct format_writer *w, const struct conversion *c, const char *text,
                         size_t length)
{
    int blanks = c->width - (int)length;

    if (!c->left)
        write_repeated(w, ' ', blanks);
    for (size_t i = 0; i < length; i++)
        write_char(w, text[i]);
    if (c->left)
        write_repeated(w, ' ', blanks);
}

static void write_number(struct format_writer *w, const struct conversion *c, unsigned long long n,
                         bool negative)
{
    enum { MOST = 24 };
    const unsigned base = c->kind == 'x' ? 16 : 10;
    char digits[MOST];
    int at = MOST;

    do
        digits[--at] = "0123456789abcdef"[n % base];
    while (n /= base);
    if (!c->zeros) {
        if (negative)
            digits[--at] = '-';
        write_padded(w, c, digits + at, (size_t)(MOST - at));
        return;
    }
    write_repeated(w, '-', negative);
    write_repeated(w, '0', c->width - negative - (MOST - at));
    write_padded(w, &(struct conversion){0}, digits + at, (size_t)(MOST - at));
}

static unsigned long long take_number(const struct conversion *c, va_list *arguments,
                                      bool *negative)
{
    *negative = false;
    if (c->kind != 'd')
        return c->longs > 1    ? va_arg(*arguments, unsigned long long)
               : c->longs == 1 ? va_arg(*arguments, unsigned long)
                               : va_arg(*arguments, unsigned);
    long long n = c->longs > 1    ? va_arg(*arguments, long long)
                  : c->longs == 1 ? va_arg(*arguments, long)
                                  : va_arg(*arguments, int);
    *negative = n < 0;
    return *negative ? 0 - (unsigned long long)n : (unsigned long long)n;
}

// False for a conversion that is not known here.
static bool write_conversion(struct format_writer *w, const struct conversion *c,
                             va_list *arguments)
{
    bool negative;

    switch (c->kind) {
    case '%':
        write_char(w, '%');
        return true;
    case 'c':
        write_padded(w, c, &(char){(char)va_arg(*arguments, int)}, 1);
        return true;
    case 's': {
        const char *text = va_arg(*arguments, const char *);
        write_padded(w, c, text,
                     c->precision < 0 ? strlen(text) : strnlen(text, (size_t)c->precision));
        return true;
    }
    case 'd':
    case 'u':
    case 'x': {
        unsigned long long n = take_number(c, arguments, &negative);
        write_number(w, c, n, negative);
        return true;
    }
    default:
        return false;
    }
}

int format_text(char *to, size_t capacity, const char *format, va_list arguments)
{
    struct format_writer w = {to, capacity, 0};
    struct conversion c;
    va_list left;
    bool known = true;

    va_copy(left, arguments);
    for (const char *at = format; known && *at;) {
        if (*at != '%') {
            write_char(&w, *at++);
            continue;
        }
        at = read_conversion(at + 1, &c, &left);
        known = write_conversion(&w, &c, &left);
    }
    va_end(left);
    if (capacity)
        to[w.length < capacity ? w.length : capacity - 1] = 0;
    return (int)w.length;
}
