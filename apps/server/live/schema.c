// SPDX-License-Identifier: MIT
// Reads a JSON object into a struct by a table of fields: names, kinds, sizes, which must be there.
// Sockets and the api read all bodies with it, so bad input is refused in one place and in one
// voice, and an unknown or double key is an error. It allocates nothing and trusts nothing.
#include "server/live/schema.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "base/jsonread.h"
#include "base/text.h"

// Copies a text without control characters that fits.
static bool copy_word(const char *field, const struct json_token *value, char *to, size_t capacity,
                      struct error *e)
{
    if (!json_read_kind(value, JSON_STRING))
        return error_set(e, "schema.text:field", "field '%s' is not a text",
                         error_quote(field).text);
    bool whole = json_read_string(value, to, capacity);
    for (const char *c = to; *c; c++) {
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            return error_set(e, "schema.control:field", "field '%s' has a control character",
                             error_quote(field).text);
    }
    if (!whole && value->length < capacity) // it would fit: a zero cut it short
        return error_set(e, "schema.control:field", "field '%s' has a control character",
                         error_quote(field).text);
    return whole || error_set(e, "schema.bytes:field,most", "field '%s' is longer than %zu bytes",
                              field, capacity - 1);
}

static bool copy_number(const struct schema_field *f, const struct json_token *value, int64_t *to,
                        struct error *e)
{
    int64_t n;

    if (!json_read_number(value, &n) || n < 0 || (uint64_t)n > f->size)
        return error_set(e, "schema.number:field,most",
                         "field '%s' is not a whole number from 0 to %zu", f->name, f->size);
    *to = n;
    return true;
}

static bool copy_words(const struct schema_field *f, const struct json_token *value,
                       struct schema_words *to, struct error *e)
{
    if (!json_read_kind(value, JSON_ARRAY))
        return error_set(e, "schema.list:field", "field '%s' is not a list",
                         error_quote(f->name).text);
    to->count = 0;
    for (const struct json_token *i = json_read_first(value); i; i = json_read_next(value, i)) {
        if (to->count == SCHEMA_MOST_WORDS)
            return error_set(e, "schema.items:field,most", "field '%s' has more than %d items",
                             f->name, SCHEMA_MOST_WORDS);
        if (!copy_word(f->name, i, to->at[to->count++], SCHEMA_WORD_BYTES, e))
            return false;
    }
    return true;
}

// Whether a pair with the same key, up to its '=', stands among the first `count`.
static bool has_pair(char (*pairs)[SCHEMA_WORD_BYTES], unsigned count, const char *pair)
{
    size_t length = strcspn(pair, "=") + 1;

    for (unsigned i = 0; i < count; i++) {
        if (!strncmp(pairs[i], pair, length))
            return true;
    }
    return false;
}

static bool copy_pairs(const struct schema_field *f, const struct json_token *value,
                       char (*to)[SCHEMA_WORD_BYTES], unsigned most, unsigned *count,
                       struct error *e)
{
    char key[SCHEMA_WORD_BYTES], word[SCHEMA_WORD_BYTES];

    if (!json_read_kind(value, JSON_OBJECT))
        return error_set(e, "schema.field-object:field", "field '%s' is not an object",
                         error_quote(f->name).text);
    *count = 0;
    for (const struct json_token *k = json_read_first(value); k; k = json_read_next(value, k)) {
        struct text t;
        if (*count == most)
            return error_set(e, "schema.members:field,most", "field '%s' has more than %u members",
                             f->name, most);
        if (!copy_word(f->name, k, key, sizeof key, e) ||
            !copy_word(f->name, json_read_value(k), word, sizeof word, e))
            return false;
        text_init(&t, to[*count], SCHEMA_WORD_BYTES);
        text_format(&t, "%s=%s", key, word);
        if (t.cut)
            return error_set(e, "schema.member-long:field",
                             "field '%s' has a member that is too long", error_quote(f->name).text);
        if (has_pair(to, (*count)++, t.at))
            return error_set(e, "schema.member-twice:field", "field '%s' has a member twice",
                             error_quote(f->name).text);
    }
    return true;
}

