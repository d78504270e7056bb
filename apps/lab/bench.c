// SPDX-License-Identifier: MIT
// How fast the rules are. Playouts start from positions dealt beforehand, so that the figure is the
// speed of play and not of shuffling.
#include <math.h>
#include <string.h>
#include <time.h>

#include "cli/cli.h"
#include "cli/program.h"
#include "games/registry.h"
#include "lab/lab.h"
#include "play/playout.h"
#include "protocol/answerjson.h"

enum { STARTS = 64, BATCH = 256, MOST_GAMES = 16, PERFT_LEAST = 1000000, PERFT_DEEPEST = 63 };

struct stopwatch {
    double cpu, wall;
};

static double seconds(clockid_t id)
{
    struct timespec t;

    clock_gettime(id, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static struct stopwatch watch_start(void)
{
    return (struct stopwatch){seconds(CLOCK_PROCESS_CPUTIME_ID), seconds(CLOCK_MONOTONIC)};
}

static struct stopwatch watch_read(const struct stopwatch *since)
{
    return (struct stopwatch){seconds(CLOCK_PROCESS_CPUTIME_ID) - since->cpu,
                              seconds(CLOCK_MONOTONIC) - since->wall};
}

struct figures {
    double playouts, actions, perft; // a second of processor time
    unsigned depth;                  // of perft
    struct stopwatch spent;
};

static void measure_playouts(const struct game *g, const struct game_options *options,
                             unsigned limit, struct figures *f)
{
    struct game_position starts[STARTS];
    struct random r = random_from_seed(1);
    uint64_t games = 0, actions = 0;

    for (unsigned i = 0; i < STARTS; i++)
        g->start(options, i, &starts[i]);
    struct stopwatch began = watch_start();
    do {
        for (unsigned i = 0; i < BATCH; i++, games++) {
            struct game_position p = starts[games % STARTS];
            actions += playout_random(g, &p, &r);
        }
        f->spent = watch_read(&began);
    } while (f->spent.wall < limit);
    f->playouts = (double)games / f->spent.cpu;
    f->actions = (double)actions / f->spent.cpu;
}

// Perft from the start to the first depth that has this many positions, or the last that has any:
// the same on every machine, so that figures can be compared. It is counted again until the time is
// used up.
static void measure_perft(const struct game *g, const struct game_options *options, unsigned limit,
                          struct figures *f)
{
    struct game_position p;
    struct stopwatch spent, began;
    uint64_t count = 0, positions = 0;

    g->start(options, 0, &p);
    for (unsigned depth = 1; depth <= PERFT_DEEPEST && count < PERFT_LEAST; depth++) {
        uint64_t deeper = playout_perft(g, &p, depth);
        if (deeper == 0)
            break;
        count = deeper;
        f->depth = depth;
    }
    began = watch_start();
    do {
        positions += playout_perft(g, &p, f->depth);
        spent = watch_read(&began);
    } while (spent.wall < limit);
    f->perft = (double)positions / spent.cpu;
}

static void print_figures(const struct game *g, const char *options, const struct figures *f,
                          struct output *out)
{
    output_format(out, "%-7s %-26s %12.0f %13.0f %15.0f %5u %7.2f %7.2f\n", g->name, options,
                  f->playouts, f->actions, f->perft, f->depth, f->spent.cpu, f->spent.wall);
}

static void answer_figures(const struct game *g, const char *options, const struct figures *f,
                           struct output *out)
{
    struct json_writer j;

    answer_begin(&j, out);
    json_write_string(&j, "game", g->name);
    json_write_string(&j, "options", options);
    json_write_number(&j, "playouts", llround(f->playouts));
    json_write_number(&j, "actions", llround(f->actions));
    json_write_number(&j, "perft", llround(f->perft));
    json_write_number(&j, "depth", f->depth);
    json_write_decimal(&j, "cpu", llround(f->spent.cpu * 1000), 1000);
    json_write_decimal(&j, "wall", llround(f->spent.wall * 1000), 1000);
    answer_end(&j);
}

static void bench_game(const struct game *g, unsigned limit, bool json, struct output *out)
{
    struct game_options options = {0};

    do {
        struct figures f = {0};
        char storage[80];
        struct text t;

        text_init(&t, storage, sizeof storage);
        game_options_text(g, &options, &t);
        measure_playouts(g, &options, limit, &f);
        measure_perft(g, &options, limit, &f);
        if (json)
            answer_figures(g, storage, &f, out);
        else
            print_figures(g, storage, &f, out);
    } while (game_next_options(g, &options));
}

// The games named by the words; false when one is unknown.
static bool read_games(const char **words, unsigned count, const struct game *games[MOST_GAMES],
                       struct error *e)
{
    if (count > MOST_GAMES)
        return error_set(e, "word.extra:word", "'%s' is one word too many",
                         error_quote(words[MOST_GAMES]).text);
    for (unsigned i = 0; i < count; i++) {
        if (!command_game(words[i], &games[i], e))
            return false;
    }
    return true;
}

static void bench_rules(const struct game *const *games, unsigned count, unsigned limit, bool json,
                        struct output *out)
{
    if (!json)
        output_format(out, "%-7s %-26s %12s %13s %15s %5s %7s %7s\n", "game", "options",
                      "playouts/s", "actions/s", "perft/s", "depth", "cpu s", "wall s");
    for (unsigned i = 0; i < count; i++)
        bench_game(games[i], limit, json, out);
    for (unsigned i = 0; count == 0 && i < registry_count(); i++) {
        if (!registry_game(i)->unlisted)
            bench_game(registry_game(i), limit, json, out);
    }
}

struct bench_options {
    uint64_t seconds; // how long to measure
};

static bool run_bench(const struct arguments *a, struct output *out, struct error *e)
{
    const struct game *games[MOST_GAMES];
    bool search = a->rest_count && !strcmp(a->rest[0], "search");
    unsigned count = a->rest_count - search;

    if (!read_games(a->rest + search, count, games, e))
        return false;
    if (search)
        return lab_bench_search(games, count, a->json, out, e);
    bench_rules(games, count, (unsigned)((const struct bench_options *)a->chosen)->seconds, a->json,
                out);
    return true;
}

static const struct bench_options defaults = {.seconds = 1};
static const struct option options[] = {
    {OPTION("--seconds", "N", NUMBER), OPTION_LOCAL(bench_options, seconds), .least = 1,
     .most = 3600,
     .help = SENTENCE("option.bench.seconds", "measure for so long each time (1 if not given)")},
    OPTION_END,
};

const struct command lab_bench_command = {
    .name = "bench",
    .program = "abax-lab",
    .usage = "[search] [GAME...] [--seconds N] [--json]",
    .help = SENTENCE("cli.command.bench", PROGRAM_HELP_BENCH),
    .more = SENTENCE(
        "cli.command.bench.more",
        "For each game and set of options, on one core: playouts and actions a second, perft\n"
        "positions a second, processor seconds beside wall seconds. With 'search': the nodes of "
        "fixed\n"
        "positions at fixed depths, whose total is the search's signature, and nodes a second."),
    .options = COMMAND_OPTIONS(options, options_json),
    .most = ANY_NUMBER,
    .run = run_bench,
    .defaults = &defaults,
    .options_bytes = sizeof defaults,
};
