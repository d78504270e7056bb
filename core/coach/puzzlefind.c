// SPDX-License-Identifier: MIT
// Finds candidates for puzzles in finished games: positions in which one action alone keeps what
// can be forced, and the answers after which the solver has to find one more.
#include "coach/deduce.h"
#include "search/search.h"

enum {
    LEAST_CHOICES = 3, // kinds of actions without which there is nothing to find
    LEAST_GAIN = 2,    // points by which an action must be better than every other one
    ROOT_SHARE = 2,    // times the nodes of an action for the position itself,
    MOST_SHARE = 5,    // and all its actions together
    LINE_SHARE =
        8, // so many times those of an action may one take on which it depends where the line ends
};

// What the solver can force after an action.
struct puzzle_worth {
    bool known;
    enum game_outcome outcome;
    int lead; // where `exact` was asked for
};

// A position of a puzzle that is being made.
struct puzzle_step {
    struct puzzle_maker *maker;
    struct puzzle *puzzle;
    int solver;
};

// ---------------------------------------------------------------------------------------------
// Judging
// ---------------------------------------------------------------------------------------------

static struct puzzle_worth worth_of_end(const struct puzzle_step *s,
                                        const struct game_result *result)
{
    return (struct puzzle_worth){
        .known = true,
        .outcome = result->outcome[s->solver],
        .lead = s->puzzle->game->scores
                    ? game_lead(s->puzzle->game, &s->puzzle->options, result, s->solver)
                    : 0};
}

// `left` actions at most in games whose positions can come back.
static struct puzzle_worth solve_position(const struct puzzle_step *s,
                                          const struct game_position *p, unsigned left, bool exact)
{
    const struct game *g = s->puzzle->game;
    struct puzzle_maker *m = s->maker;
    struct search_report report;
    struct game_result result;

    g->result(p, &result);
    if (result.over)
        return worth_of_end(s, &result);
    if (g->repetition && left == 0)
        return (struct puzzle_worth){.known = true, .outcome = GAME_DRAW};
    struct search_task task = {
        .game = g,
        .root = p,
        .table = m->table,
        .limits = {.nodes = m->nodes, .depth = g->repetition ? left : 0, .exact = exact}};
    search_run(m->search, &task, &report);
    m->spent += report.nodes;
    const struct search_line *best = &report.lines[0];
    int value = g->to_act(p) == s->solver ? best->value : -best->value, lead;
    struct puzzle_worth w = {.known = best->proven && (!exact || best->exact),
                             .outcome = value > SEARCH_ESTIMATE    ? GAME_WIN
                                        : value < -SEARCH_ESTIMATE ? GAME_LOSS
                                                                   : GAME_DRAW};
    if (w.known && exact && search_margin(g, best, &lead))
        w.lead = g->to_act(p) == s->solver ? lead : -lead;
    // A win found beyond this many actions counts as no win.
    bool late = w.outcome == GAME_WIN && SEARCH_WON - value > (int)left;
    if (g->repetition && (w.known ? late : report.depth >= left)) {
        w.known = true;
        w.outcome = GAME_DRAW;
    }
    return w;
}

static bool meets_goal(const struct puzzle *z, const struct puzzle_worth *w)
{
    return z->goal == PUZZLE_WIN    ? w->outcome == GAME_WIN
           : z->goal == PUZZLE_DRAW ? w->outcome != GAME_LOSS
                                    : w->outcome == GAME_WIN && w->lead >= z->lead;
}

// One action of each kind: those that lead to the same game are one.
static unsigned distinct_actions(const struct game *g, const struct game_position *p,
                                 game_action *actions)
{
    struct game_actions list;
    uint64_t keys[GAME_MAX_ACTIONS];
    unsigned count = 0;

    game_list(g, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position next;
        unsigned k = 0;
        g->apply(p, list.at[i], &next);
        uint64_t key = game_canonical_key(g, &next);
        while (k < count && keys[k] != key)
            k++;
        if (k < count)
            continue;
        keys[count] = key;
        actions[count++] = list.at[i];
    }
    return count;
}

