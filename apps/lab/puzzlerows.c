// SPDX-License-Identifier: MIT
// The rows of a file of puzzles: saving them, writing themes and ratings into them
// (puzzlerating.c), near copies, and a player that tries some of them.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coach/puzzlecopies.h"
#include "coach/puzzletheme.h"
#include "lab/puzzles.h"

enum {
    THEME_NODES = 100000, // of a question that a theme asks
    SAVE_EVERY = 10000000,
    SAMPLE = 40,
};

// ---------------------------------------------------------------------------------------------
// Rows
// ---------------------------------------------------------------------------------------------

void puzzles_head(const struct puzzles_rows *all, struct text *t)
{
    if (all->origin.games)
        puzzle_file_head_made(all->game, all->count, all->rows, all->bytes, all->origin, t);
    else
        puzzle_file_head(all->game, all->count, all->rows, all->bytes, t);
}

bool puzzles_save(const char *path, const struct puzzles_rows *all, struct error *e)
{
    char head[120], beside[4096];
    struct text t;

    text_init(&t, beside, sizeof beside);
    text_format(&t, "%s.part", path);
    FILE *file = fopen(beside, "wb");
    if (!file)
        return cli_unwritten(beside, e);
    text_init(&t, head, sizeof head);
    puzzles_head(all, &t);
    bool good = fputs(head, file) >= 0 && fwrite(all->rows, 1, all->bytes, file) == all->bytes;
    good = fclose(file) == 0 && good && rename(beside, path) == 0;
    return good || cli_unwritten(path, e);
}

// A file whose rows are rewritten one by one.
struct rewriting {
    const struct puzzle_file *file;
    char (*rows)[PUZZLE_LETTERS];
    const char *path;
};

static bool rewriting_init(struct rewriting *r, const struct puzzle_file *f, const char *path,
                           struct error *e)
{
    const char *at = f->rows, *end = f->rows + f->bytes, *line;

    *r = (struct rewriting){.file = f, .path = path, .rows = calloc(f->count + 1, sizeof *r->rows)};
    if (!r->rows)
        return error_set(e, "puzzles.memory", "there is no memory for puzzles");
    for (unsigned i = 0; i < f->count; i++, at = line + 1) {
        line = memchr(at, '\n', (size_t)(end - at));
        if (!line || line - at >= PUZZLE_LETTERS)
            return error_set(e, "puzzle.damaged", "the puzzle is damaged");
        memcpy(r->rows[i], at, (size_t)(line - at));
    }
    return true;
}

static bool rewriting_save(const struct rewriting *r, struct error *e)
{
    const struct puzzle_file *f = r->file;
    char *rows = malloc((size_t)f->count * PUZZLE_LETTERS + 1);
    size_t length = 0;

    if (!rows)
        return error_set(e, "puzzles.memory", "there is no memory for puzzles");
    for (unsigned i = 0; i < f->count; i++) {
        size_t count = strlen(r->rows[i]);
        memcpy(rows + length, r->rows[i], count);
        length += count;
        rows[length++] = '\n';
    }
    struct puzzles_rows all = {f->game, f->count, rows, length, f->origin};
    bool good = puzzles_save(r->path, &all, e);
    free(rows);
    return good;
}

// ---------------------------------------------------------------------------------------------
// Themes
// ---------------------------------------------------------------------------------------------

static bool write_themes(const struct puzzle_file *f, const struct arguments *a, struct output *out,
                         struct error *e)
{
    struct rewriting r = {0};
    struct puzzle_check check;
    unsigned counts[32] = {0};
    void *memory = malloc(PUZZLES_CHECK_BYTES);
    bool good = memory || error_set(e, "puzzles.memory", "there is no memory for puzzles");

    if (good)
        puzzle_check_init(&check, memory, PUZZLES_CHECK_BYTES);
    check.most = THEME_NODES;
    good = good && rewriting_init(&r, f, a->rest[1], e);
    for (unsigned i = 0; good && i < f->count; i++) {
        struct puzzle z;
        good = puzzle_read(f->game, r.rows[i], strlen(r.rows[i]), &z, e);
        if (!good)
            break;
        z.themes = puzzle_themes(&check, &z);
        for (unsigned theme = 0; theme < 32; theme++)
            counts[theme] += z.themes >> theme & 1;
        good =
            puzzle_write(&z, r.rows[i]) || error_set(e, "puzzle.damaged", "the puzzle is damaged");
    }
    good = good && rewriting_save(&r, e);
    for (unsigned theme = 0; good && theme < 32; theme++) {
        if (puzzle_theme_id(f->game, theme))
            output_format(out, "%s\t%u\n", puzzle_theme_id(f->game, theme), counts[theme]);
    }
    free(r.rows);
    free(memory);
    return good;
}

// ---------------------------------------------------------------------------------------------
// Ratings
// ---------------------------------------------------------------------------------------------

// Rows are rated by whichever thread is free.
struct rating {
    struct rewriting rows;
    uint64_t most; // rows; 0: all
    pthread_mutex_t lock;
    unsigned next, begun, rated;
    uint64_t sum, saved;
    bool failed;
    struct error error; // of `failed`
};

struct rater {
    struct rating *all;
    pthread_t thread;
    struct puzzles_raters raters;
};

// The next row that has no rating. Locked.
static bool next_row(struct rating *all, unsigned *number, struct puzzle *z)
{
    const struct puzzle_file *f = all->rows.file;

    while (!all->failed && all->next < f->count && (!all->most || all->begun < all->most)) {
        const char *row = all->rows.rows[all->next];
        *number = all->next++;
        if (!puzzle_read(f->game, row, strlen(row), z, &all->error)) {
            all->failed = true;
        } else if (!z->rating) {
            all->begun++;
            return true;
        }
    }
    return false;
}

