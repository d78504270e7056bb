// SPDX-License-Identifier: MIT
// Extends principal variations. A search ends its variation where the table cut off; moves that the
// table has for the positions after it, or the variation of the previous iteration, continue it.
#include <assert.h>
#include <string.h>

#include "search/search.h"

struct pv_walk {
    const struct search *search;
    struct game_position at;
    uint64_t keys[SEARCH_LINE_LENGTH + 1]; // of the positions on the line, the root first
    unsigned count;
};

static bool is_repetition(const struct pv_walk *w, uint64_t key)
{
    const struct search_task *task = &w->search->task;

    for (unsigned i = 0; i < w->count; i++) {
        if (w->keys[i] == key)
            return true;
    }
    for (size_t i = 0; i < task->history_count; i++) {
        if (task->history[i] == key)
            return true;
    }
    return false;
}

// Plays an action. False, and nothing played, when it is illegal or leads to a repetition.
static bool walk_action(struct pv_walk *w, game_action action)
{
    const struct game *g = w->search->task.game;
    struct game_actions list;
    struct game_position after;
    unsigned i = 0;

    game_list(g, &w->at, &list);
    while (i < list.count && list.at[i] != action)
        i++;
    if (i == list.count)
        return false;
    g->apply(&w->at, action, &after);
    uint64_t key = game_key(g, &after);
    if (is_repetition(w, key))
        return false;
    w->keys[w->count++] = key;
    w->at = after;
    return true;
}

// Whether an entry's action continues the variation: its bound says that it is good enough for the
// seat that plays it. In a proven line it must belong to the proof: it holds the win, or it is one
// of the losing seat's actions, which all lose.
static bool continues_line(const struct tt_entry *e, const struct search_line *line, bool same_seat)
{
    if (!line->proven)
        return e->bound != TT_UPPER;
    int value = same_seat ? line->value : -line->value;
    if (value == 0)
        return e->bound == TT_EXACT && e->depth == TT_DEPTH_SOLVED && e->value == 0;
    if (!search_decided(e->value) || (e->value > 0) != (value > 0))
        return false;
    return e->bound != (value > 0 ? TT_UPPER : TT_LOWER);
}

static void walk_table(struct pv_walk *w, struct search_line *line)
{
    const struct search_task *task = &w->search->task;
    int seat = task->game->to_act(task->root);
    struct tt_entry e;

    while (line->length < SEARCH_LINE_LENGTH && tt_probe(task->table, w->keys[w->count - 1], &e) &&
           continues_line(&e, line, task->game->to_act(&w->at) == seat) && walk_action(w, e.action))
        line->actions[line->length++] = e.action;
}

void search_extend_pv(const struct search *s, const struct search_line *previous,
                      struct search_line *line)
{
    struct pv_walk w = {.search = s, .at = *s->task.root, .count = 1};
    unsigned found = line->length;

    w.keys[0] = game_key(s->task.game, s->task.root);
    for (unsigned i = 0; i < found; i++) {
        s->task.game->apply(&w.at, line->actions[i], &w.at);
        w.keys[w.count++] = game_key(s->task.game, &w.at);
    }
    walk_table(&w, line);
    if (previous && !line->proven && previous->length > line->length &&
        memcmp(previous->actions, line->actions, found * sizeof *line->actions) == 0) {
        memcpy(line->actions, previous->actions, previous->length * sizeof *line->actions);
        line->length = previous->length;
    }
}
