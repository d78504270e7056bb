// SPDX-License-Identifier: MIT
// Everything that answers writes through these: commands, the engine, JSON. An output never fails
// to its writer; where bytes can be lost (a socket, a full buffer) the receiving end notes it and
// its owner asks afterwards.
#include "base/output.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { SAID_BYTES = 1024 };

void output_add(struct output *out, const char *s)
{
    out->write(out->to, s, strlen(s));
}

void output_format(struct output *out, const char *format, ...)
{
    char storage[1024];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(storage, sizeof storage, format, arguments);
    va_end(arguments);
    output_add(out, storage);
}

void output_say(struct output *out, const struct catalogue *messages, const char *id,
                const char *format, ...)
{
    char english[SAID_BYTES], said[SAID_BYTES], args[SAID_BYTES];
    va_list arguments;
    struct text t;

    text_init(&t, english, sizeof english);
    va_start(arguments, format);
    sentence_keep(&t, args, sizeof args, id, format, arguments);
    va_end(arguments);
    text_init(&t, said, sizeof said);
    output_add(out, sentence_tell(&t, messages, args) ? said : english);
}

static void add_to_text(void *to, const char *bytes, size_t count)
{
    text_bytes(to, bytes, count);
}

struct output output_to_text(struct text *t)
{
    return (struct output){add_to_text, t};
}

void output_wrapped(struct output *out, const char *text, unsigned indent)
{
    enum { WIDTH = 78 };
    unsigned column = indent;

    while (*text) {
        unsigned length = (unsigned)strcspn(text, " \n");
        if (column > indent && column + length >= WIDTH) {
            output_format(out, "\n%*s", (int)indent, "");
            column = indent;
        }
        output_format(out, "%s%.*s", column > indent ? " " : "", (int)length, text);
        column += length + 1;
        if (text[length] == '\n')
            column = WIDTH;
        text += length + (text[length] != 0);
    }
    output_add(out, "\n");
}
