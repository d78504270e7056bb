// SPDX-License-Identifier: MIT
// The heaviest matching. Vertices count from 1 here, 0 is nobody; names above the vertices are blossoms: odd rings of
// vertices and other blossoms that act as one. Duals stay feasible, and every step makes an edge without gap, grows the trees of
// alternating edges, closes a ring to a blossom, opens one, or augments.
#include "play/matching.h"

#include <stdlib.h>
#include <string.h>

enum side { FREE, OUTER, INNER };

struct edge {
    int u, v; // vertices, also where the edge is that of a blossom
    int64_t weight;
};

struct state {
    int count; // of vertices
    int room;  // names of vertices and blossoms are below it
    int top;   // the highest name in use
    struct edge *edges;
    int64_t *duals;
    int *mates;   // of a vertex or blossom: the vertex at the other end
    int *slacks;  // of a name: the outer vertex whose edge to it has the least gap
    int *holders; // of a name: the outermost blossom that it is in; 0: not in use
    int *parents; // in the tree: the vertex from which it was reached
    int *members; // of a blossom and a vertex: the part of the ring that the vertex is in
    int *rings;   // of a blossom: its parts in order, first the base
    int *lengths; // of rings
    int *marks;   // for the nearest common ancestor
    int mark;
    enum side *sides;
    int *queue; // outer vertices whose edges have to be looked at
    int head, tail;
};

static struct edge *edge_of(struct state *s, int u, int v)
{
    return &s->edges[u * s->room + v];
}

static int *ring_of(struct state *s, int blossom)
{
    return &s->rings[blossom * s->room];
}

static int *member_of(struct state *s, int blossom, int vertex)
{
    return &s->members[blossom * s->room + vertex];
}

// How far the duals are from letting the edge into the matching.
static int64_t gap_of(struct state *s, const struct edge *e)
{
    return s->duals[e->u] + s->duals[e->v] - 2 * edge_of(s, e->u, e->v)->weight;
}

static void better_slack(struct state *s, int u, int x)
{
    if (!s->slacks[x] || gap_of(s, edge_of(s, u, x)) < gap_of(s, edge_of(s, s->slacks[x], x)))
        s->slacks[x] = u;
}

static void find_slack(struct state *s, int x)
{
    s->slacks[x] = 0;
    for (int u = 1; u <= s->count; u++) {
        if (edge_of(s, u, x)->weight > 0 && s->holders[u] != x && s->sides[s->holders[u]] == OUTER)
            better_slack(s, u, x);
    }
}

static void enqueue(struct state *s, int x)
{
    if (x <= s->count) {
        s->queue[s->tail++] = x;
        return;
    }
    for (int i = 0; i < s->lengths[x]; i++)
        enqueue(s, ring_of(s, x)[i]);
}

static void hold(struct state *s, int x, int holder)
{
    s->holders[x] = holder;
    for (int i = 0; x > s->count && i < s->lengths[x]; i++)
        hold(s, ring_of(s, x)[i], holder);
}

static void turn_round(int *from, int count)
{
    for (int i = 0; i < count / 2; i++) {
        int other = from[count - 1 - i];
        from[count - 1 - i] = from[i];
        from[i] = other;
    }
}

// The place of a part in its ring, which is turned round so that the way there from the base is even.
static int even_place(struct state *s, int blossom, int part)
{
    int *ring = ring_of(s, blossom), at = 0;

    while (ring[at] != part)
        at++;
    if (at % 2 == 0)
        return at;
    turn_round(ring + 1, s->lengths[blossom] - 1);
    return s->lengths[blossom] - at;
}

static void rotate(int *ring, int length, int first)
{
    turn_round(ring, first);
    turn_round(ring + first, length - first);
    turn_round(ring, length);
}

static void match(struct state *s, int u, int v)
{
    struct edge e = *edge_of(s, u, v);

    s->mates[u] = e.v;
    if (u <= s->count)
        return;
    int part = *member_of(s, u, e.u);
    int place = even_place(s, u, part);
    for (int i = 0; i < place; i++)
        match(s, ring_of(s, u)[i], ring_of(s, u)[i ^ 1]);
    match(s, part, v);
    rotate(ring_of(s, u), s->lengths[u], place);
}

static void augment(struct state *s, int u, int v)
{
    for (;;) {
        int next = s->holders[s->mates[u]];
        match(s, u, v);
        if (!next)
            return;
        match(s, next, s->holders[s->parents[next]]);
        u = s->holders[s->parents[next]];
        v = next;
    }
}

static int ancestor(struct state *s, int u, int v)
{
    s->mark++;
    while (u || v) {
        if (u) {
            if (s->marks[u] == s->mark)
                return u;
            s->marks[u] = s->mark;
            u = s->holders[s->mates[u]];
            if (u)
                u = s->holders[s->parents[u]];
        }
        int other = u; // by turns
        u = v;
        v = other;
    }
    return 0;
}

