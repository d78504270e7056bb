// SPDX-License-Identifier: MIT
// Arithmetic on the caller's milliseconds. If the system's clock was set back and the time is
// earlier than before, nothing is charged: nobody should lose on time that way. Times left can be
// negative internally; callers see at least 0.
#include "play/clock.h"

#include <assert.h>
#include <string.h>

enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE, DAY = 24 * HOUR };
// Generous bounds (a day and three months), so that no sum of milliseconds can overflow.
enum { MOST_SECONDS = 100000, MOST_DAYS = 100, PART = 16 };

// Reads a number of exactly `length` characters.
static bool read_part(const char *from, size_t length, unsigned long long most,
                      unsigned long long *n)
{
    char part[PART];

    if (length == 0 || length >= sizeof part)
        return false;
    memcpy(part, from, length);
    part[length] = 0;
    return text_read_number(part, most, n);
}

// Seconds with at most three decimals, as milliseconds.
static bool read_seconds(const char *from, size_t length, unsigned long long *milliseconds)
{
    const char *point = memchr(from, '.', length);
    size_t whole = point ? (size_t)(point - from) : length, decimals = length - whole;
    unsigned long long seconds, rest = 0;

    if (!read_part(from, whole, MOST_SECONDS, &seconds) || decimals > 4)
        return false;
    if (point && !read_part(point + 1, decimals - 1, SECOND, &rest))
        return false;
    for (; decimals > 0 && decimals < 4; decimals++)
        rest *= 10;
    *milliseconds = seconds * SECOND + rest;
    return true;
}

static void write_seconds(uint64_t milliseconds, struct text *t)
{
    unsigned long long rest = milliseconds % SECOND;

    text_format(t, "%llu", (unsigned long long)(milliseconds / SECOND));
    for (unsigned long long part = SECOND / 10; rest > 0; rest %= part, part /= 10)
        text_format(t, "%s%llu", part == SECOND / 10 ? "." : "", rest / part);
}

// Reads days, at least 1, such as "3d".
static bool read_days(const char *from, size_t length, unsigned long long *days)
{
    return length > 1 && from[length - 1] == 'd' && read_part(from, length - 1, MOST_DAYS, days) &&
           *days > 0;
}

bool clock_read(const char *text, struct clock_rule *rule, struct error *e)
{
    unsigned long long base, increment = 0, bank = 0;
    size_t length = strlen(text), first = strcspn(text, "/");
    const char *plus = strchr(text, '+');

    *rule = (struct clock_rule){0};
    if (!strcmp(text, "none"))
        return true;
    if (read_days(text, first, &base) &&
        (first == length || read_days(text + first + 1, length - first - 1, &bank))) {
        *rule = (struct clock_rule){.base = base * DAY, .each_turn = true, .bank = bank * DAY};
        return true;
    }
    if (read_seconds(text, plus ? (size_t)(plus - text) : length, &base) && base > 0 &&
        (!plus || read_seconds(plus + 1, strlen(plus + 1), &increment))) {
        *rule = (struct clock_rule){.base = base, .increment = increment};
        return true;
    }
    return error_set(e, "clock.unknown:clock,seconds,days",
                     "clock '%s' is none of: none, SECONDS, SECONDS+INCREMENT (at most %d), DAYSd, "
                     "DAYSd/BANKd (at most %d)",
                     error_quote(text).text, MOST_SECONDS, MOST_DAYS);
}

void clock_write(const struct clock_rule *rule, struct text *t)
{
    if (rule->base == 0) {
        text_add(t, "none");
    } else if (rule->bank) {
        text_format(t, "%llud/%llud", (unsigned long long)(rule->base / DAY),
                    (unsigned long long)(rule->bank / DAY));
    } else if (rule->each_turn) {
        text_format(t, "%llud", (unsigned long long)(rule->base / DAY));
    } else {
        write_seconds(rule->base, t);
        if (rule->increment)
            text_char(t, '+');
        if (rule->increment)
            write_seconds(rule->increment, t);
    }
}

void clock_init(struct clock *c, const struct clock_rule *rule)
{
    *c = (struct clock){.rule = *rule, .running = CLOCK_STOPPED};
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++) {
        c->left[seat] = (int64_t)(rule->base + rule->bank);
        c->bank[seat] = (int64_t)rule->bank;
    }
}

uint64_t clock_run(struct clock *c, int seat, uint64_t now)
{
    uint64_t charged = 0;

    assert(seat >= CLOCK_STOPPED && seat < GAME_MAX_SEATS);
    assert(c->running >= CLOCK_STOPPED && c->running < GAME_MAX_SEATS);
    // A clock that was set back charges nothing.
    if (c->running != CLOCK_STOPPED && now > c->since) {
        charged = now - c->since;
        c->left[c->running] -= (int64_t)charged;
    }
    c->running = seat;
    c->since = now;
    return charged;
}

void clock_turn(struct clock *c, int seat)
{
    assert(seat >= 0 && seat < GAME_MAX_SEATS);
    assert(!(c->rule.each_turn && c->rule.increment)); // either days or an increment
    if (c->rule.each_turn) {
        // Only what a turn took beyond its own days comes from the bank.
        if (c->left[seat] < c->bank[seat])
            c->bank[seat] = c->left[seat] > 0 ? c->left[seat] : 0;
        c->left[seat] = (int64_t)c->rule.base + c->bank[seat];
    } else {
        c->left[seat] += (int64_t)c->rule.increment;
    }
}

uint64_t clock_left(const struct clock *c, int seat, uint64_t now)
{
    assert(seat >= 0 && seat < GAME_MAX_SEATS);
    int64_t left = c->left[seat];

    if (c->running == seat && now > c->since)
        left -= (int64_t)(now - c->since);
    return left > 0 ? (uint64_t)left : 0;
}

void clock_share(uint64_t left, uint64_t increment, uint64_t *enough, uint64_t *most)
{
    // The clock should last for this many more actions, and each loses this many milliseconds to
    // communication. Chosen by hand, not measured: most games are over in forty actions per seat.
    enum { ACTIONS_TO_COME = 25, OVERHEAD = 20 };
    uint64_t usable = left > OVERHEAD ? left - OVERHEAD : 1;
    uint64_t part = usable / ACTIONS_TO_COME + increment * 3 / 4;

    // Usually half to all of a part is used, three times as much at most.
    if (part > usable / 2)
        part = usable / 2;
    *enough = part / 2 + 1;
    *most = part * 3 < usable / 2 ? part * 3 + 1 : usable / 2 + 1;
    assert(*enough <= *most && *most <= usable + 1);
}

int clock_fallen(const struct clock *c, uint64_t now)
{
    if (c->rule.base == 0 || c->running == CLOCK_STOPPED)
        return CLOCK_STOPPED;
    return clock_left(c, c->running, now) == 0 ? c->running : CLOCK_STOPPED;
}

void clock_show(uint64_t milliseconds, struct text *t)
{
    unsigned long long tenths = milliseconds / 100, s = tenths / 10, m = s / 60, h = m / 60;

    if (h >= 24)
        text_format(t, "%llu d %llu h", h / 24, h % 24);
    else if (h > 0)
        text_format(t, "%llu:%02llu:%02llu", h, m % 60, s % 60);
    else if (s >= 10)
        text_format(t, "%llu:%02llu", m, s % 60);
    else
        text_format(t, "%llu.%llu", s, tenths % 10);
}