// The value after an action, with more nodes when the usual ones do not decide it.
static struct puzzle_worth solve_longer(const struct puzzle_step *s, const struct game_position *p,
                                        game_action action, unsigned left)
{
    struct puzzle_maker *m = s->maker;
    struct game_position next;

    s->puzzle->game->apply(p, action, &next);
    m->nodes *= LINE_SHARE;
    struct puzzle_worth w =
        solve_position(s, &next, left ? left - 1 : 0, s->puzzle->goal == PUZZLE_LEAD);
    m->nodes /= LINE_SHARE;
    return w;
}

// Whether one action alone, and which, meets the goal. Where that cannot be decided, the line is
// cut.
static bool only_one(const struct puzzle_step *s, const struct game_position *p, unsigned left,
                     game_action *found)
{
    const struct game *g = s->puzzle->game;
    game_action actions[GAME_MAX_ACTIONS];
    unsigned count = distinct_actions(g, p, actions), met = 0, unknown = 0;

    for (unsigned i = 0; i < count && count > 1 && met < 2; i++) {
        struct game_position next;
        g->apply(p, actions[i], &next);
        struct puzzle_worth w =
            solve_position(s, &next, left ? left - 1 : 0, s->puzzle->goal == PUZZLE_LEAD);
        if (!w.known)
            actions[unknown++] = actions[i];
        else if (meets_goal(s->puzzle, &w) && ++met)
            *found = actions[i];
    }
    for (unsigned i = 0; i < unknown && met < 2; i++) {
        struct puzzle_worth w = solve_longer(s, p, actions[i], left);
        if (w.known && meets_goal(s->puzzle, &w) && ++met)
            *found = actions[i];
        s->maker->cut |= !w.known;
        if (!w.known)
            return false;
    }
    return met == 1;
}

// ---------------------------------------------------------------------------------------------
// The line
// ---------------------------------------------------------------------------------------------

static unsigned left_of(const struct puzzle *z)
{
    return z->within > z->length ? z->within - z->length : 0;
}

static unsigned go_on(const struct puzzle_step *s, const struct game_position *p, unsigned own);

// The other seat answers so that as much as can be is left to find. The line stays as it is when
// nothing is. Own actions of the line are given.
static unsigned choose_answer(const struct puzzle_step *s, const struct game_position *p,
                              unsigned own)
{
    const struct game *g = s->puzzle->game;
    struct puzzle *z = s->puzzle;
    game_action actions[GAME_MAX_ACTIONS];
    unsigned count = distinct_actions(g, p, actions), length = z->length, most = own;
    struct puzzle best = *z;

    for (unsigned i = 0; i < count && length + 1 < PUZZLE_MOST_LINE && !s->maker->cut; i++) {
        struct game_position next;
        g->apply(p, actions[i], &next);
        z->length = length;
        z->line[z->length++] = actions[i];
        unsigned found = go_on(s, &next, own);
        // An answer that leaves nothing to find is no part of the line.
        if (found > most || (found == most && found > own && z->length > best.length)) {
            best = *z;
            most = found;
        }
    }
    *z = best;
    return most;
}

static unsigned go_on(const struct puzzle_step *s, const struct game_position *p, unsigned own)
{
    struct puzzle *z = s->puzzle;
    struct game_position next;
    struct game_result result;
    game_action found;

    z->game->result(p, &result);
    if (result.over || own == PUZZLE_MOST_OWN || z->length + 1 >= PUZZLE_MOST_LINE)
        return own;
    if (z->game->to_act(p) != s->solver)
        return choose_answer(s, p, own);
    if (!only_one(s, p, left_of(z), &found))
        return own;
    z->line[z->length++] = found;
    z->game->apply(p, found, &next);
    return go_on(s, &next, own + 1);
}

// ---------------------------------------------------------------------------------------------
// The goal
// ---------------------------------------------------------------------------------------------

// What all actions are worth says what there is to find: false when it is nothing.
static bool choose_goal(struct puzzle *z, const struct puzzle_worth *worths, unsigned count)
{
    unsigned of[3] = {0};

    for (unsigned i = 0; i < count; i++)
        of[worths[i].outcome]++;
    z->goal = of[GAME_WIN] ? PUZZLE_WIN : PUZZLE_DRAW;
    if (of[GAME_WIN] == 1)
        return true;
    return !of[GAME_WIN] && of[GAME_DRAW] == 1 && of[GAME_LOSS] > 0 && !z->game->repetition;
}

