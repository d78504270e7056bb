// SPDX-License-Identifier: MIT
// Choosing and counting in the top of a proof. Jobs grow with the work that was done, so that the
// tree stays small and the ranks busy however long the proof is.
#include "lab/mpi/tree.h"

#include <assert.h>
#include <stdlib.h>

enum {
    MOST_NODES = 1 << 20,
    MOST_LINKS = 1 << 22,
    MAP = 1 << 21,
    NOBODY = 0xffff,
    SMALLEST_JOB = 512, // nodes; a millisecond
    COMMON_JOB = 8192,
};

struct tree_node {
    struct game_position position;
    uint64_t key, work;
    uint32_t number[2];
    uint32_t first, count; // children among the links; a leaf has none
    uint32_t parent;       // the first, 0: none
    uint16_t rank;         // that worked here last
    uint16_t busy;         // jobs here and below
    uint8_t to_act;
};

struct tree_parent {
    uint32_t node, next; // 0: no more
};

bool tree_init(struct tree *t, const struct proof_task *task, unsigned ranks)
{
    // Pages that are never touched cost nothing.
    *t = (struct tree){.task = *task,
                       .ranks = ranks,
                       .nodes = calloc(MOST_NODES, sizeof *t->nodes),
                       .links = calloc(MOST_LINKS, sizeof *t->links),
                       .parents = calloc(MOST_LINKS, sizeof *t->parents),
                       .parent_count = 1,
                       .map = calloc(MAP, sizeof *t->map)};
    if (!t->nodes || !t->links || !t->parents || !t->map)
        return false;
    struct tree_node *root = &t->nodes[t->count++];
    root->position = *task->root;
    root->key = proof_key(task, task->root);
    root->rank = NOBODY;
    root->to_act = (uint8_t)task->game->to_act(task->root);
    proof_initial_numbers(task, task->root, root->number);
    return true;
}

void tree_clear(struct tree *t)
{
    free(t->nodes);
    free(t->links);
    free(t->parents);
    free(t->map);
    *t = (struct tree){0};
}

const uint32_t *tree_numbers(const struct tree *t)
{
    return t->nodes[0].number;
}

static bool is_answered(const uint32_t number[2])
{
    return number[0] == 0 || number[1] == 0;
}

// ---------------------------------------------------------------------------------------------
// Choosing
// ---------------------------------------------------------------------------------------------

static int least_number(const struct tree *t, const struct tree_node *n)
{
    return n->to_act == t->task.seat ? 0 : 1;
}

// How much a child counts when it is chosen for a rank: what others are busy with counts more, so
// that ranks spread. Where the answer will probably be that no action helps, all of them must be
// searched in any case, and ranks spread at once; where one action will probably do, the others are
// likely to be searched in vain. What another rank has worked at is better left to it: it remembers
// more about it.
static uint64_t weigh(const struct tree_node *parent, const struct tree_node *child, int least,
                      unsigned rank)
{
    bool all_needed = parent->number[least] > parent->number[!least];
    uint64_t number = child->number[least];

    number *= 8 + (all_needed ? 16U : 2U) * child->busy;
    if (child->rank != NOBODY && child->rank != rank)
        number += number / 8;
    return number;
}

// Goes down to the best leaf that no rank is busy with; false when there is none below.
static bool descend(const struct tree *t, uint32_t at, unsigned rank, struct tree_job *job)
{
    const struct tree_node *n = &t->nodes[at];
    int least = least_number(t, n);
    uint64_t last = 0; // weight and place of the last child that was tried
    uint32_t last_place = 0;

    if (is_answered(n->number) || job->length == TREE_PLIES)
        return false;
    job->path[job->length++] = at;
    if (n->count == 0 && n->busy == 0)
        return true;
    for (uint32_t tries = 0; tries < n->count; tries++) {
        uint64_t best = UINT64_MAX;
        uint32_t place = 0;
        for (uint32_t i = 0; i < n->count; i++) {
            const struct tree_node *child = &t->nodes[t->links[n->first + i]];
            uint64_t weight = weigh(n, child, least, rank);
            bool is_later = tries == 0 || weight > last || (weight == last && i > last_place);
            if (is_later && weight < best && !is_answered(child->number)) {
                best = weight;
                place = i;
            }
        }
        if (best == UINT64_MAX)
            break;
        if (descend(t, t->links[n->first + place], rank, job))
            return true;
        last = best;
        last_place = place;
    }
    job->length--;
    return false;
}

// How many nodes a job takes: few in the beginning, when there are few leaves, and later as many as
// keep the tree small.
static uint64_t job_nodes(const struct tree *t)
{
    uint64_t early = t->work / (t->ranks * 32), late = t->work / (t->ranks * 512);

    if (early < SMALLEST_JOB)
        early = SMALLEST_JOB;
    if (early > COMMON_JOB)
        early = COMMON_JOB;
    return late > early ? late : early;
}

