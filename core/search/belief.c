// SPDX-License-Identifier: MIT
// What the past says about secrets. Where a search or a solution has a policy for the moment, the
// policy gives the likelihood of the action for each secret. Otherwise random playouts from random
// determinizations say how good the action was for each secret.
#include "search/belief.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// Chosen by hand, not measured one by one. Together, beliefs against none won 62 % +- 9 of 120
// games with the same number of simulations.
enum {
    // Playouts for each action and secret: give the win probability to about a tenth.
    PLAYOUTS = 24,
    // With more actions their differences would drown in the noise of the playouts.
    MAX_CHOICES = 8,
};
// The weight of an action that always loses: players blunder.
static const double BLUNDER = 0.05;
// The part of choices that does not follow the policy but is uniformly random.
static const double NOISE = 0.1;
// What every secret keeps: players choose for reasons that are unknown here.
static const double BELIEF_FLOOR = 0.01;

// The average result of playouts after an action, from 0 to 1, over determinizations in which the
// seat holds this secret. Negative when there is no such determinization.
static double playout_value(const struct imperfect_task *task, const struct imperfect_past *past,
                            int seat, int secret, game_action action, struct random *r)
{
    const struct game *g = task->game;
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    unsigned sampled = 0, points = 0, count;

    for (unsigned tries = 0; sampled < PLAYOUTS && tries < PLAYOUTS * 2 * GAME_MAX_SECRETS;
         tries++) {
        struct game_position p;
        struct game_result result;
        game_determinize(g, &past->before, r, &p);
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

// The likelihood of the seen action for a seat with this secret, relative to a random choice:
// better actions count more. A polynomial, unlike an exponential, gives the same on every platform.
static double likelihood(const struct imperfect_task *task, const struct imperfect_past *past,
                         int seat, int secret, struct random *r)
{
    const struct game *g = task->game;
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    unsigned count = g->actions(&past->before, list);
    double chosen = 0.0, all = 0.0;

    if (count < 2 || count > MAX_CHOICES)
        return 1.0; // forced, or too many to tell
    for (unsigned i = 0; i < count; i++) {
        double value = playout_value(task, past, seat, secret, list[i], r);
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

static void normalize(double probability[GAME_MAX_SECRETS])
{
    double sum = 0.0;

    for (int i = 0; i < GAME_MAX_SECRETS; i++)
        sum += probability[i];
    for (int i = 0; i < GAME_MAX_SECRETS; i++)
        probability[i] = sum > 0.0 ? probability[i] / sum : 0.0;
}

void belief_init(struct belief *b, const struct determinizations *determinizations)
{
    memset(b, 0, sizeof *b);
    for (unsigned i = 0; i < determinizations->count; i++) {
        for (int seat = 0; seat < determinizations->seats; seat++)
            b->probability[seat][determinizations->secret[i][seat]] = 1.0;
    }
    for (int seat = 0; seat < determinizations->seats; seat++)
        normalize(b->probability[seat]);
}

void belief_update_by_playouts(struct belief *b, const struct imperfect_task *task, unsigned index)
{
    struct random r = random_from_seed((task->seed ^ 0x62656c6965667321u) + index);
    const struct imperfect_past *past = &task->past[index];
    int seat = task->game->to_act(&past->before);

    for (int secret = 0; secret < GAME_MAX_SECRETS; secret++) {
        if (b->probability[seat][secret] > 0.0)
            b->probability[seat][secret] *= likelihood(task, past, seat, secret, &r);
    }
    normalize(b->probability[seat]);
}

void belief_update_by_policy(struct belief *b, int seat, unsigned count,
                             const double share[GAME_MAX_SECRETS])
{
    for (int secret = 0; secret < GAME_MAX_SECRETS; secret++)
        b->probability[seat][secret] *= (1.0 - NOISE) * share[secret] + NOISE / count;
    normalize(b->probability[seat]);
}

void belief_weigh(const struct belief *b, struct determinizations *determinizations)
{
    for (unsigned i = 0; i < determinizations->count; i++) {
        determinizations->weight[i] = determinizations->alive >> i & 1 ? 1.0 : 0.0;
        for (int seat = 0; seat < determinizations->seats; seat++)
            determinizations->weight[i] *=
                b->probability[seat][determinizations->secret[i][seat]] + BELIEF_FLOOR;
    }
}

// About other seats, only determinizations with our own secret count; about ourselves, all
// determinizations do.
void belief_marginals(const struct determinizations *determinizations, int seat, int own,
                      struct imperfect_belief beliefs[GAME_MAX_SEATS])
{
    double parts[GAME_MAX_SEATS][GAME_MAX_SECRETS] = {0};

    memset(beliefs, 0, GAME_MAX_SEATS * sizeof *beliefs);
    for (unsigned i = 0; i < determinizations->count; i++) {
        for (int about = 0; about < determinizations->seats; about++) {
            if (about == seat || own < 0 || determinizations->secret[i][seat] == own)
                parts[about][determinizations->secret[i][about]] += determinizations->weight[i];
        }
    }
    for (int about = 0; about < determinizations->seats; about++) {
        normalize(parts[about]);
        for (int secret = 0; secret < GAME_MAX_SECRETS; secret++)
            beliefs[about].thousandths[secret] = (int)(1000.0 * parts[about][secret] + 0.5);
    }
}
