// SPDX-License-Identifier: MIT
// Iterative deepening at the root, with an aspiration window and several best lines.
#include <assert.h>
#include <string.h>

#include "search/search.h"

// Half a unit of most games' evaluations to either side of the last value, four times as wide after each miss. Nodes of `abax bench
// search` (five games, few positions: more than a sketch it is not) with another first width: 30 +17 %, 120 +4 %, 240 -6 %,
// none +1 %; widened twice instead of four times -1 %. So it matters little but must not be narrow. The values were chosen by hand.
enum { FIRST_WINDOW = 60, WIDEN = 4, FIRST_GUESSED_DEPTH = 4 };

// A bound of a window: wide ones end where no value is.
static int within(int bound)
{
    if (bound < -SEARCH_INFINITE)
        return -SEARCH_INFINITE;
    return bound > SEARCH_INFINITE ? SEARCH_INFINITE : bound;
}

// One line at one depth: widens the window until the value lies inside.
static int search_window(struct search *s, int depth, int guess)
{
    int width = FIRST_WINDOW, alpha = -SEARCH_INFINITE, beta = SEARCH_INFINITE;

    if (depth >= FIRST_GUESSED_DEPTH && !search_decided(guess)) {
        alpha = guess - width;
        beta = guess + width;
    }
    for (;;) {
        s->horizon = false;
        int value = search_node(s, 0, depth, alpha, beta);
        if (s->stopped)
            return 0;
        width *= WIDEN;
        if (value <= alpha)
            alpha = search_decided(value) ? -SEARCH_INFINITE : within(value - width);
        else if (value >= beta)
            beta = search_decided(value) ? SEARCH_INFINITE : within(value + width);
        else
            return value;
    }
}

static void take_line(struct search *s, int value, bool exact, struct search_line *line)
{
    const struct search_ply *root = &s->plies[0];

    *line = (struct search_line){.value = value,
                                 .proven = search_decided(value) || exact,
                                 .exact = exact,
                                 .length = root->line_length};
    memcpy(line->actions, root->line, root->line_length * sizeof *line->actions);
    search_expect(s->task.game, &root->position, line);
    search_add_symmetric(s, line);
}

// A line takes its place among those found before it: reductions and the table can make one better that was found later.
static void put_in_place(struct search_report *report)
{
    struct search_line *lines = report->lines, found = lines[report->line_count - 1];
    unsigned place = report->line_count - 1;

    for (; place > 0 && lines[place - 1].value < found.value; place--)
        lines[place] = lines[place - 1];
    lines[place] = found;
}

static const struct search_line *line_with(const struct search_report *report, game_action action)
{
    for (unsigned i = 0; i < report->line_count; i++) {
        if (report->lines[i].actions[0] == action)
            return &report->lines[i];
    }
    return NULL;
}

// Searches the best lines of one depth; false when stopped in the middle.
static bool search_depth(struct search *s, int depth, const struct search_report *last,
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
        int value = search_window(s, depth, guess);
        if (s->stopped)
            return false;
        assert(root->line_length >= 1 && value > -SEARCH_INFINITE && value < SEARCH_INFINITE);
        struct search_line *line = &now->lines[now->line_count++];
        take_line(s, value, !s->horizon, line);
        search_extend(s, line_with(last, line->actions[0]), line);
        s->excluded[s->excluded_count++] = line->actions[0];
        put_in_place(now);
    }
    now->depth = (unsigned)depth;
    now->nodes = s->nodes;
    now->hashfull = table_full(s->task.table);
    return true;
}

// Nothing is left to find out.
static bool all_settled(const struct search_report *report, bool exact)
{
    for (unsigned i = 0; i < report->line_count; i++) {
        if (exact ? !report->lines[i].exact : !report->lines[i].proven)
            return false;
    }
    return true;
}

// A depth that was stopped in the middle may already have found something better to play. Several lines stay as they
// are, since one of another depth cannot be compared with them; and what loses is no better while others are not tried.
static bool take_unfinished(struct search *s, struct search_report *report)
{
    if (s->excluded_count > 0 || s->plies[0].line_length == 0 || report->line_count > 1 ||
        report->lines[0].proven || s->root_value < -SEARCH_ESTIMATE)
        return false;
    take_line(s, s->root_value, false, &report->lines[0]);
    return true;
}

static void begin(struct search *s, const struct search_task *task, struct search_report *report)
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
    search_roots(s);
    root->count = s->roots.count;
    memcpy(root->list, s->roots.list, root->count * sizeof *root->list);
    if (!task->joined)
        table_new_search(task->table);
    // Whatever happens, there is an action to play: what the order puts first.
    search_order(s, 0, 0);
    *report = (struct search_report){.line_count = 1};
    report->lines[0].length = 1;
    report->lines[0].actions[0] = search_next(root, 0);
    search_add_symmetric(s, &report->lines[0]);
}

void search_run(struct search *s, const struct search_task *task, struct search_report *report)
{
    begin(s, task, report);
    unsigned most = task->limits.depth ? task->limits.depth : SEARCH_MAX_PLY - 1;
    unsigned first = task->first_depth ? task->first_depth : 1;
    for (unsigned depth = first; depth <= most && depth < SEARCH_MAX_PLY; depth++) {
        struct search_report now = {0};
        if (!search_depth(s, (int)depth, report, &now)) {
            if (take_unfinished(s, report) && task->progress)
                task->progress(task->to, report);
            break;
        }
        *report = now;
        if (task->progress)
            task->progress(task->to, report);
        if (all_settled(report, task->limits.exact))
            break;
    }
    report->nodes = s->nodes;
    assert(report->line_count >= 1 && report->lines[0].length >= 1);
}
