// SPDX-License-Identifier: MIT
// The tree of a game that is no duel. Nodes are what everybody sees, so different deals share them; a node counts the choices
// of its seat apart for every secret the seat may have.
// Only +, -, *, / and sqrt are used on doubles, which are exact on every platform.
#include "search/hidden.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "search/ending.h"

enum {
    PATH = 256,        // a longer game is played out at random beyond it, and credited up to it
    POLL_TRIALS = 256, // about a millisecond: a stop is felt at once, and the clock costs nothing
    FIRST_MILESTONE = 1024, // before that a report would say little and change at once
    UNIT = 8,               // bytes that an offset in the tree counts
    OBSERVATIONS = 24, // actions that are judged at a glance, the latest: bounds the time for it
    THOUGHT = 8,       // trials for each action and secret from which on a tree knows a strategy
    EXPAND = 2,        // visits of an action before what comes after it gets a node
    MATCH_FROM = 64,   // trials at a node before regrets mean something, chosen by hand
    MATCH_EVERY = 2,   // every other choice matches regrets; the others look into what seems worse
};

// How much the search looks into what seems worse: c squared of UCB1 with gains from 0 to 1 (the textbook's is 2, which is for
// gains whose spread is unknown). Others against it, 200 games at 2,000 trials: 0.25 +7 Elo [-42, +56], 1.0 -52 [-98, -9].
static const double EXPLORE = 0.5;

// How often an action was chosen with a secret, and the sum of what came of it (2 a win, 1 a draw).
struct choice {
    uint32_t visits, gain;
};

// Where an action leads to for a set of deals. Where it tells something about secrets, deals part: they follow `next`.
struct edge {
    uint64_t deals; // known to lead there
    uint32_t child; // 0: no node yet
    uint32_t next;  // 0: none
    game_action action;
    uint32_t visits;
};

// What everybody sees: followed by its edges and then by its choices, a row for each secret.
struct node {
    uint64_t key; // of the public view
    uint16_t count, seat;
    uint32_t rest;
};

struct hidden_search {
    uint64_t *tree;
    size_t room, used; // in units; 0 is no node
    uint32_t root;
    unsigned rows;
    int own; // our secret, or -1 when even we are not told
    uint8_t row_of[GAME_MAX_SECRETS];
    unsigned possible;  // secrets that anybody can have, as a set
    struct deals deals; // of the tree, advanced to its root
    struct deals now;   // of the task
    int64_t
        leads[GAME_MAX_ACTIONS]; // at the root, by action: sums of our leads at the ends of trials
    uint32_t led[GAME_MAX_ACTIONS]; // how many
};

// One step of a trial, to be credited with its end.
struct step {
    struct choice *choice;
    int seat;
};

struct hidden_search *hidden_init(void *memory, size_t bytes)
{
    struct hidden_search *s = memory;
    size_t header = (sizeof *s + 63) / 64 * 64;

    if (bytes < header + HIDDEN_LEAST_BYTES)
        return NULL;
    s->tree = (uint64_t *)((unsigned char *)memory + header);
    s->room = (bytes - header) / UNIT;
    if (s->room > UINT32_MAX)
        s->room = UINT32_MAX;
    return s;
}

static struct node *node_at(const struct hidden_search *s, uint32_t offset)
{
    return (struct node *)(s->tree + offset);
}

static struct edge *edge_at(const struct hidden_search *s, uint32_t offset)
{
    return (struct edge *)(s->tree + offset);
}

static struct edge *edges_of(struct node *node)
{
    return (struct edge *)(node + 1);
}

static struct choice *choices_of(struct node *node, unsigned row)
{
    return (struct choice *)(edges_of(node) + node->count) + (size_t)row * node->count;
}

// So many zeroed bytes of the tree; 0 when it is full.
static uint32_t allot(struct hidden_search *s, size_t bytes)
{
    size_t units = (bytes + UNIT - 1) / UNIT, at = s->used;

    if (units > s->room - s->used)
        return 0;
    memset(s->tree + at, 0, units * UNIT);
    s->used += units;
    return (uint32_t)at;
}

