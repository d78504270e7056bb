// SPDX-License-Identifier: MIT
// Sentences with their ids and arguments as JSON.
#include "base/sentencejson.h"

#include <string.h>

static void write_parts(struct json_writer *j, const char *name, const char *english,
                        const char *id, const char *first);

static const char *value_of(const char *name)
{
    return name + strlen(name) + 1;
}

// The entry "@name", whose value is the id of the sentence that the argument is.
static const char *reference_of(const char *first, const char *name)
{
    for (const char *at = first; at; at = sentence_next(at)) {
        if (at[0] == '@' && !strcmp(at + 1, name))
            return at;
    }
    return NULL;
}

static bool is_written(const char *first, const char *until)
{
    for (const char *at = first; at != until; at = sentence_next(at)) {
        if (!strcmp(at, until))
            return true;
    }
    return false;
}

static void write_parts(struct json_writer *j, const char *name, const char *english,
                        const char *id, const char *first)
{
    json_write_object(j, name);
    json_write_string(j, "text", english);
    json_write_string(j, "id", id);
    if (first)
        json_write_object(j, "args");
    for (const char *at = first; at; at = sentence_next(at)) {
        const char *reference = reference_of(first, at);
        if (at[0] == '@' || is_written(first, at))
            continue;
        if (reference)
            write_parts(j, at, value_of(at), value_of(reference), sentence_next(reference));
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
        write_parts(j, name, english, args, sentence_first(args));
        return;
    }
    json_write_object(j, name);
    json_write_string(j, "text", english);
    json_write_end_object(j);
}

void message_json(struct json_writer *j, const char *name, const struct message *m)
{
    sentence_json(j, name, m->text, m->args);
}
