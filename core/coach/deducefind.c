// SPDX-License-Identifier: MIT
// Finds candidates for puzzles of games with secrets in finished games. Every determinization that
// agrees with the solver's view is solved with open cards, the solver's side against all others;
// the value of an action is its value in the worst determinization. That is a guess: with open
// cards the solver's side may act differently in each determinization, which the proof
// (deduceprove.c) does not allow. Where nothing is found, actions that lose nothing before the next
// turn are looked for in the same way.
#include "base/hash.h"
#include "coach/deduce.h"
#include "search/tt.h"

enum {
    LEAST_CHOICES = 3, // kinds of actions without which there is nothing to find
    LEAST_WRONG = 2,   // wrong actions whose loss is not seen at once, likewise
    TO_THE_TURN = 64,  // actions ahead: as many as there are
    MOST_ANSWERS = 16, // of the others that are looked at
    NODES = 4,         // times those of an action, for all actions in all determinizations
    LOST = 0,
    DRAWN = 1,
    WON = 300, // and more by the lead
    MOST = 1000,
    TOO_LONG = -1,
};

// A puzzle that is being made.
struct deduce_search {
    struct puzzle_maker *maker;
    struct puzzle *puzzle;
    int solver;
    uint64_t left; // nodes for the action that is being solved
};

// What an action is worth in its worst and in its best determinization.
struct deduce_worth {
    game_action action;
    int worst, best;
};

struct solved {
    unsigned determinizations, count; // of kinds of actions
    struct deduce_worth at[GAME_MAX_ACTIONS];
};

// ---------------------------------------------------------------------------------------------
// Open cards
// ---------------------------------------------------------------------------------------------

static int worth_of_end(const struct deduce_search *m, const struct game_result *result)
{
    const struct puzzle *z = m->puzzle;

    switch (result->outcome[m->solver]) {
    case GAME_WIN:
        return WON + (z->game->points ? game_lead(z->game, &z->options, result, m->solver) : 0);
    case GAME_DRAW:
        return DRAWN;
    default:
        return LOST;
    }
}

static bool is_own(const struct deduce_search *m, int seat)
{
    const struct puzzle *z = m->puzzle;

    return game_team(z->game, &z->options, seat) == game_team(z->game, &z->options, m->solver);
}

// Values in the table are for the solver's side, whichever seat acts.
static uint64_t table_key(const struct deduce_search *m, const struct game_position *p)
{
    return game_key(m->puzzle->game, p) ^ (0x9e3779b97f4a7c15u * (unsigned)(m->solver + 1));
}

static int solve_open(struct deduce_search *m, const struct game_position *p, int low, int high);

static int solve_all(struct deduce_search *m, const struct game_position *p, int low, int high,
                     game_action first, game_action *best_action)
{
    const struct game *g = m->puzzle->game;
    bool own = is_own(m, g->to_act(p));
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    unsigned count = g->actions(p, list);
    int best = own ? -1 : MOST;

    for (unsigned i = 0; i < count; i++) {
        if (list[i] == first) {
            list[i] = list[0];
            list[0] = first;
        }
    }
    for (unsigned i = 0; i < count && low < high; i++) {
        struct game_position next;
        g->apply(p, list[i], &next);
        int value = solve_open(m, &next, low, high);
        if (value == TOO_LONG)
            return TOO_LONG;
        if (own ? value > best : value < best) {
            best = value;
            *best_action = list[i];
        }
        if (own && best > low)
            low = best;
        if (!own && best < high)
            high = best;
    }
    return best;
}

// The worth of a position when everybody knows the determinization: exact between the bounds, at
// them or beyond not.
static int solve_open(struct deduce_search *m, const struct game_position *p, int low, int high)
{
    struct puzzle_maker *maker = m->maker;
    struct tt_entry entry = {.action = GAME_NO_ANSWER};
    struct game_result result;

    m->puzzle->game->result(p, &result);
    if (result.over)
        return worth_of_end(m, &result);
    uint64_t key = table_key(m, p);
    game_action first = GAME_NO_ANSWER, best = 0;
    if (tt_probe(maker->table, key, &entry)) {
        if (entry.bound == TT_EXACT || (entry.bound == TT_LOWER && entry.value >= high) ||
            (entry.bound == TT_UPPER && entry.value <= low))
            return entry.value;
        first = entry.action;
    }
    if (m->left == 0)
        return TOO_LONG;
    m->left--;
    maker->spent++;
    int value = solve_all(m, p, low, high, first, &best);
    if (value == TOO_LONG)
        return TOO_LONG;
    entry = (struct tt_entry){.action = best,
                              .value = value,
                              .depth = TT_DEPTH_SOLVED,
                              .bound = value >= high  ? TT_LOWER
                                       : value <= low ? TT_UPPER
                                                      : TT_EXACT};
    tt_store(maker->table, key, &entry);
    return value;
}

