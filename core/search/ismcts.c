// SPDX-License-Identifier: MIT
// Nodes are public views, so determinizations share them; a node keeps statistics of its seat's
// choices per secret that the seat may hold.
//
// Doubles see +, -, *, / and sqrt only, defined exactly by IEEE 754: all platforms compute alike.
#include "search/ismcts.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "search/endgame.h"

enum {
    MAX_PATH = 256,         // longer games are played out beyond it and credited up to it
    POLL_SIMULATIONS = 256, // about a millisecond
    FIRST_REPORT = 1024,    // simulations before the first progress report
    UNIT = 8,               // bytes that an offset in the tree counts
    OBSERVATIONS = 24,      // past actions that playouts judge, the latest: bounds their time
    POLICY_VISITS = 8,      // per action and secret, from which on a node's statistics are a policy
    EXPAND_VISITS = 2,      // of an action before its successor gets a node
    REGRET_MATCHING_FROM = 64, // simulations at a node; chosen by hand
    REGRET_MATCHING_EVERY = 2, // choices that use regret matching; the others explore by UCB
};

// c squared of UCB1 with rewards from 0 to 1 (2 is for rewards of unknown variance). Others
// against it, 200 games at 2,000 simulations: 0.25 +7 Elo [-42, +56], 1.0 -52 [-98, -9].
static const double UCB_C_SQUARED = 0.5;

// Statistics of an action with one secret: visits and total reward (2 a win, 1 a draw).
struct ismcts_stats {
    uint32_t visits, reward;
};

// Where an action leads for a set of determinizations. An action can reveal something about
// secrets; determinizations with other views after it are in the edges that `next` links.
struct ismcts_edge {
    uint64_t determinizations; // known to lead to this child
    uint32_t child;            // 0: no node yet
    uint32_t next;             // 0: none
    game_action action;
    uint32_t visits;
};

// A public view. Its edges follow it in memory, then its statistics: a row per secret.
struct ismcts_node {
    uint64_t key; // of the public view
    uint16_t count, seat;
    uint32_t rest;
};

struct ismcts {
    uint64_t *tree;
    size_t capacity, used; // in units; 0 is no node
    uint32_t root;
    unsigned rows;
    int own; // our secret, or -1 when we do not know it either
    uint8_t row_of[GAME_MAX_SECRETS];
    unsigned possible;                        // secrets that any seat can hold, as a set
    struct determinizations determinizations; // of the tree, advanced to its root
    struct determinizations now;              // of the task
    // At the root, by action: the sum of our leads at the ends of simulations, and how many.
    int64_t lead_sum[GAME_MAX_ACTIONS];
    uint32_t lead_count[GAME_MAX_ACTIONS];
};

// One step of a simulation, for backpropagation.
struct ismcts_step {
    struct ismcts_stats *stats;
    int seat;
};

struct ismcts *ismcts_init(void *memory, size_t bytes)
{
    struct ismcts *s = memory;
    size_t header = (sizeof *s + 63) / 64 * 64;

    if (bytes < header + ISMCTS_MIN_BYTES)
        return NULL;
    s->tree = (uint64_t *)((unsigned char *)memory + header);
    s->capacity = (bytes - header) / UNIT;
    if (s->capacity > UINT32_MAX)
        s->capacity = UINT32_MAX;
    return s;
}

static struct ismcts_node *node_at(const struct ismcts *s, uint32_t offset)
{
    return (struct ismcts_node *)(s->tree + offset);
}

static struct ismcts_edge *edge_at(const struct ismcts *s, uint32_t offset)
{
    return (struct ismcts_edge *)(s->tree + offset);
}

static struct ismcts_edge *edges_of(struct ismcts_node *node)
{
    return (struct ismcts_edge *)(node + 1);
}

static struct ismcts_stats *stats_of(struct ismcts_node *node, unsigned row)
{
    return (struct ismcts_stats *)(edges_of(node) + node->count) + (size_t)row * node->count;
}

// Allocates zeroed bytes in the tree; 0 when it is full.
static uint32_t tree_alloc(struct ismcts *s, size_t bytes)
{
    size_t units = (bytes + UNIT - 1) / UNIT, at = s->used;

    if (units > s->capacity - s->used)
        return 0;
    memset(s->tree + at, 0, units * UNIT);
    s->used += units;
    return (uint32_t)at;
}

