// SPDX-License-Identifier: MIT
// A text buffer: appends to storage that the caller owns, never past its end, always terminated.
// A text that did not fit is cut and says so; nothing here allocates.
#ifndef ABAX_BASE_TEXT_H
#define ABAX_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text {
    char *at;        // the characters, terminated by 0
    size_t capacity; // bytes of storage, the terminator included
    size_t length;   // characters so far
    bool cut;        // something did not fit
};

// Starts an empty text in storage of `capacity` bytes (at least one).
void text_init(struct text *t, char *storage, size_t capacity);

void text_char(struct text *t, char c);
void text_add(struct text *t, const char *s);
void text_bytes(struct text *t, const char *bytes, size_t count);
void text_number(struct text *t, long long n);
// value / scale with a point: 25 of 10 is 2.5. The scale is 10, 100 and so on.
void text_decimal(struct text *t, long long value, int scale);
void text_format(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Adds what stands in `s` before the first of the characters `ends`, or all of it; returns how many
// characters that were.
size_t text_until(struct text *t, const char *s, const char *ends);

// Reads a whole decimal number without sign, at most `most`; false when `s` is anything else.
bool text_read_number(const char *s, unsigned long long most, unsigned long long *n);

// The character of UTF-8 that begins here: its bytes, or 0 when these are none. Overlong forms and
// halves of surrogates are none. `code` may be NULL.
unsigned text_character(const char *bytes, size_t left, uint32_t *code);

// The UTF-8 of a character up to 0x10ffff; how many bytes it has.
unsigned text_encode(uint32_t code, char to[4]);

// Makes the first letter of a text a capital, where that is one of the alphabet or of Latin-1.
void text_capital(char *at);

// How many bytes at the beginning are whole characters of UTF-8.
size_t text_utf8(const char *bytes, size_t count);

// Makes every control character but line ends and tabs a blank, in UTF-8, and what turns the
// direction of writing: what others wrote cannot command a terminal, nor show as something else
// than it is.
void text_tame(char *at);

// How many single-character edits lie between two words; used to suggest the nearest right word.
// Words longer than 31 characters count as far apart.
unsigned text_distance(const char *a, const char *b);

#endif
