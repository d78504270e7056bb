// SPDX-License-Identifier: MIT
// The one door to all searches: it decides which one fits the game (a duel or not), asks the solver first where
// proofs can be found, shares out the time, and turns every answer into one kind of report. Players, hints, reviews,
// the engine and analysis call it. It keeps the table between calls; it prints nothing, and reads time only through
// the clock it was given.
#include "play/think.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    TABLE_ALIGNMENT = 64,
    MICROSECONDS = 1000,
    // Of the time, in hundredths, where proofs can be found: what is done until then. In the one game that has them,
    // at 100 ms a move against a plain tree search: 20 % with all of the time for proofs (10 games), 70 % with the
    // share (40), 75 % with both looks (40). Both against the first alone: 47.5 % of 40 games, no proven gain, kept
    // because a line that is proven to lose is never chosen. The shares themselves and the lines were chosen by hand.
    PROOF_SHARE = 30,  // a win is looked for
    SEARCH_SHARE = 75, // the search
    AGAIN_SHARE = 90,  // and once more, when its best line is proven to lose
    AGAIN_LINES = 6,
};

bool thinker_resize(struct thinker *t, size_t megabytes, struct error *e)
{
    // One megabyte at least: a tree of trials needs that much.
    megabytes = megabytes ? megabytes : 1;
    size_t bytes = table_bytes(megabytes);
    void *memory = aligned_alloc(TABLE_ALIGNMENT, bytes);

    if (!memory)
        return error_set(e, "think.table:megabytes",
                         "a table of %zu megabytes does not fit in memory", megabytes);
    free(t->memory);
    t->memory = memory;
    t->megabytes = megabytes;
    table_init(&t->table, memory, bytes);
    return true;
}

bool thinker_threads(struct thinker *t, unsigned threads, struct error *e)
{
    assert(threads >= 1 && threads <= PARALLEL_MOST);
    for (unsigned i = t->threads; i < threads; i++) {
        t->searches[i] = malloc(sizeof **t->searches);
        if (!t->searches[i])
            return error_set(e, "think.searches:searches", "there is no memory for %u searches",
                             threads);
        t->threads = i + 1;
    }
    while (t->threads > threads)
        free(t->searches[--t->threads]);
    return true;
}

bool thinker_init(struct thinker *t, size_t megabytes, think_clock *clock, struct error *e)
{
    *t = (struct thinker){.clock = clock};
    if (thinker_threads(t, 1, e) && thinker_resize(t, megabytes, e))
        return true;
    thinker_clear(t);
    return false;
}

void thinker_clear(struct thinker *t)
{
    solver_clear(&t->solver);
    while (t->threads > 0)
        free(t->searches[--t->threads]);
    free(t->memory);
    t->memory = NULL;
}

void thinker_forget(struct thinker *t, uint64_t seed)
{
    table_init(&t->table, t->memory, table_bytes(t->megabytes));
    t->random = random_from_seed(seed);
    solver_forget(&t->solver);
}

static uint64_t spent(const struct thinker *t)
{
    return t->clock ? (t->clock() - t->began) / MICROSECONDS : 0;
}

static bool must_stop(void *to)
{
    struct thinker *t = to;

    if (t->had_enough || (t->watch.stop && t->watch.stop(t->watch.to)))
        return true;
    return t->until && spent(t) >= t->until;
}

// So many hundredths of the time, at least a millisecond; 0 when there is no limit.
static uint64_t share(const struct thinker *t, unsigned hundredths)
{
    uint64_t all = t->limits.milliseconds;

    return all == 0 ? 0 : all * hundredths / 100 + 1;
}

static void pass_on(void *to, const struct search_report *report)
{
    struct thinker *t = to;

    t->had_enough = t->limits.enough && spent(t) >= t->limits.enough;
    if (t->watch.progress)
        t->watch.progress(t->watch.to, report);
}

// A search of a position that stands after so many of the line's positions.
static struct search_task make_task(struct thinker *t, const struct history *history,
                                    const struct game_position *root, unsigned before)
{
    return (struct search_task){
        .game = history->game,
        .root = root,
        .history = history->keys,
        .history_count = history->keys ? before : 0,
        .table = &t->table,
        .limits = t->limits.search,
        .poll = must_stop,
        .progress = pass_on,
        .to = t,
    };
}

static void search_openly(struct thinker *t, const struct history *history,
                          const struct game_position *root, unsigned before,
                          struct search_report *report)
{
    struct search_task task = make_task(t, history, root, before);

    parallel_run(t->searches, t->threads, &task, report);
}

// A win that needs no search. Only for thinking at full strength, to one best line and no set depth: what
// is asked for several lines or a short look gets just that.
static bool think_certainly(struct thinker *t, const struct history *history,
                            struct search_report *report)
{
    const struct search_limits *limits = &t->limits.search;
    game_action action;