static uint32_t add_node(struct ismcts *s, uint64_t key, const game_action *list, unsigned count,
                         int seat)
{
    uint32_t at =
        tree_alloc(s, sizeof(struct ismcts_node) + count * (sizeof(struct ismcts_edge) +
                                                            s->rows * sizeof(struct ismcts_stats)));
    if (!at)
        return 0;
    struct ismcts_node *node = node_at(s, at);
    *node = (struct ismcts_node){.key = key, .count = (uint16_t)count, .seat = (uint16_t)seat};
    for (unsigned i = 0; i < count; i++)
        edges_of(node)[i].action = list[i];
    return at;
}

static uint64_t public_key(const struct game *g, const struct game_position *p)
{
    struct game_position seen;

    game_view(g, p, GAME_PUBLIC, &seen);
    return game_key(g, &seen);
}

// The natural logarithm for an exploration term: exact at powers of two, linear between.
static double approximate_log(uint32_t n)
{
    assert(n > 0);
    int halvings = 31 - __builtin_clz(n);

    return 0.6931 * (halvings + ((double)n / (double)(UINT32_C(1) << halvings) - 1.0));
}

// UCB1. Untried actions come first, in random order.
static unsigned ucb_select(const struct ismcts_stats *row, unsigned count, uint32_t total,
                           struct random *r)
{
    uint32_t untried = 0;
    unsigned best = 0;
    double most = -1.0;

    for (unsigned i = 0; i < count; i++) {
        if (row[i].visits == 0 && random_below(r, ++untried) == 0)
            best = i;
    }
    if (untried)
        return best;
    double exploration = UCB_C_SQUARED * approximate_log(total + 1);
    for (unsigned i = 0; i < count; i++) {
        double value = row[i].reward / (2.0 * row[i].visits) + sqrt(exploration / row[i].visits);
        if (value > most) {
            most = value;
            best = i;
        }
    }
    return best;
}

// Regret matching: draws each action in proportion to how much better it would have been than what
// was chosen. If no regret is positive, takes the last of the actions whose regret is zero.
static unsigned regret_matching(const struct ismcts_stats *row, unsigned count, double value,
                                struct random *r)
{
    double sum = 0.0;
    unsigned best = 0;

    for (unsigned i = 0; i < count; i++) {
        double regret = (double)row[i].reward / row[i].visits - value;
        sum += regret > 0.0 ? regret : 0.0;
    }
    double at = sum * ((double)(random_next(r) >> 32) / 4294967296.0);
    for (unsigned i = 0; i < count; i++) {
        double regret = (double)row[i].reward / row[i].visits - value;
        if (regret < 0.0)
            continue;
        best = i;
        at -= regret;
        if (at < 0.0)
            break;
    }
    return best;
}

// UCB alone settles on one action per node, which opponents can read; regret matching alone never
// returns to actions that it dropped too early. So they alternate. 100 games at 4,000 simulations
// against UCB alone: alternating +14 Elo [-47, +74], regret matching alone -220 [-294, -142], with
// regrets summed over time as in the textbook -100 [-172, -28].
static unsigned select_action(const struct ismcts_stats *row, unsigned count, struct random *r)
{
    uint32_t total = 0;
    uint64_t reward = 0;
    bool tried = true; // a forced root action can leave others without a mean

    for (unsigned i = 0; i < count; i++) {
        total += row[i].visits;
        reward += row[i].reward;
        tried = tried && row[i].visits > 0;
    }
    if (tried && total >= REGRET_MATCHING_FROM && total >= 2 * count &&
        total % REGRET_MATCHING_EVERY == 0)
        return regret_matching(row, count, (double)reward / total, r);
    return ucb_select(row, count, total, r);
}

// The playout policy: of two random actions the one that the game orders first.
static game_action playout_action(const struct game *g, const struct game_position *p,
                                  const game_action *list, unsigned count, struct random *r)
{
    game_action two[2] = {list[random_below(r, count)], list[random_below(r, count)]};
    int score[2];

    game_order(g, p, two, 2, score);
    return two[score[1] > score[0]];
}

static void playout(const struct game *g, struct game_position *p, struct random *r,
                    struct game_result *result)
{
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    unsigned count;

    while ((count = g->actions(p, list)) > 0)
        g->apply(p, playout_action(g, p, list, count, r), p);
    g->result(p, result);
}

