// SPDX-License-Identifier: MIT
// How a line goes on. A search ends its best line where the table answered; what the table knows about the positions behind that,
// and what the depth before said, makes the line longer again.
#include <assert.h>
#include <string.h>

#include "search/search.h"

struct walk {
    const struct search *search;
    struct game_position at;
    uint64_t keys[SEARCH_LINE_LENGTH + 1]; // of the positions on the line, the root first
    unsigned count;
};

static bool stood_before(const struct walk *w, uint64_t key)
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

// Plays an action; false, without doing so, when it is not legal or leads to a position that stood before.
static bool step(struct walk *w, game_action action)
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
    if (stood_before(w, key))
        return false;
    w->keys[w->count++] = key;
    w->at = after;
    return true;
}

// Whether an entry tells how to go on: a move that is good enough for whoever makes it. Of a line that is proven it must be part
// of the proof: keep what is won, or lose as everything does.
static bool goes_on(const struct table_entry *e, const struct search_line *line, bool same_seat)
{
    if (!line->proven)
        return e->bound != TABLE_UPPER;
    int value = same_seat ? line->value : -line->value;
    if (value == 0)
        return e->bound == TABLE_EXACT && e->depth == TABLE_TO_THE_END && e->value == 0;
    if (!search_decided(e->value) || (e->value > 0) != (value > 0))
        return false;
    return e->bound != (value > 0 ? TABLE_UPPER : TABLE_LOWER);
}

static void walk_table(struct walk *w, struct search_line *line)
{
    const struct search_task *task = &w->search->task;
    int seat = task->game->to_act(task->root);
    struct table_entry e;

    while (line->length < SEARCH_LINE_LENGTH &&
           table_probe(task->table, w->keys[w->count - 1], &e) &&
           goes_on(&e, line, task->game->to_act(&w->at) == seat) && step(w, e.action))
        line->actions[line->length++] = e.action;
}

void search_extend(const struct search *s, const struct search_line *last, struct search_line *line)
{
    struct walk w = {.search = s, .at = *s->task.root, .count = 1};
    unsigned found = line->length;

    w.keys[0] = game_key(s->task.game, s->task.root);
    for (unsigned i = 0; i < found; i++) {
        s->task.game->apply(&w.at, line->actions[i], &w.at);
        w.keys[w.count++] = game_key(s->task.game, &w.at);
    }
    walk_table(&w, line);
    if (last && !line->proven && last->length > line->length &&
        memcmp(last->actions, line->actions, found * sizeof *line->actions) == 0) {
        memcpy(line->actions, last->actions, last->length * sizeof *line->actions);
        line->length = last->length;
    }
}