    t->until = share(t, PROOF_SHARE);
    bool found = solver_win(&t->solver, history, limits->nodes, must_stop, t, &action);
    t->until = t->limits.milliseconds;
    if (!found)
        return false;
    *report = (struct search_report){.depth = 1, .nodes = 1, .line_count = 1};
    report->lines[0] =
        (struct search_line){.value = SEARCH_WON, .proven = true, .length = 1, .actions = {action}};
    search_expect(history->game, &history->position, &report->lines[0]);
    struct search_task task = make_task(t, history, &history->position, history->length);
    search_find_twins(&task, &report->lines[0]);
    pass_on(t, report);
    return true;
}

// Takes another line when the best one is proven to lose: proofs see further than depths do.
static void avoid_loss(struct thinker *t, const struct history *history,
                       struct search_report *report)
{
    uint64_t nodes = t->limits.search.nodes;
    struct search_report others;

    t->until = t->limits.milliseconds;
    if (report->lines[0].proven ||
        !solver_loss(&t->solver, history, report->lines[0].actions[0], nodes, must_stop, t))
        return;
    t->until = share(t, AGAIN_SHARE);
    t->limits.search.lines = AGAIN_LINES;
    t->limits.search.nodes = nodes / 2;
    search_openly(t, history, &history->position, history->length, &others);
    t->until = t->limits.milliseconds;
    for (unsigned i = 0; i < others.line_count; i++) {
        if (search_begins_with(&others.lines[i], report->lines[0].actions[0]) ||
            solver_loss(&t->solver, history, others.lines[i].actions[0], nodes, must_stop, t))
            continue;
        report->lines[0] = others.lines[i];
        report->depth = others.depth;
        pass_on(t, report);
        return;
    }
}

static void think_openly(struct thinker *t, const struct history *history,
                         struct search_report *report)
{
    const struct search_limits *limits = &t->limits.search;
    bool certainly =
        !t->limits.no_certainty && !limits->depth && limits->lines <= 1 && limits->only_count == 0;

    if (certainly && think_certainly(t, history, report))
        return;
    if (!certainly || !history->game->critical) {
        search_openly(t, history, &history->position, history->length, report);
        return;
    }
    t->until = share(t, SEARCH_SHARE);
    search_openly(t, history, &history->position, history->length, report);
    avoid_loss(t, history, report);
}

