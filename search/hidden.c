// SPDX-License-Identifier: MIT
// The tree of a game that is no duel. Nodes are what everybody sees (the key of the public view), so different
// deals share them; a node counts the choices of its seat apart for every secret the seat may have.
// Only +, -, *, / and sqrt are used on doubles, which are exact on every platform.
#include "search/hidden.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "search/belief.h"

enum {
    PATH = 256,        // a longer game is played out at random beyond it, and credited up to it
    POLL_TRIALS = 256, // about a millisecond: a stop is felt at once, and the clock costs nothing
    FIRST_MILESTONE = 1024, // before that a report would say little and change at once
    LOAD_NUMERATOR = 7,     // the table of nodes is full at 7/8: linear probing is slow beyond that
    LOAD_DENOMINATOR = 8,
    CHOICES_A_NODE = 6, // divides the memory, by hand; whichever part fills first ends the growth
};

// How much the search looks into what seems worse: c squared of UCB1 with gains from 0 to 1 (the textbook's is 2, which is for
// gains whose spread is unknown). Others against it, 200 games at 2,000 trials: 0.25 +7 Elo [-42, +56], 1.0 -52 [-98, -9].
static const double EXPLORE = 0.5;

// How often an action was chosen with a secret, and the sum of what came of it (2 a win, 1 a draw).
struct choice {
    uint32_t visits, gain;
};

struct node {
    uint64_t key;   // 0: empty
    uint32_t first; // of its choices: count rows of GAME_MAX_SECRETS
    uint16_t count;
    uint16_t seat;
};

struct hidden_search {
    size_t node_room, choice_room; // node_room is a power of two
    size_t node_count, choice_count;
    struct node *nodes;
    struct choice *choices;
    int own; // our secret, or -1 when even we are not told
    int64_t
        leads[GAME_MAX_ACTIONS]; // at the root, by action: sums of our leads at the ends of trials
};

// One step of a trial, to be credited with its end.
struct step {
    struct choice *choice;
    int seat;
};

struct hidden_search *hidden_init(void *memory, size_t bytes)
{
    struct hidden_search *s = memory;
    size_t header = (sizeof *s + 63) / 64 * 64, nodes = HIDDEN_LEAST_NODES;

    const size_t each =
        sizeof(struct node) + CHOICES_A_NODE * GAME_MAX_SECRETS * sizeof(struct choice);
    if (bytes < header + nodes * each)
        return NULL;
    while (header + nodes * 2 * each <= bytes)
        nodes *= 2;
    s->node_room = nodes;
    s->nodes = (struct node *)((unsigned char *)memory + header);
    s->choices = (struct choice *)(s->nodes + nodes);
    s->choice_room = (bytes - header - nodes * sizeof(struct node)) / sizeof(struct choice);
    return s;
}

static void forget(struct hidden_search *s)
{
    memset(s->nodes, 0, s->node_room * sizeof *s->nodes);
    memset(s->leads, 0, sizeof s->leads);
    s->node_count = 0;
    s->choice_count = 0;
}

// The node with this key, or the empty place where it belongs.
static struct node *find(struct hidden_search *s, uint64_t key)
{
    size_t at = (size_t)key & (s->node_room - 1);

    assert(key != 0 && s->node_count < s->node_room); // or the walk below would never end
    while (s->nodes[at].key && s->nodes[at].key != key)
        at = (at + 1) & (s->node_room - 1);
    return &s->nodes[at];
}

// Makes a node of an empty place; false when the tree is full.
static bool grow(struct hidden_search *s, struct node *node, uint64_t key, unsigned count, int seat)
{
    size_t choices = (size_t)count * GAME_MAX_SECRETS;

    assert(node->key == 0 && count > 0 && count <= GAME_MAX_ACTIONS);
    if (s->choice_count + choices > s->choice_room ||
        s->node_count >= s->node_room / LOAD_DENOMINATOR * LOAD_NUMERATOR)
        return false;
    *node = (struct node){key, (uint32_t)s->choice_count, (uint16_t)count, (uint16_t)seat};
    memset(s->choices + s->choice_count, 0, choices * sizeof *s->choices);
    s->choice_count += choices;
    s->node_count++;
    return true;
}

static struct choice *choice_of(struct hidden_search *s, const struct node *node, unsigned index,
                                int secret)
{
    // The same public view has the same actions whatever is secret: the contract of hidden games, on which sharing nodes rests.
    assert(index < node->count && secret >= 0 && secret < GAME_MAX_SECRETS);
    return &s->choices[node->first + index * GAME_MAX_SECRETS + (unsigned)secret];
}

// The natural logarithm, near enough for an exploration term: exact halvings and a line between them.
static double rough_log(uint32_t n)
{
    assert(n > 0);
    int halvings = 31 - __builtin_clz(n);

    return 0.6931 * (halvings + ((double)n / (double)(UINT32_C(1) << halvings) - 1.0));
}

// Upper confidence bounds; what was never tried comes first, at random.
static unsigned select_choice(struct hidden_search *s, const struct node *node, int secret,
                              struct random *r)
{
    uint32_t total = 0, untried = 0;
    unsigned best = 0;
    double most = -1.0;