// ---------------------------------------------------------------------------------------------
// All determinizations
// ---------------------------------------------------------------------------------------------

// One action of each kind: those that lead to the same game in every determinization are one.
static unsigned distinct_actions(const struct game *g,
                                 const struct deduce_determinizations *determinizations,
                                 struct deduce_worth *at)
{
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    uint64_t keys[GAME_MAX_ACTIONS];
    unsigned all = g->actions(&determinizations->at[0], list), count = 0;

    for (unsigned i = 0; i < all; i++) {
        unsigned k = 0;
        keys[count] = 0;
        for (unsigned d = 0; d < determinizations->count; d++) {
            struct game_position next;
            g->apply(&determinizations->at[d], list[i], &next);
            keys[count] = hash_word(keys[count], game_canonical_key(g, &next));
        }
        while (keys[k] != keys[count])
            k++;
        if (k == count)
            at[count++] = (struct deduce_worth){.action = list[i], .worst = MOST, .best = -1};
    }
    return count;
}

// False when the nodes do not suffice.
static bool solve_determinizations(struct deduce_search *m, const struct game_position *p,
                                   struct solved *j)
{
    const struct game *g = m->puzzle->game;
    struct deduce_determinizations determinizations;

    deduce_list(g, p, m->solver, &determinizations);
    j->determinizations = determinizations.count;
    j->count = determinizations.count ? distinct_actions(g, &determinizations, j->at) : 0;
    m->left = m->maker->nodes * NODES;
    for (unsigned i = 0; i < j->count; i++) {
        for (unsigned d = 0; d < determinizations.count; d++) {
            struct game_position next;
            g->apply(&determinizations.at[d], j->at[i].action, &next);
            int value = solve_open(m, &next, -1, MOST);
            if (value == TOO_LONG)
                return false;
            j->at[i].worst = value < j->at[i].worst ? value : j->at[i].worst;
            j->at[i].best = value > j->at[i].best ? value : j->at[i].best;
        }
    }
    return determinizations.count > 0;
}

static int least_value(const struct puzzle *z)
{
    return z->goal == PUZZLE_WIN ? WON : z->goal == PUZZLE_DRAW ? DRAWN : WON + z->lead;
}

// Whether one action alone, and which, meets the goal in every determinization.
static bool only_one(const struct puzzle *z, const struct solved *j, game_action *found)
{
    unsigned met = 0;

    for (unsigned i = 0; i < j->count; i++) {
        if (j->at[i].worst >= least_value(z)) {
            *found = j->at[i].action;
            met++;
        }
    }
    return met == 1 && j->count > 1;
}

// ---------------------------------------------------------------------------------------------
// The line
// ---------------------------------------------------------------------------------------------

static void go_on(struct deduce_search *m, const struct game_position *p, unsigned own);

// The others answer so that as much as can be is left to find. A partner's actions are no part of a
// line.
static void choose_answer(struct deduce_search *m, const struct game_position *p, unsigned own)
{
    struct puzzle *z = m->puzzle, best = *z;
    struct game_actions list;

    game_list(z->game, p, &list);
    for (unsigned i = 0; i < list.count && i < MOST_ANSWERS; i++) {
        struct game_position next;
        z->game->apply(p, list.at[i], &next);
        struct puzzle before = *z;
        z->line[z->length++] = list.at[i];
        go_on(m, &next, own);
        if (z->length > before.length + 1 && z->length > best.length)
            best = *z;
        *z = before;
    }
    *z = best;
}

static void go_on(struct deduce_search *m, const struct game_position *p, unsigned own)
{
    struct puzzle *z = m->puzzle;
    struct game_position next;
    struct game_result result;
    struct solved j;
    game_action found = 0;
    int seat = z->game->to_act(p);

    z->game->result(p, &result);
    if (result.over || own == PUZZLE_MOST_OWN || z->length + 1 >= PUZZLE_MOST_LINE)
        return;
    if (seat != m->solver) {
        if (!is_own(m, seat))
            choose_answer(m, p, own);
    } else if (solve_determinizations(m, p, &j) && only_one(z, &j, &found)) {
        z->line[z->length++] = found;
        z->game->apply(p, found, &next);
        go_on(m, &next, own + 1);
    }
}

