// SPDX-License-Identifier: MIT
// Puzzles that ask to lose nothing before the next turn, in games with secrets: found by looking ahead to that turn in
// every deal. That the solver's side sees the cards makes it a guess, which only the proof (deducecheck.c) makes certain.
#include "coach/deduce.h"

enum {
    LEAST_CHOICES = 3, // actions without which there is nothing to find,
    LEAST_WRONG = 2,   // and wrong ones of which the loss is not seen at once
    TO_THE_TURN = 64,  // actions ahead: as many as there are
};

// ---------------------------------------------------------------------------------------------
// Looking ahead
// ---------------------------------------------------------------------------------------------

static enum puzzle_verdict ahead(const struct puzzle *z, int solver, const struct game_position *p,
                                 unsigned deep, uint64_t *nodes)
{
    const struct game *g = z->game;
    bool own = game_team(g, &z->options, g->to_act(p)) == game_team(g, &z->options, solver);
    enum puzzle_verdict wanted = own ? PUZZLE_PROVEN : PUZZLE_WRONG;
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    unsigned count = g->actions(p, list);

    for (unsigned i = 0; i < count; i++) {
        enum puzzle_verdict found = deduce_keeps(z, solver, p, list[i], deep, nodes);
        if (found == wanted || found == PUZZLE_UNKNOWN)
            return found;
    }
    return own ? PUZZLE_WRONG : PUZZLE_PROVEN;
}

enum puzzle_verdict deduce_keeps(const struct puzzle *z, int solver, const struct game_position *p,
                                 game_action action, unsigned deep, uint64_t *nodes)
{
    struct game_position after;

    z->game->apply(p, action, &after);
    enum game_objective kept = game_hidden(z->game)->check_objective(p, &after, solver);
    if (kept == GAME_OBJECTIVE_FAILED)
        return PUZZLE_WRONG;
    if (kept == GAME_OBJECTIVE_MET || deep == 0)
        return PUZZLE_PROVEN;
    if (*nodes == 0)
        return PUZZLE_UNKNOWN;
    --*nodes;
    return ahead(z, solver, &after, deep - 1, nodes);
}

// ---------------------------------------------------------------------------------------------
// The line
// ---------------------------------------------------------------------------------------------

// In every deal.
static enum puzzle_verdict keeps_all(const struct puzzle *z, int solver,
                                     const struct deduce_deals *deals, game_action action,
                                     uint64_t *nodes)
{
    enum puzzle_verdict found = PUZZLE_PROVEN;

    for (unsigned i = 0; i < deals->count && found == PUZZLE_PROVEN; i++)
        found = deduce_keeps(z, solver, &deals->at[i], action, TO_THE_TURN, nodes);
    return found;
}

// Whether one action alone, and which, keeps everything; actions that lead to the same game are one. `least` are the
// wrong ones that do not lose something by themselves.
static bool only_one(struct puzzle_maker *m, const struct puzzle *z, int solver,
                     const struct game_position *p, unsigned least, game_action *right)
{
    struct deduce_deals deals;
    struct game_actions list;
    unsigned met = 0, wrong = 0;
    uint64_t nodes = m->nodes, none = 0;

    deduce_list(z->game, p, solver, &deals);
    game_list(z->game, p, &list);
    for (unsigned i = 0; i < list.count && list.count >= LEAST_CHOICES && deals.count; i++) {
        enum puzzle_verdict found = keeps_all(z, solver, &deals, list.at[i], &nodes);
        if (found == PUZZLE_UNKNOWN ||
            (found == PUZZLE_PROVEN && met && !deduce_same(z->game, &deals, *right, list.at[i])))
            return false;
        if (found == PUZZLE_PROVEN && !met++)
            *right = list.at[i];
        wrong += found == PUZZLE_WRONG &&
                 deduce_keeps(z, solver, p, list.at[i], 0, &none) == PUZZLE_PROVEN;
    }
    m->spent += m->nodes - nodes;
    return met > 0 && met < list.count && wrong >= least;
}

bool deduce_find_kept(struct puzzle_maker *m, struct puzzle *z)
{
    struct game_position p, before;
    game_action right = 0;

    if (!game_hidden(z->game)->check_objective)
        return false;
    z->goal = PUZZLE_KEEP;
    z->lead = 0;
    z->length = 0;
    puzzle_position(z, &p);
    int solver = z->game->to_act(&p);
    do {
        if (!only_one(m, z, solver, &p, z->length ? 0 : LEAST_WRONG, &right))
            break;
        before = p;
        z->line[z->length++] = right;
        z->game->apply(&before, right, &p);
    } while (z->length < PUZZLE_MOST_OWN && z->game->to_act(&p) == solver &&
             puzzle_stands(z, solver, &before, &p) == PUZZLE_OPEN);
    return z->length > 0;
}
