// SPDX-License-Identifier: MIT
// Decides when to solve and for how long, and turns the solution into a choice.
#include "search/endgame.h"

#include <assert.h>
#include <string.h>

enum {
    // The budget counts ISMCTS simulations. In sixteenths of one: building a node, and one
    // iteration of CFR+ at a node. Measured on one core: a simulation 1.8 microseconds, 0.5, 0.11.
    BUILD_PARTS = 4,
    ITERATION_PARTS = 1,
    SIMULATION_PARTS = 16,
    // After which a best response gains 0.3 points of win probability in trees of 100,000 nodes.
    MIN_ITERATIONS = 24,
    CHECK_EVERY = 16,   // iterations between tests for convergence
    PROBES = 24,        // random games that estimate the size of the tree
    OVERSIZED = 6,      // an estimate this many times too large is believed
    MAX_LOOK_BACK = 12, // actions of the past from before which the tree may start
    MARGIN_GAMES = 96,  // that estimate the final margin after an action
};

// Converged: the exploitability (the sum of both best responses, out of 2) below which more
// iterations change nothing visible.
static const double CONVERGED = 0.002;
// The trembling hand: see cfr_iterate.
static const double TREMBLE = 0.02;
// The previous solution is used while the other side reaches the position with this probability in
// it: below, the solution knows nothing about the rest. It is low because a solution holds against
// surprises (all choices tremble while it is learned), and solving again from a belief does not:
// with 0.05 a best response gained 20 points in a position of docs/levels.md, with this value 0.1.
// 80 games at 4,000 simulations between the two were even (-9 Elo [-82, +65]).
static const double MIN_REACH = 0.0005;
// Smaller shares of the average strategy are noise of early iterations and not played.
static const double MIN_SHARE = 0.06;

