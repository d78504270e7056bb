// SPDX-License-Identifier: MIT
// Reads a time zone's file: its changes, and the rule behind the last of them.
#include "server/notify/zone.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FILE_MOST = 1 << 16,
    HEAD = 44,
    DAY = 86400,
    DAY_MINUTES = 1440,
    MINUTE_MS = 60000,
};

// ---------------------------------------------------------------------------------------------
// The rule behind the last change, as POSIX writes it: "CET-1CEST,M3.5.0,M10.5.0/3"
// ---------------------------------------------------------------------------------------------

static const char *skip_name(const char *at)
{
    if (*at == '<')
        return at + strcspn(at, ">") + (strchr(at, '>') != NULL);
    return at + strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
}

// [+-]hours[:minutes[:seconds]]
static const char *read_time(const char *at, int *seconds)
{
    int sign = *at == '-' ? -1 : 1;
    char *end;
    long part = strtol(at + (*at == '-' || *at == '+'), &end, 10) * 3600;

    for (int unit = 60; *end == ':' && unit; unit /= 60)
        part += strtol(end + 1, &end, 10) * unit;
    *seconds = sign * (int)part;
    return end;
}

static bool is_leap(int64_t year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

// Days from 1970 to a year's first day.
static int64_t days_to(int64_t year)
{
    int64_t y = year - 1;

    return (year - 1970) * 365 + (y / 4 - 492) - (y / 100 - 19) + (y / 400 - 4);
}

// "Mm.w.d/time": seconds since the year began, by the clock before the change. False for other
// forms, which no zone has had for long.
static bool read_change(const char **at, int64_t year, int64_t *second)
{
    static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int month, week, day, used = 0, time = 7200;
    int64_t first = days_to(year);

    // NOLINTNEXTLINE(cert-err34-c): the system's own files; what makes no sense is refused below
    if (sscanf(*at, "M%d.%d.%d%n", &month, &week, &day, &used) != 3 || month < 1 || month > 12 ||
        week < 1 || week > 5)
        return false;
    *at += used;
    if (**at == '/')
        *at = read_time(*at + 1, &time);
    for (int m = 1; m < month; m++)
        first += lengths[m - 1] + (m == 2 && is_leap(year));
    int length = lengths[month - 1] + (month == 2 && is_leap(year));
    int begins = (int)((first + 4) % 7); // the first of 1970 was a Thursday
    int date = (day - begins + 7) % 7 + (week - 1) * 7;
    if (date >= length)
        date -= 7;
    *second = (first + date - days_to(year)) * DAY + time;
    return true;
}

static bool rule_offset(const char *rule, int64_t at, int *offset)
{
    int winter = 0, summer = 0;
    const char *next = read_time(skip_name(rule), &winter);
    int64_t year = 1970 + at / DAY * 400 / 146097, on, off;

    *offset = -winter;
    if (!*next)
        return true;
    next = skip_name(next);
    summer = winter - 3600;
    if (*next && *next != ',')
        next = read_time(next, &summer);
    while (days_to(year + 1) * DAY <= at - winter)
        year++;
    while (days_to(year) * DAY > at - winter)
        year--;
    if (*next++ != ',' || !read_change(&next, year, &on) || *next++ != ',' ||
        !read_change(&next, year, &off))
        return false;
    int64_t now = at - days_to(year) * DAY;
    bool light = on + winter <= off + summer ? now >= on + winter && now < off + summer
                                             : now >= on + winter || now < off + summer;
    *offset = light ? -summer : -winter;
    return true;
}

// ---------------------------------------------------------------------------------------------
// Files
// ---------------------------------------------------------------------------------------------

static int64_t big(const unsigned char *at, unsigned bytes)
{
    uint64_t n = at[0] & 0x80 ? UINT64_MAX : 0;

    for (unsigned i = 0; i < bytes; i++)
        n = n << 8 | at[i];
    return (int64_t)n;
}

struct block {
    int64_t is_utc, is_standard, leaps, times, types, names;
};

static struct block read_block(const unsigned char *head)
{
    return (struct block){big(head + 20, 4), big(head + 24, 4), big(head + 28, 4),
                          big(head + 32, 4), big(head + 36, 4), big(head + 40, 4)};
}

static bool is_sound(const struct block *b)
{
    return b->is_utc >= 0 && b->is_standard >= 0 && b->leaps >= 0 && b->times >= 0 &&
           b->types > 0 && b->names >= 0 && b->is_utc < FILE_MOST && b->is_standard < FILE_MOST &&
           b->leaps < FILE_MOST && b->times < FILE_MOST && b->types < 256 && b->names < FILE_MOST;
}

static int64_t block_bytes(const struct block *b, int64_t wide)
{
    return b->times * (wide + 1) + b->types * 6 + b->names + b->leaps * (wide + 4) +
           b->is_standard + b->is_utc;
}

// The second half of the file has times of 64 bits, and the rule behind them.
static bool look_up(unsigned char *file, int64_t length, int64_t at, int *offset)
{
    if (length < HEAD || memcmp(file, "TZif", 4) != 0 || file[4] < '2')
        return false;
    struct block b = read_block(file);
    int64_t skip = is_sound(&b) ? HEAD + block_bytes(&b, 4) : length;
    if (skip + HEAD > length || memcmp(file + skip, "TZif", 4) != 0)
        return false;
    const unsigned char *times = file + skip + HEAD;
    b = read_block(file + skip);
    if (!is_sound(&b) || skip + HEAD + block_bytes(&b, 8) > length)
        return false;
    const unsigned char *indexes = times + b.times * 8, *types = indexes + b.times;
    const char *rule = (const char *)times + block_bytes(&b, 8);
    int64_t last = b.times;
    while (last > 0 && big(times + (last - 1) * 8, 8) > at)
        last--;
    unsigned type = last > 0 ? indexes[last - 1] : 0;
    if (type >= b.types)
        return false;
    *offset = (int)big(types + type * 6, 4);
    char text[64];
    if (last < b.times || *rule != '\n' || sscanf(rule, "\n%63[^\n]", text) != 1)
        return true;
    return rule_offset(text, at, offset) || true; // else as after the last change
}

// No file but those of zones can be named.
static bool is_name(const char *zone)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+-/";

    return zone[0] != '/' && zone[strspn(zone, letters)] == 0 && strlen(zone) < 64;
}

