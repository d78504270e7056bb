// SPDX-License-Identifier: MIT
// Engines: thinking (play/think.h), proofs (play/solver.h) and hints (coach/hint.h) for one history
// after the other.
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "coach/hint.h"
#include "bindings/c/inner.h"
#include "render/legend.h"
#include "play/think.h"

enum { MOST_MEGABYTES = 65536, QUICK_NODES = 10000 };

struct abax_engine {
    struct thinker thinker;
    atomic_bool stop;
    uint64_t hinted; // what the hint is about: all levels come from one thought
    struct hint hint;

    // While thinking.
    const abax_watch *watch;
    const struct game *game;
    uint64_t began, milliseconds;
    abax_report *report; // as it is reported
};

abax_engine *abax_engine_new(unsigned megabytes, unsigned threads, abax_error *error)
{
    struct error e;

    if (megabytes < 1 || megabytes > MOST_MEGABYTES || threads < 1 || threads > PARALLEL_MOST) {
        error_set(&e, "library.engine:memory,threads",
                  "an engine has 1 to %d megabytes and 1 to %d threads", MOST_MEGABYTES,
                  PARALLEL_MOST);
        inner_fail(error, ABAX_ARGUMENT, &e);
        return NULL;
    }
    abax_engine *engine = calloc(1, sizeof *engine);
    if (!engine) {
        inner_no_memory(error);
        return NULL;
    }
    if (thinker_init(&engine->thinker, megabytes, inner_clock, &e) &&
        thinker_threads(&engine->thinker, threads, &e)) {
        abax_engine_forget(engine, 0);
        return engine;
    }
    inner_fail(error, ABAX_MEMORY, &e);
    abax_engine_free(engine);
    return NULL;
}

void abax_engine_free(abax_engine *engine)
{
    if (!engine)
        return;
    thinker_clear(&engine->thinker);
    free(engine);
}

void abax_engine_forget(abax_engine *engine, uint64_t seed)
{
    if (!engine)
        return;
    thinker_forget(&engine->thinker, seed);
    atomic_store(&engine->stop, false);
    engine->hinted = 0;
}

void abax_engine_stop(abax_engine *engine)
{
    if (engine)
        atomic_store(&engine->stop, true);
}

// ---------------------------------------------------------------------------------------------
// Reports
// ---------------------------------------------------------------------------------------------

static abax_outcome outcome_of(const struct search_line *found)
{
    return found->value > 0 ? ABAX_WIN : found->value < 0 ? ABAX_LOSS : ABAX_DRAW;
}

static void tell_line(const struct game *g, const struct search_line *found, abax_line *line)
{
    int margin;

    *line = (abax_line){
        .value = found->value,
        .chance = search_chance(g, found->value),
        .proven = found->proven,
        .outcome = found->proven ? (int32_t)outcome_of(found) : 0,
        .length = found->length < ABAX_LINE_LENGTH ? found->length : ABAX_LINE_LENGTH,
    };
    for (unsigned i = 0; i < line->length; i++)
        line->actions[i] = found->actions[i];
    if (search_margin(g, found, &margin)) {
        line->margin_known = 1;
        line->margin = margin * 10;
    } else if (search_expected_margin(found, &margin)) {
        line->margin_known = 2;
        line->margin = margin;
    }
}

static void report_search(const abax_engine *engine, const struct search_report *found)
{
    abax_report *report = engine->report;

    memset(report, 0, sizeof *report);
    report->nodes = found->nodes;
    report->milliseconds = (inner_clock() - engine->began) / 1000;
    report->depth = found->depth;
    report->line_count = found->line_count;
    for (unsigned i = 0; i < found->line_count; i++)
        tell_line(engine->game, &found->lines[i], &report->lines[i]);
}

// ---------------------------------------------------------------------------------------------
// Thinking
// ---------------------------------------------------------------------------------------------

static bool must_stop(void *to)
{
    const abax_engine *engine = to;

    if (atomic_load_explicit(&engine->stop, memory_order_relaxed))
        return true;
    return engine->watch && engine->watch->stop && engine->watch->stop(engine->watch->to);
}

static bool must_stop_proof(void *to)
{
    const abax_engine *engine = to;

    return must_stop(to) ||
           (engine->milliseconds && inner_clock() - engine->began >= engine->milliseconds * 1000);
}

static void pass_on(void *to, const struct search_report *found)
{
    const abax_engine *engine = to;

    if (!engine->watch || !engine->watch->progress)
        return;
    report_search(engine, found);
    engine->watch->progress(engine->watch->to, engine->report);
}

// What all kinds of thinking ask first.
static bool begin_search(abax_engine *engine, const abax_history *history, abax_error *error)
{
    if (!engine)
        return inner_missing(error, "engine");
    if (!inner_thinkable(history, error))
        return false;
    engine->watch = NULL;
    engine->game = history->history.game;
    engine->began = inner_clock();
    return true;
}

static bool is_zero(const void *bytes, size_t count)
{
    static const unsigned char zeros[64];

    return memcmp(bytes, zeros, count) == 0;
}

static bool read_limits(const abax_limits *limits, const abax_watch *watch,
                        struct think_limits *inner, abax_error *error)
{
    struct error e;

    if (!limits || !is_zero(limits->reserved, sizeof limits->reserved))
        return inner_missing(error, "limits");
    if (limits->lines > SEARCH_MAX_LINES || limits->depth >= SEARCH_MAX_PLY) {
        error_set(&e, "library.limits:lines,depth",
                  "a search has at most %d lines and a depth of at most %d", SEARCH_MAX_LINES,
                  SEARCH_MAX_PLY - 1);
        return inner_fail(error, ABAX_ARGUMENT, &e);
    }
    if (watch && !is_zero(watch->reserved, sizeof watch->reserved))
        return inner_missing(error, "watch");
    *inner = (struct think_limits){
        .milliseconds = limits->milliseconds,
        .search = {.nodes = limits->nodes, .depth = limits->depth, .lines = limits->lines}};
    return true;
}

