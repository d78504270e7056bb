// SPDX-License-Identifier: MIT
// The entry point of all searches: picks the search that fits the game (alpha-beta for duels,
// ISMCTS for the others), asks the solver first where proofs can be found, divides the time, and
// turns every answer into one kind of report. Players, hints, reviews, the engine and analysis call
// it.
#include "play/think.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    MICROSECONDS = 1000,
    // When a part of the work ends, in hundredths of the time, in games with proof search. In the
    // one such game, at 100 ms per move against alpha-beta alone: 20 % with all of the time for
    // proofs (10 games), 70 % with these shares (40), 75 % with another search after a proven loss
    // (40). Chosen by hand.
    PROOF_SHARE = 30,  // proving a win
    SEARCH_SHARE = 70, // alpha-beta; the rest is for proving that its action does not lose
    RETRY_PART = 4,    // of the nodes, for another search after a proven loss
    MAX_RETRIES = 5,
    SIMULATIONS_PER_MS = 400, // of ISMCTS, at least
    ONE_PART = 6,             // a proof search may take this part of the nodes for a single line,
    PROOF_PART = 10,          // and this part for each of several lines
    PROOF_NODES = 100000,     // without a node limit: some tenths of a second
};

static uint64_t spent(const struct thinker *t)
{
    return t->clock ? (t->clock() - t->counted) / MICROSECONDS : 0;
}

// Pondering: while the opponent is to move, our time does not count.
static bool ponders(struct thinker *t)
{
    if (!t->watch.ponders || !t->watch.ponders(t->watch.to))
        return false;
    t->counted = t->clock ? t->clock() : 0;
    return true;
}

static bool think_must_stop(void *to)
{
    struct thinker *t = to;

    if (t->had_enough || (t->watch.stop && t->watch.stop(t->watch.to)))
        return true;
    return !ponders(t) && t->until && spent(t) >= t->until;
}

// Hundredths of the time limit, at least a millisecond; 0 without a limit.
static uint64_t time_share(const struct thinker *t, unsigned hundredths)
{
    uint64_t all = t->limits.milliseconds;

    return all == 0 ? 0 : all * hundredths / 100 + 1;
}

static void report_progress(void *to, const struct search_report *report)
{
    struct thinker *t = to;

    t->had_enough = !ponders(t) && t->limits.enough && spent(t) >= t->limits.enough;
    if (t->watch.progress)
        t->watch.progress(t->watch.to, report);
}

// The task to search a position that comes after the first `before` positions of the game.
static struct search_task search_task_for(struct thinker *t, const struct history *history,
                                          const struct game_position *root, unsigned before)
{
    return (struct search_task){
        .game = history->game,
        .root = root,
        .history = history_keys(history),
        .history_count = history->game->repetition ? before : 0,
        .table = &t->table,
        .limits = t->limits.search,
        .poll = think_must_stop,
        .to = t,
    };
}

static void search_duel(struct thinker *t, const struct history *history,
                        const struct game_position *root, unsigned before,
                        void (*progress)(void *to, const struct search_report *report),
                        struct search_report *report)
{
    struct search_task task = search_task_for(t, history, root, before);

    t->ismcts = (struct ismcts_memory){0}; // the table overwrites its tree
    task.progress = progress;
    parallel_run(t->searches, t->threads, &task, report);
}

// ---------------------------------------------------------------------------------------------
// Proven values
// ---------------------------------------------------------------------------------------------

// The budget of one proof search. None with a depth limit: then only known values count.
static struct solver_budget budget_of(struct thinker *t)
{
    const struct search_limits *limits = &t->limits.search;
    bool one = limits->lines <= 1;
    uint64_t nodes = limits->depth ? 0 : PROOF_NODES;

    if (limits->nodes)
        nodes = limits->nodes / (one ? ONE_PART : PROOF_PART);
    else if (nodes && one && t->limits.milliseconds)
        nodes = UINT64_MAX; // the shares of the time are limit enough
    return (struct solver_budget){.nodes = nodes, .poll = think_must_stop, .to = t};
}

static bool is_certain(const struct search_line *line)
{
    return line->proven || search_decided(line->value);
}

// Replaces an estimate by a proven value. Not a value that the search itself has proven: that has a
// length or a margin.
static void set_proven_value(enum solver_word word, struct search_line *line)
{
    if (word == SOLVER_OPEN || is_certain(line))
        return;
    line->value = word == SOLVER_WIN ? SEARCH_WON : word == SOLVER_LOSS ? -SEARCH_WON : 0;
    line->proven = true;
    line->exact = line->expects_margin = false; // the margin is unknown
}

