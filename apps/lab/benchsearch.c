// SPDX-License-Identifier: MIT
// How fast the search is, and its signature: the nodes that fixed positions take at fixed depths. A
// change that should not change what the search does must leave the signature as it is.
#include <math.h>
#include <time.h>

#include "cli/cli.h"
#include "games/registry.h"
#include "lab/lab.h"
#include "play/opening.h"
#include "play/think.h"
#include "protocol/answerjson.h"

enum {
    POSITIONS = 6,     // a game and set of options
    PLIES_BETWEEN = 4, // random actions that each position is further from the start
    MEGABYTES = 16,
    WIDTH = 3000, // the depth is so that half as many choices come to this many lines
    LEAST_DEPTH = 3,
    MOST_DEPTH = 10,
};

struct search_totals {
    uint64_t nodes, microseconds;
};

// In microseconds: on a busy machine the clock on the wall tells little.
static uint64_t processor_time(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

// The depth depends on the position alone, so that the signature does not follow the search.
static unsigned depth_for(unsigned actions)
{
    uint64_t lines = 1;
    unsigned depth = 0;

    for (; lines < (uint64_t)WIDTH * WIDTH && depth < MOST_DEPTH; depth++)
        lines *= actions > 1 ? actions : 2;
    return depth < LEAST_DEPTH ? LEAST_DEPTH : depth;
}

static void search_position(struct thinker *t, const struct history *history,
                            struct search_totals *totals)
{
    struct think_limits limits = {0};
    struct search_report report;
    struct game_actions list;

    history_list(history, &list);
    limits.search.depth = depth_for(list.count);
    thinker_forget(t, 0);
    uint64_t began = processor_time();
    think(t, history, &limits, NULL, &report);
    totals->microseconds += processor_time() - began;
    totals->nodes += report.nodes;
}

static void bench_options(struct thinker *t, const struct game *g,
                          const struct game_options *options, struct search_totals *totals)
{
    for (unsigned i = 0; i < POSITIONS; i++) {
        struct game_position start;
        game_action opening[OPENING_MOST];
        struct history history;

        g->start(options, i, &start);
        unsigned plies = opening_draw(g, &start, i * PLIES_BETWEEN, i, opening);
        for (unsigned j = 0; j < plies; j++)
            g->apply(&start, opening[j], &start);
        history_init(&history, g, options, &start);
        search_position(t, &history, totals);
        history_clear(&history);
    }
}

static void print_totals(const char *name, const struct search_totals *totals, struct output *out)
{
    output_format(out, "%-8s %12llu nodes %12.0f nodes/s\n", name,
                  (unsigned long long)totals->nodes,
                  (double)totals->nodes * 1e6 / (double)(totals->microseconds + 1));
}

// Of a game, or of all (NULL) and then with the machine's instructions.
static void write_totals(const char *game, const struct search_totals *totals, struct output *out)
{
    struct json_writer j;

    answer_begin(&j, out);
    if (game)
        json_write_string(&j, "game", game);
    json_write_number(&j, "nodes", (long long)totals->nodes);
    json_write_number(&j, "speed",
                      llround((double)totals->nodes * 1e6 / (double)(totals->microseconds + 1)));
    if (!game)
        json_write_string(&j, "machine", registry_machine());
    answer_end(&j);
}

static void bench_game(struct thinker *t, const struct game *g, bool json,
                       struct search_totals *total, struct output *out)
{
    struct game_options options = {0};
    struct search_totals totals = {0};

    if (g->unlisted)
        return;
    do {
        if (game_is_duel(g, &options))
            bench_options(t, g, &options, &totals);
    } while (game_next_options(g, &options));
    if (!totals.nodes)
        return;
    if (json)
        write_totals(g->name, &totals, out);
    else
        print_totals(g->name, &totals, out);
    total->nodes += totals.nodes;
    total->microseconds += totals.microseconds;
}

bool lab_bench_search(const struct game *const *games, unsigned count, bool json,
                      struct output *out, struct error *e)
{
    struct thinker t;
    struct search_totals total = {0};

    if (!thinker_init(&t, MEGABYTES, NULL, e))
        return false;
    for (unsigned i = 0; i < count; i++)
        bench_game(&t, games[i], json, &total, out);
    for (unsigned i = 0; count == 0 && i < registry_count(); i++)
        bench_game(&t, registry_game(i), json, &total, out);
    if (json) {
        write_totals(NULL, &total, out);
    } else {
        print_totals("total", &total, out);
        output_format(out, "machine  %s\n", registry_machine());
    }
    thinker_clear(&t);
    return true;
}
