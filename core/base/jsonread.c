// SPDX-License-Identifier: MIT
// Reading JSON: first the text as tokens, in one loop whose only stack is the tokens themselves;
// then what they mean.
#include "base/jsonread.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

// ---------------------------------------------------------------------------------------------
// The text
// ---------------------------------------------------------------------------------------------

struct json_reader {
    const char *at, *end;
    const char *line_start;
    unsigned line;
    struct json_token *tokens;
    unsigned capacity, count;
    // The innermost open container, counted from 1; while it is open its `span` holds the one
    // around it.
    unsigned open;
    unsigned depth;
    struct error *e;
};

static bool set_error(struct json_reader *r, const struct error *what)
{
    unsigned column = 1;

    for (const char *c = r->line_start; c < r->at; c++)
        column += ((unsigned char)*c & 0xc0) != 0x80;
    error_set(r->e, "json.fault:line,column,fault", "line %u, column %u: %s", r->line, column,
              what->message.text);
    return error_within(r->e, "fault", what);
}

static bool syntax_error(struct json_reader *r, const char *id, const char *format)
{
    struct error what;

    error_set(&what, id, "%s", format);
    return set_error(r, &what);
}

// Something must stand here, whose name has an id too.
static bool misplaced(struct json_reader *r, const char *id, const char *format)
{
    struct error what;
    char found[2] = {0};

    if (r->at == r->end) {
        error_set(&what, "json.breaks-off:wanted", "the text breaks off where %s must stand",
                  format);
    } else {
        found[0] = *r->at;
        error_set(&what, "json.misplaced:found,wanted", "'%s' stands where %s must stand",
                  error_quote(found).text, format);
    }
    error_refer(&what, "wanted", "%s", id);
    return set_error(r, &what);
}

// The next character that is no space, or 0 at the end; a byte 0 in the text stands nowhere anyway.
static char peek_byte(struct json_reader *r)
{
    for (; r->at < r->end; r->at++) {
        if (*r->at == '\n') {
            r->line++;
            r->line_start = r->at + 1;
        } else if (*r->at != ' ' && *r->at != '\t' && *r->at != '\r') {
            return *r->at;
        }
    }
    return 0;
}

