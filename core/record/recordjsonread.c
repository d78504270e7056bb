// SPDX-License-Identifier: MIT
// Reading the JSON of a record. Objects have only the keys that the writer knows, in any order,
// each once.
#include <stdlib.h>
#include <string.h>

#include "base/jsonread.h"
#include "record/recordjson.h"
#include "record/recordparts.h"

enum { KEY = 48 };

struct record_json_reader {
    struct record *record;
    struct error *e;
};

// A value's own sentence.
static bool error_at(const struct record_json_reader *in, const struct json_token *t,
                     const char *id, const char *format)
{
    return record_error(in->e, t->line, id, "%s", format);
}

// ---------------------------------------------------------------------------------------------
// Values
// ---------------------------------------------------------------------------------------------

// What must stand here, as a sentence's part.
static bool check_kind(const struct record_json_reader *in, const struct json_token *t,
                       enum json_kind kind, const char *id, const char *format)
{
    struct error e;

    if (json_read_kind(t, kind))
        return true;
    error_set(&e, "record.json-wanted:wanted", "something else stands where %s must stand", format);
    error_refer(&e, "wanted", "%s", id);
    return record_error_within(in->e, t->line, &e);
}

// Which of `names` (NULL behind the last) a key is; its bit is set in `seen`. -1 with a sentence
// when it is none of them, or has been there.
static int read_key(const struct record_json_reader *in, const struct json_token *key,
                    const char *const *names, unsigned *seen)
{
    char word[KEY];

    for (int i = 0; names[i]; i++) {
        if (!json_read_is(key, names[i]) || *seen >> i & 1)
            continue;
        *seen |= 1u << i;
        return i;
    }
    json_read_string(key, word, sizeof word);
    record_error(in->e, key->line, "record.key:key", "key '%s' is unknown or given twice",
                 error_quote(word).text);
    return -1;
}

// A string in new memory.
static char *read_string(const struct record_json_reader *in, const struct json_token *t)
{
    if (!check_kind(in, t, JSON_STRING, "record.json-string", "a string"))
        return NULL;
    char *copy = malloc(t->length + 1);
    if (copy && json_read_string(t, copy, t->length + 1)) {
        text_tame(copy);
        return copy;
    }
    if (copy)
        error_at(in, t, "record.zero", "a string holds a zero");
    else
        error_at(in, t, "record.memory", "the record is too long for the memory");
    free(copy);
    return NULL;
}

// A string that fits.
static bool read_word(const struct record_json_reader *in, const struct json_token *t,
                      char word[KEY])
{
    if (!check_kind(in, t, JSON_STRING, "record.json-string", "a string"))
        return false;
    return json_read_string(t, word, KEY) ||
           record_error(in->e, t->line, "record.long-word:word", "'%s' is too long",
                        error_quote(word).text);
}

static bool read_number(const struct record_json_reader *in, const struct json_token *t,
                        int64_t most, int64_t *n)
{
    char digits[KEY];
    struct text found;

    if (json_read_number(t, n) && *n >= 0 && *n <= most)
        return true;
    text_init(&found, digits, sizeof digits);
    text_bytes(&found, t->at, t->length < sizeof digits ? t->length : sizeof digits);
    return record_error(in->e, t->line, "record.number:word,most",
                        "'%s' is not a whole number from 0 to %lld", error_quote(digits).text,
                        (long long)most);
}

// ---------------------------------------------------------------------------------------------
// Actions
// ---------------------------------------------------------------------------------------------

static bool read_comment(const struct record_json_reader *in, const struct json_token *t,
                         unsigned number)
{
    in->record->nodes[number].comment = read_string(in, t);
    return in->record->nodes[number].comment != NULL;
}

static bool read_hints(const struct record_json_reader *in, const struct json_token *t,
                       struct record_node *node)
{
    if (!check_kind(in, t, JSON_ARRAY, "record.json-rungs", "a list of hint levels"))
        return false;
    for (const struct json_token *i = json_read_first(t); i; i = json_read_next(t, i)) {
        int64_t level;
        if (!read_number(in, i, MATCH_HINT_LEVELS, &level))
            return false;
        unsigned bit = level ? 1u << (level - 1) : 0;
        if (node->hints >= bit)
            return error_at(in, i, "record.rungs", "hints are not hint levels that rise from 1");
        node->hints |= (uint8_t)bit;
    }
    return true;
}

static bool read_note(const struct record_json_reader *in, const struct json_token *t,
                      struct record_node *node)
{
    char note[KEY];

    if (!read_word(in, t, note))
        return false;
    node->note = (uint8_t)record_read_note(note, strlen(note));
    return node->note ||
           record_error(in->e, t->line, "record.note:note", "note '%s' is none of: ! ? !! ?? !? ?!",
                        error_quote(note).text);
}

static bool read_actions(const struct record_json_reader *in, const struct json_token *list,
                         unsigned parent, unsigned nested);

static bool read_variations(const struct record_json_reader *in, const struct json_token *t,
                            unsigned number, unsigned nested)
{
    if (nested == RECORD_NESTED_MOST)
        return record_error(in->e, t->line, "record.depth:most",
                            "variations are nested more than %d deep", RECORD_NESTED_MOST);
    if (!check_kind(in, t, JSON_ARRAY, "record.json-variations", "a list of variations"))
        return false;
    for (const struct json_token *i = json_read_first(t); i; i = json_read_next(t, i)) {
        unsigned count = in->record->count;
        if (!read_actions(in, i, in->record->nodes[number].parent, nested + 1))
            return false;
        if (in->record->count == count)
            return error_at(in, i, "record.variation-none", "a variation has no action");
    }
    return true;
}

