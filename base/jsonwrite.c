// SPDX-License-Identifier: MIT
#include "base/jsonwrite.h"

#include <stddef.h>

void json_write_init(struct json_writer *j, struct output *out)
{
    *j = (struct json_writer){.out = out};
}

// The bytes of the UTF-8 character at `s`, or 0 when it is none.
static unsigned character(const unsigned char *s)
{
    unsigned length = s[0] < 0x80   ? 1
                      : s[0] < 0xc2 ? 0
                      : s[0] < 0xe0 ? 2
                      : s[0] < 0xf0 ? 3
                      : s[0] < 0xf5 ? 4
                                    : 0;

    for (unsigned i = 1; i < length; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    }
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
        (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
        return 0; // longer than need be, half of a pair, or beyond the last character
    return length;
}

static void quote(struct json_writer *j, const char *value)
{
    const unsigned char *s = (const unsigned char *)value;

    output_add(j->out, "\"");
    while (*s) {
        unsigned length = character(s);
        if (length == 0)
            output_add(j->out, "?");
        else if (*s == '"' || *s == '\\')
            output_format(j->out, "\\%c", *s);
        else if (*s == '\n')
            output_add(j->out, "\\n");
        else if (*s < 0x20 || *s == 0x7f)
            output_format(j->out, "\\u%04x", *s);
        else
            j->out->write(j->out->to, (const char *)s, length);
        s += length ? length : 1;
    }
    output_add(j->out, "\"");
}

static void begin(struct json_writer *j, const char *name)
{
    if (j->comma)
        output_add(j->out, ",");
    if (name) {
        quote(j, name);
        output_add(j->out, ":");
    }
    j->comma = true;
}

static void begin_nested(struct json_writer *j, const char *name, const char *bracket)
{
    begin(j, name);
    output_add(j->out, bracket);
    j->comma = false;
}

static void end_nested(struct json_writer *j, const char *bracket)
{
    output_add(j->out, bracket);
    j->comma = true;
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
    begin(j, name);
    if (value)
        quote(j, value);
    else
        output_add(j->out, "null");
}

void json_write_number(struct json_writer *j, const char *name, long long value)
{
    begin(j, name);
    output_format(j->out, "%lld", value);
}

void json_write_bool(struct json_writer *j, const char *name, bool value)
{
    begin(j, name);
    output_add(j->out, value ? "true" : "false");
}

void json_write_decimal(struct json_writer *j, const char *name, long long value, int scale)
{
    int places = 0;

    for (int s = scale; s > 1; s /= 10)
        places++;
    begin(j, name);
    output_format(j->out, "%.*f", places, (double)value / scale);
}
