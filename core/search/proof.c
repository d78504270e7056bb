// SPDX-License-Identifier: MIT
// The recursion of the proof search. Where the asked seat acts, the smallest proof number of the children
// counts and their disproof numbers add up; where the other one acts, it is the other way round. So each
// node has one number that is a minimum and one that is a sum.
#include "search/proof.h"

#include <assert.h>

#include "base/hash.h"

enum { PROOF, DISPROOF, MOST = PROOF_INFINITE - 1 };

// One thing to be shown, in parts fine enough for an estimate to make it more or less.
enum { UNIT = 16 };

// Which of the two numbers is the minimum at a position.
static int least_number(const struct proof_task *task, const struct game_position *p)
{
    return task->game->to_act(p) == task->seat ? PROOF : DISPROOF;
}

// Different questions may share a table.
uint64_t proof_key(const struct proof_task *task, const struct game_position *p)
{
    return game_fold(task->game, p) ^ hash_mix((uint64_t)task->seat + 1);
}

// The key of the same position when the other seat is asked about.
static uint64_t other_key(uint64_t key)
{
    return key ^ hash_mix(1) ^ hash_mix(2);
}

static void set_answer(uint32_t number[2], bool proven)
{
    number[PROOF] = proven ? 0 : PROOF_INFINITE;
    number[DISPROOF] = proven ? PROOF_INFINITE : 0;
}

// What there is to show of a position that looks good or bad: `number` units, half as many for every two scales of the
// estimate in favour of who has to show it. Without the estimate, proofs take three times as many positions (18 of
// 20,000 to 300,000 each).
static uint32_t weigh(unsigned number, int value, int scale)
{
    static const uint16_t powers[] = {
        1024, 1069, 1117, 1166, 1218, 1272, 1328, 1387,
        1448, 1512, 1579, 1649, 1722, 1798, 1878, 1961}; // of 2 by sixteenths, in parts of 1024
    enum { STEPS = 16, MOST_HALVINGS = 5, END = STEPS * MOST_HALVINGS };
    int steps = -value * (STEPS / 2) / scale; // each a sixteenth of a doubling

    steps = steps > END ? END : steps < -END ? -END : steps;
    unsigned up = (unsigned)(steps + END); // from a thirty-second on
    uint32_t weighed = (uint32_t)((uint64_t)number * UNIT * powers[up % STEPS] << up / STEPS >>
                                  (10 + MOST_HALVINGS));
    return weighed ? weighed : 1;
}

// First numbers of a position. With many actions to try, much is to be shown by the seat that does not act.
static void first_numbers(const struct proof_task *task, const struct game_position *p,
                          uint32_t number[2])
{
    const struct game *g = task->game;
    struct game_result result;
    unsigned choices;
    int value;

    g->result(p, &result);
    if (result.over) {
        set_answer(number, result.outcome[task->seat] == GAME_WIN);
        return;
    }
    int least = least_number(task, p);
    enum game_outcome word = game_glance(g, p, &choices, &value);
    assert(word != GAME_DRAW || (choices >= 1 && choices <= g->max_actions));
    if (word == GAME_DRAW) {
        int scale = game_chance_scale(g);
        number[least] = weigh(1, value, scale);
        number[!least] = weigh(choices, -value, scale);
    } else {
        set_answer(number, (word == GAME_WIN) == (least == PROOF));
    }
}

static bool is_answered(const uint32_t number[2])
{
    return number[PROOF] == 0 || number[DISPROOF] == 0;
}

// A loss for the seat, which is more than that it does not win, stands in the table as a win of the other one.
static bool known_lost(const struct proof *s, uint64_t key)
{
    uint32_t number[2];

    return proof_table_probe(s->task.table, other_key(key), number) && number[PROOF] == 0;
}