// The order of lines. Wins whose end the search has seen come before other wins, losses whose end
// it has seen after other losses, and a draw before estimates of 0.
static int rank_of(const struct search_line *line)
{
    bool seen = line->value != SEARCH_WON && line->value != -SEARCH_WON;

    if (!is_certain(line))
        return 2 * line->value;
    if (line->value == 0)
        return 1;
    if (seen)
        return 2 * line->value;
    return line->value > 0 ? 2 * SEARCH_ESTIMATE + 1 : -2 * SEARCH_ESTIMATE - 1;
}

static void sort_lines(struct search_report *report)
{
    for (unsigned i = 1; i < report->line_count; i++) {
        struct search_line line = report->lines[i];
        unsigned j = i;
        for (; j > 0 && rank_of(&report->lines[j - 1]) < rank_of(&line); j--)
            report->lines[j] = report->lines[j - 1];
        report->lines[j] = line;
    }
}

// Adds the action that keeps a known result to the report; replaces the last line when it is full.
static void add_known(struct thinker *t, const struct history *history,
                      struct search_report *report)
{
    unsigned wanted = t->limits.search.lines ? t->limits.search.lines : 1;

    if (!search_is_wanted(&t->limits.search, t->known_action))
        return;
    for (unsigned i = 0; i < report->line_count; i++) {
        if (search_begins_with(&report->lines[i], t->known_action))
            return;
    }
    if (report->line_count < wanted && report->line_count < SEARCH_MAX_LINES)
        report->lines[report->line_count++] = (struct search_line){0};
    struct search_line *last = &report->lines[report->line_count - 1];
    // Keep a win that the search has seen to its end: it is shorter.
    if (last->proven && last->value > 0)
        return;
    *last = (struct search_line){.length = 1, .actions = {t->known_action}};
    set_proven_value(t->known, last);
    struct search_task task = search_task_for(t, history, &history->position, history->length);
    search_find_symmetric(&task, last);
}

// Makes a report agree with all proven values: marks proven lines, bounds estimates that a proof
// contradicts, and sorts the lines. `budget` is per line.
static void settle(struct thinker *t, const struct history *history,
                   const struct solver_budget *budget, struct search_report *report)
{
    if (t->known == SOLVER_WIN || t->known == SOLVER_DRAW)
        add_known(t, history, report);
    for (unsigned i = 0; i < report->line_count; i++) {
        struct search_line *line = &report->lines[i];
        if (is_certain(line))
            continue;
        enum solver_word word = t->known;
        if (word != SOLVER_LOSS)
            word = solver_after(&t->solver, history, line->actions[0], budget);
        set_proven_value(word, line);
        if (word == SOLVER_OPEN && line->value > 0 && (t->known == SOLVER_DRAW || t->denied)) {
            line->value = 0;
            search_expect(history->game, &history->position, line);
        }
    }
    sort_lines(report);
}

// Settles progress reports by values that need no search.
static void settle_and_report(void *to, const struct search_report *report)
{
    static const struct solver_budget nothing;
    struct thinker *t = to;
    struct search_report settled = *report;

    settle(t, t->history, &nothing, &settled);
    report_progress(t, &settled);
}

// Restricts the search to actions, in `list`, that are not proven to lose. False when all are.
static bool exclude_lost_actions(struct thinker *t, const struct history *history,
                                 struct game_actions *list)
{
    static const struct solver_budget nothing;
    unsigned kept = 0;

    game_list(history->game, &history->position, list);
    for (unsigned i = 0; i < list->count; i++) {
        if (search_is_wanted(&t->limits.search, list->at[i]) &&
            solver_after(&t->solver, history, list->at[i], &nothing) != SOLVER_LOSS)
            list->at[kept++] = list->at[i];
    }
    if (kept) {
        t->limits.search.only = list->at;
        t->limits.search.only_count = kept;
    }
    return kept > 0;
}

static bool is_lost(const struct search_line *line)
{
    return line->proven && line->value == -SEARCH_WON;
}