static struct json_token *add_token(struct json_reader *r, enum json_kind kind)
{
    if (r->count == r->capacity) {
        syntax_error(r, "json.many", "the text holds too many values");
        return NULL;
    }
    struct json_token *t = &r->tokens[r->count++];
    *t = (struct json_token){.at = r->at, .span = 1, .line = r->line, .kind = (uint8_t)kind};
    return t;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// The four digits behind "\u"; -1 when they are not there.
static long read_unit(const char *at, const char *end)
{
    long unit = 0;

    if (end - at < 6 || at[0] != '\\' || at[1] != 'u')
        return -1;
    for (int i = 2; i < 6; i++) {
        int digit = hex_digit(at[i]);
        if (digit < 0)
            return -1;
        unit = unit * 16 + digit;
    }
    return unit;
}

// The character at a backslash: how many bytes it is written with, or 0.
static unsigned read_escape(const char *at, const char *end, uint32_t *code)
{
    static const char names[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    const char *found = end - at >= 2 && at[1] ? strchr(names, at[1]) : NULL;

    if (found) {
        *code = (uint32_t)meanings[found - names];
        return 2;
    }
    long unit = read_unit(at, end);
    if (unit < 0 || (unit >= 0xdc00 && unit <= 0xdfff))
        return 0;
    *code = (uint32_t)unit;
    if (unit < 0xd800 || unit > 0xdfff)
        return 6;
    long low = read_unit(at + 6, end);
    if (low < 0xdc00 || low > 0xdfff)
        return 0;
    *code = 0x10000 + ((uint32_t)unit - 0xd800) * 0x400 + ((uint32_t)low - 0xdc00);
    return 12;
}

// One character of a string, plain or escaped: how many bytes it is written with, or 0.
static unsigned read_character(const char *at, const char *end, uint32_t *code)
{
    if (at < end && *at == '\\')
        return read_escape(at, end, code);
    return text_character(at, (size_t)(end - at), code);
}

static bool read_string(struct json_reader *r)
{
    struct json_token *t = add_token(r, JSON_STRING);
    uint32_t code;

    if (!t)
        return false;
    t->at = ++r->at;
    while (r->at < r->end && *r->at != '"') {
        if ((unsigned char)*r->at < ' ')
            return syntax_error(r, "json.control",
                                "a control character stands in a string without an escape");
        unsigned bytes = read_character(r->at, r->end, &code);
        if (bytes == 0)
            return *r->at == '\\'
                       ? syntax_error(r, "json.escape",
                                      "the escape in a string is none that JSON knows")
                       : syntax_error(r, "json.bytes", "the bytes in a string are not UTF-8");
        r->at += bytes;
    }
    if (r->at == r->end)
        return syntax_error(r, "json.string", "the text breaks off inside a string");
    t->length = (uint32_t)(r->at++ - t->at);
    return true;
}

static bool digits(struct json_reader *r)
{
    const char *from = r->at;

    while (r->at < r->end && *r->at >= '0' && *r->at <= '9')
        r->at++;
    return r->at > from;
}

static bool take_byte(struct json_reader *r, const char *any)
{
    if (r->at == r->end || !*r->at || !strchr(any, *r->at))
        return false;
    r->at++;
    return true;
}

static bool read_digits(struct json_reader *r)
{
    struct json_token *t = add_token(r, JSON_NUMBER);

    if (!t)
        return false;
    take_byte(r, "-");
    if (!take_byte(r, "0") && !digits(r))
        return misplaced(r, "json.digit", "a digit");
    if (take_byte(r, ".") && !digits(r))
        return misplaced(r, "json.digit", "a digit");
    if (take_byte(r, "eE")) {
        take_byte(r, "+-");
        if (!digits(r))
            return misplaced(r, "json.digit", "a digit");
    }
    t->length = (uint32_t)(r->at - t->at);
    return true;
}

static bool read_word(struct json_reader *r, const char *word, enum json_kind kind)
{
    size_t length = strlen(word);
    struct json_token *t = add_token(r, kind);

    if (!t)
        return false;
    if ((size_t)(r->end - r->at) < length || memcmp(r->at, word, length) != 0)
        return misplaced(r, "json.value", "a value");
    t->length = (uint32_t)length;
    r->at += length;
    return true;
}

static bool read_key(struct json_reader *r)
{
    if (peek_byte(r) != '"')
        return misplaced(r, "json.key", "a key in quotes");
    if (!read_string(r))
        return false;
    if (peek_byte(r) != ':')
        return misplaced(r, "json.colon", "':'");
    r->at++;
    return true;
}

static void end_container(struct json_reader *r)
{
    struct json_token *t = &r->tokens[r->open - 1];
    unsigned around = t->span;

    r->at++;
    t->length = (uint32_t)(r->at - t->at);
    t->span = r->count - (r->open - 1);
    r->open = around;
    r->depth--;
}

// Opens a container. The first key of an object that has one is read; an empty container is closed
// again.
static bool begin_container(struct json_reader *r, enum json_kind kind, char closing)
{
    if (r->depth == JSON_DEPTH_MOST)
        return syntax_error(r, "json.deep", "too many values stand inside each other");
    struct json_token *t = add_token(r, kind);
    if (!t)
        return false;
    t->span = r->open;
    r->open = r->count;
    r->depth++;
    r->at++;
    if (peek_byte(r) == closing) {
        end_container(r);
        return true;
    }
    return kind == JSON_ARRAY || read_key(r);
}

static bool read_value(struct json_reader *r)
{
    char c = peek_byte(r);

    switch (c) {
    case '{':
        return begin_container(r, JSON_OBJECT, '}');
    case '[':
        return begin_container(r, JSON_ARRAY, ']');
    case '"':
        return read_string(r);
    case 't':
        return read_word(r, "true", JSON_TRUE);
    case 'f':
        return read_word(r, "false", JSON_FALSE);
    case 'n':
        return read_word(r, "null", JSON_NULL);
    default:
        return c == '-' || (c >= '0' && c <= '9') ? read_digits(r)
                                                  : misplaced(r, "json.value", "a value");
    }
}

// Behind a value: closes what ends here and goes to the next value, which there is while a
// container is open.
static bool go_on(struct json_reader *r)
{
    while (r->open) {
        bool object = r->tokens[r->open - 1].kind == JSON_OBJECT;
        char c = peek_byte(r);
        if (c == ',') {
            r->at++;
            return !object || read_key(r);
        }
        if (c != (object ? '}' : ']'))
            return object ? misplaced(r, "json.member", "',' or '}'")
                          : misplaced(r, "json.item", "',' or ']'");
        end_container(r);
    }
    return true;
}

const struct json_token *json_read(const char *bytes, size_t length, struct json_token *tokens,
                                   unsigned capacity, struct error *e)
{
    struct json_reader r = {.at = bytes,
                            .end = bytes + length,
                            .line_start = bytes,
                            .line = 1,
                            .tokens = tokens,
                            .capacity = capacity,
                            .e = e};

    if (length > JSON_BYTES_MOST) {
        error_set(e, "json.long:most", "the text is longer than %d bytes", JSON_BYTES_MOST);
        return NULL;
    }
    do {
        unsigned opened = r.open;
        if (!read_value(&r))
            return NULL;
        if (r.open != opened)
            continue; // its first value comes next
        if (!go_on(&r))
            return NULL;
    } while (r.open);
    peek_byte(&r);
    if (r.at < r.end) {
        misplaced(&r, "json.end", "the end");
        return NULL;
    }
    return tokens;
}

// Every token but the first stands behind one of these signs.
size_t json_read_capacity(const char *bytes, size_t length)
{
    size_t capacity = 1;
    bool quoted = false;

    for (size_t i = 0; i < length; i++) {
        if (quoted && bytes[i] == '\\')
            i++;
        else if (bytes[i] == '"')
            quoted = !quoted;
        else if (!quoted && bytes[i] && strchr("{[,:", bytes[i]))
            capacity++;
    }
    return capacity;
}

const struct json_token *json_read_new(const char *bytes, size_t length, struct error *e)
{
    size_t capacity = length > JSON_BYTES_MOST ? 1 : json_read_capacity(bytes, length);
    struct json_token *tokens = malloc(capacity * sizeof *tokens);

    if (!tokens) {
        error_set(e, "json.memory", "the text is too long for the memory");
        return NULL;
    }
    const struct json_token *root = json_read(bytes, length, tokens, (unsigned)capacity, e);
    if (!root)
        free(tokens);
    return root;
}

void json_read_free(const struct json_token *root)
{
    free((struct json_token *)(uintptr_t)root);
}

// ---------------------------------------------------------------------------------------------
// Its meaning
// ---------------------------------------------------------------------------------------------

bool json_read_kind(const struct json_token *t, enum json_kind kind)
{
    return t && t->kind == kind;
}

const struct json_token *json_read_first(const struct json_token *container)
{
    return container && container->kind >= JSON_OBJECT && container->span > 1 ? container + 1
                                                                              : NULL;
}

const struct json_token *json_read_next(const struct json_token *container,
                                        const struct json_token *t)
{
    const struct json_token *value = container->kind == JSON_OBJECT ? t + 1 : t;
    const struct json_token *next = value + value->span;

    return next < container + container->span ? next : NULL;
}

const struct json_token *json_read_value(const struct json_token *key)
{
    return key ? key + 1 : NULL;
}

const struct json_token *json_read_member(const struct json_token *object, const char *name)
{
    if (!json_read_kind(object, JSON_OBJECT))
        return NULL;
    const struct json_token *key = json_read_first(object);
    while (key && !json_read_is(key, name))
        key = json_read_next(object, key);
    return json_read_value(key);
}

const struct json_token *json_read_item(const struct json_token *array, unsigned index)
{
    if (!json_read_kind(array, JSON_ARRAY))
        return NULL;
    const struct json_token *item = json_read_first(array);
    for (; item && index > 0; index--)
        item = json_read_next(array, item);
    return item;
}

unsigned json_read_count(const struct json_token *container)
{
    unsigned count = 0;

    for (const struct json_token *t = json_read_first(container); t;
         t = json_read_next(container, t))
        count++;
    return count;
}

// Steps over a character of a string and gives its UTF-8; how many bytes that has, 0 for a NUL,
// which no text can hold.
static unsigned next_bytes(const char **at, const char *end, char bytes[4])
{
    uint32_t code = 0;

    *at += read_character(*at, end, &code);
    return code ? text_encode(code, bytes) : 0;
}

bool json_read_string(const struct json_token *t, char *to, size_t capacity)
{
    size_t length = 0;

    to[0] = 0;
    if (!json_read_kind(t, JSON_STRING))
        return false;
    if (t->length < capacity && !memchr(t->at, '\\', t->length)) {
        memcpy(to, t->at, t->length);
        to[t->length] = 0;
        return true;
    }
    for (const char *at = t->at, *end = t->at + t->length; at < end;) {
        char bytes[4];
        unsigned count = next_bytes(&at, end, bytes);
        if (count == 0 || length + count >= capacity)
            return false;
        memcpy(to + length, bytes, count);
        length += count;
        to[length] = 0;
    }
    return true;
}

bool json_read_is(const struct json_token *t, const char *meaning)
{
    if (!json_read_kind(t, JSON_STRING))
        return false;
    if (!memchr(t->at, '\\', t->length))
        return !strncmp(meaning, t->at, t->length) && !meaning[t->length];
    for (const char *at = t->at, *end = t->at + t->length; at < end;) {
        char bytes[4];
        unsigned count = next_bytes(&at, end, bytes);
        if (count == 0 || strncmp(meaning, bytes, count) != 0)
            return false;
        meaning += count;
    }
    return *meaning == 0;
}

bool json_read_number(const struct json_token *t, int64_t *n)
{
    char digits_of[24];
    unsigned long long value;

    if (!json_read_kind(t, JSON_NUMBER) || t->length >= sizeof digits_of)
        return false;
    memcpy(digits_of, t->at, t->length);
    digits_of[t->length] = 0;
    bool negative = digits_of[0] == '-';
    if (!text_read_number(digits_of + negative, (unsigned long long)INT64_MAX + negative, &value))
        return false;
    *n = negative ? (int64_t)(0 - value) : (int64_t)value;
    return true;
}