// A position that no table knows. What a glance disproves is lost, and so is nearly every end.
static void look_first(struct proof *s, const struct game_position *p, struct proof_child *c)
{
    struct game_result result;

    first_numbers(&s->task, p, c->number);
    c->lost = false;
    if (c->number[DISPROOF] == 0) {
        s->task.game->result(p, &result);
        c->lost = !result.over || result.outcome[s->task.seat] == GAME_LOSS;
    }
}

// Lists the children with their numbers. All keys first, so that the table's memory is on its way while
// the others are made.
static void expand(struct proof *s, struct proof_ply *at)
{
    const struct game *g = s->task.game;
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    struct game_position after;

    at->count = game_critical(g, &at->position, list);
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
        look_first(s, &after, c);
    }
}

// What the children amount to.
struct summary {
    unsigned best;         // the child to look at next
    uint32_t least;        // its number that is a minimum here
    uint32_t second;       // the same number of the next best
    uint64_t sum, largest; // of the others' numbers that add up, the best child's left out
    uint64_t open; // a quarter of a unit for each child that is not answered, the best one left out
};

// Children of one node often share most of what is to be shown, so that a plain sum counts the same
// thing many times; the largest number alone forgets how many there are. This takes seven eighths of the
// largest with a quarter of a unit for every other child, and an eighth of the sum. Two to four eighths and half a unit or
// nothing took a tenth to a third more positions (18 proofs, with the eighth beyond the second best below), the plain
// sum twice as many.
enum { PARTS = 8, SUM_PARTS = 1 };

static uint32_t mix(uint64_t largest, uint64_t sum, uint64_t others)
{
    uint64_t mixed = ((PARTS - SUM_PARTS) * (largest + others) + SUM_PARTS * sum) / PARTS;

    if (mixed < largest)
        mixed = largest;
    return mixed < MOST ? (uint32_t)mixed : MOST;
}

static struct summary summarise(const struct proof_ply *at, int least)
{
    struct summary m = {.least = UINT32_MAX, .second = PROOF_INFINITE};

    for (unsigned i = 0; i < at->count; i++) {
        uint32_t number = at->children[i].number[least];
        uint32_t other = at->children[i].number[!least];
        if (number < m.least ||
            (number == m.least && other < at->children[m.best].number[!least])) {
            if (m.least != UINT32_MAX)
                m.second = m.least;
            m.least = number;
            m.best = i;
        } else if (number < m.second) {
            m.second = number;
        }
    }
    for (unsigned i = 0; i < at->count; i++) {
        uint32_t other = at->children[i].number[!least];
        if (i == m.best || other == 0)
            continue;
        m.open += UNIT / 4;
        m.sum += other;
        if (other > m.largest)
            m.largest = other;
    }
    return m;
}

static void take_numbers(struct proof_ply *at, const struct summary *m, int least)
{
    uint32_t other = at->children[m->best].number[!least];

    assert(m->best < at->count && m->least <= PROOF_INFINITE);
    at->number[least] = m->least;
    if (m->least == 0)
        at->number[!least] = PROOF_INFINITE;
    else if (m->least == PROOF_INFINITE) // all others are as hopeless
        at->number[!least] = 0;
    else
        at->number[!least] = mix(other > m->largest ? other : m->largest, m->sum + other, m->open);
    // Answered one way or open: never both, or a proof would prove anything.
    assert((at->number[PROOF] == 0) == (at->number[DISPROOF] == PROOF_INFINITE));
    assert((at->number[DISPROOF] == 0) == (at->number[PROOF] == PROOF_INFINITE));
}

// The number that the best child must reach for the node's sum to reach `limit`: `mix`, solved for it.
static uint32_t sum_limit(const struct summary *m, uint32_t limit)
{
    int64_t wanted = (int64_t)limit * PARTS, sum = (int64_t)m->sum * SUM_PARTS;
    int64_t child = (wanted - sum - (PARTS - SUM_PARTS) * (int64_t)m->open + PARTS - 1) / PARTS;

    if (limit >= MOST)
        return limit;
    if (child < (int64_t)m->largest) // another child stays the largest
        child = (wanted - sum - (PARTS - SUM_PARTS) * (int64_t)(m->largest + m->open)) / SUM_PARTS;
    return child < 1 ? 1 : child < MOST ? (uint32_t)child : MOST;
}

