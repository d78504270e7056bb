// SPDX-License-Identifier: MIT
// The public tree, CFR+ with alternating updates and linear averaging, and best responses. A row is
// a vector with one lane per secret; arithmetic is lane by lane, the same on every platform.
#include "search/cfr.h"

#include <assert.h>
#include <string.h>

enum { UNIT = 32 }; // bytes that an offset in the tree counts

typedef float row_t __attribute__((vector_size(sizeof(float) * GAME_MAX_SECRETS)));
_Static_assert(sizeof(row_t) == UNIT, "a row is one unit");

// Where an action leads: determinizations in which the game is then over, and a node for the
// others. Determinizations with different views after it are in the edges that `next` links.
struct cfr_edge {
    uint64_t won, lost;   // sets of determinizations: won by the first side, by the other
    uint32_t child, next; // 0: none
    game_action action;
    uint32_t rest;
};

// Its edges follow it in memory, then per edge a row of regrets and one of the strategy sum.
struct cfr_node {
    uint64_t alive; // determinizations in which play can come here
    uint16_t count;
    uint8_t side, seat;
    uint32_t rest[5];
};
_Static_assert(sizeof(struct cfr_edge) == UNIT && sizeof(struct cfr_node) == UNIT, "whole units");

struct cfr {
    const struct game *game;
    unsigned char *tree;
    size_t capacity, used; // in units; behind `capacity` is scratch memory while building
    size_t nodes, most;    // built; allowed
    unsigned iteration;    // iterations so far
    float tremble;         // while learning
    uint8_t side_of[GAME_MAX_SEATS];
    uint8_t secret[DETERMINIZATIONS_MAX][2]; // of the two sides
    float weight[DETERMINIZATIONS_MAX];      // 1 in all
    struct determinizations determinizations;
};

bool cfr_applies(const struct game *g, const struct game_options *options)
{
    int first = game_team(g, options, 0), other = -1;

    for (int seat = 1; seat < game_seats(g, options); seat++) {
        int team = game_team(g, options, seat);
        if (team != first && other >= 0 && team != other)
            return false;
        other = team != first ? team : other;
    }
    return g->hidden && other >= 0;
}

static struct cfr_node *node_at(const struct cfr *c, uint32_t offset)
{
    return (struct cfr_node *)(c->tree + (size_t)offset * UNIT);
}

static struct cfr_edge *edge_at(const struct cfr *c, uint32_t offset)
{
    return (struct cfr_edge *)(c->tree + (size_t)offset * UNIT);
}

static struct cfr_edge *edges_of(struct cfr_node *node)
{
    return (struct cfr_edge *)(node + 1);
}

static row_t *regrets_of(struct cfr_node *node)
{
    return (row_t *)(edges_of(node) + node->count);
}

static row_t *sums_of(struct cfr_node *node)
{
    return regrets_of(node) + node->count;
}

// ---------------------------------------------------------------------------------------------
// Building
// ---------------------------------------------------------------------------------------------

static uint32_t tree_alloc(struct cfr *c, size_t units)
{
    size_t at = c->used;

    if (units > c->capacity - c->used)
        return 0;
    memset(c->tree + at * UNIT, 0, units * UNIT);
    c->used += units;
    return (uint32_t)at;
}

// The positions of a node's determinizations, by index, in scratch memory after the tree.
struct cfr_spread {
    struct game_position *at; // only of determinizations in `alive`
    struct game_position seen;
    uint64_t alive;
};

static uint32_t build(struct cfr *c, const struct cfr_spread *here, unsigned depth);

static unsigned first_of(uint64_t set)
{
    assert(set);
    return (unsigned)__builtin_ctzll(set);
}