static bool copy_value(const struct schema_field *f, const struct json_token *value, void *into,
                       struct error *e)
{
    void *to = (char *)into + f->place;

    switch (f->kind) {
    case SCHEMA_WORD:
        return copy_word(f->name, value, to, f->size, e);
    case SCHEMA_NUMBER:
        return copy_number(f, value, to, e);
    case SCHEMA_FLAG:
    case SCHEMA_MAYBE:
        if (!json_read_kind(value, JSON_TRUE) && !json_read_kind(value, JSON_FALSE))
            return error_set(e, "schema.bool:field", "field '%s' is neither true nor false",
                             error_quote(f->name).text);
        if (f->kind == SCHEMA_FLAG)
            *(bool *)to = json_read_kind(value, JSON_TRUE);
        else
            *(int *)to = json_read_kind(value, JSON_TRUE);
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

// The place of a field in the list, or the length of the list.
static unsigned find_field(const struct schema_field *fields, const struct json_token *key)
{
    unsigned i = 0;

    while (fields[i].name && !json_read_is(key, fields[i].name))
        i++;
    return i;
}

static bool fill(const struct schema_field *fields, const struct json_token *root, const char *tag,
                 void *into, struct error *e)
{
    uint64_t seen = 0; // a bit for each field, the last for the tag

    for (const struct json_token *k = json_read_first(root); k; k = json_read_next(root, k)) {
        bool is_tag = tag && json_read_is(k, tag);
        unsigned i = is_tag ? 63 : find_field(fields, k);
        char name[SCHEMA_NAME_BYTES];
        assert(i <= 63);
        json_read_string(k, name, sizeof name);
        if (!is_tag && !fields[i].name)
            return error_set(e, "schema.unknown:field", "field '%s' is unknown here",
                             error_quote(name).text);
        if (seen >> i & 1)
            return error_set(e, "schema.twice:field", "field '%s' is given twice",
                             error_quote(name).text);
        seen |= (uint64_t)1 << i;
        if (!is_tag && !copy_value(&fields[i], json_read_value(k), into, e))
            return false;
    }
    for (unsigned i = 0; fields[i].name; i++) {
        if (fields[i].must && !(seen >> i & 1))
            return error_set(e, "schema.missing:field", "field '%s' is missing", fields[i].name);
    }
    return true;
}

// Any message that can be right has fewer values.
enum { TOKENS = 4 * SCHEMA_MANY };

static const struct json_token *parse(const char *bytes, size_t length, struct json_token *tokens,
                                      struct error *e)
{
    struct error why;
    const struct json_token *root = json_read(bytes, length, tokens, TOKENS, &why);

    if (!root) {
        error_set(e, "schema.json:reason", "this is not JSON: %s", why.message.text);
        error_within(e, "reason", &why);
    } else if (!json_read_kind(root, JSON_OBJECT))
        error_set(e, "schema.object", "this is not a JSON object");
    else
        return root;
    return NULL;
}

bool schema_read(const struct schema_field *fields, const char *bytes, size_t length, void *into,
                 struct error *e)
{
    struct json_token tokens[TOKENS];
    const struct json_token *root = parse(bytes, length, tokens, e);

    return root && fill(fields, root, NULL, into, e);
}

bool schema_read_tagged(const char *tag,
                        const struct schema_field *(*schema_of)(const char *value, void *find_to),
                        void *find_to, const char *bytes, size_t length, void *into,
                        struct error *e)
{
    struct json_token tokens[TOKENS];
    const struct json_token *root = parse(bytes, length, tokens, e);
    char word[SCHEMA_NAME_BYTES];

    if (!root || !copy_word(tag, json_read_member(root, tag), word, sizeof word, e))
        return false;
    const struct schema_field *fields = schema_of(word, find_to);
    if (!fields)
        return error_set(e, "schema.word:word", "'%s' is nothing that can be done here",
                         error_quote(word).text);
    return fill(fields, root, tag, into, e);
}