static void visit(struct proof *s, unsigned ply, const uint32_t limit[2]);

// Searches below the best child until it is not the best any more, or the node is done. An eighth beyond
// the second best spares going back and forth between two (the 1 + epsilon trick of df-pn); with a quarter it took a sixth
// more positions.
static void visit_best(struct proof *s, unsigned ply, const struct summary *m, int least,
                       const uint32_t limit[2])
{
    struct proof_ply *at = &s->plies[ply], *next = at + 1;
    struct proof_child *c = &at->children[m->best];
    uint64_t beyond = (uint64_t)m->second + m->second / 8 + 1;
    uint32_t child_limit[2];

    child_limit[least] = beyond < limit[least] ? (uint32_t)beyond : limit[least];
    child_limit[!least] = sum_limit(m, limit[!least]);
    // The limits must let the child move at all.
    for (int i = 0; i < 2; i++) {
        if (child_limit[i] <= c->number[i])
            child_limit[i] = c->number[i] + 1;
    }
    s->task.game->apply(&at->position, c->action, &next->position);
    next->key = c->key;
    visit(s, ply + 1, child_limit);
    c->number[PROOF] = next->number[PROOF];
    c->number[DISPROOF] = next->number[DISPROOF];
    c->lost = next->lost;
}

static bool out_of_time(struct proof *s)
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

// Whether the seat loses a position that is disproven: every action of its own loses, or one of the other's wins.
static bool is_lost(const struct proof_ply *at, int least)
{
    unsigned lost = 0;

    for (unsigned i = 0; i < at->count; i++)
        lost += at->children[i].number[DISPROOF] == 0 && at->children[i].lost;
    return least == PROOF ? lost == at->count : lost > 0;
}

// Keeps what was found. A win or loss answers the question about the other seat as well.
static void keep(struct proof *s, struct proof_ply *at, int least, uint64_t work)
{
    struct proof_table *table = s->task.table;
    uint32_t other[2];

    at->lost = at->number[DISPROOF] == 0 &&
               (is_lost(at, least) || (s->task.share && known_lost(s, at->key)));
    proof_table_store(table, at->key, at->number, work);
    if (at->lost || at->number[PROOF] == 0) {
        set_answer(other, at->lost);
        proof_table_store(table, other_key(at->key), other, work);
    }
}

// ---------------------------------------------------------------------------------------------
// Several processes
// ---------------------------------------------------------------------------------------------

// How much work a position took when it was visited, and at how much more it is asked about: whenever that has doubled.
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

// Asks others about a position that took much work; true when they have answered it meanwhile. Of the root, who asks wants
// to know more than the answer: which action has it.
static bool is_answered_elsewhere(struct proof *s, unsigned ply, struct effort *effort,
                                  uint64_t nodes)
{
    struct proof_ply *at = &s->plies[ply];
    uint32_t known[2];

    if (effort->before + nodes >= effort->ask) {
        s->task.share->ask(s->task.share->to, at);
        while (effort->ask <= effort->before + nodes)
            effort->ask *= 2;
    }
    if (ply == 0 || !proof_table_probe(s->task.table, at->key, known) || !is_answered(known))
        return false;
    at->number[PROOF] = known[PROOF];
    at->number[DISPROOF] = known[DISPROOF];
    return true;
}