static void run_search(abax_engine *engine, const abax_history *history,
                       const struct think_limits *limits)
{
    const struct think_watch inner = {.stop = must_stop, .progress = pass_on, .to = engine};
    struct search_report found;

    think(&engine->thinker, &history->history, limits, &inner, &found);
    report_search(engine, &found);
}

// A stop is for one search.
static bool finish_search(abax_engine *engine)
{
    atomic_store(&engine->stop, false);
    engine->watch = NULL;
    engine->report = NULL;
    return true;
}

bool abax_engine_search(abax_engine *engine, const abax_history *history, const abax_limits *limits,
                        const abax_watch *watch, abax_report *report, abax_error *error)
{
    struct think_limits inner;

    if (!report)
        return inner_missing(error, "report");
    if (!read_limits(limits, watch, &inner, error) || !begin_search(engine, history, error))
        return false;
    engine->watch = watch;
    engine->report = report;
    run_search(engine, history, &inner);
    return finish_search(engine);
}

// ---------------------------------------------------------------------------------------------
// Proofs
// ---------------------------------------------------------------------------------------------

// By book and proof search, where a game is made for it.
static bool solve_by_proof(abax_engine *engine, const abax_history *history,
                           const struct think_limits *limits)
{
    const struct history *h = &history->history;
    const struct solver_budget budget = {.nodes = limits->search.nodes ? limits->search.nodes
                                                                       : UINT64_MAX,
                                         .win = true,
                                         .loss = true,
                                         .poll = must_stop_proof,
                                         .to = engine};
    struct game_actions list;
    struct search_report found = {.line_count = 1};

    history_list(h, &list);
    struct search_line *line = &found.lines[0];
    line->proven = true;
    line->length = 1;
    line->actions[0] = list.at[0]; // where all lose, one is as good as another
    enum solver_word word = solver_here(&engine->thinker.solver, h, &budget, &line->actions[0]);
    if (word == SOLVER_OPEN)
        return false;
    line->value = word == SOLVER_WIN ? SEARCH_WON : word == SOLVER_LOSS ? -SEARCH_WON : 0;
    report_search(engine, &found);
    return true;
}

static bool can_be_solved(const abax_history *history, abax_error *error)
{
    const struct history *h = &history->history;
    struct error e;

    if (game_is_duel(h->game, &h->options))
        return true;
    error_set(&e, "library.unsolvable",
              "only games of two seats that see everything can be solved");
    return inner_fail(error, ABAX_UNFIT, &e);
}

bool abax_engine_solve(abax_engine *engine, const abax_history *history, const abax_limits *limits,
                       const abax_watch *watch, abax_report *report, abax_error *error)
{
    struct think_limits inner;

    if (!report)
        return inner_missing(error, "report");
    if (!read_limits(limits, watch, &inner, error) || !begin_search(engine, history, error) ||
        !can_be_solved(history, error))
        return false;
    engine->watch = watch;
    engine->report = report;
    engine->milliseconds = inner.milliseconds;
    inner.search.depth = 0;
    inner.search.lines = 1;
    inner.search.exact = true;
    if (solver_serves(engine->game)) {
        if (!solver_prepare(&engine->thinker.solver, engine->game)) {
            finish_search(engine);
            return inner_no_memory(error);
        }
        if (solve_by_proof(engine, history, &inner))
            return finish_search(engine);
        inner.search.nodes = QUICK_NODES; // the limits are spent: something to say beside "open"
        inner.no_certainty = true;
    }
    run_search(engine, history, &inner);
    return finish_search(engine);
}

// ---------------------------------------------------------------------------------------------
// Hints
// ---------------------------------------------------------------------------------------------

static uint64_t name_of(const abax_history *history)
{
    const struct history *h = &history->history;
    uint64_t name = game_key(h->game, &history->start) ^ (uint64_t)(uintptr_t)h->game;

    name ^= hash_bytes(&h->options, sizeof h->options);
    for (unsigned i = 0; i < h->length; i++)
        name = hash_mix(name + history->actions[i]);
    return name ? name : 1;
}

size_t abax_engine_hint(abax_engine *engine, const abax_history *history, unsigned rung,
                        const char *language, char *buffer, size_t capacity, abax_error *error)
{
    const struct catalogue *messages;
    const char *names[GAME_MAX_SEATS] = {0};
    char said[HINT_BYTES];
    struct text t;
    struct error e;

    if (rung < HINT_AREA || rung > HINT_REASON) {
        error_set(&e, "library.rung:rung,last", "hint level %u is not there, only 1 to %d", rung,
                  HINT_REASON);
        return inner_fail(error, ABAX_ARGUMENT, &e);
    }
    if (!inner_words(language, &messages, error) || !begin_search(engine, history, error))
        return 0;
    const struct history *h = &history->history;
    if (engine->hinted != name_of(history)) {
        const struct think_watch watch = {.stop = must_stop, .to = engine};
        struct think_limits limits = hint_limits(h->game, &h->options);
        hint_think(&engine->thinker, h, &limits, &watch, &engine->hint);
        engine->hinted = name_of(history);
        finish_search(engine);
    }
    const struct legend legend = {h->game, messages};
    for (int seat = 0; seat < GAME_MAX_SEATS && h->game->seat_names[seat]; seat++)
        names[seat] = legend_seat_name(&legend, seat);
    text_init(&t, said, sizeof said);
    hint_text(&engine->hint, rung, messages, names, &t);
    return inner_answer(said, buffer, capacity, error);
}
