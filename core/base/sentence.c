// SPDX-License-Identifier: MIT
// Taking sentences apart into id and arguments, and filling the arguments into translations.
#include "base/sentence.h"

#include <stdint.h>
#include <string.h>

#include "base/catalogue.h"

enum { ENGLISH_BYTES = 1024, NAME_BYTES = 32, ID_BYTES = 96 };

struct sentence_values {
    va_list list; // in a record, so that a function can take the next one from it
};

// ---------------------------------------------------------------------------------------------
// Formats
// ---------------------------------------------------------------------------------------------

static void add_whole(struct text *t, const char *spec, unsigned longs, bool size,
                      struct sentence_values *v)
{
    // The branches differ by their types only, which the check does not see.
    if (size)
        text_format(t, spec, va_arg(v->list, size_t)); // NOLINT(bugprone-branch-clone)
    else if (longs == 0)
        text_format(t, spec, va_arg(v->list, int));
    else if (longs == 1)
        text_format(t, spec, va_arg(v->list, long));
    else
        text_format(t, spec, va_arg(v->list, long long));
}

// Adds the value of the conversion that begins at a '%'; returns what follows it.
static const char *add_value(struct text *t, const char *at, struct sentence_values *v)
{
    char spec[24];
    unsigned longs = 0;
    bool size = false;
    struct text s;

    text_init(&s, spec, sizeof spec);
    text_char(&s, '%');
    for (at++; *at && strchr("-+ #0123456789.*hlz", *at); at++) {
        longs += *at == 'l';
        size |= *at == 'z';
        if (*at == '*')
            text_number(&s, va_arg(v->list, int));
        else
            text_char(&s, *at);
    }
    text_char(&s, *at);
    switch (*at) {
    case 's':
        if (s.length == 2)
            text_add(t, va_arg(v->list, const char *));
        else
            text_format(t, spec, va_arg(v->list, const char *)); // NOLINT(bugprone-branch-clone)
        break;
    case 'f':
    case 'g':
        text_format(t, spec, va_arg(v->list, double));
        break;
    case 0:
        return at;
    default:
        add_whole(t, spec, longs, size, v);
    }
    return at + 1;
}

static void add_english(struct text *t, const char *format, struct sentence_values *v)
{
    while (*format) {
        if (*format == '%' && format[1] != '%')
            format = add_value(t, format, v);
        else
            text_char(t, *(format += *format == '%')), format++;
    }
}

// ---------------------------------------------------------------------------------------------
// Keeping
// ---------------------------------------------------------------------------------------------

const char *sentence_next(const char *name)
{
    const char *value = name + strlen(name) + 1, *next = value + strlen(value) + 1;

    return *next ? next : NULL;
}

const char *sentence_first(const char *args)
{
    const char *first = args + strlen(args) + 1;

    return *args && *first ? first : NULL;
}

size_t sentence_size(const char *args)
{
    const char *at = args + strlen(args) + 1;

    if (!*args)
        return 1;
    while (*at) {
        at += strlen(at) + 1;
        at += strlen(at) + 1;
    }
    return (size_t)(at - args) + 1;
}

bool sentence_add(char *args, size_t capacity, const char *name, const char *value)
{
    if (!*args)
        return false;
    char *end = args + sentence_size(args) - 1;
    size_t names = strlen(name) + 1, values = strlen(value) + 1;

    if ((size_t)(end - args) + names + values + 1 > capacity) {
        *args = 0;
        return false;
    }
    memcpy(end, name, names);
    memcpy(end + names, value, values);
    end[names + values] = 0;
    return true;
}

// Begins with the id alone; returns the names of its arguments.
static const char *begin_args(char *args, size_t capacity, const char *id)
{
    size_t length = strcspn(id, ":");

    *args = 0;
    if (length + 2 > capacity)
        return "";
    memcpy(args, id, length);
    args[length] = args[length + 1] = 0;
    return id[length] ? id + length + 1 : "";
}

// Keeps a value under the name that the list begins with, if there is one; returns the rest of the
// list.
static const char *keep_value(char *args, size_t capacity, const char *names, const char *value)
{
    char name[NAME_BYTES], id[ID_BYTES];
    size_t length = strcspn(names, ",@");
    const char *rest = names + strcspn(names, ",");
    struct text t;

    if (length == 0)
        return rest;
    text_init(&t, name, sizeof name);
    text_format(&t, "@%.*s", (int)length, names);
    sentence_add(args, capacity, name + 1, value);
    if (names[length] == '@') {
        const char *prefix = names + length + 1;
        text_init(&t, id, sizeof id);
        text_format(&t, "%.*s.%s", (int)(rest - prefix), prefix, value);
        sentence_add(args, capacity, name, id);
    }
    return *rest ? rest + 1 : rest;
}