// The child of an edge in determinization `d`; `p` is the position after the edge. Adds a node when
// the action has been visited often enough. 0: the game is over, or the tree ends here. An edge
// remembers the determinizations of its child, so a known path costs no move generation.
static uint32_t descend(struct ismcts *s, const struct game *g, uint32_t from, unsigned index,
                        unsigned d, const struct game_position *p, bool *grown)
{
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    uint64_t bit = UINT64_C(1) << d;
    struct ismcts_edge *first = &edges_of(node_at(s, from))[index], *e;

    for (e = first; !(e->determinizations & bit); e = edge_at(s, e->next)) {
        if (!e->next)
            break;
    }
    if (e->determinizations & bit)
        return e->child;
    if (first->visits < EXPAND_VISITS)
        return 0;
    unsigned count = g->actions(p, list);
    if (count == 0)
        return 0;
    uint64_t key = public_key(g, p);
    for (e = first;; e = edge_at(s, e->next)) {
        if (e->child && node_at(s, e->child)->key == key) {
            e->determinizations |= bit;
            return e->child;
        }
        if (!e->next)
            break;
    }
    uint32_t child = add_node(s, key, list, count, g->to_act(p));
    if (!child)
        return 0;
    *grown = true;
    if (e->child) {
        e->next = tree_alloc(s, sizeof *e);
        if (!e->next)
            return 0;
        e = edge_at(s, e->next);
    }
    e->child = child;
    e->determinizations |= bit;
    return child;
}

static unsigned index_of(struct ismcts_node *node, game_action action)
{
    unsigned i = 0;

    while (i + 1u < node->count && edges_of(node)[i].action != action)
        i++;
    return i;
}

// One simulation: selection down the tree by the determinization's secrets, expansion by one node,
// a playout, and backpropagation. `forced` is the action to play at the root, or NULL.
static void simulate(struct ismcts *s, const struct imperfect_task *task, const game_action *forced,
                     unsigned d, struct random *r)
{
    const struct game *g = task->game;
    struct game_position p = s->determinizations.at[d];
    struct ismcts_step steps[MAX_PATH];
    struct game_result result;
    unsigned depth = 0, chosen = 0;
    uint32_t at = s->root;
    bool grown = false;

    while (at && depth < MAX_PATH) {
        struct ismcts_node *node = node_at(s, at);
        struct ismcts_stats *row =
            stats_of(node, s->row_of[s->determinizations.secret[d][node->seat]]);
        unsigned index =
            forced && depth == 0 ? index_of(node, *forced) : select_action(row, node->count, r);
        steps[depth++] = (struct ismcts_step){&row[index], node->seat};
        chosen = at == s->root ? index : chosen;
        edges_of(node)[index].visits++;
        g->apply(&p, edges_of(node)[index].action, &p);
        if (grown)
            break;
        at = descend(s, g, at, index, d, &p, &grown);
    }
    playout(g, &p, r, &result);
    assert(result.over);
    for (unsigned i = 0; i < depth; i++) {
        steps[i].stats->visits++;
        steps[i].stats->reward += (uint32_t)result.outcome[steps[i].seat];
    }
    if (g->scores && (s->own < 0 || s->determinizations.secret[d][task->seat] == s->own)) {
        s->lead_sum[chosen] += game_lead(g, task->options, &result, task->seat);
        s->lead_count[chosen]++;
    }
}

static void fill_report(struct ismcts *s, struct imperfect_report *report)
{
    struct ismcts_node *root = node_at(s, s->root);

    report->count = root->count;
    for (unsigned i = 0; i < report->count; i++) {
        struct imperfect_choice *out = &report->choices[i];
        uint64_t reward = 0;
        *out = (struct imperfect_choice){.action = edges_of(root)[i].action};
        for (unsigned row = 0; row < s->rows; row++) {
            if (s->own >= 0 && s->row_of[s->own] != row)
                continue;
            out->visits += stats_of(root, row)[i].visits;
            reward += stats_of(root, row)[i].reward;
        }
        if (!out->visits)
            continue;
        out->chance = (int)(reward * 500 / out->visits);
        out->margin = s->lead_count[i] ? (int)(s->lead_sum[i] * 10 / (int64_t)s->lead_count[i]) : 0;
        assert(out->chance >= 0 && out->chance <= 1000);
    }
    imperfect_sort_choices(report);
}

static bool is_report_due(uint64_t simulations)
{
    return simulations >= FIRST_REPORT && (simulations & (simulations - 1)) == 0;
}