// Knuth's estimator of the tree size: branching factors multiply along random games.
static double estimate_nodes(const struct imperfect_task *task,
                             const struct determinizations *determinizations, struct random *r)
{
    const struct game *g = task->game;
    double sum = 0.0;

    for (unsigned i = 0; i < PROBES; i++) {
        game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
        struct game_position p = determinizations->at[random_below(r, determinizations->count)];
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

static size_t max_nodes(const struct imperfect_task *task)
{
    return (size_t)(task->budget * SIMULATION_PARTS /
                    (BUILD_PARTS + MIN_ITERATIONS * ITERATION_PARTS));
}

static struct cfr *build(void *memory, size_t bytes, const struct imperfect_task *task,
                         const struct determinizations *determinizations, struct random *r)
{
    size_t most = max_nodes(task), nodes;

    if (estimate_nodes(task, determinizations, r) > (double)most * OVERSIZED)
        return NULL;
    return cfr_build(memory, bytes, task->game, task->options, determinizations, most, &nodes);
}

// Iterates until convergence or until the budget is spent. Returns the cost in simulations.
static uint64_t solve(const struct imperfect_task *task, struct cfr *c, size_t nodes)
{
    uint64_t spent = nodes * BUILD_PARTS, all = task->budget * SIMULATION_PARTS;
    unsigned iterations = 0;

    do {
        cfr_iterate(c, 1, TREMBLE);
        spent += nodes * ITERATION_PARTS;
        if (++iterations % CHECK_EVERY == 0 && iterations >= MIN_ITERATIONS &&
            cfr_best_response(c, 0) + cfr_best_response(c, 1) < CONVERGED)
            break;
    } while (spent < all &&
             (iterations < MIN_ITERATIONS / 2 || !task->poll || !task->poll(task->to)));
    return spent / SIMULATION_PARTS + 1;
}

// Solves from as early in the past as the tree fits, then follows the game to the current position:
// so the solution itself updates the belief. NULL when no earlier tree fits.
static struct cfr *solve_from_past(void *memory, size_t bytes, const struct imperfect_task *task,
                                   const struct determinizations *now, struct random *r,
                                   struct cfr_place *place)
{
    double share[GAME_MAX_SECRETS], most = (double)max_nodes(task);
    unsigned from = task->past_count, count;
    struct determinizations determinizations;

    while (from > 0 && task->past_count - from < MAX_LOOK_BACK) {
        determinize_all(&determinizations, task->game, task->options, &task->past[from - 1].before);
        if (estimate_nodes(task, &determinizations, r) > most)
            break;
        from--;
    }
    if (from == task->past_count)
        return NULL;
    determinize_all(&determinizations, task->game, task->options, &task->past[from].before);
    struct cfr *c = build(memory, bytes, task, &determinizations, r);
    if (!c)
        return NULL;
    solve(task, c, cfr_nodes(c));
    cfr_at_root(place);
    for (; from < task->past_count && place->node; from++)
        cfr_step(c, place, task->past[from].action, now->secret[0], &count, share);
    return place->node && cfr_max_reach(c, place) >= MIN_REACH ? c : NULL;
}

static int expected_margin(const struct imperfect_task *task, struct cfr *c,
                           const struct cfr_place *place, unsigned index,
                           const struct determinizations *determinizations, struct random *r)
{
    struct determinize_sampler sampler;
    int64_t sum = 0;

    determinize_sampler_init(&sampler, determinizations, task->seat,
                             game_secret(task->game, task->view, task->seat));
    for (unsigned i = 0; i < MARGIN_GAMES; i++) {
        struct game_result result;
        unsigned d = determinize_sample(&sampler, determinizations, r);
        struct game_position end = determinizations->at[d];
        cfr_playout(c, place, index, determinizations->secret[d], r, &end);
        task->game->result(&end, &result);
        assert(result.over);
        sum += game_lead(task->game, task->options, &result, task->seat);
    }
    return (int)(sum * 10 / MARGIN_GAMES);
}

// Samples the mixed strategy: moves the drawn choice to the front.
static void sample_strategy(struct imperfect_report *report, struct random *r)
{
    uint64_t least = 0, sum = 0;
    unsigned i = 0;

    for (unsigned k = 0; k < report->count; k++)
        least += report->choices[k].visits;
    least = (uint64_t)((double)least * MIN_SHARE);
    while (i < report->count && report->choices[i].visits > least)
        sum += report->choices[i++].visits;
    if (sum == 0)
        return;
    for (unsigned k = 0; k < i; k++)
        report->choices[k].share = (unsigned)(report->choices[k].visits * 1000000 / sum);
    uint64_t at = random_next(r) % sum;
    for (i = 0; at >= report->choices[i].visits; i++)
        at -= report->choices[i].visits;
    struct imperfect_choice drawn = report->choices[i];
    memmove(report->choices + 1, report->choices, i * sizeof drawn);
    report->choices[0] = drawn;
}

static void fill_report(const struct imperfect_task *task,
                        const struct determinizations *determinizations, struct cfr *c,
                        const struct cfr_place *place, struct random *r,
                        struct imperfect_report *report)
{
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    double share[CFR_MAX_ACTIONS], worth[CFR_MAX_ACTIONS];

    cfr_policy(c, place, game_secret(task->game, task->view, task->seat), share, worth);
    report->count = task->game->actions(task->view, list);
    for (unsigned i = 0; i < report->count; i++) {
        report->choices[i] = (struct imperfect_choice){
            .action = list[i],
            .visits = 1 + (uint64_t)(share[i] * 1000000.0),
            .chance = (int)(500.0 + 500.0 * worth[i] + 0.5),
            .margin =
                task->game->scores ? expected_margin(task, c, place, i, determinizations, r) : 0};
    }
    imperfect_sort_choices(report);
    sample_strategy(report, r);
}

struct cfr *endgame_solve(void *memory, size_t bytes, const struct imperfect_task *task,
                          const struct determinizations *determinizations, struct cfr *previous,
                          struct cfr_place *place, struct imperfect_report *report)
{
    struct random r = random_from_seed(task->seed ^ 0x656e64696e67);
    struct cfr *c = previous;

    if (game_secret(task->game, task->view, task->seat) < 0 ||
        !cfr_applies(task->game, task->options))
        return NULL;
    // A forced action needs its value, however seldom the solution plays it: always solve from
    // here.
    if (!previous || !place->node || task->forced || cfr_max_reach(c, place) < MIN_REACH) {
        c = previous || task->forced
                ? NULL
                : solve_from_past(memory, bytes, task, determinizations, &r, place);
        if (!c) {
            c = build(memory, bytes, task, determinizations, &r);
            cfr_at_root(place);
        }
    }
    if (!c)
        return NULL;
    report->simulations = solve(task, c, cfr_nodes(c));
    if (task->simulations && report->simulations > task->simulations)
        report->simulations = task->simulations;
    fill_report(task, determinizations, c, place, &r, report);
    return c;
}
