// SPDX-License-Identifier: MIT
// df-pn. At OR nodes, where the asked seat acts, the proof number is the minimum of the children's
// and the disproof number combines theirs; at AND nodes it is the other way round. So each node has
// one number that is a minimum (index `min`) and one that is a kind of sum (index `!min`).
#include "search/proof.h"

#include <assert.h>

#include "base/hash.h"

enum { PROOF, DISPROOF, MOST = PROOF_INFINITE - 1 };

// The number of one leaf, fine enough for the evaluation to scale it.
enum { UNIT = 16 };

// Which of the two numbers is the minimum at a position: PROOF at OR nodes, DISPROOF at AND nodes.
static int min_number(const struct proof_task *task, const struct game_position *p)
{
    return task->game->to_act(p) == task->seat ? PROOF : DISPROOF;
}

// The question is part of the key, so that questions can share a table.
uint64_t proof_key(const struct proof_task *task, const struct game_position *p)
{
    return game_canonical_key(task->game, p) ^ hash_mix((uint64_t)task->seat + 1);
}

// The key of the same position when the other seat is asked about.
static uint64_t other_key(uint64_t key)
{
    return key ^ hash_mix(1) ^ hash_mix(2);
}

static void set_solved(uint32_t number[2], bool proven)
{
    number[PROOF] = proven ? 0 : PROOF_INFINITE;
    number[DISPROOF] = proven ? PROOF_INFINITE : 0;
}

// Heuristic initialization (df-pn+): `number` units, halved for every two scales of the evaluation
// in favour of the side that has to show it. Without the evaluation, proofs take three times as
// many nodes (18 proofs of 20,000 to 300,000 each).
static uint32_t heuristic_number(unsigned number, int value, int scale)
{
    static const uint16_t powers[] = {
        1024, 1069, 1117, 1166, 1218, 1272, 1328, 1387,
        1448, 1512, 1579, 1649, 1722, 1798, 1878, 1961}; // of 2 by sixteenths, in parts of 1024
    enum { STEPS = 16, MOST_HALVINGS = 5, END = STEPS * MOST_HALVINGS };
    int steps = -value * (STEPS / 2) / scale; // sixteenths of a doubling

    steps = steps > END ? END : steps < -END ? -END : steps;
    unsigned up = (unsigned)(steps + END); // >= 0: from a factor of 1/32 on
    uint32_t scaled = (uint32_t)((uint64_t)number * UNIT * powers[up % STEPS] << up / STEPS >>
                                 (10 + MOST_HALVINGS));
    return scaled ? scaled : 1;
}

// The numbers of a leaf. The seat that does not act must answer every action, so its number grows
// with their count.
static void initial_numbers(const struct proof_task *task, const struct game_position *p,
                            uint32_t number[2])
{
    const struct game *g = task->game;
    struct game_result result;
    unsigned choices;
    int value;

    g->result(p, &result);
    if (result.over) {
        set_solved(number, result.outcome[task->seat] == GAME_WIN);
        return;
    }
    int min = min_number(task, p);
    enum game_outcome word = game_solve_static(g, p, &choices, &value);
    assert(word != GAME_DRAW || (choices >= 1 && choices <= g->max_actions));
    if (word == GAME_DRAW) {
        int scale = game_chance_scale(g);
        number[min] = heuristic_number(1, value, scale);
        number[!min] = heuristic_number(choices, -value, scale);
    } else {
        set_solved(number, (word == GAME_WIN) == (min == PROOF));
    }
}

static bool is_solved(const uint32_t number[2])
{
    return number[PROOF] == 0 || number[DISPROOF] == 0;
}

// A loss, which says more than "does not win", is stored as a win of the other seat.
static bool known_lost(const struct proof *s, uint64_t key)
{
    uint32_t number[2];

    return proof_table_probe(s->task.table, other_key(key), number) && number[PROOF] == 0;
}

// A child without a table entry. What the static solver disproves is lost; a finished game may be
// drawn.
static void init_child(struct proof *s, const struct game_position *p, struct proof_child *c)
{
    struct game_result result;

    initial_numbers(&s->task, p, c->number);
    c->lost = false;
    if (c->number[DISPROOF] == 0) {
        s->task.game->result(p, &result);
        c->lost = !result.over || result.outcome[s->task.seat] == GAME_LOSS;
    }
}

