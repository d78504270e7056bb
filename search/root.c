// SPDX-License-Identifier: MIT
// Iterative deepening at the root, with an aspiration window and several best lines.
#include <assert.h>
#include <string.h>

#include "search/search.h"

// Half a unit of most games' evaluations to either side of the last value, four times as wide after each miss. Nodes of `abax bench
// search` (five games, few positions: more than a sketch it is not) with another first width: 30 +17 %, 120 +4 %, 240 -6 %,
// none +1 %; widened twice instead of four times -1 %. So it matters little but must not be narrow. The values were chosen by hand.
enum { FIRST_WINDOW = 60, WIDEN = 4, FIRST_GUESSED_DEPTH = 4 };

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
            alpha = search_decided(value) ? -SEARCH_INFINITE : value - width;
        else if (value >= beta)
            beta = search_decided(value) ? SEARCH_INFINITE : value + width;
        else
            return value;
    }
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
        *line = (struct search_line){.value = value,
                                     .proven = search_decided(value) || !s->horizon,
                                     .exact = !s->horizon,
                                     .length = root->line_length};
        search_expect(s->task.game, &root->position, line);
        memcpy(line->actions, root->line, root->line_length * sizeof *line->actions);
        s->excluded[s->excluded_count++] = line->actions[0];
    }
    now->depth = (unsigned)depth;
    now->nodes = s->nodes;
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

// A depth that was stopped in the middle may already have found something better to play.
static void take_unfinished(const struct search *s, struct search_report *report)
{
    const struct search_ply *root = &s->plies[0];
    struct search_line *best = &report->lines[0];

    if (s->excluded_count > 0 || root->line_length == 0 || best->proven)
        return;
    best->length = root->line_length;
    memcpy(best->actions, root->line, root->line_length * sizeof *best->actions);
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
    root->count = g->actions(&root->position, root->list);
    assert(root->count > 0); // the caller's promise: the game is not over
    table_new_search(task->table);
    // Whatever happens, there is an action to play: what the order puts first.
    search_order(s, 0, 0);
    *report = (struct search_report){.line_count = 1};
    report->lines[0].length = 1;
    report->lines[0].actions[0] = search_next(root, 0);
}

void search_run(struct search *s, const struct search_task *task, struct search_report *report)
{
    begin(s, task, report);
    unsigned most = task->limits.depth ? task->limits.depth : SEARCH_MAX_PLY - 1;
    unsigned first = task->first_depth ? task->first_depth : 1;
    for (unsigned depth = first; depth <= most && depth < SEARCH_MAX_PLY; depth++) {
        struct search_report now = {0};
        if (!search_depth(s, (int)depth, report, &now)) {
            take_unfinished(s, report);
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
