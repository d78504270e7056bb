// SPDX-License-Identifier: MIT
// Messages: the English is formatted at once, its parts are kept for other languages
// (base/sentence.h).
#include "base/message.h"

#include <stdio.h>
#include <string.h>

void message_vset(struct message *m, const char *id, const char *format, va_list arguments)
{
    struct text t;

    text_init(&t, m->text, sizeof m->text);
    sentence_keep(&t, m->args, sizeof m->args, id, format, arguments);
}

void message_set(struct message *m, const char *id, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    message_vset(m, id, format, arguments);
    va_end(arguments);
}

void message_vcount(struct message *m, unsigned long long n, const char *id, const char *one,
                    const char *many, va_list arguments)
{
    char number[24];
    struct text t;

    message_vset(m, id, n == 1 ? one : many, arguments);
    text_init(&t, number, sizeof number);
    text_format(&t, "%llu", n);
    sentence_add(m->args, sizeof m->args, "n", number);
}

void message_count(struct message *m, unsigned long long n, const char *id, const char *one,
                   const char *many, ...)
{
    va_list arguments;

    va_start(arguments, many);
    message_vcount(m, n, id, one, many, arguments);
    va_end(arguments);
}

void message_row(struct message *m, const struct sentence *row)
{
    struct text t;

    text_init(&t, m->text, sizeof m->text);
    text_add(&t, row->english);
    text_init(&t, m->args, sizeof m->args - 1);
    text_add(&t, row->id);
    m->args[strlen(m->args) + 1] = 0; // no arguments
}

void message_vplain(struct message *m, const char *format, va_list arguments)
{
    vsnprintf(m->text, sizeof m->text, format, arguments);
    m->args[0] = 0;
}

void message_plain(struct message *m, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    message_vplain(m, format, arguments);
    va_end(arguments);
}

void message_vrefer(struct message *m, const char *argument, const char *id, va_list arguments)
{
    char name[40], whole[96];
    struct text t;

    text_init(&t, name, sizeof name);
    text_format(&t, "@%s", argument);
    vsnprintf(whole, sizeof whole, id, arguments);
    sentence_add(m->args, sizeof m->args, name, whole);
}

void message_refer(struct message *m, const char *argument, const char *id, ...)
{
    va_list arguments;

    va_start(arguments, id);
    message_vrefer(m, argument, id, arguments);
    va_end(arguments);
}

void message_within(struct message *m, const char *argument, const struct message *inner)
{
    if (!inner->args[0])
        return;
    message_refer(m, argument, "%s", inner->args);
    for (const char *at = sentence_first(inner->args); at; at = sentence_next(at))
        sentence_add(m->args, sizeof m->args, at, at + strlen(at) + 1);
}

void message_write(const struct message *m, const struct catalogue *messages, struct text *t)
{
    if (!sentence_tell(t, messages, m->args))
        text_add(t, m->text);
}
