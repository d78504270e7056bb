// SPDX-License-Identifier: MIT
// What the past tells about secrets. For every action that a seat chose, each secret it may have is asked:
// how good was this action for you, beside your others? Random games from random deals answer. A secret
// for which the choice was foolish becomes less likely.
#include "search/belief.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// All of these were chosen by hand, not measured one by one. Together, beliefs over none won 62 % +- 9 of 120 games
// with the same number of trials.
enum {
    // Random games for each action and secret: a chance known to about a tenth.
    SAMPLES = 24,
    // Actions of the past that are asked about, the latest: bounds the time before a search begins.
    OBSERVATIONS = 24,
    // Of a seat; beyond it the differences between actions would drown in the noise of the samples.
    MOST_CHOICES = 8,
    // To find which secrets can be: one of eight equal ones is missed once in 10^11 times.
    POSSIBLE_DEALS = 200,
};
// The weight of an action that always loses: nobody is trusted never to play one.
static const double BLUNDER = 0.05;

// How many points a random game gives a seat after an action, on average over deals in which the seat has
// this secret; negative when there is no such deal.
static double worth(const struct hidden_task *task, const struct hidden_past *past, int seat,
                    int secret, game_action action, struct random *r)
{
    const struct game *g = task->game;
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    unsigned sampled = 0, points = 0, count;

    for (unsigned tries = 0; sampled < SAMPLES && tries < SAMPLES * 2 * GAME_MAX_SECRETS; tries++) {
        struct game_position p;
        struct game_result result;
        game_redeal(g, &past->before, r, &p);
        if (game_secret(g, &p, seat) != secret)
            continue;
        g->apply(&p, action, &p);
        while ((count = g->actions(&p, list)) > 0)
            g->apply(&p, list[random_below(r, count)], &p);
        g->result(&p, &result);
        assert(result.over);
        points += (unsigned)result.outcome[seat];
        sampled++;
    }
    return sampled ? points / (2.0 * sampled) : -1.0;
}

// How likely somebody with this secret would have chosen as was seen: the chosen action's share among
// all, better ones counting more. A polynomial instead of an exponential keeps it the same everywhere.
static double likelihood(const struct hidden_task *task, const struct hidden_past *past, int seat,
                         int secret, struct random *r)
{
    const struct game *g = task->game;
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    unsigned count = g->actions(&past->before, list);
    double chosen = 0.0, all = 0.0;

    if (count < 2 || count > MOST_CHOICES)
        return 1.0; // forced, or too many to tell
    for (unsigned i = 0; i < count; i++) {
        double value = worth(task, past, seat, secret, list[i], r);
        if (value < 0.0)
            return 1.0;
        double weight = BLUNDER + value * value * value;
        all += weight;
        if (list[i] == past->action)
            chosen = weight;
    }
    assert(chosen > 0.0); // what was played was legal for everybody, or the past is of another game
    return chosen / all * count;
}

static void settle(const double weight[GAME_MAX_SECRETS], struct hidden_belief *belief)
{
    double sum = 0.0;

    for (int i = 0; i < GAME_MAX_SECRETS; i++)
        sum += weight[i];
    for (int i = 0; i < GAME_MAX_SECRETS; i++)
        belief->thousandths[i] = sum > 0.0 ? (int)(1000.0 * weight[i] / sum + 0.5) : 0;
}

// Which secrets a seat may have by the view alone, found by redealing.
static void possible(const struct hidden_task *task, int seat, double weight[GAME_MAX_SECRETS],
                     struct random *r)
{
    struct game_position seen, p;

    memset(weight, 0, GAME_MAX_SECRETS * sizeof *weight);
    game_view(task->game, task->view, GAME_PUBLIC, &seen);
    for (int i = 0; i < POSSIBLE_DEALS; i++) {
        game_redeal(task->game, seat == task->seat ? &seen : task->view, r, &p);
        int secret = game_secret(task->game, &p, seat);
        assert(secret >= 0 && secret < GAME_MAX_SECRETS); // a redealt position knows everything
        weight[secret] = 1.0;
    }
}

void belief_from_past(const struct hidden_task *task, struct hidden_belief beliefs[GAME_MAX_SEATS])
{
    struct random r = random_from_seed(task->seed ^ 0x62656c6965667321u);
    int seats = game_seats(task->game, task->options);
    unsigned from = task->past_count > OBSERVATIONS ? task->past_count - OBSERVATIONS : 0;

    memset(beliefs, 0, GAME_MAX_SEATS * sizeof *beliefs);
    for (int seat = 0; seat < seats; seat++) {
        double weight[GAME_MAX_SECRETS];
        possible(task, seat, weight, &r);
        for (unsigned i = from; i < task->past_count; i++) {
            const struct hidden_past *past = &task->past[i];
            if (task->game->to_act(&past->before) != seat)
                continue;
            for (int secret = 0; secret < GAME_MAX_SECRETS; secret++) {
                if (weight[secret] > 0.0)
                    weight[secret] *= likelihood(task, past, seat, secret, &r);
            }
        }
        settle(weight, &beliefs[seat]);
    }
}