// ---------------------------------------------------------------------------------------------
// The goal
// ---------------------------------------------------------------------------------------------

// What there is to find: the best that one action alone keeps in every determinization. Worth
// finding is what some other action keeps in some determinization, so that the determinizations
// must be gone through; and what follows from the one determinization that is left.
static bool choose_goal(struct puzzle *z, const struct solved *j)
{
    int best = -1, second = -1, hope = -1;

    for (unsigned i = 0; i < j->count; i++) {
        int worst = j->at[i].worst;
        second = worst > best ? best : worst > second ? worst : second;
        best = worst > best ? worst : best;
    }
    if (best == LOST || second == best || j->count < LEAST_CHOICES)
        return false;
    z->goal = best >= WON ? second >= WON ? PUZZLE_LEAD : PUZZLE_WIN : PUZZLE_DRAW;
    z->lead = z->goal == PUZZLE_LEAD ? best - WON : 0;
    for (unsigned i = 0; i < j->count; i++) {
        if (j->at[i].worst < least_value(z) && j->at[i].best > hope)
            hope = j->at[i].best;
    }
    return j->determinizations == 1 || hope >= least_value(z);
}

// ---------------------------------------------------------------------------------------------
// Losing nothing before the next turn
// ---------------------------------------------------------------------------------------------

static enum puzzle_verdict keeps_ahead(const struct puzzle *z, int solver,
                                       const struct game_position *p, unsigned deep,
                                       uint64_t *nodes)
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
    return keeps_ahead(z, solver, &after, deep - 1, nodes);
}

// In every determinization.
static enum puzzle_verdict keeps_all(const struct puzzle *z, int solver,
                                     const struct deduce_determinizations *determinizations,
                                     game_action action, uint64_t *nodes)
{
    enum puzzle_verdict found = PUZZLE_PROVEN;

    for (unsigned i = 0; i < determinizations->count && found == PUZZLE_PROVEN; i++)
        found = deduce_keeps(z, solver, &determinizations->at[i], action, TO_THE_TURN, nodes);
    return found;
}

// Whether one action alone, and which, keeps everything; actions that lead to the same game are
// one. `least` are the wrong ones that do not lose something by themselves.
static bool only_keeper(struct puzzle_maker *m, const struct puzzle *z, int solver,
                        const struct game_position *p, unsigned least, game_action *right)
{
    struct deduce_determinizations determinizations;
    struct game_actions list;
    unsigned met = 0, wrong = 0;
    uint64_t nodes = m->nodes, none = 0;

    deduce_list(z->game, p, solver, &determinizations);
    game_list(z->game, p, &list);
    for (unsigned i = 0; i < list.count && list.count >= LEAST_CHOICES && determinizations.count;
         i++) {
        enum puzzle_verdict found = keeps_all(z, solver, &determinizations, list.at[i], &nodes);
        if (found == PUZZLE_UNKNOWN ||
            (found == PUZZLE_PROVEN && met &&
             !deduce_same(z->game, &determinizations, *right, list.at[i])))
            return false;
        if (found == PUZZLE_PROVEN && !met++)
            *right = list.at[i];
        wrong += found == PUZZLE_WRONG &&
                 deduce_keeps(z, solver, p, list.at[i], 0, &none) == PUZZLE_PROVEN;
    }
    m->spent += m->nodes - nodes;
    return met > 0 && met < list.count && wrong >= least;
}

static bool find_kept(struct puzzle_maker *m, struct puzzle *z)
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
        if (!only_keeper(m, z, solver, &p, z->length ? 0 : LEAST_WRONG, &right))
            break;
        before = p;
        z->line[z->length++] = right;
        z->game->apply(&before, right, &p);
    } while (z->length < PUZZLE_MOST_OWN && z->game->to_act(&p) == solver &&
             puzzle_stands(z, solver, &before, &p) == PUZZLE_OPEN);
    return z->length > 0;
}

// ---------------------------------------------------------------------------------------------
// Finding
// ---------------------------------------------------------------------------------------------

bool deduce_find(struct puzzle_maker *maker, struct puzzle *z, unsigned past)
{
    struct deduce_search m = {.maker = maker, .puzzle = z};
    struct game_position p;
    struct solved j;

    z->past_length = past;
    z->length = z->within = 0;
    z->lead = 0;
    puzzle_position(z, &p);
    m.solver = z->game->to_act(&p);
    maker->decided = solve_determinizations(&m, &p, &j);
    if (!maker->decided || !choose_goal(z, &j))
        return find_kept(maker, z);
    go_on(&m, &p, 0);
    return z->length > 0 || find_kept(maker, z);
}
