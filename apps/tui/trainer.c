// SPDX-License-Identifier: MIT
// The attempts of the puzzle trainer, their file, and the choice of the next puzzle.
#include "tui/trainer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "coach/puzzletheme.h"
#include "coach/hint.h"
#include "games/registry.h"
#include "tui/datafile.h"

enum { VERSION = 1, MOST_FIELD = 4000000, HEAD = 96, ROW = 64, POINT = 100 };

#define ENDING  ".practice"
#define STEADY  1000000.0
#define ONE_DAY ((int64_t)24 * 3600 * 1000)

static const char letters[TRAINER_MODES][2] = {"rr", "kK", "tT", "dd", "aa"};

// ---------------------------------------------------------------------------------------------
// What follows from the attempts
// ---------------------------------------------------------------------------------------------

static void note_attempt(struct trainer *trainer, const struct trainer_attempt *a)
{
    if (a->number >= trainer->puzzles)
        return;
    struct trainer_puzzle *m = &trainer->known[a->number];
    if (!m->tried)
        m->again.box = PRACTICE_BOXES;
    if (!a->solved)
        m->again = practice_failed(a->day);
    else if (m->again.box < PRACTICE_BOXES && a->day >= m->again.due)
        m->again = practice_repeated(m->again, true, a->day);
    m->tried = true;
}

static bool add_attempt(struct trainer *trainer, const struct trainer_attempt *a)
{
    struct trainer_attempt *more =
        realloc(trainer->attempts, (trainer->attempt_count + 1) * sizeof *trainer->attempts);

    if (!more)
        return false;
    trainer->attempts = more;
    trainer->attempts[trainer->attempt_count++] = *a;
    note_attempt(trainer, a);
    return true;
}

void trainer_total(const struct trainer *trainer, struct trainer_totals *sums)
{
    unsigned streak = 0, storm = 0;

    *sums = (struct trainer_totals){0};
    for (unsigned i = 0; i < trainer->puzzles; i++) {
        const struct trainer_puzzle *m = &trainer->known[i];
        bool back = m->tried && m->again.box < PRACTICE_BOXES;
        sums->tried += m->tried;
        sums->due += back && m->again.due <= trainer->today;
        sums->waiting += back && m->again.due > trainer->today;
    }
    bool *seen = calloc(trainer->puzzles + 1, sizeof *seen);
    for (unsigned i = 0; i < trainer->attempt_count; i++) {
        const struct trainer_attempt *a = &trainer->attempts[i];
        if (seen && a->number < trainer->puzzles && !seen[a->number]) {
            seen[a->number] = true;
            sums->solved += a->solved;
        }
        if (a->mode == TRAINER_STREAK) {
            streak = a->solved ? (a->first ? 1 : streak + 1) : 0;
            sums->streak = streak > sums->streak ? streak : sums->streak;
        } else if (a->mode == TRAINER_STORM) {
            storm = (a->first ? 0 : storm) + a->solved;
            sums->storm = storm > sums->storm ? storm : sums->storm;
        }
    }
    free(seen);
}

// ---------------------------------------------------------------------------------------------
// The file
// ---------------------------------------------------------------------------------------------

static void write_rows(const struct trainer *trainer, struct text *t)
{
    for (unsigned i = 0; i < trainer->attempt_count; i++) {
        const struct trainer_attempt *a = &trainer->attempts[i];
        practice_write_date(a->day, t);
        text_format(t, " %u %c %s %u\n", a->number + 1, letters[a->mode][a->first],
                    a->solved ? "solved" : "failed", a->rating);
    }
}

static void write_head(const struct trainer *trainer, const char *rows, size_t length,
                       struct text *t)
{
    text_format(t, "practice %d %s %u %u %u %08x\n", VERSION, trainer->game->name,
                (unsigned)(trainer->solver.rating * POINT + 0.5),
                (unsigned)(trainer->solver.deviation * POINT + 0.5),
                (unsigned)(trainer->solver.volatility * STEADY + 0.5),
                (unsigned)hash_bytes(rows, length));
}

static void write_all(const void *what, struct output *out)
{
    const struct trainer *trainer = what;
    size_t capacity = (size_t)trainer->attempt_count * ROW + 1;
    char *rows = malloc(capacity), head[HEAD];
    struct text t;

    if (!rows)
        return; // an empty file is never put in the place of the old one
    text_init(&t, rows, capacity);
    write_rows(trainer, &t);
    size_t length = t.length;
    text_init(&t, head, sizeof head);
    write_head(trainer, rows, length, &t);
    output_add(out, head);
    output_add(out, rows);
    free(rows);
}

