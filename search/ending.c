// SPDX-License-Identifier: MIT
// When to solve, for how long, and how the solution becomes choices.
#include "search/ending.h"

#include <assert.h>
#include <string.h>

enum {
    // Work is counted in trials, of which a node takes so many parts: building it, and one round of learning. Measured on one
    // core: a trial 1.8 microseconds, 0.5 and 0.11.
    BUILD_PARTS = 4,
    ROUND_PARTS = 1,
    TRIAL_PARTS = 16,
    LEAST_ROUNDS =
        24, // after which a best response gained 0.3 points of win chance in trees of 100,000 nodes
    STEP = 16,    // rounds after which it is looked whether that is enough
    PROBES = 24,  // random games that guess at the size of a tree
    HOPELESS = 6, // a guess so many times too large is believed
    PLAYED = 96,  // games for the margin that an action can expect
};

// A gain of best responses, of 2, at which more rounds would change nothing that can be seen.
static const double ENOUGH = 0.002;
// See cfr_learn.
static const double TREMBLE = 0.02;
// A share so small is taken for a trace of early rounds and not played.
static const double TRACE = 0.06;

// Knuth's estimate: the product of the branches along a random way counts all ways.
static double guess_nodes(const struct hidden_task *task, const struct deals *deals,
                          struct random *r)
{
    const struct game *g = task->game;
    double sum = 0.0;

    for (unsigned i = 0; i < PROBES; i++) {
        game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
        struct game_position p = deals->at[random_below(r, deals->count)];
        double ways = 1.0;
        unsigned count;
        while ((count = g->actions(&p, list)) > 0) {
            sum += ways;
            ways *= count;
            g->apply(&p, list[random_below(r, count)], &p);
        }
    }
    return sum / PROBES;
}

static struct cfr *build(void *memory, size_t bytes, const struct hidden_task *task,
                         const struct deals *deals, struct random *r, size_t *nodes)
{
    uint64_t most = task->effort * TRIAL_PARTS / (BUILD_PARTS + LEAST_ROUNDS * ROUND_PARTS);

    if (guess_nodes(task, deals, r) > (double)most * HOPELESS)
        return NULL;
    return cfr_build(memory, bytes, task->game, task->options, deals, (size_t)most, nodes);
}

// Learns until that is enough, or the effort is spent; the trials that it stands for.
static uint64_t learn(const struct hidden_task *task, struct cfr *c, size_t nodes)
{
    uint64_t spent = nodes * BUILD_PARTS, all = task->effort * TRIAL_PARTS;
    unsigned rounds = 0;

    do {
        cfr_learn(c, 1, TREMBLE);
        spent += nodes * ROUND_PARTS;
        if (++rounds % STEP == 0 && rounds >= LEAST_ROUNDS &&
            cfr_response(c, 0) + cfr_response(c, 1) < ENOUGH)
            break;
    } while (spent < all && (rounds < LEAST_ROUNDS / 2 || !task->poll || !task->poll(task->to)));
    return spent / TRIAL_PARTS + 1;
}

static int expected_margin(const struct hidden_task *task, struct cfr *c, unsigned index,
                           const struct deals *deals, struct random *r)
{
    struct deals_draw draw;
    int64_t sum = 0;

    deals_draw_init(&draw, deals, task->seat, game_secret(task->game, task->view, task->seat));
    for (unsigned i = 0; i < PLAYED; i++) {
        struct game_position end;
        struct game_result result;
        cfr_play(c, index, deals_draw(&draw, deals, r), r, &end);
        task->game->result(&end, &result);
        assert(result.over);
        sum += game_lead(task->game, task->options, &result, task->seat);
    }
    return (int)(sum * 10 / PLAYED);
}

// Puts one of the choices first, drawn by the shares of the solution; the others stay in their order.
static void draw_first(struct hidden_report *report, struct random *r)
{
    uint64_t least = 0, sum = 0;
    unsigned i = 0;

    for (unsigned k = 0; k < report->count; k++)
        least += report->choices[k].visits;
    least = (uint64_t)((double)least * TRACE);
    while (i < report->count && report->choices[i].visits > least)
        sum += report->choices[i++].visits;
    if (sum == 0)
        return;
    uint64_t at = random_next(r) % sum;
    for (i = 0; at >= report->choices[i].visits; i++)
        at -= report->choices[i].visits;
    struct hidden_choice drawn = report->choices[i];
    memmove(report->choices + 1, report->choices, i * sizeof drawn);
    report->choices[0] = drawn;
}

struct cfr *ending_run(void *memory, size_t bytes, const struct hidden_task *task,
                       const struct deals *deals, struct hidden_report *report)
{
    struct random r = random_from_seed(task->seed ^ 0x656e64696e67);
    int own = game_secret(task->game, task->view, task->seat);
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    double share[CFR_MOST_ACTIONS], worth[CFR_MOST_ACTIONS];
    size_t nodes = 0;

    if (own < 0 || !cfr_serves(task->game, task->options))
        return NULL;
    struct cfr *c = build(memory, bytes, task, deals, &r, &nodes);
    if (!c)
        return NULL;
    report->trials = learn(task, c, nodes);
    if (task->trials && report->trials > task->trials)
        report->trials = task->trials;
    cfr_root(c, own, share, worth);
    report->count = task->game->actions(task->view, list);
    for (unsigned i = 0; i < report->count; i++) {
        report->choices[i] = (struct hidden_choice){
            .action = list[i],
            .visits = 1 + (uint64_t)(share[i] * 1000000.0),
            .chance = (int)(500.0 + 500.0 * worth[i] + 0.5),
            .margin = task->game->scores ? expected_margin(task, c, i, deals, &r) : 0};
    }
    secrets_sort(report);
    draw_first(report, &r);
    return c;
}
