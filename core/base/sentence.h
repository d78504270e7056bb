// SPDX-License-Identifier: MIT
// A sentence for people: a stable id, English as a printf format, and named arguments. English
// stands in the code; other languages are found by the id (base/catalogue.h).
//
// An id is written with the names of its arguments, in the order of the format's conversions:
//     "series.games:most,games"    "a series has 1 to %d games, not %u"
// A translation says {most} and {games} where it likes. "colour@GAME.colour" means an argument that
// is a word itself: its value "white" is looked up as "GAME.colour.white". The argument named n
// chooses a plural form. tools/words finds all sentences by these calls, so id and format are
// literals.
#ifndef ABAX_BASE_SENTENCE_H
#define ABAX_BASE_SENTENCE_H

#include <stdarg.h>
#include <stddef.h>

#include "base/text.h"

struct catalogue;

enum { SENTENCE_ARGS_BYTES = 480 };

// A row of a table of sentences without arguments.
struct sentence {
    const char *id;
    const char *english;
};
#define SENTENCE(id, english)                                                                      \
    {                                                                                              \
        id, english                                                                                \
    }

// A sentence without arguments, the same for a row of a table: in the language of `messages`, or in
// English.
const char *sentence_text(const struct catalogue *messages, const char *id, const char *format);
const char *sentence_row(const struct catalogue *messages, const struct sentence *row);

// Adds a sentence in the language of `messages`; in English where that has none, or is NULL.
void text_say(struct text *t, const struct catalogue *messages, const char *id, const char *format,
              ...) __attribute__((format(printf, 4, 5)));

// The same with a number: `one` is the English for 1, `many` for the rest. The number is the
// argument {n}, whether the formats have a conversion of that name or not.
void text_say_count(struct text *t, const struct catalogue *messages, unsigned long long n,
                    const char *id, const char *one, const char *many, ...)
    __attribute__((format(printf, 5, 7), format(printf, 6, 7)));

// ---------------------------------------------------------------------------------------------
// How a sentence is kept until the language is known: its id, then names and values in turn, each
// terminated, and an empty name. An empty id: only the English is known. The name "@reason" has the
// id of the sentence that the argument "reason" is, and what follows are that one's arguments.
// ---------------------------------------------------------------------------------------------

// Adds the English to `english` and keeps the parts in `args`; when they do not fit, nothing is
// kept.
void sentence_keep(struct text *english, char *args, size_t capacity, const char *id,
                   const char *format, va_list arguments);

// Adds one more argument, or the id of what one is. False when it did not fit: nothing is kept
// then.
bool sentence_add(char *args, size_t capacity, const char *name, const char *value);

// Adds the kept sentence in the language; false when that has none.
bool sentence_tell(struct text *t, const struct catalogue *messages, const char *args);

// How many bytes the kept parts are, the last terminator included.
size_t sentence_size(const char *args);

// The first name in `args`, whose value follows it; then from one name to the next. NULL at the
// end.
const char *sentence_first(const char *args);
const char *sentence_next(const char *name);

#endif
