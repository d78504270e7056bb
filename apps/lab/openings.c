// SPDX-License-Identifier: MIT
// `abax-lab openings`: random openings that a search finds balanced, for matches that are to
// measure players and not luck. What was written once is kept (tests/data/openings), since another
// search would choose others.
#include <stdio.h>
#include <stdlib.h>

#include "base/keys.h"
#include "cli/cli.h"
#include "cli/program.h"
#include "lab/lab.h"
#include "play/opening.h"
#include "play/think.h"

enum {
    TABLE_MEGABYTES = 16,
    DEFAULT_NODES = 50000,
    FIRST_SEARCH = 20, // part of the nodes for a first look, which must not be worse than FAR
    FAR = 2,           // times the window
    PATIENCE = 20000,  // openings that are tried in vain before giving up
    PROGRESS_EVERY = 2000000,
};

struct openings_options {
    uint64_t count, plies, window;
};

struct maker {
    const struct arguments *arguments;
    const struct openings_options *chosen;
    struct thinker thinker;
    struct keys seen;
    uint64_t tried, found, nodes;
    uint64_t shown; // when progress was last printed
};

// How far from even the seat to act stands, in thousandths.
static int imbalance(struct maker *m, const struct history *history, uint64_t nodes)
{
    struct think_limits limits = {.search = {.nodes = nodes}};
    struct search_report report;

    thinker_forget(&m->thinker, m->arguments->seed);
    think(&m->thinker, history, &limits, NULL, &report);
    int chance = search_chance(history->game, report.lines[0].value);
    return abs(2 * chance - 1000) / 2;
}

// Plays the opening with this number; false when it leads to where another one led, or nowhere.
static bool draw(struct maker *m, uint64_t number, struct history *history)
{
    const struct arguments *a = m->arguments;
    uint64_t seed = a->seed + number;
    struct game_position start;
    struct game_result result;
    game_action actions[OPENING_MOST];

    a->game->start(&a->options, seed, &start);
    history_init(history, a->game, &a->options, &start);
    unsigned plies = opening_draw(a->game, &start, (unsigned)m->chosen->plies, seed, actions);
    for (unsigned i = 0; i < plies; i++) {
        if (!history_play(history, actions[i]))
            return false;
    }
    history_result(history, &result);
    return !result.over && plies == m->chosen->plies &&
           keys_add(&m->seen, game_canonical_key(a->game, &history->position)) == KEYS_NEW;
}

static bool balanced(struct maker *m, const struct history *history)
{
    int window = (int)m->chosen->window;

    return imbalance(m, history, m->nodes / FIRST_SEARCH) <= FAR * window &&
           imbalance(m, history, m->nodes) <= window;
}

static void show_progress(struct maker *m)
{
    uint64_t now = cli_clock();
    char line[CLI_SENTENCE];
    struct text t;

    if (now < m->shown + PROGRESS_EVERY)
        return;
    m->shown = now;
    text_init(&t, line, sizeof line);
    text_say(&t, m->arguments->host->messages, "openings.progress:found,wanted,tried",
             "%llu of %llu openings found, %llu tried", (unsigned long long)m->found,
             (unsigned long long)m->chosen->count, (unsigned long long)m->tried);
    fprintf(stderr, "%s\n", line);
}

static void print_head(const struct maker *m, struct output *out)
{
    const struct arguments *a = m->arguments;
    char options[80];
    struct text t;

    text_init(&t, options, sizeof options);
    game_options_text(a->game, &a->options, &t);
    output_format(out,
                  "# abax openings %s --count %llu --plies %llu --nodes %llu --window %llu "
                  "--seed %llu\n# options %s\n",
                  a->game->name, (unsigned long long)m->chosen->count,
                  (unsigned long long)m->chosen->plies, (unsigned long long)m->nodes,
                  (unsigned long long)m->chosen->window, (unsigned long long)a->seed, options);
}

static void print_position(const struct history *history, struct output *out)
{
    char storage[GAME_TEXT_BYTES];
    struct text t;

    text_init(&t, storage, sizeof storage);
    history->game->write(&history->position, &t);
    output_format(out, "%s\n", storage);
}

static bool make_all(struct maker *m, struct output *out, struct error *e)
{
    uint64_t last = 0; // try that was of use

    print_head(m, out);
    while (m->found < m->chosen->count) {
        struct history history;
        bool good = draw(m, m->tried++, &history) && balanced(m, &history);
        if (good) {
            print_position(&history, out);
            m->found++;
            last = m->tried;
        }
        history_clear(&history);
        show_progress(m);
        if (m->tried - last > PATIENCE)
            return error_set(e, "openings.few:found,tried",
                             "only %llu balanced openings were found, and none in the last %llu "
                             "that were tried",
                             (unsigned long long)m->found, (unsigned long long)PATIENCE);
    }
    return true;
}

static bool run_openings(const struct arguments *a, struct output *out, struct error *e)
{
    struct maker m = {
        .arguments = a, .chosen = a->chosen, .nodes = a->nodes ? a->nodes : DEFAULT_NODES};

    if (!game_is_duel(a->game, &a->options))
        return error_set(e, "openings.game:game",
                         "%s with these options is no open game of two: its deals are its openings",
                         a->game->name);
    if (!thinker_init(&m.thinker, TABLE_MEGABYTES, NULL, e))
        return false;
    m.shown = cli_clock();
    bool good = make_all(&m, out, e);
    keys_clear(&m.seen);
    thinker_clear(&m.thinker);
    return good;
}

static const struct openings_options defaults = {.count = 100, .plies = 4, .window = 60};
static const struct option options[] = {
    {OPTION("--count", "N", NUMBER), OPTION_LOCAL(openings_options, count), .least = 1,
     .most = 100000,
     .help = SENTENCE("option.openings.count", "write N openings (100 if not given)")},
    {OPTION("--plies", "K", NUMBER), OPTION_LOCAL(openings_options, plies), .least = 1,
     .most = OPENING_MOST,
     .help = SENTENCE("option.openings.plies", "of K random actions each (4 if not given)")},
    {OPTION("--window", "N", NUMBER), OPTION_LOCAL(openings_options, window), .most = 500,
     .help = SENTENCE("option.openings.window",
                      "at most N thousandths from an even chance (60 if not given)")},
    OPTION_END,
};

const struct command lab_openings_command = {
    .name = "openings",
    .program = "abax-lab",
    .usage = "GAME [--count N] [--plies K] [--nodes N] [--window N] [OPTION...]",
    .help = SENTENCE("cli.command.openings", PROGRAM_HELP_OPENINGS),
    .more = SENTENCE(
        "cli.command.openings.more",
        "A line is a position, for 'abax match --openings FILE'. No two are the same game in a "
        "mirror,\n"
        "and none is proven won or lost by 50000 nodes (--nodes sets another number)."),
    .game = COMMAND_GAME,
    .options = COMMAND_OPTIONS(options_setting, options_seed, options_nodes, options),
    .run = run_openings,
    .defaults = &defaults,
    .options_bytes = sizeof defaults,
};