// Generates the children with their numbers. All keys first, so that the table's cache lines arrive
// meanwhile.
static void expand(struct proof *s, struct proof_ply *at)
{
    const struct game *g = s->task.game;
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    struct game_position after;

    at->count = game_undominated(g, &at->position, list);
    assert(at->count > 0 && at->count <= g->max_actions); // an open node has something to try
    for (unsigned i = 0; i < at->count; i++) {
        struct proof_child *c = &at->children[i];
        c->action = list[i];
        g->apply(&at->position, list[i], &after);
        c->key = proof_key(&s->task, &after);
        proof_table_prefetch(s->task.table, c->key);
    }
    for (unsigned i = 0; i < at->count; i++) {
        struct proof_child *c = &at->children[i];
        if (proof_table_probe(s->task.table, c->key, c->number)) {
            c->lost = c->number[DISPROOF] == 0 && known_lost(s, c->key);
            continue;
        }
        g->apply(&at->position, c->action, &after);
        init_child(s, &after, c);
    }
}

// What a node needs to know about its children.
struct summary {
    unsigned best;         // the most-proving child: the one to search next
    uint32_t min;          // its number that is the minimum here
    uint32_t second;       // the same number of the second best child
    uint64_t sum, largest; // of the other children's numbers at index `!min`
    uint64_t open;         // a quarter of a unit for each of them that is not solved
};

// Children often share most of their subtrees (the graph is a DAG), so a plain sum overcounts. This
// mixes weak proof-number search (the maximum plus something for each other child, here a quarter
// of a unit) with the sum: seven eighths of the former and one of the latter. Two to four eighths
// with half a unit or none took a tenth to a third more nodes (18 proofs, with the 1 + epsilon
// trick below), the plain sum twice as many.
enum { PARTS = 8, SUM_PARTS = 1 };

static uint32_t combine(uint64_t largest, uint64_t sum, uint64_t others)
{
    uint64_t combined = ((PARTS - SUM_PARTS) * (largest + others) + SUM_PARTS * sum) / PARTS;

    if (combined < largest)
        combined = largest;
    return combined < MOST ? (uint32_t)combined : MOST;
}

static struct summary summarise(const struct proof_ply *at, int min)
{
    struct summary m = {.min = UINT32_MAX, .second = PROOF_INFINITE};

    for (unsigned i = 0; i < at->count; i++) {
        uint32_t number = at->children[i].number[min];
        uint32_t other = at->children[i].number[!min];
        if (number < m.min || (number == m.min && other < at->children[m.best].number[!min])) {
            if (m.min != UINT32_MAX)
                m.second = m.min;
            m.min = number;
            m.best = i;
        } else if (number < m.second) {
            m.second = number;
        }
    }
    for (unsigned i = 0; i < at->count; i++) {
        uint32_t other = at->children[i].number[!min];
        if (i == m.best || other == 0)
            continue;
        m.open += UNIT / 4;
        m.sum += other;
        if (other > m.largest)
            m.largest = other;
    }
    return m;
}

static void update_numbers(struct proof_ply *at, const struct summary *m, int min)
{
    uint32_t other = at->children[m->best].number[!min];

    assert(m->best < at->count && m->min <= PROOF_INFINITE);
    at->number[min] = m->min;
    if (m->min == 0)
        at->number[!min] = PROOF_INFINITE;
    else if (m->min == PROOF_INFINITE) // so are all other children
        at->number[!min] = 0;
    else
        at->number[!min] =
            combine(other > m->largest ? other : m->largest, m->sum + other, m->open);
    // Must be sound: a node is proven, disproven or open, never two of them.
    assert((at->number[PROOF] == 0) == (at->number[DISPROOF] == PROOF_INFINITE));
    assert((at->number[DISPROOF] == 0) == (at->number[PROOF] == PROOF_INFINITE));
}

// The child's threshold for which the node's combined number reaches `threshold`: the inverse of
// `combine`.
static uint32_t child_threshold_of_sum(const struct summary *m, uint32_t threshold)
{
    int64_t wanted = (int64_t)threshold * PARTS, sum = (int64_t)m->sum * SUM_PARTS;
    int64_t child = (wanted - sum - (PARTS - SUM_PARTS) * (int64_t)m->open + PARTS - 1) / PARTS;

    if (threshold >= MOST)
        return threshold;
    if (child < (int64_t)m->largest) // another child stays the largest
        child = (wanted - sum - (PARTS - SUM_PARTS) * (int64_t)(m->largest + m->open)) / SUM_PARTS;
    return child < 1 ? 1 : child < MOST ? (uint32_t)child : MOST;
}

