// SPDX-License-Identifier: MIT
// Nodes are vertices (from 1; 0 is none) and, with higher numbers, blossoms: odd cycles of vertices
// and other blossoms that are shrunk to one node. The duals stay feasible. Each step adjusts them
// until an edge becomes tight, grows the alternating trees by a tight edge, shrinks or expands a
// blossom, or augments the matching.
#include "play/blossom.h"

#include <stdlib.h>
#include <string.h>

enum label { FREE, OUTER, INNER };

struct match_edge {
    int u, v; // vertices, also where the edge is that of a blossom
    int64_t weight;
};

struct blossom_state {
    int count;    // of vertices
    int capacity; // nodes are below it
    int top;      // the highest node in use
    struct match_edge *edges;
    int64_t *duals;
    int *mates;     // of a vertex or blossom: the vertex at the other end
    int *slacks;    // of a node: the outer vertex whose edge to it has the least slack, or 0
    int *outermost; // of a node: the outermost blossom that contains it; 0: not in use
    int *parents;   // in the tree: the vertex from which it was reached
    int *members;   // of a blossom and a vertex: the part of the cycle that contains it
    int *cycles;    // of a blossom: its parts in order, the base first
    int *lengths;   // of cycles
    int *marks;     // for the nearest common ancestor
    int mark;
    enum label *labels;
    int *queue; // outer vertices whose edges are to be scanned
    int head, tail;
};

static struct match_edge *edge_of(struct blossom_state *s, int u, int v)
{
    return &s->edges[u * s->capacity + v];
}

static int *cycle_of(struct blossom_state *s, int blossom)
{
    return &s->cycles[blossom * s->capacity];
}

static int *member_of(struct blossom_state *s, int blossom, int vertex)
{
    return &s->members[blossom * s->capacity + vertex];
}

// The slack of an edge (its reduced cost); tight edges have 0.
static int64_t slack_of(struct blossom_state *s, const struct match_edge *e)
{
    return s->duals[e->u] + s->duals[e->v] - 2 * edge_of(s, e->u, e->v)->weight;
}

static void update_slack(struct blossom_state *s, int u, int x)
{
    if (!s->slacks[x] || slack_of(s, edge_of(s, u, x)) < slack_of(s, edge_of(s, s->slacks[x], x)))
        s->slacks[x] = u;
}

static void find_slack(struct blossom_state *s, int x)
{
    s->slacks[x] = 0;
    for (int u = 1; u <= s->count; u++) {
        if (edge_of(s, u, x)->weight > 0 && s->outermost[u] != x &&
            s->labels[s->outermost[u]] == OUTER)
            update_slack(s, u, x);
    }
}

static void enqueue(struct blossom_state *s, int x)
{
    if (x <= s->count) {
        s->queue[s->tail++] = x;
        return;
    }
    for (int i = 0; i < s->lengths[x]; i++)
        enqueue(s, cycle_of(s, x)[i]);
}

static void set_outermost(struct blossom_state *s, int x, int blossom)
{
    s->outermost[x] = blossom;
    for (int i = 0; x > s->count && i < s->lengths[x]; i++)
        set_outermost(s, cycle_of(s, x)[i], blossom);
}

static void reverse(int *from, int count)
{
    for (int i = 0; i < count / 2; i++) {
        int other = from[count - 1 - i];
        from[count - 1 - i] = from[i];
        from[i] = other;
    }
}

// The index of a part in its cycle, which is reversed if needed so that the path from the base is
// even.
static int even_index(struct blossom_state *s, int blossom, int part)
{
    int *cycle = cycle_of(s, blossom), at = 0;

    while (cycle[at] != part)
        at++;
    if (at % 2 == 0)
        return at;
    reverse(cycle + 1, s->lengths[blossom] - 1);
    return s->lengths[blossom] - at;
}

static void rotate(int *cycle, int length, int first)
{
    reverse(cycle, first);
    reverse(cycle + first, length - first);
    reverse(cycle, length);
}

static void match(struct blossom_state *s, int u, int v)
{
    struct match_edge e = *edge_of(s, u, v);

    s->mates[u] = e.v;
    if (u <= s->count)
        return;
    int part = *member_of(s, u, e.u);
    int place = even_index(s, u, part);
    for (int i = 0; i < place; i++)
        match(s, cycle_of(s, u)[i], cycle_of(s, u)[i ^ 1]);
    match(s, part, v);
    rotate(cycle_of(s, u), s->lengths[u], place);
}

static void augment(struct blossom_state *s, int u, int v)
{
    for (;;) {
        int next = s->outermost[s->mates[u]];
        match(s, u, v);
        if (!next)
            return;
        match(s, next, s->outermost[s->parents[next]]);
        u = s->outermost[s->parents[next]];
        v = next;
    }
}

static int common_ancestor(struct blossom_state *s, int u, int v)
{
    s->mark++;
    while (u || v) {
        if (u) {
            if (s->marks[u] == s->mark)
                return u;
            s->marks[u] = s->mark;
            u = s->outermost[s->mates[u]];
            if (u)
                u = s->outermost[s->parents[u]];
        }
        int other = u; // alternate
        u = v;
        v = other;
    }
    return 0;
}

