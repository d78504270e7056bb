// SPDX-License-Identifier: MIT
// Reading the JSON of a record. Objects have only the keys that the writer knows; "action" comes first in its
// object, since the other keys belong to it.
#include <stdlib.h>
#include <string.h>

#include "record/recordjson.h"
#include "record/recordparts.h"

enum { KEY = 48 };

struct json {
    struct record *record;
    const char *at, *end;
    unsigned line;
    struct error *e;
};

static bool fault(struct json *j, const char *id, const char *format)
{
    return record_fault(j->e, j->line, id, format, 0);
}

// ---------------------------------------------------------------------------------------------
// JSON
// ---------------------------------------------------------------------------------------------

static char peek(struct json *j)
{
    for (; j->at < j->end && memchr(" \t\r\n", *j->at, 4); j->at++)
        j->line += *j->at == '\n';
    return j->at < j->end ? *j->at : 0;
}

// Takes this character if it is the next.
static bool take(struct json *j, char c)
{
    if (peek(j) != c)
        return false;
    j->at++;
    return true;
}

static bool need(struct json *j, char c)
{
    if (take(j, c))
        return true;
    if (j->at == j->end)
        return record_fault(j->e, j->line, "record.breaks-off:sign",
                            "the record breaks off where '%c' must stand", c);
    char found[] = {*j->at, 0};
    return record_fault(j->e, j->line, "record.sign-wanted:found,sign",
                        "'%s' stands where '%c' must stand", error_quote(found).text, c);
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// Four digits; -1 when they are not there.
static long read_unit(struct json *j)
{
    long unit = 0;

    if (j->end - j->at < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        int digit = hex_digit(*j->at++);
        if (digit < 0)
            return -1;
        unit = unit * 16 + digit;
    }
    return unit;
}

// The character behind \u, which may take two such units. Halves of pairs become bytes that are not
// UTF-8, which the caller refuses; so is 0.
static size_t read_unicode(struct json *j, char *to)
{
    long code = read_unit(j);

    if (code <= 0)
        return 0;
    if (code >= 0xd800 && code < 0xdc00 && j->end - j->at > 2 && j->at[0] == '\\' &&
        j->at[1] == 'u') {
        j->at += 2;
        long low = read_unit(j);
        if (low < 0xdc00 || low > 0xdfff)
            return 0;
        code = 0x10000 + (code - 0xd800) * 0x400 + (low - 0xdc00);
    }
    size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned char heads[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = length; i-- > 1; code >>= 6)
        to[i] = (char)(0x80 | (code & 0x3f));
    to[0] = (char)(heads[length] | code);
    return length;
}

static size_t read_escape(struct json *j, char *to)
{
    static const char names[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    char c = j->at < j->end ? *j->at++ : 0;
    const char *found = c ? strchr(names, c) : NULL;

    if (c == 'u')
        return read_unicode(j, to);
    if (!found)
        return 0;
    *to = meanings[found - names];
    return 1;
}

// The inside of a string; false without a sentence when something in it is wrong.
static bool read_inside(struct json *j, char *to, size_t *length)
{
    while (j->at < j->end && *j->at != '"') {
        char c = *j->at++;
        size_t count = 1;
        if (c == '\\')
            count = read_escape(j, to + *length);
        else
            to[*length] = c;
        if (count == 0 || (unsigned char)c < ' ')
            return false;
        *length += count;
    }
    to[*length] = 0;
    return j->at < j->end && text_utf8(to, *length) == *length;
}

// How many bytes there are up to the quote, which a backslash may hide.
static size_t quoted_length(const struct json *j)
{
    const char *at = j->at;

    while (at < j->end && *at != '"')
        at += *at == '\\' && at + 1 < j->end ? 2 : 1;
    return (size_t)(at - j->at);
}

// A string in new memory.
static char *read_string(struct json *j)
{
    size_t length = 0;

    if (!need(j, '"'))
        return NULL;
    char *copy = malloc(quoted_length(j) + 8); // an escape is never shorter than what it means
    if (!copy)
        fault(j, "record.memory", "the record is too long for the memory");
    else if (!read_inside(j, copy, &length))
        fault(j, "record.string", "a string does not end, or holds what is not allowed in it");
    else {
        j->at++;
        return copy;
    }
    free(copy);
    return NULL;
}

// A string that fits.
static bool read_word(struct json *j, char word[KEY])
{
    struct text t;
    char *string = read_string(j);

    if (!string)
        return false;
    text_init(&t, word, KEY);
    text_add(&t, string);
    free(string);
    return !t.cut || record_fault(j->e, j->line, "record.long-word:word", "'%s' is too long",
                                  error_quote(word).text);
}

static bool read_number(struct json *j, uint64_t most, uint64_t *n)
{
    char digits[KEY];
    unsigned long long value;
    struct text t;

    text_init(&t, digits, sizeof digits);
    peek(j);
    while (j->at < j->end && memchr("+-.0123456789eE", *j->at, 15))
        text_char(&t, *j->at++);
    if (t.cut || !text_read_number(digits, most, &value))
        return record_fault(j->e, j->line, "record.number:word,most",
                            "'%s' is not a whole number from 0 to %llu", error_quote(digits).text,
                            (unsigned long long)most);
    *n = value;
    return true;
}

// ---------------------------------------------------------------------------------------------
// Records
// ---------------------------------------------------------------------------------------------

static bool read_comment(struct json *j, unsigned number)
{
    char *comment = read_string(j);

    if (!comment)
        return false;
    struct record_node *node = &j->record->nodes[number];
    if (node->comment) {
        free(comment);
        return fault(j, "record.comments", "an action cannot have two comments");
    }
    node->comment = comment;
    return true;
}

static bool read_hints(struct json *j, struct record_node *node)
{
    uint64_t rung;

    if (!need(j, '['))
        return false;
    do {
        if (!read_number(j, MATCH_HINT_RUNGS, &rung))
            return false;
        unsigned bit = rung ? 1u << (rung - 1) : 0;
        if (node->hints >= bit)
            return fault(j, "record.rungs", "hints are not rungs that rise from 1");
        node->hints |= (uint8_t)bit;
    } while (take(j, ','));
    return need(j, ']');
}

static bool read_note(struct json *j, struct record_node *node)
{
    char note[KEY];

    if (!read_word(j, note))
        return false;
    node->note = (uint8_t)record_read_note(note, strlen(note));
    return node->note ||
           record_fault(j->e, j->line, "record.note:note", "note '%s' is none of: ! ? !! ?? !? ?!",
                        error_quote(note).text);
}

static bool read_actions(struct json *j, unsigned parent, unsigned nested);

static bool read_variations(struct json *j, unsigned number, unsigned nested)
{
    if (nested == RECORD_NESTED_MOST)
        return record_fault(j->e, j->line, "record.depth:most",
                            "variations are nested more than %d deep", RECORD_NESTED_MOST);
    if (!need(j, '['))
        return false;
    do {
        unsigned count = j->record->count;
        if (!read_actions(j, j->record->nodes[number].parent, nested + 1))
            return false;
        if (j->record->count == count)
            return fault(j, "record.variation-none", "a variation has no action");
    } while (take(j, ','));
    return need(j, ']');
}

// A key of an action behind the first, and its value.
static bool read_detail(struct json *j, unsigned number, const char *key, unsigned nested)
{
    static const uint64_t most_spent = 100000000000;
    struct record_node *node = &j->record->nodes[number];
    uint64_t n;

    if (!strcmp(key, "comment"))
        return read_comment(j, number);
    if (!strcmp(key, "variations"))
        return read_variations(j, number, nested);
    if (!strcmp(key, "hints"))
        return read_hints(j, node);
    if (!strcmp(key, "note"))
        return read_note(j, node);
    if (!strcmp(key, "spent")) {
        node->timed = true;
        return read_number(j, most_spent, &node->spent);
    }
    if (!strcmp(key, "turn") || !strcmp(key, "seat")) {
        if (!read_number(j, RECORD_MOST, &n))
            return false;
        if (key[0] == 't')
            node->turn = n ? (unsigned)n : RECORD_MOST + 1; // no turn has the number 0
        else
            node->seat = n && n <= GAME_MAX_SEATS ? (uint8_t)n : UINT8_MAX;
        return true;
    }
    return record_fault(j->e, j->line, "record.action-key:key", "key '%s' of an action is unknown",
                        error_quote(key).text);
}

// The first key of an action with its value: a new node.
static bool read_first(struct json *j, unsigned parent, unsigned *number)
{
    char key[KEY], action[KEY];

    if (!need(j, '{') || !read_word(j, key))
        return false;
    if (strcmp(key, "action") != 0)
        return record_fault(j->e, j->line, "record.action-first:key",
                            "an action begins with key 'action', not with '%s'",
                            error_quote(key).text);
    if (!need(j, ':') || !read_word(j, action))
        return false;
    if (strlen(action) >= GAME_ACTION_BYTES || !record_is_action(action))
        return record_fault(j->e, j->line, "record.no-action:word", "'%s' is no action",
                            error_quote(action).text);
    *number = record_add(j->record, parent, action, 0);
    if (!*number)
        return record_fault(j->e, j->line, "record.actions:most",
                            "a record holds %d actions at most", RECORD_MOST);
    j->record->nodes[*number].turn = 0; // the replay gives it
    j->record->nodes[*number].line = j->line;
    return true;
}

static bool read_action(struct json *j, unsigned parent, unsigned nested, unsigned *number)
{
    char key[KEY];

    if (!read_first(j, parent, number))
        return false;
    while (take(j, ',')) {
        if (!read_word(j, key) || !need(j, ':') || !read_detail(j, *number, key, nested))
            return false;
    }
    return need(j, '}');
}

static bool read_actions(struct json *j, unsigned parent, unsigned nested)
{
    if (!need(j, '['))
        return false;
    if (take(j, ']'))
        return true;
    do {
        if (!read_action(j, parent, nested, &parent))
            return false;
    } while (take(j, ','));
    return need(j, ']');
}

static bool read_tag(struct json *j)
{
    unsigned line = j->line;
    char name[KEY];

    if (!read_word(j, name) || !need(j, ':'))
        return false;
    char *value = read_string(j);
    bool kept = value && record_keep_tag(j->record, line, name, value, j->e);
    free(value);
    return kept;
}

static bool read_tags(struct json *j)
{
    if (!need(j, '{'))
        return false;
    if (take(j, '}'))
        return true;
    do {
        peek(j);
        if (!read_tag(j))
            return false;
    } while (take(j, ','));
    return need(j, '}');
}

static bool read_member(struct json *j)
{
    char key[KEY];

    if (!read_word(j, key) || !need(j, ':'))
        return false;
    if (!strcmp(key, "tags"))
        return read_tags(j);
    if (!strcmp(key, "comment"))
        return read_comment(j, RECORD_START);
    if (!strcmp(key, "actions") && j->record->count == 1)
        return read_actions(j, RECORD_START, 0);
    return record_fault(j->e, j->line, "record.key:key", "key '%s' is unknown or given twice",
                        error_quote(key).text);
}

static bool read_record(struct json *j)
{
    if (!need(j, '{'))
        return false;
    do {
        if (!read_member(j))
            return false;
    } while (take(j, ','));
    if (!need(j, '}'))
        return false;
    peek(j);
    return j->at == j->end ||
           fault(j, "record.rest", "something stands behind the end of the record");
}

bool recordjson_read(struct record *r, const char *text, size_t length, struct error *e)
{
    struct json j = {.record = r, .at = text, .end = text + length, .line = 1, .e = e};

    record_clear(r);
    if ((record_comment(r, RECORD_START, NULL) ||
         fault(&j, "record.memory", "the record is too long for the memory")) &&
        read_record(&j))
        return record_settle(r, e);
    record_clear(r);
    return false;
}