static void save_attempts(struct trainer *trainer)
{
    char path[DATA_PATH_BYTES];

    if (trainer->unsaved || !data_path(trainer->saves->folder, path, trainer->game->name, ENDING))
        return;
    if (!data_write_whole(path, write_all, trainer)) {
        trainer->unsaved = true;
        error_set(&trainer->save_error, "trainer.unwritten:file,reason",
                  "the practice cannot be written to %s: %s", path, strerror(errno));
    }
}

static bool read_mode(char letter, struct trainer_attempt *a)
{
    for (unsigned i = 0; i < TRAINER_MODES; i++) {
        a->mode = (enum trainer_mode)i;
        a->first = letter == letters[i][1] && letter != letters[i][0];
        if (letter == letters[i][0] || letter == letters[i][1])
            return true;
    }
    return false;
}

static bool read_row(struct trainer *trainer, const char *row)
{
    char date[16], letter[4], word[16], end;
    struct trainer_attempt a;
    struct error ignored;

    // The checksum was right, so we wrote this row. Bounds are checked below.
    // NOLINTNEXTLINE(cert-err34-c)
    if (sscanf(row, "%15s %u %3s %15s %u%c", date, &a.number, letter, word, &a.rating, &end) != 5 ||
        letter[1] || !read_mode(letter[0], &a) || a.number == 0 || a.number > MOST_FIELD ||
        a.rating > MOST_FIELD || !practice_read_date(date, &a.day, &ignored))
        return false;
    a.number--;
    a.solved = !strcmp(word, "solved");
    return (a.solved || !strcmp(word, "failed")) &&
           trainer->attempt_count < TRAINER_MOST_ATTEMPTS && add_attempt(trainer, &a);
}

// Takes the bytes apart in place.
static bool read_bytes(struct trainer *trainer, char *bytes)
{
    char name[32], end;
    unsigned version, rating, deviation, volatility, sum;
    char *rows = strchr(bytes, '\n');

    if (!rows)
        return false;
    *rows++ = 0;
    // NOLINTNEXTLINE(cert-err34-c): a number that is too great fits no sum, and bounds are checked
    if (sscanf(bytes, "practice %u %31s %u %u %u %8x%c", &version, name, &rating, &deviation,
               &volatility, &sum, &end) != 6 ||
        version != VERSION || strcmp(name, trainer->game->name) != 0 || deviation == 0 ||
        volatility == 0 || rating > MOST_FIELD || deviation > MOST_FIELD ||
        volatility > MOST_FIELD || sum != (unsigned)hash_bytes(rows, strlen(rows)))
        return false;
    trainer->solver = (struct glicko){(double)rating / POINT, (double)deviation / POINT,
                                      (double)volatility / STEADY};
    for (char *next; *rows; rows = next) {
        next = strchr(rows, '\n');
        if (!next)
            return false;
        *next++ = 0;
        if (!read_row(trainer, rows))
            return false;
    }
    return true;
}

static void forget_attempts(struct trainer *trainer)
{
    trainer->attempt_count = 0;
    trainer->solver = glicko_newcomer();
    memset(trainer->known, 0, (trainer->puzzles + 1) * sizeof *trainer->known);
}

// A file that is damaged is put aside: it is never written over.
static void read_kept(struct trainer *trainer)
{
    char path[DATA_PATH_BYTES], aside[DATA_PATH_BYTES];
    size_t length;
    char *bytes;

    if (!data_path(trainer->saves->folder, path, trainer->game->name, ENDING) ||
        !data_path(trainer->saves->folder, aside, trainer->game->name, ENDING DATA_DAMAGED) ||
        access(path, F_OK) != 0)
        return;
    bytes = data_read_whole(path, &length);
    if (!bytes) {
        trainer->unsaved = true;
        error_set(&trainer->save_error, "saves.unread:file", "file %s cannot be read", path);
        return;
    }
    if (strlen(bytes) != length || !read_bytes(trainer, bytes)) {
        forget_attempts(trainer);
        trainer->unsaved = rename(path, aside) != 0;
        error_set(&trainer->save_error, "trainer.damaged:file",
                  "the saved practice is damaged and was set aside as %s; it begins again", aside);
    }
    free(bytes);
}

// ---------------------------------------------------------------------------------------------
// Opening
// ---------------------------------------------------------------------------------------------