// Searches for another action while the best one is proven to lose, which proof search sees earlier
// than alpha-beta. Each retry takes half of the remaining time to search the other actions and half
// to prove that its choice does not lose. When all lose, the first one stays: it resists longest by
// estimate.
static void avoid_loss(struct thinker *t, const struct history *history,
                       const struct solver_budget *budget, struct search_report *report)
{
    const struct search_limits whole = t->limits.search;
    struct search_report others = *report;
    struct game_actions list;

    for (unsigned i = 0; i < MAX_RETRIES && is_lost(&others.lines[0]) && !think_must_stop(t); i++) {
        if (!exclude_lost_actions(t, history, &list))
            break;
        t->limits.search.nodes = (whole.nodes + RETRY_PART - 1) / RETRY_PART; // 0 is no limit
        if (t->limits.milliseconds)
            t->until = (spent(t) + t->limits.milliseconds) / 2 + 1;
        search_duel(t, history, &history->position, history->length, NULL, &others);
        t->until = t->limits.milliseconds;
        settle(t, history, budget, &others);
        t->limits.search = whole;
    }
    if (is_lost(&report->lines[0]) && !is_lost(&others.lines[0])) {
        report->lines[0] = others.lines[0];
        report->depth = others.depth;
    }
}

// First a proof about the position, then alpha-beta, then proofs about its lines.
static void think_with_proofs(struct thinker *t, const struct history *history,
                              struct search_report *report)
{
    struct solver_budget budget = budget_of(t);
    const struct search_limits whole = t->limits.search;
    struct game_actions list;
    bool one = whole.lines <= 1;

    t->history = history;
    budget.win = true;
    t->until = time_share(t, PROOF_SHARE);
    t->known = solver_here(&t->solver, history, &budget, &t->known_action);
    t->denied = solver_denies_win(history);
    t->until = time_share(t, SEARCH_SHARE);
    bool open = one && !whole.depth && t->known == SOLVER_OPEN;
    if (open)
        exclude_lost_actions(t, history, &list);
    if (one && t->known == SOLVER_WIN &&
        search_is_wanted(&whole, t->known_action)) { // only to look for a shorter win
        t->until = time_share(t, PROOF_SHARE);
        t->limits.search.nodes = budget.nodes ? budget.nodes : whole.nodes; // 0 would be no limit
    }
    search_duel(t, history, &history->position, history->length, settle_and_report, report);
    t->limits.search = whole;
    t->until = t->limits.milliseconds;
    budget.win = !one; // for a single line that was just asked
    budget.loss = true;
    settle(t, history, &budget, report);
    if (open)
        avoid_loss(t, history, &budget, report);
    report_progress(t, report);
}

static void think_duel(struct thinker *t, const struct history *history,
                       struct search_report *report)
{
    if (!t->limits.no_certainty && solver_serves(history->game))
        think_with_proofs(t, history, report);
    else
        search_duel(t, history, &history->position, history->length, report_progress, report);
}

// The value of a win probability: the inverse of search_chance.
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

// The simulations of ISMCTS, which knows no depth, that stand for a search of limited depth.
static uint64_t simulations_for(const struct search_limits *limits)
{
    // Four times as many for every ply: chosen by hand so that depth 1 takes no time and 7 about a
    // second.
    uint64_t simulations = limits->depth
                               ? UINT64_C(30) << 2 * (limits->depth < 20 ? limits->depth : 20)
                               : limits->nodes;

    return limits->nodes && limits->nodes < simulations ? limits->nodes : simulations;
}

// About how many simulations the limits leave time for; without a limit, those of a second.
static uint64_t simulation_budget(const struct think_limits *limits)
{
    uint64_t simulations = simulations_for(&limits->search),
             timed = limits->milliseconds * SIMULATIONS_PER_MS;

    if (simulations && timed)
        return simulations < timed ? simulations : timed;
    return simulations ? simulations : timed ? timed : 1000 * SIMULATIONS_PER_MS;
}

static void fill_line(const struct game *g, const struct imperfect_choice *choice,
                      struct search_report *report)
{
    struct search_line *line = &report->lines[report->line_count++];

    line->value = value_of_chance(g, choice->chance);
    line->expects_margin = g->scores && choice->visits > 0;
    line->margin = choice->margin;
    line->share = choice->share;
    line->length = 1;
    line->actions[0] = choice->action;
}

