// SPDX-License-Identifier: MIT
// Iterative deepening at the root, with aspiration windows and several best lines (MultiPV).
#include <assert.h>
#include <string.h>

#include "search/search.h"

// The aspiration window is half a unit of most games' evaluations to either side of the previous
// iteration's value, and four times as wide after each fail low or fail high. Nodes of `abax bench
// search` (five games and few positions: a sketch) with another first width: 30 +17 %, 120 +4 %,
// 240 -6 %, no window +1 %; widened twice instead of four times -1 %. So the width matters little,
// but must not be narrow. The values were chosen by hand.
enum { ASPIRATION_WIDTH = 60, ASPIRATION_GROWTH = 4, ASPIRATION_DEPTH = 4 };

static int clamp_bound(int bound)
{
    if (bound < -SEARCH_INFINITE)
        return -SEARCH_INFINITE;
    return bound > SEARCH_INFINITE ? SEARCH_INFINITE : bound;
}

// One line of one iteration: searches with an aspiration window until the value lies inside.
static int aspiration_search(struct search *s, int depth, int guess)
{
    int width = ASPIRATION_WIDTH, alpha = -SEARCH_INFINITE, beta = SEARCH_INFINITE;

    if (depth >= ASPIRATION_DEPTH && !search_decided(guess)) {
        alpha = guess - width;
        beta = guess + width;
    }
    for (;;) {
        s->horizon = false;
        int value = search_node(s, 0, depth, alpha, beta);
        if (s->stopped)
            return 0;
        width *= ASPIRATION_GROWTH;
        if (value <= alpha) // fail low
            alpha = search_decided(value) ? -SEARCH_INFINITE : clamp_bound(value - width);
        else if (value >= beta) // fail high
            beta = search_decided(value) ? SEARCH_INFINITE : clamp_bound(value + width);
        else
            return value;
    }
}

static void report_line(struct search *s, int value, bool exact, struct search_line *line)
{
    const struct search_ply *root = &s->plies[0];

    *line = (struct search_line){.value = value,
                                 .proven = search_decided(value) || exact,
                                 .exact = exact,
                                 .length = root->pv_length};
    memcpy(line->actions, root->pv, root->pv_length * sizeof *line->actions);
    search_expect(s->task.game, &root->position, line);
    search_add_symmetric(s, line);
}

// Sorts the last line in: reductions and the table can make a line better than one found before it.
static void sort_last_line(struct search_report *report)
{
    struct search_line *lines = report->lines, found = lines[report->line_count - 1];
    unsigned place = report->line_count - 1;

    for (; place > 0 && lines[place - 1].value < found.value; place--)
        lines[place] = lines[place - 1];
    lines[place] = found;
}

static const struct search_line *find_line(const struct search_report *report, game_action action)
{
    for (unsigned i = 0; i < report->line_count; i++) {
        if (report->lines[i].actions[0] == action)
            return &report->lines[i];
    }
    return NULL;
}

// One iteration of iterative deepening: the best lines at one depth (MultiPV: each line excludes
// the root actions of those before it). False when stopped in the middle.
static bool search_iteration(struct search *s, int depth, const struct search_report *last,
                             struct search_report *now)
{
    const struct search_ply *root = &s->plies[0];
    unsigned wanted = s->task.limits.lines ? s->task.limits.lines : 1;

    s->excluded_count = 0;
    now->line_count = 0;
    if (wanted > SEARCH_MAX_LINES)
        wanted = SEARCH_MAX_LINES;
    for (unsigned i = 0; i < wanted && (i == 0 || i < root->count); i++) {
        int guess = i < last->line_count ? last->lines[i].value : 0;
        int value = aspiration_search(s, depth, guess);
        if (s->stopped)
            return false;
        assert(root->pv_length >= 1 && value > -SEARCH_INFINITE && value < SEARCH_INFINITE);
        struct search_line *line = &now->lines[now->line_count++];
        report_line(s, value, !s->horizon, line);
        search_extend_pv(s, find_line(last, line->actions[0]), line);
        s->excluded[s->excluded_count++] = line->actions[0];
        sort_last_line(now);
    }
    now->depth = (unsigned)depth;
    now->nodes = s->nodes;
    now->hashfull = tt_hashfull(s->task.table);
    return true;
}

// Whether a deeper iteration cannot change the report.
static bool all_proven(const struct search_report *report, bool exact)
{
    for (unsigned i = 0; i < report->line_count; i++) {
        if (exact ? !report->lines[i].exact : !report->lines[i].proven)
            return false;
    }
    return true;
}

// Takes the best action of an iteration that was stopped in the middle. Not with several lines,
// since values of different depths cannot be compared, and not a lost value while other actions are
// untried.
static bool take_partial_iteration(struct search *s, struct search_report *report)
{
    if (s->excluded_count > 0 || s->plies[0].pv_length == 0 || report->line_count > 1 ||
        report->lines[0].proven || s->root_value < -SEARCH_ESTIMATE)
        return false;
    report_line(s, s->root_value, false, &report->lines[0]);
    return true;
}

static void search_begin(struct search *s, const struct search_task *task,
                         struct search_report *report)
{
    struct search_ply *root = &s->plies[0];
    const struct game *g = task->game;

    assert(!g->hidden && task->root != &root->position && task->first_depth < SEARCH_MAX_PLY);
    s->task = *task;
    s->nodes = 0;
    s->stopped = false;
    s->excluded_count = 0;
    memset(s->history, 0, sizeof s->history);
    for (unsigned i = 0; i <= SEARCH_MAX_PLY; i++)
        s->plies[i].killers[0] = s->plies[i].killers[1] = 0;
    root->position = *task->root;
    root->seat = g->to_act(&root->position);
    root->key = game_key(g, &root->position);
    search_list_roots(s);
    root->count = s->roots.count;
    memcpy(root->list, s->roots.list, root->count * sizeof *root->list);
    if (!task->is_helper)
        tt_new_search(task->table);
    // Even a search that is stopped at once reports an action: the first by move ordering.
    search_score_actions(s, 0, 0);
    *report = (struct search_report){.line_count = 1};
    report->lines[0].length = 1;
    report->lines[0].actions[0] = search_pick_next(root, 0);
    search_add_symmetric(s, &report->lines[0]);
}

void search_run(struct search *s, const struct search_task *task, struct search_report *report)
{
    search_begin(s, task, report);
    unsigned most = task->limits.depth ? task->limits.depth : SEARCH_MAX_PLY - 1;
    unsigned first = task->first_depth ? task->first_depth : 1;
    for (unsigned depth = first; depth <= most && depth < SEARCH_MAX_PLY; depth++) {
        struct search_report now = {0};
        if (!search_iteration(s, (int)depth, report, &now)) {
            if (take_partial_iteration(s, report) && task->progress)
                task->progress(task->to, report);
            break;
        }
        *report = now;
        if (task->progress)
            task->progress(task->to, report);
        if (all_proven(report, task->limits.exact))
            break;
    }
    report->nodes = s->nodes;
    assert(report->line_count >= 1 && report->lines[0].length >= 1);
}