static uint32_t grow(struct hidden_search *s, uint64_t key, const game_action *list, unsigned count,
                     int seat)
{
    uint32_t at = allot(s, sizeof(struct node) +
                               count * (sizeof(struct edge) + s->rows * sizeof(struct choice)));
    if (!at)
        return 0;
    struct node *node = node_at(s, at);
    *node = (struct node){.key = key, .count = (uint16_t)count, .seat = (uint16_t)seat};
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

// The natural logarithm, near enough for an exploration term: exact halvings and a line between them.
static double rough_log(uint32_t n)
{
    assert(n > 0);
    int halvings = 31 - __builtin_clz(n);

    return 0.6931 * (halvings + ((double)n / (double)(UINT32_C(1) << halvings) - 1.0));
}

// Upper confidence bounds; what was never tried comes first, at random.
static unsigned look_around(const struct choice *row, unsigned count, uint32_t total,
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
    double explore = EXPLORE * rough_log(total + 1);
    for (unsigned i = 0; i < count; i++) {
        double value = row[i].gain / (2.0 * row[i].visits) + sqrt(explore / row[i].visits);
        if (value > most) {
            most = value;
            best = i;
        }
    }
    return best;
}

// Regret matching: each action is drawn by how much better it would have been than what was chosen. Where all are equal, the
// last of them.
static unsigned match_regrets(const struct choice *row, unsigned count, double value,
                              struct random *r)
{
    double sum = 0.0;
    unsigned best = 0;

    for (unsigned i = 0; i < count; i++) {
        double regret = (double)row[i].gain / row[i].visits - value;
        sum += regret > 0.0 ? regret : 0.0;
    }
    double at = sum * ((double)(random_next(r) >> 32) / 4294967296.0);
    for (unsigned i = 0; i < count; i++) {
        double regret = (double)row[i].gain / row[i].visits - value;
        if (regret < 0.0)
            continue;
        best = i;
        at -= regret;
        if (at < 0.0)
            break;
    }
    return best;
}

// Bounds alone settle on one action in every node, and can be read; regrets alone never find what they dropped too early. 100
// games at 4,000 trials against bounds alone: by turns +14 Elo [-47, +74], regrets alone -220 [-294, -142], regrets summed up
// over time as in the textbook -100 [-172, -28].
static unsigned select_choice(const struct choice *row, unsigned count, struct random *r)
{
    uint32_t total = 0;
    uint64_t gain = 0;
    bool tried = true; // without it a forced first action could leave others that have no mean yet

    for (unsigned i = 0; i < count; i++) {
        total += row[i].visits;
        gain += row[i].gain;
        tried = tried && row[i].visits > 0;
    }
    if (tried && total >= MATCH_FROM && total >= 2 * count && total % MATCH_EVERY == 0)
        return match_regrets(row, count, (double)gain / total, r);
    return look_around(row, count, total, r);
}

// One of two random actions, the one that the game would rather try.
static game_action rather(const struct game *g, const struct game_position *p,
                          const game_action *list, unsigned count, struct random *r)
{
    game_action two[2] = {list[random_below(r, count)], list[random_below(r, count)]};
    int score[2];

    game_order(g, p, two, 2, score);
    return two[score[1] > score[0]];
}

// Plays to the end as people who know their own secret might, roughly.
static void play_out(const struct game *g, struct game_position *p, struct random *r,
                     struct game_result *result)
{
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    unsigned count;

    while ((count = g->actions(p, list)) > 0)
        g->apply(p, rather(g, p, list, count, r), p);
    g->result(p, result);
}

// The node to which an edge leads with this deal, after which `p` stands; 0 when there is none: the game is over, or the
// tree ends here. Once the way of a deal is known nothing is computed.
static uint32_t follow(struct hidden_search *s, const struct game *g, uint32_t from, unsigned index,
                       unsigned deal, const struct game_position *p, bool *grown)
{
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    uint64_t bit = UINT64_C(1) << deal;
    struct edge *first = &edges_of(node_at(s, from))[index], *e;

    for (e = first; !(e->deals & bit); e = edge_at(s, e->next)) {
        if (!e->next)
            break;
    }
    if (e->deals & bit)
        return e->child;
    if (first->visits < EXPAND)
        return 0;
    unsigned count = g->actions(p, list);
    if (count == 0)
        return 0;
    uint64_t key = public_key(g, p);
    for (e = first;; e = edge_at(s, e->next)) {
        if (e->child && node_at(s, e->child)->key == key) {
            e->deals |= bit;
            return e->child;
        }
        if (!e->next)
            break;
    }
    uint32_t child = grow(s, key, list, count, g->to_act(p));
    if (!child)
        return 0;
    *grown = true;
    if (e->child) {
        e->next = allot(s, sizeof *e);
        if (!e->next)
            return 0;
        e = edge_at(s, e->next);
    }
    e->child = child;
    e->deals |= bit;
    return child;
}

static unsigned index_of(struct node *node, game_action action)
{
    unsigned i = 0;

    while (i + 1u < node->count && edges_of(node)[i].action != action)
        i++;
    return i;
}

// From the root down the tree by the dealt secrets, one new node, and to the end at random. `first` is what must be
// played at the root, or NULL.
static void trial(struct hidden_search *s, const struct hidden_task *task, const game_action *first,
                  unsigned deal, struct random *r)
{
    const struct game *g = task->game;
    struct game_position p = s->deals.at[deal];
    struct step steps[PATH];
    struct game_result result;
    unsigned depth = 0, chosen = 0;
    uint32_t at = s->root;
    bool grown = false;

    while (at && depth < PATH) {
        struct node *node = node_at(s, at);
        struct choice *row = choices_of(node, s->row_of[s->deals.secret[deal][node->seat]]);
        unsigned index =
            first && depth == 0 ? index_of(node, *first) : select_choice(row, node->count, r);
        steps[depth++] = (struct step){&row[index], node->seat};
        chosen = at == s->root ? index : chosen;
        edges_of(node)[index].visits++;
        g->apply(&p, edges_of(node)[index].action, &p);
        if (grown)
            break;
        at = follow(s, g, at, index, deal, &p, &grown);
    }
    play_out(g, &p, r, &result);
    assert(result.over);
    for (unsigned i = 0; i < depth; i++) {
        steps[i].choice->visits++;
        steps[i].choice->gain += (uint32_t)result.outcome[steps[i].seat];
    }
    if (g->scores && (s->own < 0 || s->deals.secret[deal][task->seat] == s->own)) {
        s->leads[chosen] += game_lead(g, task->options, &result, task->seat);
        s->led[chosen]++;
    }
}

static void fill_report(struct hidden_search *s, struct hidden_report *report)
{
    struct node *root = node_at(s, s->root);

    report->count = root->count;
    for (unsigned i = 0; i < report->count; i++) {
        struct hidden_choice *out = &report->choices[i];
        uint64_t gain = 0;
        *out = (struct hidden_choice){.action = edges_of(root)[i].action};
        for (unsigned row = 0; row < s->rows; row++) {
            if (s->own >= 0 && s->row_of[s->own] != row)
                continue;
            out->visits += choices_of(root, row)[i].visits;
            gain += choices_of(root, row)[i].gain;
        }
        if (!out->visits)
            continue;
        out->chance = (int)(gain * 500 / out->visits);
        out->margin = s->led[i] ? (int)(s->leads[i] * 10 / (int64_t)s->led[i]) : 0;
        assert(out->chance >= 0 && out->chance <= 1000);
    }
    secrets_sort(report);
}

// Progress is told at every power of two, as other searches tell theirs at every depth.
static bool is_milestone(uint64_t trials)
{
    return trials >= FIRST_MILESTONE && (trials & (trials - 1)) == 0;
}

static void number_rows(struct hidden_search *s)
{
    bool seen[GAME_MAX_SECRETS] = {0};

    for (unsigned i = 0; i < s->deals.count; i++) {
        for (int seat = 0; seat < s->deals.seats; seat++)
            seen[s->deals.secret[i][seat]] = true;
    }
    s->rows = 0;
    for (unsigned secret = 0; secret < GAME_MAX_SECRETS; secret++) {
        s->row_of[secret] = (uint8_t)(seen[secret] ? s->rows : GAME_MAX_SECRETS);
        s->rows += seen[secret];
    }
}

// ---------------------------------------------------------------------------------------------
// The past
// ---------------------------------------------------------------------------------------------

// What stood after so many actions of the past, as everybody saw it.
static void seen_after(const struct hidden_task *task, unsigned count, struct game_position *seen)
{
    if (count < task->past_count)
        *seen = task->past[count].before;
    else
        game_view(task->game, task->view, GAME_PUBLIC, seen);
}

// What stood after so many actions, and how it came to that.
static uint64_t hash_past(const struct hidden_task *task, unsigned count)
{
    struct game_position seen;

    seen_after(task, count, &seen);
    uint64_t h = game_key(task->game, &seen);
    for (unsigned i = 0; i < count; i++) {
        h = hash_word(h, game_key(task->game, &task->past[i].before));
        h = hash_word(h, task->past[i].action);
    }
    return hash_mix(h);
}

// Only the same seat with the same secret: what another has thought of would tell its own.
static bool remembers(const struct hidden_memory *m, const struct hidden_task *task, int own)
{
    return m && m->game == task->game && m->seat == task->seat && m->own == own &&
           memcmp(&m->options, task->options, sizeof m->options) == 0 &&
           m->past_count <= task->past_count && m->past == hash_past(task, m->past_count);
}

// How often each secret chose an action at a node; false when it was hardly looked at.
static bool shares_at(struct hidden_search *s, struct node *node, unsigned index,
                      double share[GAME_MAX_SECRETS])
{
    for (int secret = 0; secret < GAME_MAX_SECRETS; secret++) {
        uint32_t total = 0;
        share[secret] = 0.0;
        bool has_row = s->row_of[secret] < s->rows;
        for (unsigned i = 0; has_row && i < node->count; i++)
            total += choices_of(node, s->row_of[secret])[i].visits;
        if (has_row && total < THOUGHT * node->count && s->possible >> secret & 1)
            return false;
        if (has_row && total)
            share[secret] = (double)choices_of(node, s->row_of[secret])[index].visits / total;
    }
    return true;
}

// Where an action of the past led to in the tree; 0: nowhere.
static uint32_t node_after(struct hidden_search *s, const struct hidden_task *task, uint32_t at,
                           unsigned index, const struct game_position *seen)
{
    struct edge *e = &edges_of(node_at(s, at))[index];
    uint64_t key = game_key(task->game, seen);

    for (;; e = edge_at(s, e->next)) {
        if (e->child && node_at(s, e->child)->key == key)
            return e->child;
        if (!e->next)
            return 0;
    }
}

// Takes in what was played since the tree was made, by its strategies as far as it goes, and moves its root there; the root is 0
// when the tree does not know what stands now.
static void follow_past(struct hidden_search *s, const struct hidden_task *task, struct belief *b)
{
    struct hidden_memory *m = task->memory;
    uint32_t at = m->searched ? s->root : 0;

    for (unsigned i = m->past_count; i < task->past_count; i++) {
        const struct hidden_past *past = &task->past[i];
        double share[GAME_MAX_SECRETS];
        struct game_position seen;
        unsigned count, index = at ? index_of(node_at(s, at), past->action) : 0;
        seen_after(task, i + 1, &seen);
        if (m->solved && m->place.node) {
            cfr_step(m->solved, &m->place, past->action, s->now.secret[0], &count, share);
            belief_by_strategy(b, task->game->to_act(&past->before), count, share);
        } else if (at && shares_at(s, node_at(s, at), index, share)) {
            belief_by_strategy(b, node_at(s, at)->seat, node_at(s, at)->count, share);
        } else {
            belief_by_glance(b, task, i);
        }
        if (at) {
            deals_advance(&s->deals, task->game, past->action, &seen);
            at = node_after(s, task, at, index, &seen);
        }
    }
    s->root = at;
}

// What is believed now, by memory or by a glance at the past.
static void believe(struct hidden_search *s, const struct hidden_task *task, struct belief *b)
{
    unsigned from = task->past_count > OBSERVATIONS ? task->past_count - OBSERVATIONS : 0;

    s->own = game_secret(task->game, task->view, task->seat);
    deals_collect(&s->now, task->game, task->options, task->view);
    s->possible = 0;
    for (unsigned i = 0; i < s->now.count; i++) {
        for (int seat = 0; seat < s->now.seats; seat++)
            s->possible |= 1u << s->now.secret[i][seat];
    }
    if (remembers(task->memory, task, s->own)) {
        *b = task->memory->belief;
        follow_past(s, task, b);
        return;
    }
    s->root = 0;
    if (task->memory)
        *task->memory = (struct hidden_memory){0};
    belief_init(b, &s->now);
    for (unsigned i = from; i < task->past_count; i++)
        belief_by_glance(b, task, i);
}

static void remember(const struct hidden_search *s, const struct hidden_task *task,
                     const struct belief *b, struct cfr *solved, const struct cfr_place *place)
{
    if (!task->memory)
        return;
    *task->memory = (struct hidden_memory){
        .game = task->game,
        .options = *task->options,
        .seat = task->seat,
        .own = s->own,
        .past_count = task->past_count,
        .past = hash_past(task, task->past_count),
        .belief = *b,
        .solved = solved,
        .place = *place,
        .searched = !solved && !task->first, // a forced choice is nobody's strategy
    };
}

// Begins a new tree.
static void plant(struct hidden_search *s, const struct hidden_task *task)
{
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    unsigned count = task->game->actions(task->view, list);

    s->deals = s->now;
    number_rows(s);
    s->used = 1;
    s->root = grow(s, public_key(task->game, task->view), list, count, task->seat);
    assert(s->root); // HIDDEN_LEAST_BYTES are enough for one
}

static void run_trials(struct hidden_search *s, const struct hidden_task *task,
                       const struct belief *b, struct hidden_report *report)
{
    struct random r = random_from_seed(task->seed);
    struct deals_draw ours, anybody;
    uint64_t done = 0;

    memset(s->leads, 0, sizeof s->leads);
    memset(s->led, 0, sizeof s->led);
    if (!s->root)
        plant(s, task);
    belief_weigh(b, &s->deals);
    deals_draw_init(&ours, &s->deals, task->seat, s->own);
    deals_draw_init(&anybody, &s->deals, 0, -1);
    while ((task->trials == 0 || done < task->trials) &&
           (done % POLL_TRIALS != 0 || !task->poll || !task->poll(task->to))) {
        // Learn against all that we might be, who then choose for themselves.
        bool others = task->game->hidden && done % 2;
        trial(s, task, others ? NULL : task->first,
              deals_draw(others ? &anybody : &ours, &s->deals, &r), &r);
        done++;
        if (task->progress && is_milestone(done) && done != task->trials) {
            report->trials = done;
            fill_report(s, report);
            task->progress(task->to, report);
        }
    }
    report->trials = done;
    fill_report(s, report);
}

// A tree that has grown over much of the memory, or whose root was forced or has not moved, is not used again.
static bool is_worn(const struct hidden_search *s, const struct hidden_task *task)
{
    return task->first || s->used > s->room / 2 || !task->memory->searched ||
           task->memory->past_count == task->past_count;
}

void hidden_run(struct hidden_search *s, const struct hidden_task *task,
                struct hidden_report *report)
{
    struct belief b;
    struct cfr *solved = NULL;
    struct cfr_place place = {0};

    // Whoever thinks may know the seat's view and no more; a whole position here would be the truth.
    assert(!game_is_duel(task->game, task->options) &&
           task->game->to_act(task->view) == task->seat);
    believe(s, task, &b);
    belief_weigh(&b, &s->now);
    belief_tell(&s->now, task->seat, s->own, report->beliefs);
    if (s->root && is_worn(s, task))
        s->root = 0;
    if (task->memory && task->memory->solved) {
        solved = task->memory->solved;
        place = task->memory->place;
    }
    // Beside a tree that is still of use.
    size_t beside = s->root ? (s->used * UNIT + 63) / 64 * 64 : 0;
    solved = ending_run((unsigned char *)s->tree + beside, s->room * UNIT - beside, task, &s->now,
                        solved, &place, report);
    if (!solved)
        run_trials(s, task, &b, report);
    remember(s, task, &b, solved, &place);
}