static int unused_blossom(struct blossom_state *s)
{
    int name = s->count + 1;

    while (name <= s->top && s->outermost[name])
        name++;
    if (name > s->top)
        s->top = name;
    return name;
}

// Appends the path from x up to the base to a cycle.
static void add_path(struct blossom_state *s, int blossom, int x, int base)
{
    int *cycle = cycle_of(s, blossom);

    while (x != base) {
        int inner = s->outermost[s->mates[x]];
        cycle[s->lengths[blossom]++] = x;
        cycle[s->lengths[blossom]++] = inner;
        enqueue(s, inner);
        x = s->outermost[s->parents[inner]];
    }
}

// An edge of a blossom is the tightest of its parts' edges.
static void set_blossom_edges(struct blossom_state *s, int blossom)
{
    for (int x = 1; x <= s->top; x++)
        edge_of(s, blossom, x)->weight = edge_of(s, x, blossom)->weight = 0;
    memset(member_of(s, blossom, 0), 0, (size_t)s->capacity * sizeof *s->members);
    for (int i = 0; i < s->lengths[blossom]; i++) {
        int part = cycle_of(s, blossom)[i];
        for (int x = 1; x <= s->top; x++) {
            struct match_edge *own = edge_of(s, blossom, x), *its = edge_of(s, part, x);
            if (its->weight > 0 && (own->weight == 0 || slack_of(s, its) < slack_of(s, own))) {
                *own = *its;
                *edge_of(s, x, blossom) = *edge_of(s, x, part);
            }
        }
        for (int x = 1; x <= s->count; x++) {
            if (*member_of(s, part, x))
                *member_of(s, blossom, x) = part;
        }
    }
}

static void shrink_blossom(struct blossom_state *s, int u, int base, int v)
{
    int blossom = unused_blossom(s);

    s->duals[blossom] = 0;
    s->labels[blossom] = OUTER;
    s->mates[blossom] = s->mates[base];
    s->lengths[blossom] = 1;
    cycle_of(s, blossom)[0] = base;
    add_path(s, blossom, u, base);
    reverse(cycle_of(s, blossom) + 1, s->lengths[blossom] - 1);
    add_path(s, blossom, v, base);
    set_outermost(s, blossom, blossom);
    set_blossom_edges(s, blossom);
    find_slack(s, blossom);
}

// Expands an inner blossom whose dual has become 0 into its parts.
static void expand_blossom(struct blossom_state *s, int blossom)
{
    int *cycle = cycle_of(s, blossom);

    for (int i = 0; i < s->lengths[blossom]; i++)
        set_outermost(s, cycle[i], cycle[i]);
    int part = *member_of(s, blossom, edge_of(s, blossom, s->parents[blossom])->u);
    int place = even_index(s, blossom, part);
    for (int i = 0; i < place; i += 2) {
        int inner = cycle[i], outer = cycle[i + 1];
        s->parents[inner] = edge_of(s, outer, inner)->u;
        s->labels[inner] = INNER;
        s->labels[outer] = OUTER;
        s->slacks[inner] = 0;
        find_slack(s, outer);
        enqueue(s, outer);
    }
    s->labels[part] = INNER;
    s->parents[part] = s->parents[blossom];
    for (int i = place + 1; i < s->lengths[blossom]; i++) {
        s->labels[cycle[i]] = FREE;
        find_slack(s, cycle[i]);
    }
    s->outermost[blossom] = 0;
}

// Uses a tight edge from an outer vertex; true when the matching was augmented.
static bool use_tight_edge(struct blossom_state *s, const struct match_edge *e)
{
    int u = s->outermost[e->u], v = s->outermost[e->v];

    if (s->labels[v] == FREE) {
        int next = s->outermost[s->mates[v]];
        s->parents[v] = e->u;
        s->labels[v] = INNER;
        s->slacks[v] = s->slacks[next] = 0;
        s->labels[next] = OUTER;
        enqueue(s, next);
    } else if (s->labels[v] == OUTER) {
        int base = common_ancestor(s, u, v);
        if (!base) {
            augment(s, u, v);
            augment(s, v, u);
            return true;
        }
        shrink_blossom(s, u, base, v);
    }
    return false;
}

static bool scan_queue(struct blossom_state *s)
{
    while (s->head < s->tail) {
        int u = s->queue[s->head++];
        if (s->labels[s->outermost[u]] == INNER)
            continue;
        for (int v = 1; v <= s->count; v++) {
            struct match_edge *e = edge_of(s, u, v);
            if (e->weight <= 0 || s->outermost[u] == s->outermost[v])
                continue;
            if (slack_of(s, e) > 0)
                update_slack(s, u, s->outermost[v]);
            else if (use_tight_edge(s, e))
                return true;
        }
    }
    return false;
}