static void dfpn(struct proof *s, unsigned ply, const uint32_t threshold[2]);

// Searches the most-proving child until it no longer is that, or the node reaches a threshold. The
// threshold is an eighth beyond the second best child, which avoids switching back and forth
// between two (the 1 + epsilon trick); a quarter took a sixth more nodes.
static void search_child(struct proof *s, unsigned ply, const struct summary *m, int min,
                         const uint32_t threshold[2])
{
    struct proof_ply *at = &s->plies[ply], *next = at + 1;
    struct proof_child *c = &at->children[m->best];
    uint64_t beyond = (uint64_t)m->second + m->second / 8 + 1;
    uint32_t child_threshold[2];

    child_threshold[min] = beyond < threshold[min] ? (uint32_t)beyond : threshold[min];
    child_threshold[!min] = child_threshold_of_sum(m, threshold[!min]);
    // The thresholds must let the child search at all.
    for (int i = 0; i < 2; i++) {
        if (child_threshold[i] <= c->number[i])
            child_threshold[i] = c->number[i] + 1;
    }
    s->task.game->apply(&at->position, c->action, &next->position);
    next->key = c->key;
    dfpn(s, ply + 1, child_threshold);
    c->number[PROOF] = next->number[PROOF];
    c->number[DISPROOF] = next->number[DISPROOF];
    c->lost = next->lost;
}

static bool must_stop(struct proof *s)
{
    const uint32_t *root = s->plies[0].number;
    struct proof_report now = {PROOF_OPEN, s->nodes, root[PROOF], root[DISPROOF]};

    if (s->task.share && s->nodes % PROOF_SERVE_NODES == 0)
        s->task.share->serve(s->task.share->to);
    if ((s->task.nodes && s->nodes >= s->task.nodes) ||
        (s->nodes % PROOF_POLL_NODES == 0 && s->task.poll && s->task.poll(s->task.to, &now)))
        s->stopped = true;
    return s->stopped;
}

// Whether the asked seat loses a disproven position: at an OR node if all children are lost, at an
// AND node if one is.
static bool is_lost(const struct proof_ply *at, int min)
{
    unsigned lost = 0;

    for (unsigned i = 0; i < at->count; i++)
        lost += at->children[i].number[DISPROOF] == 0 && at->children[i].lost;
    return min == PROOF ? lost == at->count : lost > 0;
}

// Stores a node. A win or a loss answers the question about the other seat as well.
static void store_node(struct proof *s, struct proof_ply *at, int min, uint64_t work)
{
    struct proof_table *table = s->task.table;
    uint32_t other[2];

    at->lost = at->number[DISPROOF] == 0 &&
               (is_lost(at, min) || (s->task.share && known_lost(s, at->key)));
    proof_table_store(table, at->key, at->number, work);
    if (at->lost || at->number[PROOF] == 0) {
        set_solved(other, at->lost);
        proof_table_store(table, other_key(at->key), other, work);
    }
}

// ---------------------------------------------------------------------------------------------
// Several processes
// ---------------------------------------------------------------------------------------------

// The work that a node took before this visit, and from which on to ask others about it: each time
// the work has doubled.
struct effort {
    uint64_t before, ask;
};

static struct effort begin_effort(const struct proof *s, uint64_t key)
{
    struct effort effort = {0, UINT64_MAX};

    if (!s->task.share)
        return effort;
    effort.before = proof_table_work(s->task.table, key);
    for (effort.ask = s->task.share->least; effort.ask <= effort.before;)
        effort.ask *= 2;
    return effort;
}

// Asks others about a node that took much work. True when they have solved it meanwhile; never for
// the root, where the caller needs the action as well as the answer.
static bool is_solved_elsewhere(struct proof *s, unsigned ply, struct effort *effort,
                                uint64_t nodes)
{
    struct proof_ply *at = &s->plies[ply];
    uint32_t known[2];

    if (effort->before + nodes >= effort->ask) {
        s->task.share->ask(s->task.share->to, at);
        while (effort->ask <= effort->before + nodes)
            effort->ask *= 2;
    }
    if (ply == 0 || !proof_table_probe(s->task.table, at->key, known) || !is_solved(known))
        return false;
    at->number[PROOF] = known[PROOF];
    at->number[DISPROOF] = known[DISPROOF];
    return true;
}