static bool read_ratings(struct trainer *trainer, struct error *e)
{
    struct puzzle z;

    for (unsigned i = 0; i < trainer->puzzles; i++) {
        if (!puzzle_file_read(&trainer->file, i, &z, e))
            return false;
        trainer->ratings[i] = z.rating;
        trainer->themes[i] = z.themes;
    }
    return true;
}

bool trainer_open(struct trainer *trainer, const struct game *g, const struct saves *saves,
                  int64_t today, struct error *e)
{
    const char *bytes = registry_puzzles(g);

    *trainer =
        (struct trainer){.game = g, .saves = saves, .today = today, .solver = glicko_newcomer()};
    if (!*bytes)
        return error_set(e, "trainer.none:game", "there are no puzzles of '%s'", g->name);
    if (!puzzle_file_open(&trainer->file, bytes, strlen(bytes), e))
        return false;
    trainer->puzzles = trainer->file.count;
    trainer->known = calloc(trainer->puzzles + 1, sizeof *trainer->known);
    trainer->ratings = calloc(trainer->puzzles + 1, sizeof *trainer->ratings);
    trainer->themes = calloc(trainer->puzzles + 1, sizeof *trainer->themes);
    trainer->done = calloc(trainer->puzzles + 1, sizeof *trainer->done);
    trainer->seen = calloc(trainer->puzzles + 1, sizeof *trainer->seen);
    if (!trainer->known || !trainer->ratings || !trainer->themes || !trainer->done ||
        !trainer->seen)
        return error_set(e, "memory", "there is no memory for that");
    read_kept(trainer);
    return read_ratings(trainer, e);
}

void trainer_clear(struct trainer *trainer)
{
    free(trainer->attempts);
    free(trainer->known);
    free(trainer->ratings);
    free(trainer->themes);
    free(trainer->done);
    free(trainer->seen);
    *trainer = (struct trainer){0};
}

enum { THEMES = 32 };

// The ids of the themes that the puzzles have.
static void list_themes(const struct trainer *trainer, struct text *t)
{
    unsigned all = 0;

    for (unsigned i = 0; i < trainer->puzzles; i++)
        all |= trainer->themes[i];
    for (unsigned theme = 0; theme < THEMES; theme++) {
        if ((all >> theme & 1) && puzzle_theme_id(trainer->game, theme))
            text_format(t, "%s%s", t->length ? ", " : "", puzzle_theme_id(trainer->game, theme));
    }
}

static unsigned find_theme(const struct trainer *trainer, const char *id, size_t length)
{
    for (unsigned theme = 0; theme < THEMES; theme++) {
        const char *known = puzzle_theme_id(trainer->game, theme);
        if (known && strlen(known) == length && !strncmp(known, id, length))
            return 1u << theme;
    }
    return 0;
}

bool trainer_filter(struct trainer *trainer, const char *themes, struct error *e)
{
    char known[200];
    unsigned wanted = 0;
    struct text t;

    for (const char *at = themes; at; at = strchr(at, ',')) {
        at += *at == ',';
        size_t length = strcspn(at, ",");
        unsigned found = find_theme(trainer, at, length);
        if (!found) {
            text_init(&t, known, sizeof known);
            list_themes(trainer, &t);
            if (!t.length)
                return error_set(e, "trainer.no-themes:game",
                                 "the puzzles of '%s' have no themes yet", trainer->game->name);
            return error_set(e, "trainer.theme:themes,known", "'%s' are no themes; there are: %s",
                             error_quote(themes).text, known);
        }
        wanted |= found;
    }
    for (unsigned i = 0; i < trainer->puzzles; i++)
        trainer->done[i] = !(trainer->themes[i] & wanted);
    return true;
}

bool trainer_news(struct trainer *trainer, struct error *e)
{
    if (!trainer->save_error.message.text[0])
        return false;
    *e = trainer->save_error;
    trainer->save_error.message.text[0] = 0;
    return true;
}

// ---------------------------------------------------------------------------------------------
// Practising
// ---------------------------------------------------------------------------------------------

static int next_due(const struct trainer *trainer)
{
    int best = PRACTICE_NONE;

    for (unsigned i = 0; i < trainer->puzzles; i++) {
        const struct trainer_puzzle *m = &trainer->known[i];
        if (m->tried && m->again.box < PRACTICE_BOXES && m->again.due <= trainer->today &&
            !trainer->seen[i] && !trainer->done[i] &&
            (best < 0 || m->again.due < trainer->known[best].again.due))
            best = (int)i;
    }
    return best;
}

