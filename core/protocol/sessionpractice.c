// SPDX-License-Identifier: MIT
// The session's call `practice`, which gives front ends coach/practice.h as words in and JSON out,
// and files of puzzles.
#include <stdlib.h>
#include <string.h>

#include "base/jsonwrite.h"
#include "coach/practice.h"
#include "protocol/command.h"
#include "protocol/session.h"

enum { MOST_RATING = 10000, POINT = 100, MOST_FILES = 64 };
#define STEADY 1000000.0 // volatilities are given in millionths

static bool unknown_word(const struct session_call *c, const char *word)
{
    return error_set(c->e, "practice.word:call,word", "practice '%s' does not know '%s'",
                     error_quote(c->words[0]).text, error_quote(word).text);
}

static void begin_answer(struct json_writer *j, const struct session_call *c)
{
    json_write_init(j, c->out);
    json_write_object(j, NULL);
}

static void end_answer(struct json_writer *j, const struct session_call *c)
{
    json_write_end_object(j);
    output_add(c->out, "\n");
}

// ---------------------------------------------------------------------------------------------
// Ratings
// ---------------------------------------------------------------------------------------------

// "new", or three numbers with commas between them: hundredths of points, and millionths.
static bool read_solver(const char *word, struct glicko *solver)
{
    unsigned long long numbers[3];
    const char *at = word;

    *solver = glicko_newcomer();
    if (!strcmp(word, "new"))
        return true;
    for (unsigned i = 0; i < 3; i++) {
        char number[16];
        size_t length = strcspn(at, ",");
        if (length >= sizeof number || (at[length] == ',') != (i < 2))
            return false;
        memcpy(number, at, length);
        number[length] = 0;
        if (!text_read_number(number, MOST_RATING * POINT, &numbers[i]))
            return false;
        at += length + 1;
    }
    *solver = (struct glicko){(double)numbers[0] / POINT, (double)numbers[1] / POINT,
                              (double)numbers[2] / STEADY};
    return numbers[1] >= POINT && numbers[2] > 0;
}

static long long rounded(double number)
{
    return (long long)(number < 0 ? 0 : number + 0.5);
}

static void write_solver(const struct glicko *solver, struct json_writer *j)
{
    char storage[48];
    struct text t;

    text_init(&t, storage, sizeof storage);
    text_format(&t, "%llu,%llu,%llu", (unsigned long long)rounded(solver->rating * POINT),
                (unsigned long long)rounded(solver->deviation * POINT),
                (unsigned long long)rounded(solver->volatility * STEADY));
    json_write_string(j, "solver", storage);
    json_write_number(j, "rating", rounded(solver->rating));
    json_write_number(j, "deviation", rounded(solver->deviation));
}

static bool read_word(const char *word, bool *solved)
{
    *solved = !strcmp(word, "solved");
    return *solved || !strcmp(word, "failed");
}

// SOLVER RATING solved|failed PAUSED
static bool run_rate(const struct session_call *c)
{
    struct glicko solver, puzzle;
    unsigned long long rating, paused;
    struct json_writer j;
    bool solved;

    if (!read_solver(c->words[1], &solver))
        return unknown_word(c, c->words[1]);
    if (!text_read_number(c->words[2], MOST_RATING, &rating))
        return unknown_word(c, c->words[2]);
    if (!read_word(c->words[3], &solved))
        return unknown_word(c, c->words[3]);
    if (!text_read_number(c->words[4], INT64_MAX, &paused))
        return unknown_word(c, c->words[4]);
    puzzle = practice_puzzle((unsigned)rating);
    practice_rate(&solver, &puzzle, solved, (int64_t)paused);
    begin_answer(&j, c);
    write_solver(&solver, &j);
    end_answer(&j, c);
    return true;
}

// ---------------------------------------------------------------------------------------------
// Choosing
// ---------------------------------------------------------------------------------------------

// "climb:N", or a rating.
static bool read_wanted(const char *word, bool *climbs, unsigned *wanted)
{
    unsigned long long n;

    *climbs = !strncmp(word, "climb:", 6);
    if (!text_read_number(*climbs ? word + 6 : word, MOST_RATING, &n))
        return false;
    *wanted = (unsigned)n;
    return true;
}

static bool read_ratings(const struct session_call *c, unsigned *ratings, bool *done)
{
    for (unsigned i = 3; i < c->count; i++) {
        unsigned long long rating = 0;
        done[i - 3] = !strcmp(c->words[i], "-");
        if (!done[i - 3] && !text_read_number(c->words[i], MOST_RATING, &rating))
            return unknown_word(c, c->words[i]);
        ratings[i - 3] = (unsigned)rating;
    }
    return true;
}

// SEED WANTED RATING...; a puzzle that is not to come has "-" for a rating.
static bool run_choose(const struct session_call *c)
{
    unsigned count = c->count - 3, wanted;
    unsigned long long seed;
    struct json_writer j;
    bool climbs;

    if (!text_read_number(c->words[1], UINT64_MAX, &seed))
        return unknown_word(c, c->words[1]);
    if (!read_wanted(c->words[2], &climbs, &wanted))
        return unknown_word(c, c->words[2]);
    unsigned *ratings = malloc((count + 1) * sizeof *ratings);
    bool *done = malloc(count + 1);
    bool good = ratings && done ? read_ratings(c, ratings, done)
                                : error_set(c->e, "memory", "there is no memory for that");
    if (good) {
        struct practice_choice choice = {ratings, done, count};
        int number =
            climbs ? practice_climb(&choice, wanted, seed) : practice_choose(&choice, wanted, seed);
        begin_answer(&j, c);
        if (number >= 0)
            json_write_number(&j, "number", number);
        end_answer(&j, c);
    }
    free(ratings);
    free(done);
    return good;
}