static int unused_name(struct state *s)
{
    int name = s->count + 1;

    while (name <= s->top && s->holders[name])
        name++;
    if (name > s->top)
        s->top = name;
    return name;
}

// The way up from x to the base, as parts of a ring.
static void add_way(struct state *s, int blossom, int x, int base)
{
    int *ring = ring_of(s, blossom);

    while (x != base) {
        int inner = s->holders[s->mates[x]];
        ring[s->lengths[blossom]++] = x;
        ring[s->lengths[blossom]++] = inner;
        enqueue(s, inner);
        x = s->holders[s->parents[inner]];
    }
}

// The blossom's edges are the best of its parts.
static void take_edges(struct state *s, int blossom)
{
    for (int x = 1; x <= s->top; x++)
        edge_of(s, blossom, x)->weight = edge_of(s, x, blossom)->weight = 0;
    memset(member_of(s, blossom, 0), 0, (size_t)s->room * sizeof *s->members);
    for (int i = 0; i < s->lengths[blossom]; i++) {
        int part = ring_of(s, blossom)[i];
        for (int x = 1; x <= s->top; x++) {
            struct edge *own = edge_of(s, blossom, x), *its = edge_of(s, part, x);
            if (its->weight > 0 && (own->weight == 0 || gap_of(s, its) < gap_of(s, own))) {
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

static void close_ring(struct state *s, int u, int base, int v)
{
    int blossom = unused_name(s);

    s->duals[blossom] = 0;
    s->sides[blossom] = OUTER;
    s->mates[blossom] = s->mates[base];
    s->lengths[blossom] = 1;
    ring_of(s, blossom)[0] = base;
    add_way(s, blossom, u, base);
    turn_round(ring_of(s, blossom) + 1, s->lengths[blossom] - 1);
    add_way(s, blossom, v, base);
    hold(s, blossom, blossom);
    take_edges(s, blossom);
    find_slack(s, blossom);
}

// An inner blossom whose dual is used up becomes its parts again.
static void open_ring(struct state *s, int blossom)
{
    int *ring = ring_of(s, blossom);

    for (int i = 0; i < s->lengths[blossom]; i++)
        hold(s, ring[i], ring[i]);
    int part = *member_of(s, blossom, edge_of(s, blossom, s->parents[blossom])->u);
    int place = even_place(s, blossom, part);
    for (int i = 0; i < place; i += 2) {
        int inner = ring[i], outer = ring[i + 1];
        s->parents[inner] = edge_of(s, outer, inner)->u;
        s->sides[inner] = INNER;
        s->sides[outer] = OUTER;
        s->slacks[inner] = 0;
        find_slack(s, outer);
        enqueue(s, outer);
    }
    s->sides[part] = INNER;
    s->parents[part] = s->parents[blossom];
    for (int i = place + 1; i < s->lengths[blossom]; i++) {
        s->sides[ring[i]] = FREE;
        find_slack(s, ring[i]);
    }
    s->holders[blossom] = 0;
}

// An edge without gap from an outer vertex; true when the matching has grown.
static bool take_edge(struct state *s, const struct edge *e)
{
    int u = s->holders[e->u], v = s->holders[e->v];

    if (s->sides[v] == FREE) {
        int next = s->holders[s->mates[v]];
        s->parents[v] = e->u;
        s->sides[v] = INNER;
        s->slacks[v] = s->slacks[next] = 0;
        s->sides[next] = OUTER;
        enqueue(s, next);
    } else if (s->sides[v] == OUTER) {
        int base = ancestor(s, u, v);
        if (!base) {
            augment(s, u, v);
            augment(s, v, u);
            return true;
        }
        close_ring(s, u, base, v);
    }
    return false;
}

static bool look_at_queue(struct state *s)
{
    while (s->head < s->tail) {
        int u = s->queue[s->head++];
        if (s->sides[s->holders[u]] == INNER)
            continue;
        for (int v = 1; v <= s->count; v++) {
            struct edge *e = edge_of(s, u, v);
            if (e->weight <= 0 || s->holders[u] == s->holders[v])
                continue;
            if (gap_of(s, e) > 0)
                better_slack(s, u, s->holders[v]);
            else if (take_edge(s, e))
                return true;
        }
    }
    return false;
}

// How far the duals can move until something happens.
static int64_t next_change(struct state *s)
{
    int64_t least = INT64_MAX;

    for (int x = 1; x <= s->top; x++) {
        int64_t d = INT64_MAX;
        if (s->holders[x] != x)
            continue;
        if (x > s->count && s->sides[x] == INNER)
            d = s->duals[x] / 2;
        else if (s->slacks[x] && s->sides[x] == FREE)
            d = gap_of(s, edge_of(s, s->slacks[x], x));
        else if (s->slacks[x] && s->sides[x] == OUTER)
            d = gap_of(s, edge_of(s, s->slacks[x], x)) / 2;
        least = d < least ? d : least;
    }
    return least;
}

// False when a dual of an outer vertex would be used up: no matching is heavier.
static bool move_duals(struct state *s, int64_t by)
{
    for (int u = 1; u <= s->count; u++) {
        if (s->sides[s->holders[u]] == OUTER && s->duals[u] <= by)
            return false;
    }
    for (int u = 1; u <= s->count; u++) {
        enum side side = s->sides[s->holders[u]];
        s->duals[u] += side == OUTER ? -by : side == INNER ? by : 0;
    }
    for (int b = s->count + 1; b <= s->top; b++) {
        if (s->holders[b] == b)
            s->duals[b] += s->sides[b] == OUTER ? 2 * by : s->sides[b] == INNER ? -2 * by : 0;
    }
    return true;
}

static bool use_new_edges(struct state *s)
{
    s->head = s->tail = 0;
    for (int x = 1; x <= s->top; x++) {
        int u = s->slacks[x];
        if (s->holders[x] == x && u && s->holders[u] != x && s->sides[x] != INNER &&
            gap_of(s, edge_of(s, u, x)) == 0 && take_edge(s, edge_of(s, u, x)))
            return true;
    }
    for (int b = s->count + 1; b <= s->top; b++) {
        if (s->holders[b] == b && s->sides[b] == INNER && s->duals[b] == 0)
            open_ring(s, b);
    }
    return false;
}

// Makes the matching one edge longer; false when that would not make it heavier.
static bool grow(struct state *s)
{
    for (int x = 0; x < s->room; x++) {
        s->sides[x] = FREE;
        s->slacks[x] = 0;
    }
    s->head = s->tail = 0;
    for (int x = 1; x <= s->top; x++) {
        if (s->holders[x] == x && !s->mates[x]) {
            s->parents[x] = 0;
            s->sides[x] = OUTER;
            enqueue(s, x);
        }
    }
    if (s->head == s->tail)
        return false;
    for (;;) {
        if (look_at_queue(s))
            return true;
        if (!move_duals(s, next_change(s)))
            return false;
        if (use_new_edges(s))
            return true;
    }
}

static void begin(struct state *s, const int64_t *weights)
{
    int64_t heaviest = 0;

    s->top = s->count;
    for (int u = 1; u <= s->count; u++) {
        s->holders[u] = u;
        *member_of(s, u, u) = u;
        for (int v = 1; v <= s->count; v++) {
            int64_t w = u == v ? 0 : weights[(u - 1) * s->count + v - 1];
            *edge_of(s, u, v) = (struct edge){u, v, w};
            heaviest = w > heaviest ? w : heaviest;
        }
    }
    for (int u = 1; u <= s->count; u++)
        s->duals[u] = heaviest;
}

static bool make_room(struct state *s)
{
    size_t room = (size_t)s->room;

    s->edges = calloc(room * room, sizeof *s->edges);
    s->members = calloc(room * room, sizeof *s->members);
    s->rings = calloc(room * room, sizeof *s->rings);
    s->duals = calloc(room, sizeof *s->duals);
    s->mates = calloc(room, sizeof *s->mates);
    s->slacks = calloc(room, sizeof *s->slacks);
    s->holders = calloc(room, sizeof *s->holders);
    s->parents = calloc(room, sizeof *s->parents);
    s->lengths = calloc(room, sizeof *s->lengths);
    s->marks = calloc(room, sizeof *s->marks);
    s->sides = calloc(room, sizeof *s->sides);
    s->queue = calloc(room * 2, sizeof *s->queue);
    return s->edges && s->members && s->rings && s->duals && s->mates && s->slacks && s->holders &&
           s->parents && s->lengths && s->marks && s->sides && s->queue;
}

static void release(struct state *s)
{
    free(s->edges);
    free(s->members);
    free(s->rings);
    free(s->duals);
    free(s->mates);
    free(s->slacks);
    free(s->holders);
    free(s->parents);
    free(s->lengths);
    free(s->marks);
    free(s->sides);
    free(s->queue);
}

bool matching_find(const int64_t *weights, int count, int *mates)
{
    struct state s = {.count = count, .room = count + count / 2 + 2};
    bool good = make_room(&s);

    if (good) {
        begin(&s, weights);
        while (grow(&s))
            ;
        for (int u = 1; u <= count; u++)
            mates[u - 1] = s.mates[u] - 1;
    }
    release(&s);
    return good;
}
