// SPDX-License-Identifier: MIT
// Walks the proof from the root: one action for the side that proves, every legal one for the other. What
// the table has forgotten is searched again.
#include "search/witness.h"

#include <assert.h>

// The seat that proves.
static int prover(const struct witness *w)
{
    return w->answer == PROOF_PROVEN ? w->task.seat : !w->task.seat;
}

// Whether a finished game is what was claimed.
static bool is_kept(const struct witness *w, const struct game_result *result)
{
    return (result->outcome[w->task.seat] == GAME_WIN) == (w->answer == PROOF_PROVEN);
}

// What an action of the prover leads to.
struct aim {
    struct game_position position;
    bool over; // and all is well
};

// An action that ends the game well, or leads to an aim that is known already.
static bool find_short(const struct witness *w, const struct game_position *p,
                       const struct game_actions *list, struct aim *aim)
{
    const struct game *g = w->task.game;
    struct game_result result;

    for (unsigned i = 0; i < list->count; i++) {
        g->apply(p, list->at[i], &aim->position);
        g->result(&aim->position, &result);
        aim->over = result.over;
        if (result.over ? is_kept(w, &result) : keys_has(&w->set, game_fold(g, &aim->position)))
            return true;
    }
    return false;
}

// The action whose answer took the least work, of those with the right answer.
static bool find_known(const struct witness *w, const struct game_position *p,
                       const struct game_actions *list, struct aim *aim)
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
            aim->position = after;
        }
    }
    aim->over = false;
    return least != UINT64_MAX;
}

// Searches the position again. The search ends with the answer among the root's children, even if the
// table could not keep it.
static bool find_again(struct witness *w, const struct game_position *p, struct aim *aim)
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
        w->task.game->apply(p, root->children[i].action, &aim->position);
        aim->over = false;
        return true;
    }
    return false;
}

static bool collect(struct witness *w, const struct game_position *p);

// The prover acts.
static bool collect_own(struct witness *w, const struct game_position *p)
{
    struct game_actions list;
    struct aim aim;

    game_list(w->task.game, p, &list);
    if (!find_short(w, p, &list, &aim) && !find_known(w, p, &list, &aim) && !find_again(w, p, &aim))
        return false;
    if (aim.over)
        return true;
    enum keys_added added = keys_add(&w->set, game_fold(w->task.game, &aim.position));
    return added == KEYS_NEW ? collect(w, &aim.position) : added == KEYS_OLD;
}

static bool collect(struct witness *w, const struct game_position *p)
{
    const struct game *g = w->task.game;
    struct game_result result;
    struct game_actions list;

    g->result(p, &result);
    if (result.over)
        return is_kept(w, &result);
    if (g->to_act(p) == prover(w))
        return collect_own(w, p);
    game_list(g, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position after;
        g->apply(p, list.at[i], &after);
        if (!collect(w, &after))
            return false;
    }
    return true;
}

bool witness_collect(struct witness *w)
{
    assert(w->answer != PROOF_OPEN); // only what was answered has a proof to walk
    if (!collect(w, w->task.root))
        return false;
    w->count = w->set.count;
    w->aims = keys_sort(&w->set);
    return true;
}

void witness_clear(struct witness *w)
{
    keys_clear(&w->set);
    w->aims = NULL;
    w->count = 0;
}

bool witness_has(const struct witness *w, const struct game_position *p, size_t *index)
{
    uint64_t key = game_fold(w->task.game, p);
    size_t from = 0, to = w->count;

    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (w->aims[middle] < key)
            from = middle + 1;
        else
            to = middle;
    }
    assert(from == 0 || w->aims[from - 1] < key); // the aims are sorted, each once
    *index = from;
    return from < w->count && w->aims[from] == key;
}

// ---------------------------------------------------------------------------------------------
// Weights
// ---------------------------------------------------------------------------------------------

static uint32_t weigh(const struct witness *w, const struct game_position *p, uint32_t *weights);

// The weight of what the prover does here: of its aim, or nothing when it ends the game.
static uint32_t weigh_own(const struct witness *w, const struct game_position *p,
                          const struct game_actions *list, uint32_t *weights)
{
    const struct game *g = w->task.game;
    struct game_position after, aim;
    struct game_result result;
    size_t index, at = w->count;

    for (unsigned i = 0; i < list->count; i++) {
        g->apply(p, list->at[i], &after);
        g->result(&after, &result);
        if (result.over && is_kept(w, &result))
            return 0;
        if (!result.over && at == w->count && witness_has(w, &after, &index)) {
            at = index;
            aim = after;
        }
    }
    if (at < w->count && weights[at] == 0)
        weights[at] = weigh(w, &aim, weights);
    return at < w->count ? weights[at] : 0;
}

static uint32_t weigh(const struct witness *w, const struct game_position *p, uint32_t *weights)
{
    const struct game *g = w->task.game;
    struct game_actions list;
    uint64_t weight = 1;

    game_list(g, p, &list);
    if (list.count > 0 && g->to_act(p) == prover(w))
        return 1 + weigh_own(w, p, &list, weights);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position after;
        g->apply(p, list.at[i], &after);
        weight += weigh(w, &after, weights);
    }
    return weight < UINT32_MAX / 2 ? (uint32_t)weight : UINT32_MAX / 2;
}

void witness_weigh(const struct witness *w, uint32_t *weights)
{
    weigh(w, w->task.root, weights);
}