// ---------------------------------------------------------------------------------------------
// Days
// ---------------------------------------------------------------------------------------------

static void write_pick(const struct practice_file *f, int64_t day, struct json_writer *j,
                       const char *name)
{
    json_write_object(j, name);
    json_write_string(j, "game", f->game);
    json_write_number(j, "number", practice_of_day(day, f));
    json_write_end_object(j);
}

// DATE [GAME COUNT]...
static bool run_day(const struct session_call *c)
{
    struct practice_file files[MOST_FILES];
    unsigned count = (c->count - 2) / 2;
    struct json_writer j;
    int64_t day;

    if (!practice_read_date(c->words[1], &day, c->e))
        return false;
    if (c->count % 2 || count > MOST_FILES)
        return unknown_word(c, c->words[c->count - 1]);
    for (unsigned i = 0; i < count; i++) {
        unsigned long long puzzles;
        files[i].game = c->words[2 + 2 * i];
        if (!text_read_number(c->words[3 + 2 * i], ANY_NUMBER, &puzzles))
            return unknown_word(c, c->words[3 + 2 * i]);
        files[i].count = (unsigned)puzzles;
    }
    begin_answer(&j, c);
    int chosen = practice_file_of_day(day, files, count);
    if (chosen >= 0)
        write_pick(&files[chosen], day, &j, "puzzle");
    json_write_array(&j, "each");
    for (unsigned i = 0; i < count; i++) {
        if (files[i].count)
            write_pick(&files[i], day, &j, NULL);
    }
    json_write_end_array(&j);
    end_answer(&j, c);
    return true;
}

// BOX solved|failed DATE; the box of one that was never failed is "-".
static bool run_again(const struct session_call *c)
{
    bool first = !strcmp(c->words[1], "-"), solved;
    struct practice_again a = {0};
    unsigned long long box = 0;
    char date[16];
    struct text t;
    struct json_writer j;
    int64_t day;

    if (!first && !text_read_number(c->words[1], PRACTICE_BOXES, &box))
        return unknown_word(c, c->words[1]);
    if (!read_word(c->words[2], &solved))
        return unknown_word(c, c->words[2]);
    if (!practice_read_date(c->words[3], &day, c->e))
        return false;
    a.box = first && solved ? PRACTICE_BOXES : (unsigned)box;
    a = practice_repeated(a, solved, day);
    begin_answer(&j, c);
    json_write_number(&j, "box", a.box);
    json_write_bool(&j, "known", a.box == PRACTICE_BOXES);
    if (a.box < PRACTICE_BOXES) {
        text_init(&t, date, sizeof date);
        practice_write_date(a.due, &t);
        json_write_string(&j, "due", date);
    }
    end_answer(&j, c);
    return true;
}

static const struct {
    const char *name;
    unsigned least, most;
    bool (*run)(const struct session_call *c);
} rows[] = {
    {"rate", 5, 5, run_rate},
    {"choose", 3, ANY_NUMBER, run_choose},
    {"day", 2, ANY_NUMBER, run_day},
    {"again", 4, 4, run_again},
};

bool session_practice(struct session *s, const struct session_call *c)
{
    (void)s;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i].name, c->words[0]) != 0)
            continue;
        if (c->count < rows[i].least || c->count > rows[i].most)
            return error_set(c->e, "session.words:call,least,most,words",
                             "call '%s' takes %u to %u words, not %u", rows[i].name,
                             rows[i].least - 1, rows[i].most - 1, c->count - 1);
        return rows[i].run(c);
    }
    return error_set(c->e, "practice.unknown:word",
                     "'%s' is none of: practice rate, choose, day, again",
                     error_quote(c->words[0]).text);
}

// ---------------------------------------------------------------------------------------------
// Files
// ---------------------------------------------------------------------------------------------

static bool write_puzzles(const struct puzzle_file *f, const struct session_call *c)
{
    struct json_writer j;
    struct puzzle_solver s;
    struct puzzle z;

    for (unsigned i = 0; i < f->count; i++) {
        if (!puzzle_file_read(f, i, &z, c->e))
            return false;
    }
    begin_answer(&j, c);
    json_write_string(&j, "game", f->game->name);
    json_write_array(&j, "puzzles");
    for (unsigned i = 0; i < f->count && puzzle_file_read(f, i, &z, c->e); i++) {
        puzzle_solver_init(&s, &z);
        json_write_object(&j, NULL);
        json_write_string(&j, "goal", puzzle_goal_name(z.goal));
        json_write_number(&j, "own", s.to_find);
        json_write_number(&j, "rating", z.rating);
        session_themes_json(&z, &j);
        json_write_end_object(&j);
    }
    json_write_end_array(&j);
    end_answer(&j, c);
    return true;
}

// The lines of a file, head first, a word each.
bool session_puzzles(struct session *s, const struct session_call *c)
{
    struct puzzle_file f;
    size_t length = 0, at = 0;

    (void)s;
    for (unsigned i = 0; i < c->count; i++)
        length += strlen(c->words[i]) + 1;
    char *bytes = malloc(length + 1);
    if (!bytes)
        return error_set(c->e, "memory", "there is no memory for that");
    for (unsigned i = 0; i < c->count; i++) {
        size_t count = strlen(c->words[i]);
        memcpy(bytes + at, c->words[i], count);
        at += count;
        bytes[at++] = '\n';
    }
    bool good = puzzle_file_open(&f, bytes, length, c->e) && write_puzzles(&f, c);
    free(bytes);
    return good;
}