bool tree_take(struct tree *t, unsigned rank, struct tree_job *job)
{
    job->length = 0;
    job->rank = rank;
    job->nodes = job_nodes(t);
    if (!descend(t, 0, rank, job))
        return false;
    for (unsigned i = 0; i < job->length; i++)
        t->nodes[job->path[i]].busy++;
    return true;
}

const struct game_position *tree_position(const struct tree *t, const struct tree_job *job)
{
    return &t->nodes[job->path[job->length - 1]].position;
}

// ---------------------------------------------------------------------------------------------
// Counting
// ---------------------------------------------------------------------------------------------

// The place of a key in the map: of the node that has it, or free.
static uint32_t *find_slot(struct tree *t, uint64_t key)
{
    uint64_t place = key % MAP;

    while (t->map[place] && t->nodes[t->map[place]].key != key)
        place = (place + 1) % MAP;
    return &t->map[place];
}

// Numbers of a node from its children, and so on upwards while anything changes.
static void update(struct tree *t, uint32_t at)
{
    struct tree_node *n = &t->nodes[at];
    uint32_t number[2], children[GAME_MAX_ACTIONS][2];

    for (uint32_t i = 0; i < n->count; i++) {
        const struct tree_node *child = &t->nodes[t->links[n->first + i]];
        children[i][0] = child->number[0];
        children[i][1] = child->number[1];
    }
    if (is_answered(n->number))
        return;
    proof_combine_numbers(&t->task, n->to_act, (const uint32_t(*)[2])children, n->count, number);
    if (number[0] == n->number[0] && number[1] == n->number[1])
        return;
    n->number[0] = number[0];
    n->number[1] = number[1];
    for (uint32_t p = n->parent; p; p = t->parents[p].next)
        update(t, t->parents[p].node);
}

static void set_numbers(struct tree *t, uint32_t at, const uint32_t number[2])
{
    struct tree_node *n = &t->nodes[at];

    if (is_answered(n->number) || (n->count > 0 && !is_answered(number)))
        return; // its children know better
    n->number[0] = number[0];
    n->number[1] = number[1];
    for (uint32_t p = n->parent; p; p = t->parents[p].next)
        update(t, t->parents[p].node);
}

// The node of a position, new or known by another way.
static uint32_t node_of(struct tree *t, const struct game_position *p, const uint32_t number[2],
                        unsigned rank)
{
    uint64_t key = proof_key(&t->task, p);
    uint32_t *place = find_slot(t, key);

    if (*place) {
        if (is_answered(number))
            set_numbers(t, *place, number);
        return *place;
    }
    *place = t->count;
    struct tree_node *n = &t->nodes[t->count++];
    n->position = *p;
    n->key = key;
    n->number[0] = number[0];
    n->number[1] = number[1];
    n->rank = (uint16_t)rank;
    n->to_act = (uint8_t)t->task.game->to_act(p);
    return *place;
}

static void expand(struct tree *t, uint32_t at, const uint32_t (*children)[2], unsigned count)
{
    const struct game *g = t->task.game;
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    struct tree_node *n = &t->nodes[at];
    struct game_position after;

    if (t->count + count > MOST_NODES || t->link_count + count > MOST_LINKS ||
        t->parent_count + count > MOST_LINKS || game_undominated(g, &n->position, list) != count)
        return;
    uint32_t first = t->link_count;
    t->link_count += count;
    for (unsigned i = 0; i < count; i++) {
        g->apply(&n->position, list[i], &after);
        uint32_t child = node_of(t, &after, children[i], n->rank);
        t->links[first + i] = child;
        t->parents[t->parent_count] = (struct tree_parent){at, t->nodes[child].parent};
        t->nodes[child].parent = t->parent_count++;
    }
    n->first = first;
    n->count = count;
    update(t, at);
}

void tree_end(struct tree *t, const struct tree_job *job, uint64_t nodes, const uint32_t number[2],
              const uint32_t (*children)[2], unsigned count)
{
    uint32_t at = job->path[job->length - 1];
    struct tree_node *n = &t->nodes[at];

    assert(job->length > 0);
    for (unsigned i = 0; i < job->length; i++) {
        t->nodes[job->path[i]].busy--;
        t->nodes[job->path[i]].rank = (uint16_t)job->rank;
    }
    t->work += nodes;
    n->work += nodes;
    set_numbers(t, at, number);
    if (!is_answered(n->number) && count > 0 && n->work >= 2 * job_nodes(t))
        expand(t, at, children, count);
}