static void assign_rows(struct ismcts *s)
{
    bool seen[GAME_MAX_SECRETS] = {0};

    for (unsigned i = 0; i < s->determinizations.count; i++) {
        for (int seat = 0; seat < s->determinizations.seats; seat++)
            seen[s->determinizations.secret[i][seat]] = true;
    }
    s->rows = 0;
    for (unsigned secret = 0; secret < GAME_MAX_SECRETS; secret++) {
        s->row_of[secret] = (uint8_t)(seen[secret] ? s->rows : GAME_MAX_SECRETS);
        s->rows += seen[secret];
    }
}

// ---------------------------------------------------------------------------------------------
// Belief and tree reuse
// ---------------------------------------------------------------------------------------------

static void public_view_after(const struct imperfect_task *task, unsigned count,
                              struct game_position *seen)
{
    if (count < task->past_count)
        *seen = task->past[count].before;
    else
        game_view(task->game, task->view, GAME_PUBLIC, seen);
}

static uint64_t hash_past(const struct imperfect_task *task, unsigned count)
{
    struct game_position seen;

    public_view_after(task, count, &seen);
    uint64_t h = game_key(task->game, &seen);
    for (unsigned i = 0; i < count; i++) {
        h = hash_word(h, game_key(task->game, &task->past[i].before));
        h = hash_word(h, task->past[i].action);
    }
    return hash_mix(h);
}

// Whether the memory is of this game, seat and secret: another secret's memory would leak it.
static bool memory_matches(const struct ismcts_memory *m, const struct imperfect_task *task,
                           int own)
{
    return m && m->game == task->game && m->seat == task->seat && m->own == own &&
           memcmp(&m->options, task->options, sizeof m->options) == 0 &&
           m->past_count <= task->past_count && m->past == hash_past(task, m->past_count);
}

// The policy at a node: how often each secret chose an action. False with too few visits.
static bool policy_at(struct ismcts *s, struct ismcts_node *node, unsigned index,
                      double share[GAME_MAX_SECRETS])
{
    for (int secret = 0; secret < GAME_MAX_SECRETS; secret++) {
        uint32_t total = 0;
        share[secret] = 0.0;
        bool has_row = s->row_of[secret] < s->rows;
        for (unsigned i = 0; has_row && i < node->count; i++)
            total += stats_of(node, s->row_of[secret])[i].visits;
        if (has_row && total < POLICY_VISITS * node->count && s->possible >> secret & 1)
            return false;
        if (has_row && total)
            share[secret] = (double)stats_of(node, s->row_of[secret])[index].visits / total;
    }
    return true;
}

// The node after an action of the past; 0: none.
static uint32_t node_after(struct ismcts *s, const struct imperfect_task *task, uint32_t at,
                           unsigned index, const struct game_position *seen)
{
    struct ismcts_edge *e = &edges_of(node_at(s, at))[index];
    uint64_t key = game_key(task->game, seen);

    for (;; e = edge_at(s, e->next)) {
        if (e->child && node_at(s, e->child)->key == key)
            return e->child;
        if (!e->next)
            return 0;
    }
}

// Tree reuse: updates the belief with the actions since the last search, by the policy of the
// solution or tree, and moves the root to the current view; to 0 when the tree has no such node.
static void advance_root(struct ismcts *s, const struct imperfect_task *task, struct belief *b)
{
    struct ismcts_memory *m = task->memory;
    uint32_t at = m->searched ? s->root : 0;

    for (unsigned i = m->past_count; i < task->past_count; i++) {
        const struct imperfect_past *past = &task->past[i];
        double share[GAME_MAX_SECRETS];
        struct game_position seen;
        unsigned count, index = at ? index_of(node_at(s, at), past->action) : 0;
        public_view_after(task, i + 1, &seen);
        if (m->solved && m->place.node) {
            cfr_step(m->solved, &m->place, past->action, s->now.secret[0], &count, share);
            belief_update_by_policy(b, task->game->to_act(&past->before), count, share);
        } else if (at && policy_at(s, node_at(s, at), index, share)) {
            belief_update_by_policy(b, node_at(s, at)->seat, node_at(s, at)->count, share);
        } else {
            belief_update_by_playouts(b, task, i);
        }
        if (at) {
            determinize_advance(&s->determinizations, task->game, past->action, &seen);
            at = node_after(s, task, at, index, &seen);
        }
    }
    s->root = at;
}

