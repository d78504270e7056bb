// SPDX-License-Identifier: MIT
// Practice as it is kept and what follows from it.
#include "tui/drill.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "coach/puzzletheme.h"
#include "games/registry.h"
#include "tui/datafile.h"

enum { VERSION = 1, MOST_FIELD = 4000000, HEAD = 96, ROW = 64, POINT = 100 };

#define ENDING  ".practice"
#define STEADY  1000000.0
#define ONE_DAY ((int64_t)24 * 3600 * 1000)

static const char letters[DRILL_MODES][2] = {"rr", "kK", "tT", "dd", "aa"};

// ---------------------------------------------------------------------------------------------
// What follows from the attempts
// ---------------------------------------------------------------------------------------------

static void mark(struct drill *d, const struct drill_attempt *a)
{
    if (a->number >= d->puzzles)
        return;
    struct drill_mark *m = &d->marks[a->number];
    if (!m->tried)
        m->again.box = PRACTICE_BOXES;
    if (!a->solved)
        m->again = practice_failed(a->day);
    else if (m->again.box < PRACTICE_BOXES && a->day >= m->again.due)
        m->again = practice_repeated(m->again, true, a->day);
    m->tried = true;
}

static bool add(struct drill *d, const struct drill_attempt *a)
{
    struct drill_attempt *more = realloc(d->attempts, (d->attempt_count + 1) * sizeof *d->attempts);

    if (!more)
        return false;
    d->attempts = more;
    d->attempts[d->attempt_count++] = *a;
    mark(d, a);
    return true;
}

void drill_sum(const struct drill *d, struct drill_sums *sums)
{
    unsigned streak = 0, storm = 0;

    *sums = (struct drill_sums){0};
    for (unsigned i = 0; i < d->puzzles; i++) {
        const struct drill_mark *m = &d->marks[i];
        bool back = m->tried && m->again.box < PRACTICE_BOXES;
        sums->tried += m->tried;
        sums->due += back && m->again.due <= d->today;
        sums->waiting += back && m->again.due > d->today;
    }
    bool *seen = calloc(d->puzzles + 1, sizeof *seen);
    for (unsigned i = 0; i < d->attempt_count; i++) {
        const struct drill_attempt *a = &d->attempts[i];
        if (seen && a->number < d->puzzles && !seen[a->number]) {
            seen[a->number] = true;
            sums->solved += a->solved;
        }
        if (a->mode == DRILL_STREAK) {
            streak = a->solved ? (a->first ? 1 : streak + 1) : 0;
            sums->streak = streak > sums->streak ? streak : sums->streak;
        } else if (a->mode == DRILL_STORM) {
            storm = (a->first ? 0 : storm) + a->solved;
            sums->storm = storm > sums->storm ? storm : sums->storm;
        }
    }
    free(seen);
}

// ---------------------------------------------------------------------------------------------
// The file
// ---------------------------------------------------------------------------------------------

static void write_rows(const struct drill *d, struct text *t)
{
    for (unsigned i = 0; i < d->attempt_count; i++) {
        const struct drill_attempt *a = &d->attempts[i];
        practice_write_date(a->day, t);
        text_format(t, " %u %c %s %u\n", a->number + 1, letters[a->mode][a->first],
                    a->solved ? "solved" : "failed", a->rating);
    }
}

static void write_head(const struct drill *d, const char *rows, size_t length, struct text *t)
{
    text_format(
        t, "practice %d %s %u %u %u %08x\n", VERSION, d->game->name,
        (unsigned)(d->solver.rating * POINT + 0.5), (unsigned)(d->solver.deviation * POINT + 0.5),
        (unsigned)(d->solver.volatility * STEADY + 0.5), (unsigned)hash_bytes(rows, length));
}

static void write_all(const void *drill, struct output *out)
{
    const struct drill *d = drill;
    size_t room = (size_t)d->attempt_count * ROW + 1;
    char *rows = malloc(room), head[HEAD];
    struct text t;

    if (!rows)
        return; // an empty file is never put in the place of the old one
    text_init(&t, rows, room);
    write_rows(d, &t);
    size_t length = t.length;
    text_init(&t, head, sizeof head);
    write_head(d, rows, length, &t);
    output_add(out, head);
    output_add(out, rows);
    free(rows);
}

static void keep(struct drill *d)
{
    char path[DATA_PATH_BYTES];

    if (d->unsaved || !data_path(d->saves, path, d->game->name, ENDING))
        return;
    if (!data_write_whole(path, write_all, d)) {
        d->unsaved = true;
        error_set(&d->save_error, "drill.unwritten:file,reason",
                  "the practice cannot be written to %s: %s", path, strerror(errno));
    }
}