static void fill_lines(const struct game *g, const struct imperfect_report *found,
                       const struct search_limits *limits, const game_action *forced,
                       struct search_report *report)
{
    *report = (struct search_report){.depth = 1, .nodes = found->simulations};
    if (forced) {
        unsigned i = 0;
        while (i + 1 < found->count && found->choices[i].action != *forced)
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

// The caller of an ISMCTS search, for its callbacks.
struct ismcts_request {
    struct thinker *thinker;
    const struct game *game;
    const game_action *forced;
    struct search_report *report;
};

static bool ismcts_must_stop(void *to)
{
    const struct ismcts_request *q = to;

    return think_must_stop(q->thinker);
}

static void ismcts_progress(void *to, const struct imperfect_report *found)
{
    const struct ismcts_request *q = to;

    fill_lines(q->game, found, &q->thinker->limits.search, q->forced, q->report);
    report_progress(q->thinker, q->report);
}

// Games with hidden information or more than two seats: the search gets the seat's view and the
// public past, and nothing else.
static void think_from_view(struct thinker *t, const struct history *history,
                            const game_action *forced, struct search_report *report)
{
    struct ismcts_request question = {t, history->game, forced, report};
    struct game_position seen;
    struct imperfect_report found;

    game_view(history->game, &history->position, history->game->to_act(&history->position), &seen);
    // Nothing below may use `history->position`: it has every secret.
    struct imperfect_task task = {
        .game = history->game,
        .options = &history->options,
        .view = &seen,
        .seat = history->game->to_act(&seen),
        .past = history->past,
        .past_count = history->past ? history->length : 0,
        .simulations = simulations_for(&t->limits.search),
        .budget = simulation_budget(&t->limits),
        .forced = forced,
        .seed = random_next(&t->random),
        .memory = &t->ismcts,
        .poll = ismcts_must_stop,
        .progress = ismcts_progress,
        .to = &question,
    };

    ismcts_run(ismcts_init(t->memory, tt_bytes(t->megabytes)), &task, &found);
    memcpy(t->beliefs, found.beliefs, sizeof t->beliefs);
    ismcts_progress(&question, &found);
}

static void think_begin(struct thinker *t, const struct think_limits *limits,
                        const struct think_watch *watch)
{
    t->limits = *limits;
    t->watch = watch ? *watch : (struct think_watch){0};
    t->had_enough = false;
    t->clean = false;
    t->began = t->counted = t->clock ? t->clock() : 0;
    t->until = limits->milliseconds;
}

void think(struct thinker *t, const struct history *history, const struct think_limits *limits,
           const struct think_watch *watch, struct search_report *report)
{
    assert(t->memory && t->threads >= 1 && !history->repeated);
    think_begin(t, limits, watch);
    if (game_is_duel(history->game, &history->options))
        think_duel(t, history, report);
    else
        think_from_view(t, history, NULL, report);
    assert(report->line_count >= 1 && report->line_count <= SEARCH_MAX_LINES);
}

// ---------------------------------------------------------------------------------------------
// One action
// ---------------------------------------------------------------------------------------------

// Turns the best line after an action into the line that begins with it, for the seat that plays
// it.
static void prepend(const struct history *history, game_action action, bool same_seat,
                    struct search_line *found)
{
    unsigned length = found->length < SEARCH_LINE_LENGTH ? found->length : SEARCH_LINE_LENGTH - 1;

    memmove(found->actions + 1, found->actions, length * sizeof *found->actions);
    found->actions[0] = action;
    found->length = length + 1;
    found->symmetric_count = 0;
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
    search_duel(t, history, after, history->length + 1, report_progress, report);
    prepend(history, action, g->to_act(after) == g->to_act(&history->position), &report->lines[0]);
    report->line_count = 1;
    report->depth++;
    if (!t->limits.no_certainty && solver_serves(g)) {
        struct solver_budget budget = budget_of(t);
        budget.win = budget.loss = true;
        set_proven_value(solver_after(&t->solver, history, action, &budget), &report->lines[0]);
    }
}

// Reports an action that ends the game.
static void report_end(const struct history *history, game_action action, bool drawn,
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

    think_begin(t, limits, watch);
    if (!game_is_duel(g, &history->options)) {
        think_from_view(t, history, &action, report);
        return;
    }
    g->apply(&history->position, action, &after);
    bool drawn = history_would_repeat(history, &after);
    game_list(g, &after, &list);
    if (drawn || list.count == 0)
        report_end(history, action, drawn, &after, report);
    else
        think_after(t, history, action, &after, report);
}
