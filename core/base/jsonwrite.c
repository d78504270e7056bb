// SPDX-License-Identifier: MIT
// JSON as it is being written: nothing is built in memory, every call writes at once. The page's
// answers, records and the server's messages are made with it. Only commas and escapes are its
// business; whether the names are right, and brackets closed, is the caller's.
#include "base/jsonwrite.h"

#include <assert.h>
#include <string.h>

#include "base/text.h"

void json_write_init(struct json_writer *j, struct output *out)
{
    *j = (struct json_writer){.out = out};
}

// How many of these bytes stand in a string as they are: whole characters that need no escape.
static size_t count_plain(const char *bytes, size_t count)
{
    size_t i = 0;

    while (i < count) {
        unsigned char c = (unsigned char)bytes[i];
        unsigned length = c < 0x80 ? 1 : text_character(bytes + i, count - i, NULL);
        if (c < 0x20 || c == '"' || c == '\\' || c == 0x7f || !length)
            break;
        i += length;
    }
    return i;
}

void json_write_part(struct json_writer *j, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t plain = count_plain(bytes + i, count - i);
        if (plain)
            j->out->write(j->out->to, bytes + i, plain);
        i += plain;
        if (i == count)
            break;
        unsigned char c = (unsigned char)bytes[i];
        if (c == '"' || c == '\\')
            output_format(j->out, "\\%c", c);
        else if (c == '\n')
            output_add(j->out, "\\n");
        else if (c < 0x20 || c == 0x7f)
            output_format(j->out, "\\u%04x", c);
        else
            output_add(j->out, "?");
    }
}

static void quote(struct json_writer *j, const char *value)
{
    output_add(j->out, "\"");
    json_write_part(j, value, strlen(value));
    output_add(j->out, "\"");
}

void json_write_line(struct json_writer *j, int indent)
{
    j->fresh_line = true;
    j->indent = indent;
}

// The line that was asked for; false when there was none.
static bool begin_line(struct json_writer *j)
{
    if (!j->fresh_line)
        return false;
    output_format(j->out, "\n%*s", j->indent, "");
    j->fresh_line = false;
    return true;
}

static void begin_value(struct json_writer *j, const char *name)
{
    // In an object every value has a name; in an array, and at the top, none has.
    assert((name != NULL) == (j->depth > 0 && !j->array[j->depth]));
    if (j->comma)
        output_add(j->out, ",");
    if (!begin_line(j) && j->comma && j->spaced)
        output_add(j->out, " ");
    if (name) {
        quote(j, name);
        output_add(j->out, j->spaced ? ": " : ":");
    }
    j->comma = true;
}

static void begin_nested(struct json_writer *j, const char *name, const char *bracket)
{
    begin_value(j, name);
    output_add(j->out, bracket);
    j->comma = false;
    j->depth++;
    assert(j->depth < JSON_WRITE_DEEPEST);
    if (j->depth < JSON_WRITE_DEEPEST)
        j->array[j->depth] = *bracket == '[';
}

static void end_nested(struct json_writer *j, const char *bracket)
{
    assert(j->depth > 0 && j->array[j->depth] == (*bracket == ']')); // of its own kind
    begin_line(j);
    output_add(j->out, bracket);
    j->comma = true;
    j->depth--;
}

void json_write_object(struct json_writer *j, const char *name)
{
    begin_nested(j, name, "{");
}

void json_write_end_object(struct json_writer *j)
{
    end_nested(j, "}");
}

void json_write_array(struct json_writer *j, const char *name)
{
    begin_nested(j, name, "[");
}

void json_write_end_array(struct json_writer *j)
{
    end_nested(j, "]");
}

void json_write_string(struct json_writer *j, const char *name, const char *value)
{
    begin_value(j, name);
    if (value)
        quote(j, value);
    else
        output_add(j->out, "null");
}

void json_write_begin_string(struct json_writer *j, const char *name)
{
    begin_value(j, name);
    output_add(j->out, "\"");
}

void json_write_end_string(struct json_writer *j)
{
    output_add(j->out, "\"");
}

void json_write_number(struct json_writer *j, const char *name, long long value)
{
    char storage[24];
    struct text t;

    text_init(&t, storage, sizeof storage);
    text_number(&t, value);
    begin_value(j, name);
    j->out->write(j->out->to, storage, t.length);
}

void json_write_bool(struct json_writer *j, const char *name, bool value)
{
    begin_value(j, name);
    output_add(j->out, value ? "true" : "false");
}

void json_write_decimal(struct json_writer *j, const char *name, long long value, int scale)
{
    char storage[32];
    struct text t;

    text_init(&t, storage, sizeof storage);
    text_decimal(&t, value, scale);
    begin_value(j, name);
    output_add(j->out, storage);
}