// Sends answers, and open numbers whenever the work behind them has doubled.
static void share_node(struct proof *s, const struct proof_ply *at, const struct effort *effort,
                       uint64_t work)
{
    const struct proof_share *share = s->task.share;
    uint32_t other[2];

    if (work < share->least ||
        (!is_solved(at->number) && (effort->before >= share->least && work < 2 * effort->before)))
        return;
    share->tell(share->to, at->key, at->number, work);
    if (at->lost || at->number[PROOF] == 0) {
        set_solved(other, at->lost);
        share->tell(share->to, other_key(at->key), other, work);
    }
}

// Searches the position at `ply` until one of its numbers reaches its threshold (the procedure MID
// of the literature).
static void dfpn(struct proof *s, unsigned ply, const uint32_t threshold[2])
{
    struct proof_ply *at = &s->plies[ply];
    assert(ply <= PROOF_MAX_PLY && threshold[PROOF] > 0 && threshold[DISPROOF] > 0);
    int min = min_number(&s->task, &at->position);
    uint64_t before = s->nodes++;
    struct effort effort = begin_effort(s, at->key);

    expand(s, at);
    for (;;) {
        struct summary m = summarise(at, min);
        update_numbers(at, &m, min);
        if (is_solved(at->number) || at->number[PROOF] >= threshold[PROOF] ||
            at->number[DISPROOF] >= threshold[DISPROOF] || ply == PROOF_MAX_PLY || must_stop(s) ||
            (s->task.share && is_solved_elsewhere(s, ply, &effort, s->nodes - before)))
            break;
        // A transposition may have updated the child since.
        struct proof_child *c = &at->children[m.best];
        uint32_t known[2];
        if (proof_table_probe(s->task.table, c->key, known) &&
            (known[PROOF] != c->number[PROOF] || known[DISPROOF] != c->number[DISPROOF])) {
            c->number[PROOF] = known[PROOF];
            c->number[DISPROOF] = known[DISPROOF];
            c->lost = known[DISPROOF] == 0 && known_lost(s, c->key);
            continue;
        }
        search_child(s, ply, &m, min, threshold);
    }
    // Work adds up over visits, so that the table keeps nodes that are visited again and again.
    uint64_t work = proof_table_work(s->task.table, at->key) + s->nodes - before;
    store_node(s, at, min, work);
    if (s->task.share)
        share_node(s, at, &effort, work);
}

void proof_initial_numbers(const struct proof_task *task, const struct game_position *p,
                           uint32_t number[2])
{
    initial_numbers(task, p, number);
}

void proof_combine_numbers(const struct proof_task *task, int to_act, const uint32_t (*children)[2],
                           unsigned count, uint32_t number[2])
{
    int min = to_act == task->seat ? PROOF : DISPROOF;
    struct proof_ply at;

    assert(count > 0 && count <= GAME_MAX_ACTIONS);
    at.count = count;
    for (unsigned i = 0; i < count; i++) {
        at.children[i].number[PROOF] = children[i][PROOF];
        at.children[i].number[DISPROOF] = children[i][DISPROOF];
    }
    struct summary m = summarise(&at, min);
    update_numbers(&at, &m, min);
    number[PROOF] = at.number[PROOF];
    number[DISPROOF] = at.number[DISPROOF];
}

static enum proof_answer answer_of(const uint32_t number[2])
{
    return number[PROOF] == 0 ? PROOF_PROVEN : number[DISPROOF] == 0 ? PROOF_DISPROVEN : PROOF_OPEN;
}

enum proof_answer proof_known(const struct proof_task *task, const struct game_position *p)
{
    uint32_t number[2];

    if (!proof_table_probe(task->table, proof_key(task, p), number))
        initial_numbers(task, p, number);
    return answer_of(number);
}

uint64_t proof_work(const struct proof_task *task, const struct game_position *p)
{
    return proof_table_work(task->table, proof_key(task, p));
}

void proof_run(struct proof *s, const struct proof_task *task, struct proof_report *report)
{
    static const uint32_t no_threshold[2] = {PROOF_INFINITE, PROOF_INFINITE};
    struct proof_ply *root = &s->plies[0];

    // Sound only for two seats, perfect information and no repetition.
    assert(!task->game->hidden && !task->game->repetition && (task->seat == 0 || task->seat == 1));
    s->task = *task;
    s->nodes = 0;
    s->stopped = false;
    root->position = *task->root;
    root->key = proof_key(task, task->root);
    initial_numbers(task, task->root, root->number);
    if (!is_solved(root->number))
        dfpn(s, 0, no_threshold);
    *report = (struct proof_report){answer_of(root->number), s->nodes, root->number[PROOF],
                                    root->number[DISPROOF]};
}