// Plays an action in the determinizations `left`. Builds the child for those whose view is that of
// the first one, then the next edge for the others.
static bool build_edge(struct cfr *c, const struct cfr_spread *here, uint32_t at, uint64_t left,
                       unsigned depth)
{
    const struct game *g = c->game;
    size_t units = (c->determinizations.count * sizeof(struct game_position) + UNIT - 1) / UNIT;
    struct cfr_spread there = {0};
    uint64_t others = 0, won = 0, lost = 0;

    if (units > c->capacity - c->used)
        return false;
    c->capacity -= units;
    there.at = (struct game_position *)(c->tree + c->capacity * UNIT);
    for (uint64_t rest = left; rest; rest &= rest - 1) {
        unsigned d = first_of(rest);
        struct game_position seen = {0};
        struct game_result result;
        g->apply(&here->at[d], edge_at(c, at)->action, &there.at[d]);
        g->result(&there.at[d], &result);
        uint64_t bit = UINT64_C(1) << d;
        if (result.over) {
            int outcome = (int)result.outcome[0]; // seat 0 is of the first side
            won |= outcome == GAME_WIN ? bit : 0;
            lost |= outcome == GAME_LOSS ? bit : 0;
            continue;
        }
        game_view(g, &there.at[d], GAME_PUBLIC, &seen);
        if (!there.alive)
            there.seen = seen;
        if (determinize_same_view(g, &seen, &there.seen))
            there.alive |= bit;
        else
            others |= bit;
    }
    edge_at(c, at)->won = won;
    edge_at(c, at)->lost = lost;
    bool built = true;
    if (there.alive) {
        uint32_t child = build(c, &there, depth + 1);
        edge_at(c, at)->child = child;
        built = child != 0;
    }
    c->capacity += units;
    if (built && others) {
        uint32_t next = tree_alloc(c, 1);
        if (!next)
            return false;
        edge_at(c, next)->action = edge_at(c, at)->action;
        edge_at(c, at)->next = next;
        built = build_edge(c, here, next, others, depth);
    }
    return built;
}

static uint32_t build(struct cfr *c, const struct cfr_spread *here, unsigned depth)
{
    const struct game *g = c->game;
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    const struct game_position *p = &here->at[first_of(here->alive)];
    unsigned count = g->actions(p, list);

    c->nodes++;
    if (count > CFR_MAX_ACTIONS || depth >= CFR_MAX_DEPTH || c->nodes > c->most)
        return 0;
    uint32_t at = tree_alloc(c, 1 + 3 * (size_t)count);
    if (!at)
        return 0;
    struct cfr_node *node = node_at(c, at);
    int seat = g->to_act(p);
    *node = (struct cfr_node){.alive = here->alive,
                              .count = (uint16_t)count,
                              .side = c->side_of[seat],
                              .seat = (uint8_t)seat};
    for (unsigned i = 0; i < count; i++)
        edges_of(node)[i].action = list[i];
    for (unsigned i = 0; i < count; i++) {
        if (!build_edge(c, here, at + 1 + i, here->alive, depth))
            return 0;
    }
    return at;
}

// The offset of the root; 0 is no node.
enum { ROOT = 1 };

struct cfr *cfr_build(void *memory, size_t bytes, const struct game *g,
                      const struct game_options *options,
                      const struct determinizations *determinizations, size_t most, size_t *nodes)
{
    struct cfr *c = memory;
    size_t header = (sizeof *c + 63) / 64 * 64;
    struct cfr_spread all = {.alive = determinizations->alive};
    double sum = 0.0;

    assert(cfr_applies(g, options) && determinizations->count > 0);
    if (bytes < header + UNIT * 64)
        return NULL;
    *c = (struct cfr){.game = g, .most = most, .used = ROOT, .determinizations = *determinizations};
    c->tree = (unsigned char *)memory + header;
    c->capacity = (bytes - header) / UNIT;
    c->capacity = c->capacity < UINT32_MAX ? c->capacity : UINT32_MAX;
    for (int seat = 0; seat < determinizations->seats; seat++)
        c->side_of[seat] = game_team(g, options, seat) != game_team(g, options, 0);
    for (unsigned i = 0; i < determinizations->count; i++)
        sum += determinizations->weight[i];
    for (unsigned i = 0; i < determinizations->count; i++) {
        c->weight[i] = (float)(determinizations->weight[i] / sum);
        for (int seat = 0; seat < determinizations->seats; seat++)
            c->secret[i][c->side_of[seat]] = determinizations->secret[i][seat];
    }
    all.at = c->determinizations.at;
    bool built = build(c, &all, 0) == ROOT;
    *nodes = c->nodes;
    return built ? c : NULL;
}

// ---------------------------------------------------------------------------------------------
// Walking
// ---------------------------------------------------------------------------------------------

// What a walk computes for its side: an update, the average strategy's value, the best response's.
enum cfr_pass { LEARN, AVERAGE, RESPOND };

static bool is_zero(const row_t *row)
{
    float sum = 0;

    for (int i = 0; i < GAME_MAX_SECRETS; i++)
        sum += (*row)[i];
    return sum == 0.0f;
}

