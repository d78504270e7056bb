// SPDX-License-Identifier: MIT
#include "server/live/schema.h"

#include <jansson.h>
#include <stdint.h>
#include <string.h>

#include "base/text.h"

static bool refuse(struct error *e, const char *field, const char *what)
{
    return error_say(e, "field '%s' %s", error_quote(field).text, what);
}

// Copies a text without control characters that fits.
static bool copy_word(const char *field, const json_t *value, char *to, size_t room,
                      struct error *e)
{
    const char *s = json_string_value(value);
    size_t length = json_string_length(value);

    if (!s)
        return refuse(e, field, "is not a text");
    if (length >= room)
        return error_say(e, "field '%s' is longer than %zu bytes", field, room - 1);
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)s[i] < ' ' || s[i] == 0x7f)
            return refuse(e, field, "has a control character");
    }
    memcpy(to, s, length + 1);
    return true;
}

static bool copy_number(const struct schema_field *f, const json_t *value, void *to,
                        struct error *e)
{
    json_int_t n = json_integer_value(value);

    if (!json_is_integer(value) || n < 0 || (unsigned long long)n > f->size)
        return error_say(e, "field '%s' is not a whole number from 0 to %zu", f->name, f->size);
    *(int64_t *)to = n;
    return true;
}

static bool copy_words(const struct schema_field *f, const json_t *value, struct schema_words *to,
                       struct error *e)
{
    if (!json_is_array(value))
        return refuse(e, f->name, "is not a list");
    if (json_array_size(value) > SCHEMA_MOST_WORDS)
        return error_say(e, "field '%s' has more than %d items", f->name, SCHEMA_MOST_WORDS);
    for (to->count = 0; to->count < json_array_size(value); to->count++) {
        if (!copy_word(f->name, json_array_get(value, to->count), to->at[to->count],
                       SCHEMA_WORD_BYTES, e))
            return false;
    }
    return true;
}

static bool copy_pairs(const struct schema_field *f, json_t *value, char (*to)[SCHEMA_WORD_BYTES],
                       unsigned most, unsigned *count, struct error *e)
{
    char word[SCHEMA_WORD_BYTES];
    const char *key;
    json_t *inner;

    if (!json_is_object(value))
        return refuse(e, f->name, "is not an object");
    if (json_object_size(value) > most)
        return error_say(e, "field '%s' has more than %u members", f->name, most);
    *count = 0;
    json_object_foreach(value, key, inner)
    {
        struct text t;
        if (!copy_word(f->name, inner, word, sizeof word, e))
            return false;
        text_init(&t, to[(*count)++], SCHEMA_WORD_BYTES);
        text_format(&t, "%s=%s", key, word);
        if (t.cut)
            return refuse(e, f->name, "has a member that is too long");
    }
    return true;
}

static bool copy_value(const struct schema_field *f, json_t *value, void *into, struct error *e)
{
    void *to = (char *)into + f->place;

    switch (f->kind) {
    case SCHEMA_WORD:
        return copy_word(f->name, value, to, f->size, e);
    case SCHEMA_NUMBER:
        return copy_number(f, value, to, e);
    case SCHEMA_FLAG:
        if (!json_is_boolean(value))
            return refuse(e, f->name, "is neither true nor false");
        *(bool *)to = json_is_true(value);
        return true;
    case SCHEMA_WORDS:
        return copy_words(f, value, to, e);
    case SCHEMA_PAIRS:
        return copy_pairs(f, value, ((struct schema_words *)to)->at, SCHEMA_MOST_WORDS,
                          &((struct schema_words *)to)->count, e);
    case SCHEMA_MANY_PAIRS:
        return copy_pairs(f, value, ((struct schema_many *)to)->at, SCHEMA_MANY,
                          &((struct schema_many *)to)->count, e);
    }
    return false;
}

static const struct schema_field *find(const struct schema_field *fields, const char *name)
{
    for (; fields->name; fields++) {
        if (!strcmp(fields->name, name))
            return fields;
    }
    return NULL;
}

static bool fill(const struct schema_field *fields, json_t *root, const char *tag, void *into,
                 struct error *e)
{
    const char *name;
    json_t *value;

    json_object_foreach(root, name, value)
    {
        const struct schema_field *f = find(fields, name);
        if (tag && !strcmp(name, tag))
            continue;
        if (!f)
            return refuse(e, name, "is unknown here");
        if (!copy_value(f, value, into, e))
            return false;
    }
    for (const struct schema_field *f = fields; f->name; f++) {
        if (f->must && !json_object_get(root, f->name))
            return refuse(e, f->name, "is missing");
    }
    return true;
}

static json_t *parse(const char *bytes, size_t length, struct error *e)
{
    json_error_t fault;
    json_t *root = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, &fault);

    if (!root)
        error_say(e, "this is not JSON: %s", error_quote(fault.text).text);
    else if (!json_is_object(root)) {
        error_say(e, "this is not a JSON object");
        json_decref(root);
        root = NULL;
    }
    return root;
}

bool schema_read(const struct schema_field *fields, const char *bytes, size_t length, void *into,
                 struct error *e)
{
    json_t *root = parse(bytes, length, e);

    if (!root)
        return false;
    bool good = fill(fields, root, NULL, into, e);
    json_decref(root);
    return good;
}

bool schema_read_tagged(const char *tag,
                        const struct schema_field *(*schema_of)(const char *value, void *find_to),
                        void *find_to, const char *bytes, size_t length, void *into,
                        struct error *e)
{
    json_t *root = parse(bytes, length, e);
    char word[SCHEMA_NAME_BYTES];

    if (!root)
        return false;
    bool good = copy_word(tag, json_object_get(root, tag), word, sizeof word, e);
    const struct schema_field *fields = good ? schema_of(word, find_to) : NULL;
    if (good && !fields)
        good = error_say(e, "'%s' is nothing that can be done here", error_quote(word).text);
    good = good && fill(fields, root, tag, into, e);
    json_decref(root);
    return good;
}
