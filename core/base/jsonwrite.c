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

static bool is_plain(unsigned char c)
{
    return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
}

// How many of these bytes stand in a string as they are: whole characters that need no escape.
static size_t count_plain(const char *bytes, size_t count)
{
    size_t i = 0;

    while (i < count) {
        unsigned char c = (unsigned char)bytes[i];
        unsigned length = c < 0x80 ? is_plain(c) : text_character(bytes + i, count - i, NULL);
        if (!length)
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

void json_write_line(struct json_writer *j, int indent)
{
    j->fresh_line = true;
    j->indent = indent;
}

// The line that was asked for, if any.
static void begin_line(struct json_writer *j)
{
    if (j->fresh_line)
        output_format(j->out, "\n%*s", j->indent, "");
    j->fresh_line = false;
}

// Bytes that are written together, since a call costs more than they do.
enum { NAME_END = 64, FIRST_BYTES = 32, PIECE = NAME_END + 3 + FIRST_BYTES };

static char *write_piece(struct json_writer *j, char *piece, const char *end)
{
    if (end > piece)
        j->out->write(j->out->to, piece, (size_t)(end - piece));
    return piece;
}

// Writes what stands before a value, and its first bytes.
static void begin_value(struct json_writer *j, const char *name, const char *first, size_t count)
{
    char piece[PIECE], *end = piece;

    // In an object every value has a name; in an array, and at the top, none has.
    assert((name != NULL) == (j->depth > 0 && !j->array[j->depth]));
    assert(count <= FIRST_BYTES);
    if (j->comma)
        *end++ = ',';
    if (j->fresh_line) {
        end = write_piece(j, piece, end);
        begin_line(j);
    } else if (j->comma && j->spaced)
        *end++ = ' ';
    if (name) {
        *end++ = '"';
        while (is_plain((unsigned char)*name) && end < piece + NAME_END)
            *end++ = *name++;
        if (*name) {
            end = write_piece(j, piece, end);
            json_write_part(j, name, strlen(name));
        }
        *end++ = '"';
        *end++ = ':';
        *end = ' ';
        end += j->spaced;
    }
    memcpy(end, first, count);
    write_piece(j, piece, end + count);
    j->comma = true;
}

static void begin_nested(struct json_writer *j, const char *name, char bracket)
{
    begin_value(j, name, &bracket, 1);
    j->comma = false;
    j->depth++;
    assert(j->depth < JSON_WRITE_DEEPEST);
    if (j->depth < JSON_WRITE_DEEPEST)
        j->array[j->depth] = bracket == '[';
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
    begin_nested(j, name, '{');
}

void json_write_end_object(struct json_writer *j)
{
    end_nested(j, "}");
}

void json_write_array(struct json_writer *j, const char *name)
{
    begin_nested(j, name, '[');
}

void json_write_end_array(struct json_writer *j)
{
    end_nested(j, "]");
}

void json_write_string(struct json_writer *j, const char *name, const char *value)
{
    if (!value) {
        begin_value(j, name, "null", 4);
        return;
    }
    json_write_begin_string(j, name);
    json_write_part(j, value, strlen(value));
    json_write_end_string(j);
}

void json_write_begin_string(struct json_writer *j, const char *name)
{
    begin_value(j, name, "\"", 1);
}

void json_write_end_string(struct json_writer *j)
{
    j->out->write(j->out->to, "\"", 1);
}

void json_write_number(struct json_writer *j, const char *name, long long value)
{
    char storage[24];
    struct text t;

    text_init(&t, storage, sizeof storage);
    text_number(&t, value);
    begin_value(j, name, storage, t.length);
}

void json_write_bool(struct json_writer *j, const char *name, bool value)
{
    begin_value(j, name, value ? "true" : "false", value ? 4 : 5);
}

void json_write_decimal(struct json_writer *j, const char *name, long long value, int scale)
{
    char storage[32];
    struct text t;

    text_init(&t, storage, sizeof storage);
    text_decimal(&t, value, scale);
    begin_value(j, name, storage, t.length);
}