// Sums below it count as 0: their inverse would be infinite, and infinity times 0 is NaN.
static const float EPSILON = 1e-30f;

// Normalizes non-negative rows to probabilities; uniform where all are 0 (regret matching).
static void normalize_rows(const row_t *from, unsigned count, row_t *share)
{
    row_t sum = {0};

    for (unsigned i = 0; i < count; i++)
        sum += from[i];
    for (int secret = 0; secret < GAME_MAX_SECRETS; secret++) {
        float all = sum[secret];
        bool some = all > EPSILON;
        float part = 1.0f / (some ? all : (float)count);
        for (unsigned i = 0; i < count; i++)
            share[i][secret] = (some ? from[i][secret] : 1.0f) * part;
    }
}

// Adds a side's result in the determinizations that end here, by its secret.
static void add_terminal_values(const struct cfr *c, const struct cfr_edge *e, unsigned side,
                                const row_t *other, row_t *value)
{
    float sign = side ? -1.0f : 1.0f;

    for (uint64_t rest = e->won | e->lost; rest; rest &= rest - 1) {
        unsigned d = first_of(rest);
        float gain = c->weight[d] * (*other)[c->secret[d][!side]];
        (*value)[c->secret[d][side]] += e->won >> d & 1 ? sign * gain : -sign * gain;
    }
}

// Rows are passed by address: not every platform has registers of their size.
static void walk_node(struct cfr *c, uint32_t at, unsigned side, enum cfr_pass how,
                      const row_t *own, const row_t *other, row_t *value);

// Adds the side's counterfactual values after an action.
static void walk_edge(struct cfr *c, const struct cfr_edge *e, unsigned side, enum cfr_pass how,
                      const row_t *own, const row_t *other, row_t *value)
{
    for (;; e = edge_at(c, e->next)) {
        add_terminal_values(c, e, side, other, value);
        if (e->child)
            walk_node(c, e->child, side, how, own, other, value);
        if (!e->next)
            return;
    }
}

static void add_best(const row_t *values, unsigned count, row_t *value)
{
    row_t most = values[0];

    for (unsigned i = 1; i < count; i++) {
        for (int secret = 0; secret < GAME_MAX_SECRETS; secret++)
            most[secret] = values[i][secret] > most[secret] ? values[i][secret] : most[secret];
    }
    *value += most;
}

// The CFR+ update: regrets are cut off at 0, and the strategy sum weighs iterations linearly.
static void update_regrets(struct cfr *c, struct cfr_node *node, const row_t *share,
                           const row_t *values, const row_t *own, const row_t *value)
{
    row_t *regrets = regrets_of(node), *sums = sums_of(node);
    float iteration = (float)c->iteration;

    for (unsigned i = 0; i < node->count; i++) {
        row_t regret = regrets[i] + values[i] - *value;
        for (int secret = 0; secret < GAME_MAX_SECRETS; secret++)
            regret[secret] = regret[secret] > 0 ? regret[secret] : 0;
        regrets[i] = regret;
        sums[i] += *own * share[i] * iteration;
    }
}

static void tremble(const struct cfr *c, unsigned count, row_t *share)
{
    for (unsigned i = 0; i < count; i++)
        share[i] = share[i] * (1.0f - c->tremble) + c->tremble / (float)count;
}

// At a node of the side whose values the walk computes.
static void walk_own(struct cfr *c, struct cfr_node *node, enum cfr_pass how, const row_t *share,
                     const row_t *own, const row_t *other, row_t *value)
{
    row_t values[CFR_MAX_ACTIONS], all = {0};

    unsigned i = 0;
    do { // a node has an action
        row_t reach = *own * share[i];
        values[i] = (row_t){0};
        walk_edge(c, &edges_of(node)[i], node->side, how, &reach, other, &values[i]);
        all += share[i] * values[i];
    } while (++i < node->count);
    if (how == LEARN)
        update_regrets(c, node, share, values, own, &all);
    if (how == RESPOND)
        add_best(values, node->count, value);
    else
        *value += all;
}