// How far the duals can move until an edge becomes tight or a blossom's dual 0.
static int64_t dual_step(struct blossom_state *s)
{
    int64_t least = INT64_MAX;

    for (int x = 1; x <= s->top; x++) {
        int64_t d = INT64_MAX;
        if (s->outermost[x] != x)
            continue;
        if (x > s->count && s->labels[x] == INNER)
            d = s->duals[x] / 2;
        else if (s->slacks[x] && s->labels[x] == FREE)
            d = slack_of(s, edge_of(s, s->slacks[x], x));
        else if (s->slacks[x] && s->labels[x] == OUTER)
            d = slack_of(s, edge_of(s, s->slacks[x], x)) / 2;
        least = d < least ? d : least;
    }
    return least;
}

// False when the dual of an outer vertex would become 0: the matching is optimal.
static bool adjust_duals(struct blossom_state *s, int64_t by)
{
    for (int u = 1; u <= s->count; u++) {
        if (s->labels[s->outermost[u]] == OUTER && s->duals[u] <= by)
            return false;
    }
    for (int u = 1; u <= s->count; u++) {
        enum label label = s->labels[s->outermost[u]];
        s->duals[u] += label == OUTER ? -by : label == INNER ? by : 0;
    }
    for (int b = s->count + 1; b <= s->top; b++) {
        if (s->outermost[b] == b)
            s->duals[b] += s->labels[b] == OUTER ? 2 * by : s->labels[b] == INNER ? -2 * by : 0;
    }
    return true;
}

static bool use_new_tight_edges(struct blossom_state *s)
{
    s->head = s->tail = 0;
    for (int x = 1; x <= s->top; x++) {
        int u = s->slacks[x];
        if (s->outermost[x] == x && u && s->outermost[u] != x && s->labels[x] != INNER &&
            slack_of(s, edge_of(s, u, x)) == 0 && use_tight_edge(s, edge_of(s, u, x)))
            return true;
    }
    for (int b = s->count + 1; b <= s->top; b++) {
        if (s->outermost[b] == b && s->labels[b] == INNER && s->duals[b] == 0)
            expand_blossom(s, b);
    }
    return false;
}

// One phase: augments the matching by an edge; false when it is optimal.
static bool run_phase(struct blossom_state *s)
{
    for (int x = 0; x < s->capacity; x++) {
        s->labels[x] = FREE;
        s->slacks[x] = 0;
    }
    s->head = s->tail = 0;
    for (int x = 1; x <= s->top; x++) {
        if (s->outermost[x] == x && !s->mates[x]) {
            s->parents[x] = 0;
            s->labels[x] = OUTER;
            enqueue(s, x);
        }
    }
    if (s->head == s->tail)
        return false;
    for (;;) {
        if (scan_queue(s))
            return true;
        if (!adjust_duals(s, dual_step(s)))
            return false;
        if (use_new_tight_edges(s))
            return true;
    }
}

static void init_state(struct blossom_state *s, const int64_t *weights)
{
    int64_t heaviest = 0;

    s->top = s->count;
    for (int u = 1; u <= s->count; u++) {
        s->outermost[u] = u;
        *member_of(s, u, u) = u;
        for (int v = 1; v <= s->count; v++) {
            int64_t w = u == v ? 0 : weights[(u - 1) * s->count + v - 1];
            *edge_of(s, u, v) = (struct match_edge){u, v, w};
            heaviest = w > heaviest ? w : heaviest;
        }
    }
    for (int u = 1; u <= s->count; u++)
        s->duals[u] = heaviest;
}

static bool alloc_state(struct blossom_state *s)
{
    size_t capacity = (size_t)s->capacity;

    s->edges = calloc(capacity * capacity, sizeof *s->edges);
    s->members = calloc(capacity * capacity, sizeof *s->members);
    s->cycles = calloc(capacity * capacity, sizeof *s->cycles);
    s->duals = calloc(capacity, sizeof *s->duals);
    s->mates = calloc(capacity, sizeof *s->mates);
    s->slacks = calloc(capacity, sizeof *s->slacks);
    s->outermost = calloc(capacity, sizeof *s->outermost);
    s->parents = calloc(capacity, sizeof *s->parents);
    s->lengths = calloc(capacity, sizeof *s->lengths);
    s->marks = calloc(capacity, sizeof *s->marks);
    s->labels = calloc(capacity, sizeof *s->labels);
    s->queue = calloc(capacity * 2, sizeof *s->queue);
    return s->edges && s->members && s->cycles && s->duals && s->mates && s->slacks &&
           s->outermost && s->parents && s->lengths && s->marks && s->labels && s->queue;
}

static void free_state(struct blossom_state *s)
{
    free(s->edges);
    free(s->members);
    free(s->cycles);
    free(s->duals);
    free(s->mates);
    free(s->slacks);
    free(s->outermost);
    free(s->parents);
    free(s->lengths);
    free(s->marks);
    free(s->labels);
    free(s->queue);
}

bool blossom_max_weight_matching(const int64_t *weights, int count, int *mates)
{
    struct blossom_state s = {.count = count, .capacity = count + count / 2 + 2};
    bool allocated = alloc_state(&s);

    if (allocated) {
        init_state(&s, weights);
        while (run_phase(&s))
            ;
        for (int u = 1; u <= count; u++)
            mates[u - 1] = s.mates[u] - 1;
    }
    free_state(&s);
    return allocated;
}