// The value that stands for a chance to win: the inverse of search_chance.
static int value_of_chance(const struct game *g, int thousandths)
{
    int low = -SEARCH_ESTIMATE, high = SEARCH_ESTIMATE;

    while (low < high) {
        int middle = low + (high - low) / 2;
        if (search_chance(g, middle) < thousandths)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// A look ahead of so many actions, in trials: such a search has no depth.
static uint64_t trials_for(const struct search_limits *limits)
{
    // Thirty trials and four times as many for every action more: chosen by hand so that depth 1 is a glance and 7
    // about a second.
    uint64_t trials = limits->depth ? UINT64_C(30) << 2 * (limits->depth < 20 ? limits->depth : 20)
                                    : limits->nodes;

    return limits->nodes && limits->nodes < trials ? limits->nodes : trials;
}

static void fill_line(const struct game *g, const struct hidden_choice *choice,
                      struct search_report *report)
{
    struct search_line *line = &report->lines[report->line_count++];

    line->value = value_of_chance(g, choice->chance);
    line->expects_margin = g->scores && choice->visits > 0;
    line->margin = choice->margin;
    line->length = 1;
    line->actions[0] = choice->action;
}

static void fill_lines(const struct game *g, const struct hidden_report *found,
                       const struct search_limits *limits, const game_action *first,
                       struct search_report *report)
{
    *report = (struct search_report){.depth = 1, .nodes = found->trials};
    if (first) {
        unsigned i = 0;
        while (i + 1 < found->count && found->choices[i].action != *first)
            i++;
        fill_line(g, &found->choices[i], report);
        return;
    }
    for (unsigned i = 0; i < found->count; i++) {
        if (search_is_wanted(limits, found->choices[i].action) &&
            report->line_count < SEARCH_MAX_LINES &&
            (report->line_count == 0 || report->line_count < limits->lines))
            fill_line(g, &found->choices[i], report);
    }
}

// A search by trials: who asked, and for what.
struct hidden_question {
    struct thinker *thinker;
    const struct game *game;
    const game_action *first;
    struct search_report *report;
};

static bool must_stop_trials(void *to)
{
    const struct hidden_question *q = to;

    return must_stop(q->thinker);
}

static void pass_trials_on(void *to, const struct hidden_report *found)
{
    const struct hidden_question *q = to;

    fill_lines(q->game, found, &q->thinker->limits.search, q->first, q->report);
    pass_on(q->thinker, q->report);
}

// Games with secrets or several opponents: sees the seat's view and the public past, and nothing else.
static void think_from_view(struct thinker *t, const struct history *history,
                            const game_action *first, struct search_report *report)
{
    struct hidden_question question = {t, history->game, first, report};
    struct game_position seen;
    struct hidden_report found;

    game_view(history->game, &history->position, history->game->to_act(&history->position), &seen);
    // Nothing below may see `history->position`: it knows every secret.
    struct hidden_task task = {
        .game = history->game,
        .options = &history->options,
        .view = &seen,
        .seat = history->game->to_act(&seen),
        .past = history->past,
        .past_count = history->past ? history->length : 0,
        .trials = trials_for(&t->limits.search),
        .first = first,
        .seed = random_next(&t->random),
        .poll = must_stop_trials,
        .progress = pass_trials_on,
        .to = &question,
    };

    hidden_run(hidden_init(t->memory, table_bytes(t->megabytes)), &task, &found);
    memcpy(t->beliefs, found.beliefs, sizeof t->beliefs);
    pass_trials_on(&question, &found);
}

static void begin(struct thinker *t, const struct think_limits *limits,
                  const struct think_watch *watch)
{
    t->limits = *limits;
    t->watch = watch ? *watch : (struct think_watch){0};
    t->had_enough = false;
    t->began = t->clock ? t->clock() : 0;
    t->until = limits->milliseconds;
}

void think(struct thinker *t, const struct history *history, const struct think_limits *limits,
           const struct think_watch *watch, struct search_report *report)
{
    assert(t->memory && t->threads >= 1 && !history->repeated);
    begin(t, limits, watch);
    if (game_is_duel(history->game, &history->options))
        think_openly(t, history, report);
    else
        think_from_view(t, history, NULL, report);
    assert(report->line_count >= 1 && report->line_count <= SEARCH_MAX_LINES);
}

// ---------------------------------------------------------------------------------------------
// One action
// ---------------------------------------------------------------------------------------------

// Turns the best line after an action into the line that begins with it, for the seat that plays it.
static void prepend(const struct history *history, game_action action, bool same_seat,
                    struct search_line *found)
{
    unsigned length = found->length < SEARCH_LINE_LENGTH ? found->length : SEARCH_LINE_LENGTH - 1;

    memmove(found->actions + 1, found->actions, length * sizeof *found->actions);
    found->actions[0] = action;
    found->length = length + 1;
    found->twin_count = 0;
    found->ends = false;
    if (!same_seat) {
        found->value = -found->value;
        found->margin = -found->margin;
    }
    if (search_counts_plies(history->game) && search_decided(found->value))
        found->value += found->value > 0 ? -1 : 1;
}

static void think_after(struct thinker *t, const struct history *history, game_action action,
                        const struct game_position *after, struct search_report *report)
{
    const struct game *g = history->game;
    struct search_limits *limits = &t->limits.search;

    limits->lines = 1;
    if (limits->depth > 1)
        limits->depth--;
    search_openly(t, history, after, history->length + 1, report);
    prepend(history, action, g->to_act(after) == g->to_act(&history->position), &report->lines[0]);
    report->line_count = 1;
    report->depth++;
}

// The action ends the game.
static void tell_end(const struct history *history, game_action action, bool drawn,
                     const struct game_position *after, struct search_report *report)
{
    const struct game *g = history->game;
    int seat = g->to_act(&history->position);
    struct game_result result = {0};

    if (!drawn)
        g->result(after, &result);
    *report = (struct search_report){.depth = 1, .nodes = 1, .line_count = 1};
    report->lines[0] =
        (struct search_line){.value = drawn ? 0 : search_finished(g, after, seat, 1),
                             .proven = true,
                             .exact = true,
                             .ends = true,
                             .expects_margin = g->scores,
                             .margin = 10 * game_lead(g, &history->options, &result, seat),
                             .length = 1,
                             .actions = {action}};
}

void think_about(struct thinker *t, const struct history *history, game_action action,
                 const struct think_limits *limits, const struct think_watch *watch,
                 struct search_report *report)
{
    const struct game *g = history->game;
    struct game_actions list;
    struct game_position after;

    begin(t, limits, watch);
    if (!game_is_duel(g, &history->options)) {
        think_from_view(t, history, &action, report);
        return;
    }
    g->apply(&history->position, action, &after);
    bool drawn = history_would_repeat(history, &after);
    game_list(g, &after, &list);
    if (drawn || list.count == 0)
        tell_end(history, action, drawn, &after, report);
    else
        think_after(t, history, action, &after, report);
}