// Adds a side's counterfactual values below a node, by its secret: the sum over determinizations of
// weight times the other side's reach probability times the result. `own` and `other` are the reach
// probabilities of the sides, by secret.
static void walk_node(struct cfr *c, uint32_t at, unsigned side, enum cfr_pass how,
                      const row_t *own, const row_t *other, row_t *value)
{
    struct cfr_node *node = node_at(c, at);
    row_t share[CFR_MAX_ACTIONS];

    if (is_zero(other))
        return;
    normalize_rows(how == LEARN ? regrets_of(node) : sums_of(node), node->count, share);
    if (at == ROOT && how == LEARN)
        tremble(c, node->count, share);
    if (node->side == side) {
        walk_own(c, node, how, share, own, other, value);
        return;
    }
    for (unsigned i = 0; i < node->count; i++) {
        row_t reach = *other * share[i];
        walk_edge(c, &edges_of(node)[i], side, how, own, &reach, value);
    }
}

static double walk_all(struct cfr *c, unsigned side, enum cfr_pass how)
{
    row_t one = {0}, value = {0};
    double sum = 0.0;

    one += 1.0f;
    walk_node(c, ROOT, side, how, &one, &one, &value);
    for (int secret = 0; secret < GAME_MAX_SECRETS; secret++)
        sum += value[secret];
    return sum;
}

void cfr_iterate(struct cfr *c, unsigned times, double tremble)
{
    c->tremble = (float)tremble;
    while (times-- > 0) {
        c->iteration++;
        walk_all(c, 0, LEARN);
        walk_all(c, 1, LEARN);
    }
}

double cfr_value(struct cfr *c, int seat)
{
    return walk_all(c, c->side_of[seat], AVERAGE);
}

double cfr_best_response(struct cfr *c, int seat)
{
    return walk_all(c, c->side_of[seat], RESPOND);
}

// ---------------------------------------------------------------------------------------------
// Places
// ---------------------------------------------------------------------------------------------

void cfr_at_root(struct cfr_place *place)
{
    place->node = ROOT;
    for (int i = 0; i < GAME_MAX_SECRETS; i++)
        place->reach[0][i] = place->reach[1][i] = 1.0;
}

size_t cfr_nodes(const struct cfr *c)
{
    return c->nodes;
}

double cfr_max_reach(struct cfr *c, const struct cfr_place *place)
{
    const struct cfr_node *node = node_at(c, place->node);
    double most = 0.0;

    for (uint64_t rest = node->alive; rest; rest &= rest - 1) {
        double reach = place->reach[!node->side][c->secret[first_of(rest)][!node->side]];
        most = reach > most ? reach : most;
    }
    return most;
}

void cfr_policy(struct cfr *c, const struct cfr_place *place, int secret, double *share,
                double *worth)
{
    struct cfr_node *node = node_at(c, place->node);
    unsigned side = node->side;
    row_t shares[CFR_MAX_ACTIONS], one = {0}, other = {0};
    float chance = 0;

    one += 1.0f;
    for (int i = 0; i < GAME_MAX_SECRETS; i++)
        other[i] = (float)place->reach[!side][i];
    for (uint64_t rest = node->alive; rest; rest &= rest - 1) {
        unsigned d = first_of(rest);
        if (c->secret[d][side] == secret)
            chance += c->weight[d] * other[c->secret[d][!side]];
    }
    normalize_rows(sums_of(node), node->count, shares);
    for (unsigned i = 0; i < node->count; i++) {
        row_t value = {0};
        walk_edge(c, &edges_of(node)[i], side, AVERAGE, &one, &other, &value);
        share[i] = shares[i][secret];
        worth[i] = chance > 0 ? value[secret] / chance : 0;
    }
}

static unsigned draw_action(struct cfr_node *node, unsigned secret, struct random *r)
{
    const row_t *sums = sums_of(node);
    float all = 0;
    unsigned i = 0;

    for (unsigned k = 0; k < node->count; k++)
        all += sums[k][secret];
    if (all <= 0)
        return random_below(r, node->count);
    float at = all * (float)random_below(r, 1 << 24) / (float)(1 << 24);
    while (i + 1u < node->count && at >= sums[i][secret])
        at -= sums[i++][secret];
    return i;
}

static uint64_t determinizations_with(const struct cfr *c, const uint8_t *secret)
{
    uint64_t set = 0;

    for (unsigned i = 0; i < c->determinizations.count; i++) {
        bool same =
            memcmp(c->determinizations.secret[i], secret, (size_t)c->determinizations.seats) == 0;
        set |= (uint64_t)same << i;
    }
    return set;
}

