// SPDX-License-Identifier: MIT
// A sentence for people, kept until the reader's language is known: its English, its id and its
// arguments. base/error.h is the same for sentences that say what went wrong.
#ifndef ABAX_BASE_MESSAGE_H
#define ABAX_BASE_MESSAGE_H

#include <stdbool.h>

#include "base/sentence.h"

struct message {
    char text[320];                 // in English
    char args[SENTENCE_ARGS_BYTES]; // what other languages need (base/sentence.h)
};

// base/sentence.h explains ids and formats.
void message_set(struct message *m, const char *id, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void message_vset(struct message *m, const char *id, const char *format, va_list arguments);

// The same with a number that chooses a plural form, as in text_say_count.
void message_count(struct message *m, unsigned long long n, const char *id, const char *one,
                   const char *many, ...)
    __attribute__((format(printf, 4, 6), format(printf, 5, 6)));
void message_vcount(struct message *m, unsigned long long n, const char *id, const char *one,
                    const char *many, va_list arguments);

// The same for a row of a table of sentences.
void message_row(struct message *m, const struct sentence *row);

// A text without an id: every language shows it as it is.
void message_plain(struct message *m, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void message_vplain(struct message *m, const char *format, va_list arguments);

// Says that an argument is a sentence without arguments: its id, as a format.
void message_refer(struct message *m, const char *argument, const char *id, ...)
    __attribute__((format(printf, 3, 4)));
void message_vrefer(struct message *m, const char *argument, const char *id, va_list arguments);

// Says that an argument is another message. Call it last: the arguments of `inner` follow.
void message_within(struct message *m, const char *argument, const struct message *inner);

// Adds the sentence in the language of `messages`, or in English.
void message_write(const struct message *m, const struct catalogue *messages, struct text *t);

#endif
