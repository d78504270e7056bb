// SPDX-License-Identifier: MIT
// The sentences of a language, by their ids. tools/words compiles them from PO files to parts like
// this:
//     the plural rule, terminated; then, in the order of the ids, records: 2, id, 0, text, 0
// The forms of a plural are parted by a 1. The program holds all languages; the page hands its
// module the parts of one.
#ifndef ABAX_BASE_CATALOGUE_H
#define ABAX_BASE_CATALOGUE_H

#include <stdbool.h>
#include <stddef.h>

enum { CATALOGUE_PARTS = 4 };

struct catalogue_part {
    const char *bytes;
    size_t size;
};

struct catalogue {
    const char *language; // "de"
    const char *plural;   // the rule, for catalogue_form
    struct catalogue_part parts[CATALOGUE_PARTS];
};

// The languages in the program; English is none of them.
extern const struct catalogue catalogue_languages[];
extern const unsigned catalogue_language_count;

// Finds a language by its name, or by a locale such as "de_CH.UTF-8"; true and NULL for English, C
// and POSIX.
bool catalogue_choose(const char *wanted, const struct catalogue **messages);

// Puts a part into one of the places; false when it is no part. The bytes stay the caller's.
bool catalogue_put(struct catalogue *messages, unsigned place, const char *bytes, size_t size);

// The text of a sentence with its {arguments}, or NULL. Without words, or an id of them, NULL.
const char *catalogue_find(const struct catalogue *messages, const char *id);

// The form of a text for a number; it ends at a 0 or a 1.
const char *catalogue_form(const struct catalogue *messages, const char *text,
                           unsigned long long n);

// The text of a sentence without arguments: in the language, or else `english`. The id is a format.
const char *catalogue_text(const struct catalogue *messages, const char *english, const char *id,
                           ...) __attribute__((format(printf, 3, 4)));

// What a plural rule says for a number: expressions behind their operands, "n1,=!" for n != 1.
unsigned catalogue_plural(const char *rule, unsigned long long n);

#endif