// The node after an action in one of these determinizations; 0: none.
static uint32_t child_in(const struct cfr *c, struct cfr_node *node, unsigned index, uint64_t set)
{
    for (const struct cfr_edge *e = &edges_of(node)[index];; e = edge_at(c, e->next)) {
        if (e->child && (node_at(c, e->child)->alive & set))
            return e->child;
        if (!e->next)
            return 0;
    }
}

void cfr_step(struct cfr *c, struct cfr_place *place, game_action action, const uint8_t *secret,
              unsigned *count, double share[GAME_MAX_SECRETS])
{
    struct cfr_node *node = node_at(c, place->node);
    row_t shares[CFR_MAX_ACTIONS];
    unsigned index = 0;

    while (index + 1u < node->count && edges_of(node)[index].action != action)
        index++;
    normalize_rows(sums_of(node), node->count, shares);
    *count = node->count;
    for (int i = 0; i < GAME_MAX_SECRETS; i++) {
        share[i] = shares[index][i];
        place->reach[node->side][i] *= share[i];
    }
    place->node = child_in(c, node, index, determinizations_with(c, secret));
}

void cfr_playout(struct cfr *c, const struct cfr_place *place, unsigned first,
                 const uint8_t *secret, struct random *r, struct game_position *p)
{
    uint64_t determinizations = determinizations_with(c, secret);
    uint32_t at = place->node;
    unsigned index = first;

    while (at) {
        struct cfr_node *node = node_at(c, at);
        if (at != place->node)
            index = draw_action(node, c->secret[first_of(determinizations)][node->side], r);
        c->game->apply(p, edges_of(node)[index].action, p);
        at = child_in(c, node, index, determinizations);
    }
}

// ---------------------------------------------------------------------------------------------
// Strategies of other players
// ---------------------------------------------------------------------------------------------

struct replacement {
    struct cfr *cfr;
    unsigned side;
    cfr_policy_source *ask;
    void *to;
    game_action line[CFR_MAX_DEPTH];
};

static void set_policy_at(struct replacement *r, struct cfr_node *node, unsigned depth, int secret)
{
    struct cfr *c = r->cfr;
    game_action list[CFR_MAX_ACTIONS];
    double share[CFR_MAX_ACTIONS] = {0};
    unsigned d = 0;

    for (d = 0; d < c->determinizations.count; d++) {
        if ((node->alive >> d & 1) && c->secret[d][node->side] == secret)
            break;
    }
    if (d == c->determinizations.count)
        return; // impossible here
    for (unsigned i = 0; i < node->count; i++)
        list[i] = edges_of(node)[i].action;
    struct cfr_question q = {r->line,     depth, &c->determinizations.at[d], secret, node->seat,
                             node->count, list};
    r->ask(r->to, &q, share);
    for (unsigned i = 0; i < node->count; i++)
        sums_of(node)[i][secret] = (float)share[i];
}

// `reach`: the secrets with which the player reaches this node. It is not asked elsewhere.
static void replace(struct replacement *r, uint32_t at, unsigned depth, unsigned reach)
{
    struct cfr_node *node = node_at(r->cfr, at);
    bool own = node->side == r->side;

    assert(depth < CFR_MAX_DEPTH);
    for (unsigned i = 0; own && i < node->count; i++)
        sums_of(node)[i] *= 0.0f;
    for (int secret = 0; own && secret < GAME_MAX_SECRETS; secret++) {
        if (reach >> secret & 1)
            set_policy_at(r, node, depth, secret);
    }
    for (unsigned i = 0; i < node->count; i++) {
        unsigned on = reach;
        for (int secret = 0; own && secret < GAME_MAX_SECRETS; secret++)
            on &= sums_of(node)[i][secret] > 0 ? ~0u : ~(1u << secret);
        if (!on)
            continue;
        r->line[depth] = edges_of(node)[i].action;
        for (const struct cfr_edge *e = &edges_of(node)[i];; e = edge_at(r->cfr, e->next)) {
            if (e->child)
                replace(r, e->child, depth + 1, on);
            if (!e->next)
                break;
        }
    }
}

void cfr_set_policy(struct cfr *c, int seat, cfr_policy_source *ask, void *to)
{
    struct replacement r = {.cfr = c, .side = c->side_of[seat], .ask = ask, .to = to};

    replace(&r, ROOT, 0, (1u << GAME_MAX_SECRETS) - 1);
}