bool zone_offset(const char *zone, int64_t at, int *offset)
{
    char path[128];

    *offset = 0;
    if (!zone[0] || !strcmp(zone, "UTC"))
        return true;
    if (!is_name(zone))
        return false;
    snprintf(path, sizeof path, "/usr/share/zoneinfo/%s", zone);
    FILE *f = fopen(path, "rbe");
    unsigned char *bytes = f ? calloc(1, FILE_MOST + 1) : NULL;
    size_t length = bytes ? fread(bytes, 1, FILE_MOST, f) : 0;
    bool good = bytes && look_up(bytes, (int64_t)length, at, offset);
    free(bytes);
    if (f)
        fclose(f);
    return good;
}

int64_t zone_quiet_until(const char *zone, unsigned from, unsigned to, int64_t now)
{
    int offset;

    if (from == to)
        return 0;
    if (!zone_offset(zone, now / 1000, &offset))
        offset = 0;
    int64_t minutes = (now / 1000 + offset) / 60;
    unsigned minute = (unsigned)(minutes % DAY_MINUTES);
    bool quiet = from < to ? minute >= from && minute < to : minute >= from || minute < to;
    if (!quiet)
        return 0;
    unsigned rest = (to + DAY_MINUTES - minute) % DAY_MINUTES;
    return (now / MINUTE_MS + rest) * MINUTE_MS;
}
