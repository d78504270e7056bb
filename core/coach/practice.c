// SPDX-License-Identifier: MIT
// Practice with puzzles, pure: ratings of solver and puzzle, which comes next, which is the day's,
// and when a failed one comes back.
#include "coach/practice.h"

#include <string.h>

#include "base/hash.h"

enum {
    NEAREST = 12,       // puzzles of which chance takes one
    SETTLED = 90,       // deviation of a rating that levels gave
    UNKNOWN = 350,      // and of none
    USUAL = 1500,       // rating that nobody has measured
    HALF_WAY = 15,      // after this many solved puzzles half of all are easier than the next
    YEAR_ZERO = 719468, // days from 0000-03-01 to 1970-01-01
    DAYS_OF_ERA = 146097,
};

// ---------------------------------------------------------------------------------------------
// Ratings
// ---------------------------------------------------------------------------------------------

struct glicko practice_puzzle(unsigned rating)
{
    return (struct glicko){rating ? rating : USUAL, rating ? SETTLED : UNKNOWN, 0};
}

void practice_rate(struct glicko *solver, struct glicko *puzzle, bool solved, int64_t paused)
{
    struct glicko seats[] = {*solver, *puzzle};
    const int64_t pauses[] = {paused, 0};
    const int teams[] = {0, 1};
    const enum game_outcome words[] = {solved ? GAME_WIN : GAME_LOSS,
                                       solved ? GAME_LOSS : GAME_WIN};

    glicko_rate(seats, pauses, teams, words, 2);
    *solver = seats[0];
    *puzzle = seats[1];
}

// ---------------------------------------------------------------------------------------------
// Choosing
// ---------------------------------------------------------------------------------------------

static unsigned distance(unsigned a, unsigned b)
{
    return a > b ? a - b : b - a;
}

static unsigned rating_of(const struct practice_choice *c, unsigned number)
{
    return c->ratings[number] ? c->ratings[number] : USUAL;
}

static bool is_left(const struct practice_choice *c, unsigned number)
{
    return !c->done || !c->done[number];
}

// How many that are left come before this one, the nearest first.
static unsigned place_of(const struct practice_choice *c, unsigned number, unsigned wanted)
{
    unsigned own = distance(rating_of(c, number), wanted), before = 0;

    for (unsigned i = 0; i < c->count && before <= NEAREST; i++) {
        unsigned other = distance(rating_of(c, i), wanted);
        if (!is_left(c, i) || other > own)
            continue;
        // Equal ones in an order that is no row's.
        before += other < own || hash_mix(i + 1) < hash_mix(number + 1);
    }
    return before;
}

int practice_choose(const struct practice_choice *c, unsigned wanted, uint64_t seed)
{
    unsigned left = 0;

    for (unsigned i = 0; i < c->count; i++)
        left += is_left(c, i);
    if (left == 0)
        return PRACTICE_NONE;
    unsigned among = left < NEAREST ? left : NEAREST;
    unsigned place = (unsigned)(hash_mix(seed + 1) % among);
    for (unsigned i = 0; i < c->count; i++) {
        if (is_left(c, i) && place_of(c, i, wanted) == place)
            return (int)i;
    }
    return PRACTICE_NONE;
}

// The rating that this many puzzles lie below.
static unsigned rating_above(const struct practice_choice *c, unsigned below)
{
    unsigned best = 0;

    for (unsigned i = 0; i < c->count; i++) {
        unsigned easier = 0, rating = rating_of(c, i);
        for (unsigned k = 0; k < c->count; k++)
            easier += rating_of(c, k) < rating;
        if (easier <= below && rating > best)
            best = rating;
    }
    return best;
}

int practice_climb(const struct practice_choice *c, unsigned found, uint64_t seed)
{
    return practice_choose(c, rating_above(c, c->count * found / (found + HALF_WAY)), seed);
}

// ---------------------------------------------------------------------------------------------
// Days
// ---------------------------------------------------------------------------------------------