static int choose_puzzle(struct trainer *trainer)
{
    bool *not_now = calloc(trainer->puzzles + 1, sizeof *not_now);
    int number = PRACTICE_NONE;

    if (!not_now)
        return number;
    for (unsigned i = 0; i < trainer->puzzles; i++)
        not_now[i] = trainer->done[i] || trainer->seen[i] ||
                     (trainer->mode == TRAINER_RUN && trainer->known[i].tried);
    struct practice_choice choice = {trainer->ratings, not_now, trainer->puzzles};
    number = trainer->mode == TRAINER_RUN
                 ? practice_choose(&choice, (unsigned)trainer->solver.rating,
                                   trainer->seed + trainer->begun)
                 : practice_climb(&choice, trainer->found, trainer->seed + trainer->begun);
    free(not_now);
    return number;
}

int trainer_next(struct trainer *trainer)
{
    const struct practice_file file = {trainer->game->name, trainer->puzzles};
    int number;

    if (trainer->mode == TRAINER_STREAK && trainer->failed)
        return PRACTICE_NONE;
    if (trainer->mode == TRAINER_DAY)
        number = trainer->begun ? PRACTICE_NONE : practice_of_day(trainer->today, &file);
    else
        number = trainer->mode == TRAINER_RETRY ? next_due(trainer) : choose_puzzle(trainer);
    if (number >= 0) {
        trainer->seen[number] = true;
        trainer->begun++;
    }
    return number;
}

static bool counts_for_rating(const struct trainer *trainer, unsigned number)
{
    return (trainer->mode == TRAINER_RUN || trainer->mode == TRAINER_DAY) &&
           !trainer->known[number].tried;
}

void trainer_record(struct trainer *trainer, unsigned number, bool solved)
{
    struct glicko puzzle = practice_puzzle(trainer->ratings[number]);

    if (counts_for_rating(trainer, number)) {
        int64_t last = trainer->attempt_count ? trainer->attempts[trainer->attempt_count - 1].day
                                              : trainer->today;
        practice_rate(&trainer->solver, &puzzle, solved,
                      trainer->today > last ? (trainer->today - last) * ONE_DAY : 0);
    }
    trainer->found += solved;
    trainer->failed += !solved;
    struct trainer_attempt a = {.number = number,
                                .mode = trainer->mode,
                                .first = trainer->begun == 1,
                                .solved = solved,
                                .day = trainer->today,
                                .rating = (unsigned)(trainer->solver.rating + 0.5)};
    if (add_attempt(trainer, &a))
        save_attempts(trainer);
}

bool trainer_ends_with_failure(const struct trainer *trainer)
{
    return trainer->mode == TRAINER_STREAK || trainer->mode == TRAINER_STORM;
}

bool trainer_time_is_up(const struct trainer *trainer, uint64_t milliseconds)
{
    return trainer->mode == TRAINER_STORM && milliseconds >= (uint64_t)PRACTICE_STORM * 1000;
}

// ---------------------------------------------------------------------------------------------
// One puzzle
// ---------------------------------------------------------------------------------------------

bool puzzle_task_begin(struct puzzle_task *a, struct trainer *trainer, unsigned number,
                       struct match *m, struct error *e)
{
    struct puzzle z;

    if (!puzzle_file_read(&trainer->file, number, &z, e))
        return false;
    *a = (struct puzzle_task){
        .trainer = trainer, .number = number, .before = (unsigned)(trainer->solver.rating + 0.5)};
    puzzle_solver_init(&a->solver, &z);
    return puzzle_solver_match(&z, a->solver.seat, m, e);
}

void puzzle_task_record(struct puzzle_task *a, bool solved)
{
    if (!a->recorded)
        trainer_record(a->trainer, a->number, solved);
    a->recorded = true;
}

void puzzle_task_leave(struct puzzle_task *a)
{
    if (a->failed || a->solver.found)
        puzzle_task_record(a, false);
}

void puzzle_task_hint(struct puzzle_task *a, const struct history *history,
                      const struct catalogue *words, struct text *t)
{
    static const unsigned levels[] = {HINT_AREA, HINT_BEST, HINT_REASON};
    enum { LAST = sizeof levels / sizeof *levels - 1 };
    struct hint hint;

    hint_known(history, puzzle_solver_solution(&a->solver), &hint);
    hint_text(&hint, levels[a->hint_level], words, history->game->seat_names, t);
    if (a->hint_level < LAST && (a->hint_level == 0 || hint.reasons.count))
        a->hint_level++;
    if (!a->failed) {
        text_char(t, ' ');
        text_add(t,
                 sentence_text(words, "trainer.helped", "With help it does not count as solved."));
    }
    a->failed = true;
}
