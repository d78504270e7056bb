// SPDX-License-Identifier: MIT
// Reads a JSON object into a struct by a table of fields: names, kinds, sizes, which must be there. Sockets and the
// api read all bodies with it, so bad input is refused in one place and in one voice, and an unknown or double key is
// a fault. It allocates nothing and trusts nothing.
#include "server/live/schema.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "base/jsonread.h"
#include "base/text.h"

static bool refuse(struct error *e, const char *field, const char *what)
{
    return error_say(e, "field '%s' %s", error_quote(field).text, what);
}

// Copies a text without control characters that fits.
static bool copy_word(const char *field, const struct json_token *value, char *to, size_t room,
                      struct error *e)
{
    if (!json_read_kind(value, JSON_STRING))
        return refuse(e, field, "is not a text");
    bool whole = json_read_string(value, to, room);
    for (const char *c = to; *c; c++) {
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            return refuse(e, field, "has a control character");
    }
    if (!whole && value->length < room) // it would fit: a zero cut it short
        return refuse(e, field, "has a control character");
    return whole || error_say(e, "field '%s' is longer than %zu bytes", field, room - 1);
}

static bool copy_number(const struct schema_field *f, const struct json_token *value, int64_t *to,
                        struct error *e)
{
    int64_t n;

    if (!json_read_number(value, &n) || n < 0 || (uint64_t)n > f->size)
        return error_say(e, "field '%s' is not a whole number from 0 to %zu", f->name, f->size);
    *to = n;
    return true;
}

static bool copy_words(const struct schema_field *f, const struct json_token *value,
                       struct schema_words *to, struct error *e)
{
    if (!json_read_kind(value, JSON_ARRAY))
        return refuse(e, f->name, "is not a list");
    to->count = 0;
    for (const struct json_token *i = json_read_first(value); i; i = json_read_next(value, i)) {
        if (to->count == SCHEMA_MOST_WORDS)
            return error_say(e, "field '%s' has more than %d items", f->name, SCHEMA_MOST_WORDS);
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
        return refuse(e, f->name, "is not an object");
    *count = 0;
    for (const struct json_token *k = json_read_first(value); k; k = json_read_next(value, k)) {
        struct text t;
        if (*count == most)
            return error_say(e, "field '%s' has more than %u members", f->name, most);
        if (!copy_word(f->name, k, key, sizeof key, e) ||
            !copy_word(f->name, json_read_value(k), word, sizeof word, e))
            return false;
        text_init(&t, to[*count], SCHEMA_WORD_BYTES);
        text_format(&t, "%s=%s", key, word);
        if (t.cut)
            return refuse(e, f->name, "has a member that is too long");
        if (has_pair(to, (*count)++, t.at))
            return refuse(e, f->name, "has a member twice");
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
        if (!json_read_kind(value, JSON_TRUE) && !json_read_kind(value, JSON_FALSE))
            return refuse(e, f->name, "is neither true nor false");
        *(bool *)to = json_read_kind(value, JSON_TRUE);
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
static unsigned find(const struct schema_field *fields, const struct json_token *key)
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
        unsigned i = is_tag ? 63 : find(fields, k);
        char name[SCHEMA_NAME_BYTES];
        assert(i <= 63);
        json_read_string(k, name, sizeof name);
        if (!is_tag && !fields[i].name)
            return refuse(e, name, "is unknown here");
        if (seen >> i & 1)
            return refuse(e, name, "is given twice");
        seen |= (uint64_t)1 << i;
        if (!is_tag && !copy_value(&fields[i], json_read_value(k), into, e))
            return false;
    }
    for (unsigned i = 0; fields[i].name; i++) {
        if (fields[i].must && !(seen >> i & 1))
            return refuse(e, fields[i].name, "is missing");
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

    if (!root)
        error_say(e, "this is not JSON: %s", why.text);
    else if (!json_read_kind(root, JSON_OBJECT))
        error_say(e, "this is not a JSON object");
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
        return error_say(e, "'%s' is nothing that can be done here", error_quote(word).text);
    return fill(fields, root, tag, into, e);
}