// Days of a date by the calendar, whose years begin in March: then the day that comes and goes is
// the last.
static int64_t days_of(int64_t year, int64_t month, int64_t day)
{
    year -= month <= 2;
    int64_t era = year / 400, of_era = year % 400;
    int64_t of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;

    return era * DAYS_OF_ERA + of_era * 365 + of_era / 4 - of_era / 100 + of_year - YEAR_ZERO;
}

static void date_of(int64_t days, int64_t *year, int64_t *month, int64_t *day)
{
    days += YEAR_ZERO;
    int64_t era = days / DAYS_OF_ERA, rest = days % DAYS_OF_ERA;
    int64_t of_era = (rest - rest / 1460 + rest / 36524 - rest / 146096) / 365;
    int64_t of_year = rest - (365 * of_era + of_era / 4 - of_era / 100);
    int64_t from_march = (5 * of_year + 2) / 153;

    *day = of_year - (153 * from_march + 2) / 5 + 1;
    *month = from_march < 10 ? from_march + 3 : from_march - 9;
    *year = era * 400 + of_era + (*month <= 2);
}

void practice_write_date(int64_t day, struct text *t)
{
    int64_t year, month, of_month;

    date_of(day, &year, &month, &of_month);
    text_format(t, "%04d-%02d-%02d", (int)year, (int)month, (int)of_month);
}

static bool digits(const char *text, unsigned count, int64_t *number)
{
    *number = 0;
    for (unsigned i = 0; i < count; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        *number = *number * 10 + (text[i] - '0');
    }
    return true;
}

bool practice_read_date(const char *text, int64_t *day, struct error *e)
{
    int64_t year, month, of_month;
    char again[16];
    struct text t;

    if (strlen(text) == 10 && text[4] == '-' && text[7] == '-' && digits(text, 4, &year) &&
        digits(text + 5, 2, &month) && digits(text + 8, 2, &of_month) && year >= 1970 &&
        month >= 1 && month <= 12 && of_month >= 1) {
        *day = days_of(year, month, of_month);
        text_init(&t, again, sizeof again);
        practice_write_date(*day, &t);
        if (!strcmp(again, text))
            return true;
    }
    return error_set(e, "practice.date:date", "'%s' is no date such as 2026-11-16",
                     error_quote(text).text);
}

// What a number weighs on a day: the heaviest has it. A number that is added takes its share of
// days and changes no other.
static uint64_t weight(int64_t day, const char *game, uint64_t number)
{
    return hash_mix(
        hash_word(hash_word(hash_bytes(game, strlen(game)), (uint64_t)day), number + 1));
}

int practice_of_day(int64_t day, const struct practice_file *f)
{
    int best = PRACTICE_NONE;

    for (unsigned i = 0; i < f->count; i++) {
        if (best < 0 || weight(day, f->game, i) > weight(day, f->game, (uint64_t)best))
            best = (int)i;
    }
    return best;
}

int practice_file_of_day(int64_t day, const struct practice_file *files, unsigned count)
{
    int best = PRACTICE_NONE;

    for (unsigned i = 0; i < count; i++) {
        if (files[i].count && (best < 0 || weight(day, files[i].game, UINT32_MAX) >
                                               weight(day, files[best].game, UINT32_MAX)))
            best = (int)i;
    }
    return best;
}

// ---------------------------------------------------------------------------------------------
// Coming back
// ---------------------------------------------------------------------------------------------

static const int pauses[PRACTICE_BOXES + 1] = {1, 3, 7, 21, 60, 0};

struct practice_again practice_failed(int64_t day)
{
    return (struct practice_again){0, day + pauses[0]};
}

struct practice_again practice_repeated(struct practice_again again, bool solved, int64_t day)
{
    if (!solved)
        return practice_failed(day);
    if (again.box < PRACTICE_BOXES)
        again.box++;
    again.due = day + pauses[again.box];
    return again;
}