static bool read_mode(char letter, struct drill_attempt *a)
{
    for (unsigned i = 0; i < DRILL_MODES; i++) {
        a->mode = (enum drill_mode)i;
        a->first = letter == letters[i][1] && letter != letters[i][0];
        if (letter == letters[i][0] || letter == letters[i][1])
            return true;
    }
    return false;
}

static bool read_row(struct drill *d, const char *row)
{
    char date[16], letter[4], word[16], end;
    struct drill_attempt a;
    struct error ignored;

    // NOLINTNEXTLINE(cert-err34-c): the sum of the file was right, so the row is ours; bounds are checked
    if (sscanf(row, "%15s %u %3s %15s %u%c", date, &a.number, letter, word, &a.rating, &end) != 5 ||
        letter[1] || !read_mode(letter[0], &a) || a.number == 0 || a.number > MOST_FIELD ||
        a.rating > MOST_FIELD || !practice_read_date(date, &a.day, &ignored))
        return false;
    a.number--;
    a.solved = !strcmp(word, "solved");
    return (a.solved || !strcmp(word, "failed")) && d->attempt_count < DRILL_MOST_ATTEMPTS &&
           add(d, &a);
}

// Takes the bytes apart in place.
static bool read_bytes(struct drill *d, char *bytes)
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
        version != VERSION || strcmp(name, d->game->name) != 0 || deviation == 0 ||
        volatility == 0 || rating > MOST_FIELD || deviation > MOST_FIELD ||
        volatility > MOST_FIELD || sum != (unsigned)hash_bytes(rows, strlen(rows)))
        return false;
    d->solver = (struct glicko){(double)rating / POINT, (double)deviation / POINT,
                                (double)volatility / STEADY};
    for (char *next; *rows; rows = next) {
        next = strchr(rows, '\n');
        if (!next)
            return false;
        *next++ = 0;
        if (!read_row(d, rows))
            return false;
    }
    return true;
}

static void forget(struct drill *d)
{
    d->attempt_count = 0;
    d->solver = glicko_newcomer();
    memset(d->marks, 0, (d->puzzles + 1) * sizeof *d->marks);
}

// A file that is damaged is put aside: it is never written over.
static void read_kept(struct drill *d)
{
    char path[DATA_PATH_BYTES], aside[DATA_PATH_BYTES];
    size_t length;
    char *bytes;

    if (!data_path(d->saves, path, d->game->name, ENDING) ||
        !data_path(d->saves, aside, d->game->name, ENDING DATA_DAMAGED) || access(path, F_OK) != 0)
        return;
    bytes = data_read_whole(path, &length);
    if (!bytes) {
        d->unsaved = true;
        error_set(&d->save_error, "shelf.unread:file", "file %s cannot be read", path);
        return;
    }
    if (strlen(bytes) != length || !read_bytes(d, bytes)) {
        forget(d);
        d->unsaved = rename(path, aside) != 0;
        error_set(&d->save_error, "drill.damaged:file",
                  "the kept practice is damaged and was set aside as %s; it begins anew", aside);
    }
    free(bytes);
}

// ---------------------------------------------------------------------------------------------
// Opening
// ---------------------------------------------------------------------------------------------

static bool read_ratings(struct drill *d, struct error *e)
{
    struct puzzle z;

    for (unsigned i = 0; i < d->puzzles; i++) {
        if (!puzzle_file_read(&d->file, i, &z, e))
            return false;
        d->ratings[i] = z.rating;
        d->themes[i] = z.themes;
    }
    return true;
}

bool drill_open(struct drill *d, const struct game *g, const struct saves *saves, int64_t today,
                struct error *e)
{
    const char *bytes = registry_puzzles(g);

    *d = (struct drill){.game = g, .saves = saves, .today = today, .solver = glicko_newcomer()};
    if (!*bytes)
        return error_set(e, "drill.none:game", "there are no puzzles of '%s'", g->name);
    if (!puzzle_file_open(&d->file, bytes, strlen(bytes), e))
        return false;
    d->puzzles = d->file.count;
    d->marks = calloc(d->puzzles + 1, sizeof *d->marks);
    d->ratings = calloc(d->puzzles + 1, sizeof *d->ratings);
    d->themes = calloc(d->puzzles + 1, sizeof *d->themes);
    d->done = calloc(d->puzzles + 1, sizeof *d->done);
    d->met = calloc(d->puzzles + 1, sizeof *d->met);
    if (!d->marks || !d->ratings || !d->themes || !d->done || !d->met)
        return error_set(e, "memory", "there is no memory for that");
    read_kept(d);
    return read_ratings(d, e);
}

void drill_clear(struct drill *d)
{
    free(d->attempts);
    free(d->marks);
    free(d->ratings);
    free(d->themes);
    free(d->done);
    free(d->met);
    *d = (struct drill){0};
}

enum { THEMES = 32 };

