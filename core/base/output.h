// SPDX-License-Identifier: MIT
// Where answers go: a terminal, a socket, a page or a test, behind one function.
#ifndef ABAX_BASE_OUTPUT_H
#define ABAX_BASE_OUTPUT_H

#include <stddef.h>

#include "base/sentence.h"

struct output {
    void (*write)(void *to, const char *bytes, size_t count);
    void *to;
};

void output_add(struct output *out, const char *s);

// At most 1,023 characters a call; longer ones are cut.
void output_format(struct output *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// A sentence in the language of `messages`, or in English (base/sentence.h).
void output_say(struct output *out, const struct catalogue *messages, const char *id,
                const char *format, ...) __attribute__((format(printf, 4, 5)));

// What is written is added to a text.
struct output output_to_text(struct text *t);

// Prints a text and a line end, broken between words; the first line has begun already, the others
// are indented as far.
void output_wrapped(struct output *out, const char *text, unsigned indent);

#endif
