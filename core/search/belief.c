// SPDX-License-Identifier: MIT
// What the past tells about secrets. A strategy says how often somebody with each secret would have played so. Where no search
// has thought about that moment, each secret is asked how good the action was beside the others, and random games from
// random deals answer.
#include "search/belief.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// All of these were chosen by hand, not measured one by one. Together, beliefs over none won 62 % +- 9 of 120 games
// with the same number of trials.
enum {
    // Random games for each action and secret: a chance known to about a tenth.
    SAMPLES = 24,
    // Of a seat; beyond it the differences between actions would drown in the noise of the samples.
    MOST_CHOICES = 8,
};
// The weight of an action that always loses: nobody is trusted never to play one.
static const double BLUNDER = 0.05;
// Of choices that a strategy explains, the part that anything explains as well: people do not play by it.
static const double ODD = 0.1;
// What any secret keeps, since people choose for reasons not known here.
static const double DOUBT = 0.01;

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

// Makes the parts of a seat 1 in all.
static void even_out(double likely[GAME_MAX_SECRETS])
{
    double sum = 0.0;

    for (int i = 0; i < GAME_MAX_SECRETS; i++)
        sum += likely[i];
    for (int i = 0; i < GAME_MAX_SECRETS; i++)
        likely[i] = sum > 0.0 ? likely[i] / sum : 0.0;
}

void belief_init(struct belief *b, const struct deals *deals)
{
    memset(b, 0, sizeof *b);
    for (unsigned i = 0; i < deals->count; i++) {
        for (int seat = 0; seat < deals->seats; seat++)
            b->likely[seat][deals->secret[i][seat]] = 1.0;
    }
    for (int seat = 0; seat < deals->seats; seat++)
        even_out(b->likely[seat]);
}

void belief_by_glance(struct belief *b, const struct hidden_task *task, unsigned index)
{
    struct random r = random_from_seed((task->seed ^ 0x62656c6965667321u) + index);
    const struct hidden_past *past = &task->past[index];
    int seat = task->game->to_act(&past->before);

    for (int secret = 0; secret < GAME_MAX_SECRETS; secret++) {
        if (b->likely[seat][secret] > 0.0)
            b->likely[seat][secret] *= likelihood(task, past, seat, secret, &r);
    }
    even_out(b->likely[seat]);
}

void belief_by_strategy(struct belief *b, int seat, unsigned count,
                        const double share[GAME_MAX_SECRETS])
{
    for (int secret = 0; secret < GAME_MAX_SECRETS; secret++)
        b->likely[seat][secret] *= (1.0 - ODD) * share[secret] + ODD / count;
    even_out(b->likely[seat]);
}

void belief_weigh(const struct belief *b, struct deals *deals)
{
    for (unsigned i = 0; i < deals->count; i++) {
        deals->weight[i] = deals->alive >> i & 1 ? 1.0 : 0.0;
        for (int seat = 0; seat < deals->seats; seat++)
            deals->weight[i] *= b->likely[seat][deals->secret[i][seat]] + DOUBT;
    }
}

// About others it counts what we are; about us, all that we might be.
void belief_tell(const struct deals *deals, int seat, int own,
                 struct hidden_belief beliefs[GAME_MAX_SEATS])
{
    double parts[GAME_MAX_SEATS][GAME_MAX_SECRETS] = {0};

    memset(beliefs, 0, GAME_MAX_SEATS * sizeof *beliefs);
    for (unsigned i = 0; i < deals->count; i++) {
        for (int about = 0; about < deals->seats; about++) {
            if (about == seat || own < 0 || deals->secret[i][seat] == own)
                parts[about][deals->secret[i][about]] += deals->weight[i];
        }
    }
    for (int about = 0; about < deals->seats; about++) {
        even_out(parts[about]);
        for (int secret = 0; secret < GAME_MAX_SECRETS; secret++)
            beliefs[about].thousandths[secret] = (int)(1000.0 * parts[about][secret] + 0.5);
    }
}