// The first of these is read before the others, since they belong to it.
enum action_key { ACTION, TURN, SEAT, NOTE, SPENT, HINTS, COMMENT, VARIATIONS };
static const char *const action_keys[] = {"action", "turn",    "seat",       "note", "spent",
                                          "hints",  "comment", "variations", NULL};

static bool read_detail(const struct record_json_reader *in, enum action_key key,
                        const struct json_token *t, unsigned number, unsigned nested)
{
    static const int64_t most_spent = 100000000000;
    struct record_node *node = &in->record->nodes[number];
    int64_t n = 0;

    switch (key) {
    case ACTION:
        return true;
    case TURN:
        if (!read_number(in, t, RECORD_MOST, &n))
            return false;
        node->turn = n ? (unsigned)n : RECORD_MOST + 1; // no turn has the number 0
        return true;
    case SEAT:
        if (!read_number(in, t, RECORD_MOST, &n))
            return false;
        node->seat = n && n <= GAME_MAX_SEATS ? (uint8_t)n : UINT8_MAX;
        return true;
    case NOTE:
        return read_note(in, t, node);
    case SPENT:
        node->timed = read_number(in, t, most_spent, &n);
        node->spent = (uint64_t)n;
        return node->timed;
    case HINTS:
        return read_hints(in, t, node);
    case COMMENT:
        return read_comment(in, t, number);
    case VARIATIONS:
        return read_variations(in, t, number, nested);
    }
    return false;
}

// A new node with the action's text; 0 with a sentence.
static unsigned add_action(const struct record_json_reader *in, const struct json_token *object,
                           unsigned parent)
{
    const struct json_token *t = json_read_member(object, action_keys[ACTION]);
    char action[KEY];

    if (!t) {
        error_at(in, object, "record.no-key", "an action has no key 'action'");
        return 0;
    }
    if (!read_word(in, t, action))
        return 0;
    if (strlen(action) >= GAME_ACTION_BYTES || !record_is_action(action)) {
        record_error(in->e, t->line, "record.no-action:word", "'%s' is no action",
                     error_quote(action).text);
        return 0;
    }
    unsigned number = record_add(in->record, parent, action, 0);
    if (!number) {
        record_error(in->e, t->line, "record.actions:most", "a record holds %d actions at most",
                     RECORD_MOST);
        return 0;
    }
    in->record->nodes[number].turn = 0; // the replay gives it
    in->record->nodes[number].line = t->line;
    return number;
}

static bool read_action(const struct record_json_reader *in, const struct json_token *object,
                        unsigned parent, unsigned nested, unsigned *number)
{
    unsigned seen = 0;

    if (!check_kind(in, object, JSON_OBJECT, "record.json-action", "the object of an action"))
        return false;
    *number = add_action(in, object, parent);
    if (!*number)
        return false;
    for (const struct json_token *k = json_read_first(object); k; k = json_read_next(object, k)) {
        int key = read_key(in, k, action_keys, &seen);
        if (key < 0 || !read_detail(in, (enum action_key)key, json_read_value(k), *number, nested))
            return false;
    }
    return true;
}

// As deep as variations may be nested, it calls itself.
static bool read_actions(const struct record_json_reader *in, const struct json_token *list,
                         unsigned parent, unsigned nested)
{
    if (!check_kind(in, list, JSON_ARRAY, "record.json-actions", "a list of actions"))
        return false;
    for (const struct json_token *i = json_read_first(list); i; i = json_read_next(list, i)) {
        if (!read_action(in, i, parent, nested, &parent))
            return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// The record
// ---------------------------------------------------------------------------------------------

static bool read_tags(const struct record_json_reader *in, const struct json_token *object)
{
    if (!check_kind(in, object, JSON_OBJECT, "record.json-tags", "the object of the tags"))
        return false;
    for (const struct json_token *k = json_read_first(object); k; k = json_read_next(object, k)) {
        char name[KEY];
        if (!read_word(in, k, name))
            return false;
        char *value = read_string(in, json_read_value(k));
        bool kept = value && record_keep_tag(in->record, k->line, name, value, in->e);
        free(value);
        if (!kept)
            return false;
    }
    return true;
}

static bool read_record(const struct record_json_reader *in, const struct json_token *root)
{
    static const char *const keys[] = {"tags", "comment", "actions", NULL};
    unsigned seen = 0;

    if (!check_kind(in, root, JSON_OBJECT, "record.json-record", "the object of a record"))
        return false;
    for (const struct json_token *k = json_read_first(root); k; k = json_read_next(root, k)) {
        const struct json_token *value = json_read_value(k);
        int key = read_key(in, k, keys, &seen);
        if (key < 0 || (key == 0 && !read_tags(in, value)) ||
            (key == 1 && !read_comment(in, value, RECORD_START)) ||
            (key == 2 && !read_actions(in, value, RECORD_START, 0)))
            return false;
    }
    return true;
}

bool recordjson_read(struct record *r, const char *text, size_t length, struct error *e)
{
    struct record_json_reader in = {.record = r, .e = e};
    const struct json_token *root = json_read_new(text, length, e);

    record_clear(r);
    bool good =
        root && (record_comment(r, RECORD_START, NULL) ||
                 error_at(&in, root, "record.memory", "the record is too long for the memory"));
    good = good && read_record(&in, root);
    json_read_free(root);
    if (good)
        return record_settle(r, e);
    record_clear(r);
    return false;
}