// The ids of the themes that the puzzles have.
static void list_themes(const struct drill *d, struct text *t)
{
    unsigned all = 0;

    for (unsigned i = 0; i < d->puzzles; i++)
        all |= d->themes[i];
    for (unsigned theme = 0; theme < THEMES; theme++) {
        if ((all >> theme & 1) && puzzle_theme_id(d->game, theme))
            text_format(t, "%s%s", t->length ? ", " : "", puzzle_theme_id(d->game, theme));
    }
}

static unsigned find_theme(const struct drill *d, const char *id, size_t length)
{
    for (unsigned theme = 0; theme < THEMES; theme++) {
        const char *known = puzzle_theme_id(d->game, theme);
        if (known && strlen(known) == length && !strncmp(known, id, length))
            return 1u << theme;
    }
    return 0;
}

bool drill_only(struct drill *d, const char *themes, struct error *e)
{
    char known[200];
    unsigned wanted = 0;
    struct text t;

    for (const char *at = themes; at; at = strchr(at, ',')) {
        at += *at == ',';
        size_t length = strcspn(at, ",");
        unsigned found = find_theme(d, at, length);
        if (!found) {
            text_init(&t, known, sizeof known);
            list_themes(d, &t);
            if (!t.length)
                return error_set(e, "drill.no-themes:game",
                                 "the puzzles of '%s' have no themes yet", d->game->name);
            return error_set(e, "drill.theme:themes,known", "'%s' are no themes; there are: %s",
                             error_quote(themes).text, known);
        }
        wanted |= found;
    }
    for (unsigned i = 0; i < d->puzzles; i++)
        d->done[i] = !(d->themes[i] & wanted);
    return true;
}

bool drill_news(struct drill *d, struct error *e)
{
    if (!d->save_error.text[0])
        return false;
    *e = d->save_error;
    d->save_error.text[0] = 0;
    return true;
}

// ---------------------------------------------------------------------------------------------
// Practising
// ---------------------------------------------------------------------------------------------

static int next_due(const struct drill *d)
{
    int best = PRACTICE_NONE;

    for (unsigned i = 0; i < d->puzzles; i++) {
        const struct drill_mark *m = &d->marks[i];
        if (m->tried && m->again.box < PRACTICE_BOXES && m->again.due <= d->today && !d->met[i] &&
            !d->done[i] && (best < 0 || m->again.due < d->marks[best].again.due))
            best = (int)i;
    }
    return best;
}

static int choose(struct drill *d)
{
    bool *not_now = calloc(d->puzzles + 1, sizeof *not_now);
    int number = PRACTICE_NONE;

    if (!not_now)
        return number;
    for (unsigned i = 0; i < d->puzzles; i++)
        not_now[i] = d->done[i] || d->met[i] || (d->mode == DRILL_RUN && d->marks[i].tried);
    struct practice_choice choice = {d->ratings, not_now, d->puzzles};
    number = d->mode == DRILL_RUN
                 ? practice_choose(&choice, (unsigned)d->solver.rating, d->seed + d->begun)
                 : practice_climb(&choice, d->found, d->seed + d->begun);
    free(not_now);
    return number;
}

int drill_next(struct drill *d)
{
    const struct practice_file file = {d->game->name, d->puzzles};
    int number;

    if (d->mode == DRILL_STREAK && d->failed)
        return PRACTICE_NONE;
    if (d->mode == DRILL_DAY)
        number = d->begun ? PRACTICE_NONE : practice_of_day(d->today, &file);
    else
        number = d->mode == DRILL_RETRY ? next_due(d) : choose(d);
    if (number >= 0) {
        d->met[number] = true;
        d->begun++;
    }
    return number;
}

bool drill_read(const struct drill *d, unsigned number, struct puzzle *z, struct error *e)
{
    return puzzle_file_read(&d->file, number, z, e);
}

static bool counts(const struct drill *d, unsigned number)
{
    return (d->mode == DRILL_RUN || d->mode == DRILL_DAY) && !d->marks[number].tried;
}

void drill_finish(struct drill *d, unsigned number, bool solved)
{
    struct glicko puzzle = practice_puzzle(d->ratings[number]);

    if (counts(d, number)) {
        int64_t last = d->attempt_count ? d->attempts[d->attempt_count - 1].day : d->today;
        practice_rate(&d->solver, &puzzle, solved,
                      d->today > last ? (d->today - last) * ONE_DAY : 0);
    }
    d->found += solved;
    d->failed += !solved;
    struct drill_attempt a = {.number = number,
                              .mode = d->mode,
                              .first = d->begun == 1,
                              .solved = solved,
                              .day = d->today,
                              .rating = (unsigned)(d->solver.rating + 0.5)};
    if (add(d, &a))
        keep(d);
}