// Several win: then perhaps only one by the most points.
static bool choose_lead(const struct puzzle_step *s, const struct game_position *p,
                        const game_action *actions, const struct puzzle_worth *worths,
                        unsigned count)
{
    int best = 0, second = 0;

    for (unsigned i = 0; i < count; i++) {
        struct game_position next;
        if (worths[i].outcome != GAME_WIN)
            continue;
        s->puzzle->game->apply(p, actions[i], &next);
        struct puzzle_worth w = solve_position(s, &next, 0, true);
        if (!w.known)
            return false;
        second = w.lead > best ? best : w.lead > second ? w.lead : second;
        best = w.lead > best ? w.lead : best;
    }
    s->puzzle->goal = PUZZLE_LEAD;
    s->puzzle->lead = best;
    return best >= second + LEAST_GAIN;
}

// In games whose positions can come back: the fewest actions in which the solver wins, or 0.
static unsigned soonest_win(const struct puzzle_step *s, const struct game_position *p)
{
    struct puzzle_maker *m = s->maker;
    struct search_report report;
    struct search_task task = {.game = s->puzzle->game,
                               .root = p,
                               .table = m->table,
                               .limits = {.nodes = m->nodes * 4, .depth = m->within}};

    search_run(m->search, &task, &report);
    m->spent += report.nodes;
    if (!report.lines[0].proven || report.lines[0].value < SEARCH_ESTIMATE)
        return 0;
    unsigned plies = (unsigned)(SEARCH_WON - report.lines[0].value);
    return plies <= m->within ? plies : 0;
}

// Whether there is something to keep, asked first since it is cheap: a lost position has no puzzle,
// and what cannot be decided as a whole cannot be decided action by action.
static bool worth_keeping(const struct puzzle_step *s, const struct game_position *p)
{
    struct puzzle_maker *m = s->maker;

    if (s->puzzle->game->repetition) {
        s->puzzle->within = soonest_win(s, p);
        return m->decided = s->puzzle->within > 0;
    }
    m->nodes *= ROOT_SHARE;
    struct puzzle_worth w = solve_position(s, p, 0, false);
    m->nodes /= ROOT_SHARE;
    m->decided = w.known;
    return w.known && w.outcome != GAME_LOSS;
}

static bool find_goal(const struct puzzle_step *s, const struct game_position *p)
{
    const struct game *g = s->puzzle->game;
    game_action actions[GAME_MAX_ACTIONS];
    struct puzzle_worth worths[GAME_MAX_ACTIONS];
    unsigned count = distinct_actions(g, p, actions), wins = 0;
    uint64_t most = s->maker->spent + MOST_SHARE * s->maker->nodes;

    s->maker->decided = true;
    if (count < LEAST_CHOICES || !worth_keeping(s, p))
        return false;
    for (unsigned i = 0; i < count; i++) {
        struct game_position next;
        g->apply(p, actions[i], &next);
        worths[i] = solve_position(s, &next, s->puzzle->within ? s->puzzle->within - 1 : 0, false);
        s->maker->decided = worths[i].known && s->maker->spent < most;
        wins += worths[i].outcome == GAME_WIN;
        if (!s->maker->decided || (wins > 1 && (!g->points || g->repetition)))
            return false;
    }
    if (choose_goal(s->puzzle, worths, count))
        return true;
    return g->points && !g->repetition && s->puzzle->goal == PUZZLE_WIN &&
           choose_lead(s, p, actions, worths, count);
}

bool puzzle_find(struct puzzle_maker *m, struct puzzle *z, unsigned past)
{
    struct game_position p;
    struct puzzle_step s = {.maker = m, .puzzle = z};

    if (z->game->hidden)
        return deduce_find(m, z, past);
    z->past_length = past;
    z->length = z->within = 0;
    z->lead = 0;
    puzzle_position(z, &p);
    s.solver = z->game->to_act(&p);
    if (!find_goal(&s, &p))
        return false;
    m->cut = false;
    go_on(&s, &p, 0);
    return z->length > 0 && !m->cut;
}
