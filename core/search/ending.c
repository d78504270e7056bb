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
    EARLY = 12,   // actions of the past, at most, from before which on something is solved
    PLAYED = 96,  // games for the margin that an action can expect
};

// A gain of best responses, of 2, at which more rounds would change nothing that can be seen.
static const double ENOUGH = 0.002;
// See cfr_learn.
static const double TREMBLE = 0.02;
// A chance with which the other side must have come here by the solution of before, or that one knows nothing about the rest. What
// was solved from the beginning holds against surprises too, since all choices tremble while it is learned; what is solved anew from a
// belief about them does not: with 0.05 a best response gained 20 points in a position of docs/levels.md, with this 0.1, and 80 games
// at 4,000 trials between the two were even (-9 Elo [-82, +65]).
static const double REACHED = 0.0005;
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

static size_t most_nodes(const struct hidden_task *task)
{
    return (size_t)(task->effort * TRIAL_PARTS / (BUILD_PARTS + LEAST_ROUNDS * ROUND_PARTS));
}

static struct cfr *build(void *memory, size_t bytes, const struct hidden_task *task,
                         const struct deals *deals, struct random *r)
{
    size_t most = most_nodes(task), nodes;

    if (guess_nodes(task, deals, r) > (double)most * HOPELESS)
        return NULL;
    return cfr_build(memory, bytes, task->game, task->options, deals, most, &nodes);
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

// From as early in the past as a tree seems to fit, to where the game stands: then what was played since tells about secrets by the
// solution itself. NULL when that is not to be had.
static struct cfr *build_early(void *memory, size_t bytes, const struct hidden_task *task,
                               const struct deals *now, struct random *r, struct cfr_place *place)
{
    double share[GAME_MAX_SECRETS], most = (double)most_nodes(task);
    unsigned from = task->past_count, count;
    struct deals deals;

    while (from > 0 && task->past_count - from < EARLY) {
        deals_collect(&deals, task->game, task->options, &task->past[from - 1].before);
        if (guess_nodes(task, &deals, r) > most)
            break;
        from--;
    }
    if (from == task->past_count)
        return NULL;
    deals_collect(&deals, task->game, task->options, &task->past[from].before);
    struct cfr *c = build(memory, bytes, task, &deals, r);
    if (!c)
        return NULL;
    learn(task, c, cfr_nodes(c));
    cfr_at_root(place);
    for (; from < task->past_count && place->node; from++)
        cfr_step(c, place, task->past[from].action, now->secret[0], &count, share);
    return place->node && cfr_reached(c, place) >= REACHED ? c : NULL;
}

static int expected_margin(const struct hidden_task *task, struct cfr *c,
                           const struct cfr_place *place, unsigned index, const struct deals *deals,
                           struct random *r)
{
    struct deals_draw draw;
    int64_t sum = 0;

    deals_draw_init(&draw, deals, task->seat, game_secret(task->game, task->view, task->seat));
    for (unsigned i = 0; i < PLAYED; i++) {
        struct game_result result;
        unsigned deal = deals_draw(&draw, deals, r);
        struct game_position end = deals->at[deal];
        cfr_play(c, place, index, deals->secret[deal], r, &end);
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
    for (unsigned k = 0; k < i; k++)
        report->choices[k].share = (unsigned)(report->choices[k].visits * 1000000 / sum);
    uint64_t at = random_next(r) % sum;
    for (i = 0; at >= report->choices[i].visits; i++)
        at -= report->choices[i].visits;
    struct hidden_choice drawn = report->choices[i];
    memmove(report->choices + 1, report->choices, i * sizeof drawn);
    report->choices[0] = drawn;
}

// The choices at a place of a solution.
static void fill_report(const struct hidden_task *task, const struct deals *deals, struct cfr *c,
                        const struct cfr_place *place, struct random *r,
                        struct hidden_report *report)
{
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    double share[CFR_MOST_ACTIONS], worth[CFR_MOST_ACTIONS];

    cfr_choices(c, place, game_secret(task->game, task->view, task->seat), share, worth);
    report->count = task->game->actions(task->view, list);
    for (unsigned i = 0; i < report->count; i++) {
        report->choices[i] = (struct hidden_choice){
            .action = list[i],
            .visits = 1 + (uint64_t)(share[i] * 1000000.0),
            .chance = (int)(500.0 + 500.0 * worth[i] + 0.5),
            .margin = task->game->scores ? expected_margin(task, c, place, i, deals, r) : 0};
    }
    secrets_sort(report);
    draw_first(report, r);
}

struct cfr *ending_run(void *memory, size_t bytes, const struct hidden_task *task,
                       const struct deals *deals, struct cfr *before, struct cfr_place *place,
                       struct hidden_report *report)
{
    struct random r = random_from_seed(task->seed ^ 0x656e64696e67);
    struct cfr *c = before;

    if (game_secret(task->game, task->view, task->seat) < 0 ||
        !cfr_serves(task->game, task->options))
        return NULL;
    // Whoever asks about one action wants to know what it is worth, however seldom it is played.
    if (!before || !place->node || task->first || cfr_reached(c, place) < REACHED) {
        c = before || task->first ? NULL : build_early(memory, bytes, task, deals, &r, place);
        if (!c) {
            c = build(memory, bytes, task, deals, &r);
            cfr_at_root(place);
        }
    }
    if (!c)
        return NULL;
    report->trials = learn(task, c, cfr_nodes(c));
    if (task->trials && report->trials > task->trials)
        report->trials = task->trials;
    fill_report(task, deals, c, place, &r, report);
    return c;
}
