// SPDX-License-Identifier: MIT
// Sentences with their ids and arguments as JSON.
#include "base/sentencejson.h"

#include <string.h>

static void write_said(struct json_writer *j, const char *name, const char *english, const char *id,
                       const char *first);

static const char *value_of(const char *name)
{
    return name + strlen(name) + 1;
}

// The id of the sentence that an argument is, told under "@name".
static const char *word_of(const char *first, const char *name)
{
    for (const char *at = first; at; at = sentence_next(at)) {
        if (at[0] == '@' && !strcmp(at + 1, name))
            return at;
    }
    return NULL;
}

static bool is_told(const char *first, const char *until)
{
    for (const char *at = first; at != until; at = sentence_next(at)) {
        if (!strcmp(at, until))
            return true;
    }
    return false;
}

static void write_said(struct json_writer *j, const char *name, const char *english, const char *id,
                       const char *first)
{
    json_write_object(j, name);
    json_write_string(j, "text", english);
    json_write_string(j, "id", id);
    if (first)
        json_write_object(j, "args");
    for (const char *at = first; at; at = sentence_next(at)) {
        const char *word = word_of(first, at);
        if (at[0] == '@' || is_told(first, at))
            continue;
        if (word)
            write_said(j, at, value_of(at), value_of(word), sentence_next(word));
        else
            json_write_string(j, at, value_of(at));
    }
    if (first)
        json_write_end_object(j);
    json_write_end_object(j);
}

void sentence_json(struct json_writer *j, const char *name, const char *english, const char *args)
{
    if (*args) {
        write_said(j, name, english, args, sentence_first(args));
        return;
    }
    json_write_object(j, name);
    json_write_string(j, "text", english);
    json_write_end_object(j);
}

void error_json(struct json_writer *j, const char *name, const struct error *e)
{
    sentence_json(j, name, e->text, e->args);
}
