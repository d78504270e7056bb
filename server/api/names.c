// SPDX-License-Identifier: MIT
// Names that guests give themselves.
#include "server/api/names.h"

#include <stddef.h>
#include <stdint.h>

struct range {
    uint32_t from, to;
};

// Controls, marks that turn the direction, joiners that cannot be seen, tags, and what is no character at all.
static const struct range unseen[] = {
    {0x00, 0x1f},     {0x7f, 0x9f},     {0xad, 0xad},     {0x34f, 0x34f},   {0x61c, 0x61c},
    {0x115f, 0x1160}, {0x17b4, 0x17b5}, {0x180b, 0x180f}, {0x200b, 0x200f}, {0x2028, 0x202e},
    {0x2060, 0x206f}, {0x2800, 0x2800}, {0x3164, 0x3164}, {0xe000, 0xf8ff}, {0xfdd0, 0xfdef},
    {0xfeff, 0xfeff}, {0xffa0, 0xffa0}, {0xfff0, 0xfffb}, {0xfffe, 0xffff}, {0xe0000, 0x10ffff},
};

static const struct range blanks[] = {
    {0x20, 0x20},     {0xa0, 0xa0},     {0x1680, 0x1680}, {0x2000, 0x200a},
    {0x202f, 0x202f}, {0x205f, 0x205f}, {0x3000, 0x3000},
};

static bool is_in(uint32_t code, const struct range *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (code >= ranges[i].from && code <= ranges[i].to)
            return true;
    }
    return false;
}

// The next character of a sound text.
static uint32_t take(const char **at)
{
    const unsigned char *byte = (const unsigned char *)*at;
    unsigned more = *byte < 0x80 ? 0 : *byte < 0xe0 ? 1 : *byte < 0xf0 ? 2 : 3;
    uint32_t code = more ? *byte & (0x3fu >> more) : *byte;

    for (unsigned i = 1; i <= more; i++)
        code = code << 6 | (byte[i] & 0x3fu);
    *at += 1 + more;
    return code;
}

bool name_check(const char *name, struct error *e)
{
    bool blank = true; // before the name, and behind a blank

    for (const char *at = name; *at;) {
        uint32_t code = take(&at);
        bool is_blank = is_in(code, blanks, sizeof blanks / sizeof *blanks);
        if (is_in(code, unseen, sizeof unseen / sizeof *unseen))
            return error_set(e, "name.unseen", "a name has only characters that can be seen");
        if (is_blank && (blank || !*at))
            return error_set(e, "name.blank",
                             "a name begins and ends with a character that can be seen, and has "
                             "single blanks");
        blank = is_blank;
    }
    return true;
}