// Locked.
static void keep_rating(struct rating *all, unsigned number, const struct puzzle *z)
{
    all->sum += z->rating;
    all->rated++;
    if (!puzzle_write(z, all->rows.rows[number]))
        all->failed = !error_set(&all->error, "puzzle.damaged", "the puzzle is damaged");
    if (all->failed || cli_clock() - all->saved <= SAVE_EVERY)
        return;
    all->failed = !rewriting_save(&all->rows, &all->error);
    all->saved = cli_clock();
    fprintf(stderr, "%u of %u puzzles\n", all->next, all->rows.file->count);
}

static void *rate_rows(void *argument)
{
    struct rater *w = argument;
    struct rating *all = w->all;
    struct puzzle z;
    unsigned number;

    pthread_mutex_lock(&all->lock);
    while (next_row(all, &number, &z)) {
        pthread_mutex_unlock(&all->lock);
        z.rating = puzzles_rating(&w->raters, &z);
        pthread_mutex_lock(&all->lock);
        keep_rating(all, number, &z);
    }
    pthread_mutex_unlock(&all->lock);
    return NULL;
}

// The calling thread is the first; fewer threads than wanted only take longer.
static bool rate_all(struct rating *all, unsigned threads, struct error *e)
{
    unsigned count = 0, started = 1;
    struct rater *workers = calloc(threads, sizeof *workers);

    if (!workers)
        return error_set(e, "puzzles.memory", "there is no memory for puzzles");
    while (count < threads && puzzles_raters_init(&workers[count].raters, e))
        workers[count++].all = all;
    if (count > 0) {
        pthread_mutex_init(&all->lock, NULL);
        while (started < count &&
               pthread_create(&workers[started].thread, NULL, rate_rows, &workers[started]) == 0)
            started++;
        rate_rows(&workers[0]);
        for (unsigned i = 1; i < started; i++)
            pthread_join(workers[i].thread, NULL);
        pthread_mutex_destroy(&all->lock);
        if (all->failed)
            *e = all->error;
    }
    bool good = count > 0 && !all->failed;
    while (count > 0)
        puzzles_raters_clear(&workers[--count].raters);
    free(workers);
    return good;
}

static bool write_ratings(const struct puzzle_file *f, const struct arguments *a,
                          struct output *out, struct error *e)
{
    const struct puzzles_options *chosen = a->chosen;
    struct rating all = {.most = chosen->count, .saved = cli_clock()};
    bool good = rewriting_init(&all.rows, f, a->rest[1], e) &&
                rate_all(&all, (unsigned)chosen->threads, e) && rewriting_save(&all.rows, e);

    free(all.rows.rows);
    if (good)
        output_format(out, "%s: %u puzzles rated, %llu on average\n", f->game->name, all.rated,
                      (unsigned long long)(all.rated ? all.sum / all.rated : 0));
    return good;
}

// A player tries some puzzles of a file, spread over all of it: number, rating,
// whether it found the line.
static bool try_some(const struct puzzle_file *f, const struct arguments *a, struct output *out,
                     struct error *e)
{
    const struct puzzles_options *chosen = a->chosen;
    unsigned count = chosen->count ? (unsigned)chosen->count : SAMPLE, solved = 0;
    struct player player;
    bool good = true;

    if (!puzzles_open_player(&player, chosen->player ? chosen->player : "level:5", e))
        return false;
    count = count < f->count ? count : f->count;
    for (unsigned i = 0; good && i < count; i++) {
        unsigned number = (unsigned)((uint64_t)i * f->count / count);
        struct puzzle z;
        good = puzzle_file_read(f, number, &z, e);
        if (!good)
            break;
        uint64_t seed = a->seed + number;
        bool right = puzzles_try_one(&player, &z, seed);
        output_format(out, "%u\t%u\t%d\n", number + 1, z.rating, right);
        solved += right;
    }
    player_clear(&player);
    if (good)
        output_format(out, "%s: %u of %u solved\n", f->game->name, solved, count);
    return good;
}

// Every puzzle that is a near copy of an earlier one of the file, and how.
static bool list_copies(const struct puzzle_file *f, const struct arguments *a, struct output *out,
                        struct error *e)
{
    static const char *const how[] = {"", "the same position", "the same core", "the same pieces",
                                      "the same game"};
    struct puzzle_core *cores = malloc((f->count + 1) * sizeof *cores);
    bool good = cores || error_set(e, "puzzles.memory", "there is no memory for puzzles");
    unsigned found = 0;

    (void)a;
    for (unsigned i = 0; good && i < f->count; i++) {
        struct puzzle z;
        enum core_copy copy = CORE_DIFFERS;
        good = puzzle_file_read(f, i, &z, e);
        if (!good)
            break;
        puzzle_core(&z, &cores[i]);
        for (unsigned k = 0; k < i && copy == CORE_DIFFERS; k++) {
            copy = puzzle_copies(&cores[k], &cores[i]);
            if (copy != CORE_DIFFERS)
                output_format(out, "%u\t%u\t%s\n", i + 1, k + 1, how[copy]);
        }
        found += copy != CORE_DIFFERS;
    }
    free(cores);
    if (good)
        output_format(out, "%s: %u near copies among %u puzzles\n", f->game->name, found, f->count);
    return good;
}

const struct puzzles_part puzzles_makers[PUZZLES_MAKERS] = {
    {"copies", list_copies}, {"themes", write_themes}, {"rate", write_ratings}, {"try", try_some}};
