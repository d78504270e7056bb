// SPDX-License-Identifier: MIT
// Names that people give themselves, and passwords that are none.
#include "server/names.h"

#include "base/sha256.h"
#include "base/text.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

struct range {
    uint32_t from, to;
};

// Controls, marks that turn the direction, joiners that cannot be seen, tags, and what is no
// character at all.
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

// The next character of valid UTF-8.
static uint32_t next_character(const char **at)
{
    uint32_t code = 0;
    unsigned bytes = text_character(*at, strnlen(*at, 4), &code);

    *at += bytes ? bytes : 1;
    return code;
}

bool name_check(const char *name, struct error *e)
{
    bool blank = true; // before the name, and behind a blank

    for (const char *at = name; *at;) {
        uint32_t code = next_character(&at);
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

bool name_seen(const char *text)
{
    for (const char *at = text; *at;) {
        if (is_in(next_character(&at), unseen, sizeof unseen / sizeof *unseen))
            return false;
    }
    return true;
}

// Whether letters that look alike come from several scripts: a guest could pass for somebody else.
static bool is_mixed(const char *name)
{
    static const struct range scripts[][3] = {
        {{'A', 'Z'}, {'a', 'z'}, {0xc0, 0x24f}},                 // Latin
        {{0x370, 0x3ff}, {0x1f00, 0x1fff}},                      // Greek
        {{0x400, 0x52f}, {0x1c80, 0x1c8f}, {0xa640, 0xa69f}},    // Cyrillic
        {{0x530, 0x58f}, {0x13a0, 0x13ff}, {0xab70, 0xabbf}},    // Armenian and Cherokee
        {{0x24b6, 0x24e9}, {0xff21, 0xff5a}, {0x1d400, 0x1d7ff}} // Latin in disguise
    };
    unsigned found = 0;

    for (const char *at = name; *at;) {
        uint32_t code = next_character(&at);
        for (unsigned i = 0; i < sizeof scripts / sizeof *scripts; i++)
            found |= (unsigned)is_in(code, scripts[i], 3) << i;
    }
    return (found & (found - 1)) != 0;
}

// Letters of one script that look like Latin ones, each before the one that it looks like.
static const char *const alike[] = {
    "\u0430a\u0441c\u0435e\u043eo\u0440p\u0445x\u0443y\u0455s\u0456i\u0458j\u0501d\u04bbh\u051bq"
    "\u051dw\u0475v\u04cfl\u043ak",
    "\u0410A\u0412B\u0415E\u041aK\u041cM\u041dH\u041eO\u0420P\u0421C\u0422T\u0423Y\u0425X\u0405S"
    "\u0406I\u0408J\u051aQ\u051cW",
    "\u03bfo\u03bdv\u03c1p\u03c5u\u03c7x\u03b1a\u03b9i\u03bak\u0391A\u0392B\u0395E\u0396Z\u0397H"
    "\u0399I\u039aK\u039cM\u039dN",
    "\u039fO\u03a1P\u03a4T\u03a5Y\u03a7X",
};

// Runs of Latin letters in disguise: wide ones, ones in circles, and those of formulas, again and
// again.
static char undisguised(uint32_t code)
{
    static const struct {
        struct range range;
        char first;
    } runs[] = {{{0xff21, 0xff3a}, 'A'},
                {{0xff41, 0xff5a}, 'a'},
                {{0x24b6, 0x24cf}, 'A'},
                {{0x24d0, 0x24e9}, 'a'}};

    for (unsigned i = 0; i < sizeof runs / sizeof *runs; i++) {
        if (is_in(code, &runs[i].range, 1))
            return (char)(runs[i].first + (int)(code - runs[i].range.from));
    }
    if (code < 0x1d400 || code > 0x1d6a3)
        return 0;
    unsigned letter = (code - 0x1d400) % 52;
    return (char)(letter < 26 ? 'A' + letter : 'a' + letter - 26);
}

static char looks_like(uint32_t code)
{
    for (unsigned i = 0; i < sizeof alike / sizeof *alike; i++) {
        for (const char *at = alike[i]; *at; at++) {
            if (next_character(&at) == code)
                return *at;
        }
    }
    return undisguised(code);
}

void name_look(const char *name, char look[NAME_BYTES])
{
    size_t length = 0;

    for (const char *at = name, *from = at; *at; from = at) {
        char latin = looks_like(next_character(&at));
        size_t bytes = latin ? 1 : (size_t)(at - from);
        if (length + bytes >= NAME_BYTES)
            break; // no name is longer
        memcpy(look + length, latin ? &latin : from, bytes);
        length += bytes;
    }
    look[length] = 0;
}

bool name_free(const char *name, struct error *e)
{
    static const char *const kept[] = {"abax",  "admin",     "administrator", "computer",
                                       "mod",   "moderator", "root",          "server",
                                       "staff", "support",   "system",        "team"};

    char look[NAME_BYTES];

    name_look(name, look);
    for (unsigned i = 0; i < sizeof kept / sizeof *kept; i++) {
        if (!strcasecmp(look, kept[i]))
            return error_set(e, "account.kept:name", "the name '%s' is kept for the server", name);
    }
    return !is_mixed(name) || error_set(e, "name.mixed",
                                        "a name has letters of one script: not Latin ones beside "
                                        "Greek or Cyrillic ones");
}

// The most used of those that are long enough, by what leaked lists have in common; in three
// languages.
static const char *const common[] = {
    "password",  "passw0rd",  "passwort",  "motdepasse", "iloveyou",  "ichliebedich", "jetaime123",
    "sunshine",  "princess",  "football",  "fussball",   "baseball",  "superman",     "trustno1",
    "letmein1",  "admin123",  "welcome1",  "willkommen", "starwars",  "whatever",     "computer",
    "internet",  "michelle",  "jennifer",  "changeme",   "abc12345",  "a1b2c3d4",     "1q2w3e4r",
    "1qaz2wsx",  "q1w2e3r4",  "hallo123",  "schatz123",  "bonjour1",  "doudou123",    "loulou123",
    "marseille", "soleil123", "geheim123", "dragon123",  "monkey123", "test1234",     "testtest",
    "pokemon1",  "charlie1",  "mercedes",  "liverpool",  "arsenal1",  "chocolate",
};

// Rows of keyboards and of digits, forwards.
static const char *const rows[] = {"qwertyuiop",
                                   "qwertzuiop",
                                   "azertyuiop",
                                   "asdfghjklzxcvbnm",
                                   "yxcvbnm",
                                   "01234567890123456789",
                                   "abcdefghijklmnopqrstuvwxyz",
                                   "98765432109876543210"};

// Whether a text without the digits at its end is a piece of a row, or one of the common ones.
static bool is_common(const char *password)
{
    size_t length = strlen(password);
    char start[64];

    if (length >= sizeof start)
        return false;
    for (size_t i = 0; i <= length; i++) // ASCII is enough: the lists have nothing else
        start[i] =
            (char)(password[i] >= 'A' && password[i] <= 'Z' ? password[i] + 32 : password[i]);
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strstr(rows[i], start))
            return true;
    }
    for (unsigned i = 0; i < sizeof common / sizeof *common; i++) {
        size_t same = strlen(common[i]);
        if (!strncmp(start, common[i], same) &&
            strspn(start + same, "0123456789!") == length - same)
            return true;
    }
    while (length > 0 && strchr("0123456789!", start[length - 1]))
        start[--length] = 0;
    for (unsigned i = 0; length >= 4 && i < sizeof rows / sizeof *rows; i++) {
        if (strstr(rows[i], start))
            return true;
    }
    return false;
}

bool password_check(const char *password, const char *name, struct error *e)
{
    size_t own = strlen(name);
    bool one = strspn(password, (const char[]){password[0], 0}) == strlen(password);
    bool named = own > 0 && !strncasecmp(password, name, own) && strlen(password) < own + 4;

    return (!one && !named && !is_common(password)) ||
           error_set(e, "account.password-common",
                     "this password is among the first that anybody would try: take another");
}

bool commitment_check(const char *commitment, struct error *e)
{
    return !commitment[0] || sha256_is_text(commitment) ||
           error_set(e, "deal.form",
                     "a promise is 64 small hexadecimal digits: the SHA-256 of a part");
}