// Tells answers, and other numbers whenever the work behind them has doubled.
static void tell(struct proof *s, const struct proof_ply *at, const struct effort *effort,
                 uint64_t work)
{
    const struct proof_share *share = s->task.share;
    uint32_t other[2];

    if (work < share->least ||
        (!is_answered(at->number) && (effort->before >= share->least && work < 2 * effort->before)))
        return;
    share->tell(share->to, at->key, at->number, work);
    if (at->lost || at->number[PROOF] == 0) {
        set_answer(other, at->lost);
        share->tell(share->to, other_key(at->key), other, work);
    }
}

// Searches the position at `ply` until one of its numbers reaches its limit.
static void visit(struct proof *s, unsigned ply, const uint32_t limit[2])
{
    struct proof_ply *at = &s->plies[ply];
    assert(ply <= PROOF_MAX_PLY && limit[PROOF] > 0 && limit[DISPROOF] > 0);
    int least = least_number(&s->task, &at->position);
    uint64_t before = s->nodes++;
    struct effort effort = begin_effort(s, at->key);

    expand(s, at);
    for (;;) {
        struct summary m = summarise(at, least);
        take_numbers(at, &m, least);
        if (is_answered(at->number) || at->number[PROOF] >= limit[PROOF] ||
            at->number[DISPROOF] >= limit[DISPROOF] || ply == PROOF_MAX_PLY || out_of_time(s) ||
            (s->task.share && is_answered_elsewhere(s, ply, &effort, s->nodes - before)))
            break;
        // Another path may have learned more about the child since.
        struct proof_child *c = &at->children[m.best];
        uint32_t known[2];
        if (proof_table_probe(s->task.table, c->key, known) &&
            (known[PROOF] != c->number[PROOF] || known[DISPROOF] != c->number[DISPROOF])) {
            c->number[PROOF] = known[PROOF];
            c->number[DISPROOF] = known[DISPROOF];
            c->lost = known[DISPROOF] == 0 && known_lost(s, c->key);
            continue;
        }
        visit_best(s, ply, &m, least, limit);
    }
    // Work adds up over visits, so that what was returned to again and again is kept.
    uint64_t work = proof_table_work(s->task.table, at->key) + s->nodes - before;
    keep(s, at, least, work);
    if (s->task.share)
        tell(s, at, &effort, work);
}

void proof_first(const struct proof_task *task, const struct game_position *p, uint32_t number[2])
{
    first_numbers(task, p, number);
}

void proof_sum_up(const struct proof_task *task, int to_act, const uint32_t (*children)[2],
                  unsigned count, uint32_t number[2])
{
    int least = to_act == task->seat ? PROOF : DISPROOF;
    struct proof_ply at;

    assert(count > 0 && count <= GAME_MAX_ACTIONS);
    at.count = count;
    for (unsigned i = 0; i < count; i++) {
        at.children[i].number[PROOF] = children[i][PROOF];
        at.children[i].number[DISPROOF] = children[i][DISPROOF];
    }
    struct summary m = summarise(&at, least);
    take_numbers(&at, &m, least);
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
        first_numbers(task, p, number);
    return answer_of(number);
}

uint64_t proof_work(const struct proof_task *task, const struct game_position *p)
{
    return proof_table_work(task->table, proof_key(task, p));
}

void proof_run(struct proof *s, const struct proof_task *task, struct proof_report *report)
{
    static const uint32_t no_limit[2] = {PROOF_INFINITE, PROOF_INFINITE};
    struct proof_ply *root = &s->plies[0];

    // Two seats, nothing hidden, no position comes back: what the recursion rests on.
    assert(!task->game->hidden && !task->game->repetition && (task->seat == 0 || task->seat == 1));
    s->task = *task;
    s->nodes = 0;
    s->stopped = false;
    root->position = *task->root;
    root->key = proof_key(task, task->root);
    first_numbers(task, task->root, root->number);
    if (!is_answered(root->number))
        visit(s, 0, no_limit);
    *report = (struct proof_report){answer_of(root->number), s->nodes, root->number[PROOF],
                                    root->number[DISPROOF]};
}
