// SPDX-License-Identifier: MIT
// Walks the proof from the root: at OR nodes one action of the proving side, at AND nodes every
// legal action of the other side. What the table has lost is searched again.
#include "search/proof_tree.h"

#include <assert.h>

static int proving_seat(const struct proof_tree *w)
{
    return w->answer == PROOF_PROVEN ? w->task.seat : !w->task.seat;
}

// Whether a finished game has the claimed result.
static bool fulfils_claim(const struct proof_tree *w, const struct game_result *result)
{
    return (result->outcome[w->task.seat] == GAME_WIN) == (w->answer == PROOF_PROVEN);
}

// The position after an action of the proving side.
struct successor {
    struct game_position position;
    bool over; // with the claimed result
};

// An action that ends the game as claimed or leads to a collected position.
static bool find_short(const struct proof_tree *w, const struct game_position *p,
                       const struct game_actions *list, struct successor *next)
{
    const struct game *g = w->task.game;
    struct game_result result;

    for (unsigned i = 0; i < list->count; i++) {
        g->apply(p, list->at[i], &next->position);
        g->result(&next->position, &result);
        next->over = result.over;
        if (result.over ? fulfils_claim(w, &result)
                        : keys_has(&w->set, game_canonical_key(g, &next->position)))
            return true;
    }
    return false;
}

// Of the actions that the table knows to keep the answer, the one that took the least work.
static bool find_known(const struct proof_tree *w, const struct game_position *p,
                       const struct game_actions *list, struct successor *next)
{
    uint64_t least = UINT64_MAX;

    for (unsigned i = 0; i < list->count; i++) {
        struct game_position after;
        w->task.game->apply(p, list->at[i], &after);
        if (proof_known(&w->task, &after) != w->answer)
            continue;
        uint64_t work = proof_work(&w->task, &after);
        if (work < least) {
            least = work;
            next->position = after;
        }
    }
    next->over = false;
    return least != UINT64_MAX;
}

// Searches the position again. The answer is then among the root's children, even if the table
// could not keep it.
static bool find_again(struct proof_tree *w, const struct game_position *p, struct successor *next)
{
    struct proof_task task = w->task;
    struct proof_report report;
    const struct proof_ply *root = &w->proof->plies[0];
    int number = w->answer == PROOF_PROVEN ? 0 : 1;

    task.root = p;
    proof_run(w->proof, &task, &report);
    w->nodes += report.nodes;
    for (unsigned i = 0; report.answer == w->answer && i < root->count; i++) {
        if (root->children[i].number[number] != 0)
            continue;
        w->task.game->apply(p, root->children[i].action, &next->position);
        next->over = false;
        return true;
    }
    return false;
}

static bool collect_node(struct proof_tree *w, const struct game_position *p);

static bool collect_or_node(struct proof_tree *w, const struct game_position *p)
{
    struct game_actions list;
    struct successor next;

    game_list(w->task.game, p, &list);
    if (!find_short(w, p, &list, &next) && !find_known(w, p, &list, &next) &&
        !find_again(w, p, &next))
        return false;
    if (next.over)
        return true;
    enum keys_added added = keys_add(&w->set, game_canonical_key(w->task.game, &next.position));
    return added == KEYS_NEW ? collect_node(w, &next.position) : added == KEYS_OLD;
}

static bool collect_node(struct proof_tree *w, const struct game_position *p)
{
    const struct game *g = w->task.game;
    struct game_result result;
    struct game_actions list;

    g->result(p, &result);
    if (result.over)
        return fulfils_claim(w, &result);
    if (g->to_act(p) == proving_seat(w))
        return collect_or_node(w, p);
    game_list(g, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position after;
        g->apply(p, list.at[i], &after);
        if (!collect_node(w, &after))
            return false;
    }
    return true;
}

bool proof_tree_collect(struct proof_tree *w)
{
    assert(w->answer != PROOF_OPEN); // an open question has no proof
    if (!collect_node(w, w->task.root))
        return false;
    w->count = w->set.count;
    w->keys = keys_sort(&w->set);
    return true;
}

void proof_tree_clear(struct proof_tree *w)
{
    keys_clear(&w->set);
    w->keys = NULL;
    w->count = 0;
}

bool proof_tree_has(const struct proof_tree *w, const struct game_position *p, size_t *index)
{
    uint64_t key = game_canonical_key(w->task.game, p);
    size_t from = 0, to = w->count;

    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (w->keys[middle] < key)
            from = middle + 1;
        else
            to = middle;
    }
    assert(from == 0 || w->keys[from - 1] < key); // sorted, without duplicates
    *index = from;
    return from < w->count && w->keys[from] == key;
}

// ---------------------------------------------------------------------------------------------
// Weights
// ---------------------------------------------------------------------------------------------

static uint32_t weigh_node(const struct proof_tree *w, const struct game_position *p,
                           uint32_t *weights);

// The weight of the proving side's successor; 0 when it ends the game.
static uint32_t weigh_or_node(const struct proof_tree *w, const struct game_position *p,
                              const struct game_actions *list, uint32_t *weights)
{
    const struct game *g = w->task.game;
    struct game_position after, next;
    struct game_result result;
    size_t index, at = w->count;

    for (unsigned i = 0; i < list->count; i++) {
        g->apply(p, list->at[i], &after);
        g->result(&after, &result);
        if (result.over && fulfils_claim(w, &result))
            return 0;
        if (!result.over && at == w->count && proof_tree_has(w, &after, &index)) {
            at = index;
            next = after;
        }
    }
    if (at < w->count && weights[at] == 0)
        weights[at] = weigh_node(w, &next, weights);
    return at < w->count ? weights[at] : 0;
}

static uint32_t weigh_node(const struct proof_tree *w, const struct game_position *p,
                           uint32_t *weights)
{
    const struct game *g = w->task.game;
    struct game_actions list;
    uint64_t weight = 1;

    game_list(g, p, &list);
    if (list.count > 0 && g->to_act(p) == proving_seat(w))
        return 1 + weigh_or_node(w, p, &list, weights);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position after;
        g->apply(p, list.at[i], &after);
        weight += weigh_node(w, &after, weights);
    }
    return weight < UINT32_MAX / 2 ? (uint32_t)weight : UINT32_MAX / 2;
}

void proof_tree_weigh(const struct proof_tree *w, uint32_t *weights)
{
    weigh_node(w, w->task.root, weights);
}