// The belief now: carried on from the memory, or rebuilt from the past by playouts.
static void update_belief(struct ismcts *s, const struct imperfect_task *task, struct belief *b)
{
    unsigned from = task->past_count > OBSERVATIONS ? task->past_count - OBSERVATIONS : 0;

    s->own = game_secret(task->game, task->view, task->seat);
    determinize_all(&s->now, task->game, task->options, task->view);
    s->possible = 0;
    for (unsigned i = 0; i < s->now.count; i++) {
        for (int seat = 0; seat < s->now.seats; seat++)
            s->possible |= 1u << s->now.secret[i][seat];
    }
    if (memory_matches(task->memory, task, s->own)) {
        *b = task->memory->belief;
        advance_root(s, task, b);
        return;
    }
    s->root = 0;
    if (task->memory)
        *task->memory = (struct ismcts_memory){0};
    belief_init(b, &s->now);
    for (unsigned i = from; i < task->past_count; i++)
        belief_update_by_playouts(b, task, i);
}

static void save_memory(const struct ismcts *s, const struct imperfect_task *task,
                        const struct belief *b, struct cfr *solved, const struct cfr_place *place)
{
    if (!task->memory)
        return;
    *task->memory = (struct ismcts_memory){
        .game = task->game,
        .options = *task->options,
        .seat = task->seat,
        .own = s->own,
        .past_count = task->past_count,
        .past = hash_past(task, task->past_count),
        .belief = *b,
        .solved = solved,
        .place = *place,
        .searched = !solved && !task->forced, // a forced choice is no policy
    };
}

static void new_tree(struct ismcts *s, const struct imperfect_task *task)
{
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    unsigned count = task->game->actions(task->view, list);

    s->determinizations = s->now;
    assign_rows(s);
    s->used = 1;
    s->root = add_node(s, public_key(task->game, task->view), list, count, task->seat);
    assert(s->root); // ISMCTS_MIN_BYTES are enough for one
}

static void run_simulations(struct ismcts *s, const struct imperfect_task *task,
                            const struct belief *b, struct imperfect_report *report)
{
    struct random r = random_from_seed(task->seed);
    struct determinize_sampler ours, anyone;
    uint64_t done = 0;

    memset(s->lead_sum, 0, sizeof s->lead_sum);
    memset(s->lead_count, 0, sizeof s->lead_count);
    if (!s->root)
        new_tree(s, task);
    belief_weigh(b, &s->determinizations);
    determinize_sampler_init(&ours, &s->determinizations, task->seat, s->own);
    determinize_sampler_init(&anyone, &s->determinizations, 0, -1);
    while ((task->simulations == 0 || done < task->simulations) &&
           (done % POLL_SIMULATIONS != 0 || !task->poll || !task->poll(task->to))) {
        // In every other simulation our secret is sampled too, and then our choice is free.
        bool any_secret = task->game->hidden && done % 2;
        simulate(s, task, any_secret ? NULL : task->forced,
                 determinize_sample(any_secret ? &anyone : &ours, &s->determinizations, &r), &r);
        done++;
        if (task->progress && is_report_due(done) && done != task->simulations) {
            report->simulations = done;
            fill_report(s, report);
            task->progress(task->to, report);
        }
    }
    report->simulations = done;
    fill_report(s, report);
}

// Whether the tree cannot be reused: too full, or its root was forced or did not move.
static bool is_stale(const struct ismcts *s, const struct imperfect_task *task)
{
    return task->forced || s->used > s->capacity / 2 || !task->memory->searched ||
           task->memory->past_count == task->past_count;
}

void ismcts_run(struct ismcts *s, const struct imperfect_task *task,
                struct imperfect_report *report)
{
    struct belief b;
    struct cfr *solved = NULL;
    struct cfr_place place = {0};

    // The view is all that the search may know; a complete position here would be the truth.
    assert(!game_is_duel(task->game, task->options) &&
           task->game->to_act(task->view) == task->seat);
    update_belief(s, task, &b);
    belief_weigh(&b, &s->now);
    belief_marginals(&s->now, task->seat, s->own, report->beliefs);
    if (s->root && is_stale(s, task))
        s->root = 0;
    if (task->memory && task->memory->solved) {
        solved = task->memory->solved;
        place = task->memory->place;
    }
    // The solver uses the memory after a tree that is still of use.
    size_t tree_bytes = s->root ? (s->used * UNIT + 63) / 64 * 64 : 0;
    solved = endgame_solve((unsigned char *)s->tree + tree_bytes, s->capacity * UNIT - tree_bytes,
                           task, &s->now, solved, &place, report);
    if (!solved)
        run_simulations(s, task, &b, report);
    save_memory(s, task, &b, solved, &place);
}
