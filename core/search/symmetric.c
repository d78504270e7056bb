// SPDX-License-Identifier: MIT
// Symmetric moves: root actions from which the same game follows, such as mirror images of each
// other. The search tries one representative of each symmetry class: fewer nodes, and no two values
// for actions that are worth the same.
#include <assert.h>
#include <string.h>

#include "search/search.h"

// In games with repetition: the symmetries that map the root to itself, as bits without the
// identity. None when the game has a past, because the past is not symmetric.
static unsigned stable_symmetries(const struct search_task *task)
{
    const struct game *g = task->game;
    unsigned bits = 0;
    struct game_position other;

    if (!g->repetition || task->history_count > 0)
        return 0;
    uint64_t key = game_key(g, task->root);
    for (unsigned i = 1; i < game_symmetries(g) && i < 32; i++) {
        game_apply_symmetry(g, task->root, i, &other);
        bits |= (unsigned)(game_key(g, &other) == key) << i;
    }
    return bits;
}

// A key that is equal for positions from which the same game follows. Where repetition counts, the
// root is part of the future: then only symmetries that leave the root as it is count.
static uint64_t canonical_key(const struct game *g, const struct game_position *p, unsigned stable)
{
    if (!g->repetition)
        return game_canonical_key(g, p);
    uint64_t least = game_key(g, p);
    struct game_position other;
    for (unsigned i = 1; i < game_symmetries(g) && i < 32; i++) {
        if (!(stable >> i & 1))
            continue;
        game_apply_symmetry(g, p, i, &other);
        uint64_t key = game_key(g, &other);
        least = key < least ? key : least;
    }
    return least;
}

bool search_is_wanted(const struct search_limits *limits, game_action action)
{
    for (unsigned i = 0; i < limits->only_count; i++) {
        if (limits->only[i] == action)
            return true;
    }
    return limits->only_count == 0;
}

void search_list_roots(struct search *s)
{
    const struct search_task *task = &s->task;
    const struct game *g = task->game;
    struct search_roots *r = &s->roots;
    struct game_position after;
    unsigned stable = stable_symmetries(task);

    static_assert(GAME_MAX_ACTIONS < UINT16_MAX, "a number of an action fits");
    unsigned legal = g->actions(task->root, s->plies[0].list);
    r->all_count = r->count = 0;
    for (unsigned i = 0; i < legal; i++) {
        game_action action = s->plies[0].list[i];
        if (!search_is_wanted(&task->limits, action))
            continue;
        g->apply(task->root, action, &after);
        uint64_t key = canonical_key(g, &after, stable);
        unsigned group = 0;
        while (group < r->count && r->keys[group] != key)
            group++;
        if (group == r->count) {
            r->keys[r->count] = key;
            r->list[r->count++] = action;
        }
        r->all[r->all_count] = action;
        r->representative[r->all_count++] = (uint16_t)group;
    }
    assert(r->count > 0); // the caller's contract: the game is not over and `only` is legal
}

game_action search_representative(const struct search *s, game_action action)
{
    const struct search_roots *r = &s->roots;

    for (unsigned i = 0; i < r->all_count; i++) {
        if (r->all[i] == action)
            return r->list[r->representative[i]];
    }
    return 0;
}

void search_add_symmetric(const struct search *s, struct search_line *line)
{
    const struct search_roots *r = &s->roots;

    line->symmetric_count = 0;
    for (unsigned i = 0; i < r->all_count && line->symmetric_count < SEARCH_MAX_SYMMETRIC; i++) {
        if (r->list[r->representative[i]] == line->actions[0] && r->all[i] != line->actions[0])
            line->symmetric[line->symmetric_count++] = r->all[i];
    }
}

void search_find_symmetric(const struct search_task *task, struct search_line *line)
{
    const struct game *g = task->game;
    unsigned stable = stable_symmetries(task);
    struct game_position after;
    struct game_actions list;

    g->apply(task->root, line->actions[0], &after);
    uint64_t key = canonical_key(g, &after, stable);
    game_list(g, task->root, &list);
    line->symmetric_count = 0;
    for (unsigned i = 0; i < list.count && line->symmetric_count < SEARCH_MAX_SYMMETRIC; i++) {
        g->apply(task->root, list.at[i], &after);
        if (list.at[i] != line->actions[0] && canonical_key(g, &after, stable) == key)
            line->symmetric[line->symmetric_count++] = list.at[i];
    }
}

bool search_begins_with(const struct search_line *line, game_action action)
{
    for (unsigned i = 0; i < line->symmetric_count; i++) {
        if (line->symmetric[i] == action)
            return true;
    }
    return line->actions[0] == action;
}

void search_take_symmetric(struct search_line *line, game_action action)
{
    assert(search_begins_with(line, action));
    for (unsigned i = 0; i < line->symmetric_count; i++) {
        if (line->symmetric[i] != action)
            continue;
        line->symmetric[i] = line->actions[0];
        line->actions[0] = action;
        line->length = 1;
    }
}