static void keep_all(struct text *english, char *args, size_t capacity, const char *names,
                     const char *format, struct sentence_values *v)
{
    while (*format) {
        size_t before = english->length;
        if (*format != '%' || format[1] == '%') {
            format += *format == '%';
            text_char(english, *format++);
            continue;
        }
        format = add_value(english, format, v);
        names = keep_value(args, capacity, names, english->at + before);
    }
    if (english->cut)
        *args = 0;
}

void sentence_keep(struct text *english, char *args, size_t capacity, const char *id,
                   const char *format, va_list arguments)
{
    struct sentence_values v;

    va_copy(v.list, arguments);
    keep_all(english, args, capacity, begin_args(args, capacity, id), format, &v);
    va_end(v.list);
}

// ---------------------------------------------------------------------------------------------
// Telling
// ---------------------------------------------------------------------------------------------

static bool write_translation(struct text *t, const struct catalogue *messages, const char *id,
                              const char *first);

static const char *find_arg(const char *first, const char *mark, const char *name, size_t length)
{
    size_t marks = strlen(mark);

    for (const char *at = first; at; at = sentence_next(at)) {
        if (strncmp(at, mark, marks) == 0 && strncmp(at + marks, name, length) == 0 &&
            at[marks + length] == 0)
            return at;
    }
    return NULL;
}

static bool fill_in(struct text *t, const struct catalogue *messages, const char *first,
                    const char *name, size_t length)
{
    const char *word = find_arg(first, "@", name, length),
               *plain = find_arg(first, "", name, length);

    if (word && write_translation(t, messages, word + strlen(word) + 1, sentence_next(word)))
        return true;
    if (plain)
        text_add(t, plain + strlen(plain) + 1);
    return plain;
}

static void fill_pattern(struct text *t, const struct catalogue *messages, const char *pattern,
                         size_t length, const char *first)
{
    for (const char *at = pattern, *end = pattern + length; at < end;) {
        size_t name = *at == '{' ? strcspn(at + 1, "{}\1") : 0;
        if (name > 0 && at[1 + name] == '}' && fill_in(t, messages, first, at + 1, name))
            at += name + 2;
        else
            text_char(t, *at++);
    }
}

static bool write_translation(struct text *t, const struct catalogue *messages, const char *id,
                              const char *first)
{
    const char *pattern = catalogue_find(messages, id), *number = find_arg(first, "", "n", 1);
    unsigned long long n = 1;

    if (!pattern)
        return false;
    if (number)
        text_read_number(number + 2, UINT64_MAX, &n);
    pattern = catalogue_form(messages, pattern, n);
    fill_pattern(t, messages, pattern, strcspn(pattern, "\1"), first);
    return true;
}

bool sentence_tell(struct text *t, const struct catalogue *messages, const char *args)
{
    return *args && write_translation(t, messages, args, sentence_first(args));
}

// ---------------------------------------------------------------------------------------------
// Saying at once
// ---------------------------------------------------------------------------------------------

static void write_sentence(struct text *t, const struct catalogue *messages,
                           const unsigned long long *n, const char *id, const char *format,
                           struct sentence_values *v)
{
    char english[ENGLISH_BYTES], args[ENGLISH_BYTES], number[24];
    const char *names = begin_args(args, sizeof args, id);
    struct text whole;

    if (!messages || !catalogue_find(messages, args)) {
        add_english(t, format, v);
        return;
    }
    if (n) {
        text_init(&whole, number, sizeof number);
        text_format(&whole, "%llu", *n);
        sentence_add(args, sizeof args, "n", number);
    }
    text_init(&whole, english, sizeof english);
    keep_all(&whole, args, sizeof args, names, format, v);
    if (!sentence_tell(t, messages, args))
        text_add(t, english);
}

const char *sentence_text(const struct catalogue *messages, const char *id, const char *format)
{
    const char *found = catalogue_find(messages, id);

    return found ? found : format;
}

const char *sentence_row(const struct catalogue *messages, const struct sentence *row)
{
    return catalogue_text(messages, row->english, "%s", row->id);
}

void text_say(struct text *t, const struct catalogue *messages, const char *id, const char *format,
              ...)
{
    struct sentence_values v;

    va_start(v.list, format);
    write_sentence(t, messages, NULL, id, format, &v);
    va_end(v.list);
}

void text_say_count(struct text *t, const struct catalogue *messages, unsigned long long n,
                    const char *id, const char *one, const char *many, ...)
{
    struct sentence_values v;

    va_start(v.list, many);
    write_sentence(t, messages, &n, id, n == 1 ? one : many, &v);
    va_end(v.list);
}