    for (unsigned i = 0; i < node->count; i++) {
        uint32_t visits = choice_of(s, node, i, secret)->visits;
        total += visits;
        if (visits == 0 && random_below(r, ++untried) == 0)
            best = i;
    }
    if (untried)
        return best;
    double explore = EXPLORE * rough_log(total + 1);
    for (unsigned i = 0; i < node->count; i++) {
        const struct choice *c = choice_of(s, node, i, secret);
        double value = c->gain / (2.0 * c->visits) + sqrt(explore / c->visits);
        if (value > most) {
            most = value;
            best = i;
        }
    }
    return best;
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

static unsigned index_of(const game_action *list, unsigned count, game_action action)
{
    unsigned i = 0;

    while (i + 1 < count && list[i] != action)
        i++;
    return i;
}

// Counts the points of a trial for what was chosen at the root, where we are ourselves. The choices of the root are
// the first that the tree has.
static void credit_root(struct hidden_search *s, const struct hidden_task *task,
                        const struct choice *chosen, const struct game_result *result)
{
    size_t offset = (size_t)(chosen - s->choices);

    if (s->own < 0 || (int)(offset % GAME_MAX_SECRETS) == s->own)
        s->leads[offset / GAME_MAX_SECRETS] +=
            game_lead(task->game, task->options, result, task->seat);
}

// From the root down the tree by the dealt secrets, one new node, and to the end at random. `first` is what
// must be played at the root, or NULL.
static void trial(struct hidden_search *s, const struct hidden_task *task, const game_action *first,
                  struct game_position *p, struct random *r)
{
    const struct game *g = task->game;
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    struct step steps[PATH];
    struct game_result result;
    unsigned depth = 0, count;
    bool grown = false;

    while (!grown && depth < PATH && (count = g->actions(p, list)) > 0) {
        struct game_position seen;
        int seat = g->to_act(p);
        game_view(g, p, GAME_PUBLIC, &seen);
        uint64_t key = game_key(g, &seen) | 1;
        struct node *node = find(s, key);
        if (!node->key) {
            grown = true;
            if (!grow(s, node, key, count, seat))
                break;
        }
        assert(node->count == count && node->seat == seat);
        int secret = game_secret(g, p, seat);
        unsigned index =
            first && depth == 0 ? index_of(list, count, *first) : select_choice(s, node, secret, r);
        steps[depth++] = (struct step){choice_of(s, node, index, secret), seat};
        g->apply(p, list[index], p);
    }
    play_out(g, p, r, &result);
    assert(result.over);
    for (unsigned i = 0; i < depth; i++) {
        steps[i].choice->visits++;
        steps[i].choice->gain += (uint32_t)result.outcome[steps[i].seat];
    }
    if (depth > 0 && task->game->scores)
        credit_root(s, task, steps[0].choice, &result);
}

static void sort_choices(struct hidden_report *report)
{
    for (unsigned i = 1; i < report->count; i++) {
        struct hidden_choice moving = report->choices[i];
        unsigned j = i;
        for (; j > 0 && report->choices[j - 1].visits < moving.visits; j--)
            report->choices[j] = report->choices[j - 1];
        report->choices[j] = moving;
    }
}

static void fill_report(struct hidden_search *s, const struct hidden_task *task,
                        struct hidden_report *report)
{
    const struct game *g = task->game;
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    struct game_position seen;

    game_view(g, task->view, GAME_PUBLIC, &seen);
    const struct node *root = find(s, game_key(g, &seen) | 1);
    report->count = g->actions(task->view, list);
    for (unsigned i = 0; i < report->count; i++) {
        struct hidden_choice *out = &report->choices[i];
        *out = (struct hidden_choice){.action = list[i]};
        if (!root->key)
            continue;
        uint64_t gain = 0;
        for (int secret = 0; secret < GAME_MAX_SECRETS; secret++) {
            if (s->own >= 0 && secret != s->own)
                continue;
            out->visits += choice_of(s, root, i, secret)->visits;
            gain += choice_of(s, root, i, secret)->gain;
        }
        if (!out->visits)
            continue;
        out->chance = (int)(gain * 500 / out->visits);
        out->margin = (int)(s->leads[i] * 10 / (int64_t)out->visits);
        assert(out->chance >= 0 && out->chance <= 1000);
    }
    sort_choices(report);
}

// Progress is told at every power of two, as other searches tell theirs at every depth.
static bool is_milestone(uint64_t trials)
{
    return trials >= FIRST_MILESTONE && (trials & (trials - 1)) == 0;
}

void hidden_run(struct hidden_search *s, const struct hidden_task *task,
                struct hidden_report *report)
{
    struct random r = random_from_seed(task->seed);
    struct belief_deals ours, anybody;
    uint64_t done = 0;

    // Whoever thinks may know the seat's view and no more; a whole position here would be the truth.
    assert(!game_is_duel(task->game, task->options) &&
           task->game->to_act(task->view) == task->seat);
    forget(s);
    s->own = game_secret(task->game, task->view, task->seat);
    belief_from_past(task, report->beliefs);
    belief_deals_init(&ours, task, report->beliefs, task->seat);
    belief_deals_init(&anybody, task, report->beliefs, GAME_PUBLIC);
    while ((task->trials == 0 || done < task->trials) &&
           (done % POLL_TRIALS != 0 || !task->poll || !task->poll(task->to))) {
        struct game_position p;
        // Learn against all that we might be, who then choose for themselves.
        bool others = task->game->hidden && done % 2;
        belief_deal(others ? &anybody : &ours, &r, &p);
        trial(s, task, others ? NULL : task->first, &p, &r);
        done++;
        if (task->progress && is_milestone(done) && done != task->trials) {
            report->trials = done;
            fill_report(s, task, report);
            task->progress(task->to, report);
        }
    }
    report->trials = done;
    fill_report(s, task, report);
}
