// SPDX-License-Identifier: MIT
// Proves puzzles by the rules alone: it tries all actions of both sides, remembers answers by key,
// and shares no code with the search that found them. So it is slow, and easy to trust.
#include <string.h>

#include "base/hash.h"
#include "coach/deduce.h"

bool puzzle_suits(const struct game *g, const struct game_options *options)
{
    return g->hidden ? deduce_suits(g) : game_is_duel(g, options);
}

void puzzle_position(const struct puzzle *z, struct game_position *p)
{
    z->game->start(&z->options, z->seed, p);
    for (unsigned i = 0; i < z->past_length; i++)
        z->game->apply(p, z->past[i], p);
}

const char *puzzle_goal_name(enum puzzle_goal goal)
{
    static const char *const names[PUZZLE_GOALS] = {[PUZZLE_WIN] = "win",
                                                    [PUZZLE_DRAW] = "draw",
                                                    [PUZZLE_LEAD] = "lead",
                                                    [PUZZLE_KEEP] = "keep"};

    return names[goal];
}

bool puzzle_met(const struct puzzle *z, const struct game_result *result, int solver)
{
    switch (z->goal) {
    case PUZZLE_WIN:
        return result->outcome[solver] == GAME_WIN;
    case PUZZLE_DRAW:
        return result->outcome[solver] != GAME_LOSS;
    default:
        return result->outcome[solver] == GAME_WIN &&
               game_lead(z->game, &z->options, result, solver) >= z->lead;
    }
}

enum puzzle_standing puzzle_stands(const struct puzzle *z, int solver,
                                   const struct game_position *before,
                                   const struct game_position *after)
{
    static const enum puzzle_standing kept[] = {[GAME_OBJECTIVE_OPEN] = PUZZLE_OPEN,
                                                [GAME_OBJECTIVE_MET] = PUZZLE_MET,
                                                [GAME_OBJECTIVE_FAILED] = PUZZLE_MISSED};
    struct game_result result;

    if (z->goal == PUZZLE_KEEP)
        return kept[game_hidden(z->game)->check_objective(before, after, solver)];
    z->game->result(after, &result);
    return !result.over ? PUZZLE_OPEN : puzzle_met(z, &result, solver) ? PUZZLE_MET : PUZZLE_MISSED;
}

bool puzzle_same(const struct game *g, const struct game_position *p, game_action a, game_action b)
{
    struct game_position one, other;

    if (a == b)
        return true;
    g->apply(p, a, &one);
    g->apply(p, b, &other);
    return game_canonical_key(g, &one) == game_canonical_key(g, &other);
}

void puzzle_check_init(struct puzzle_check *c, void *memory, size_t bytes)
{
    size_t count = 1;

    while (count * 2 * sizeof(struct puzzle_slot) <= bytes)
        count *= 2;
    *c = (struct puzzle_check){.slots = memory, .count = count};
    memset(memory, 0, count * sizeof(struct puzzle_slot));
}

// ---------------------------------------------------------------------------------------------
// The question
// ---------------------------------------------------------------------------------------------

enum prove_answer { NO, YES, TOO_LONG };

// One that differs for every question that the table is asked.
static uint64_t question_key(const struct puzzle_check *c, const struct game_position *p,
                             unsigned left)
{
    uint64_t words = (uint64_t)left << 32 | (uint64_t)c->solver << 24 |
                     (uint64_t)c->puzzle->goal << 16 | (uint16_t)c->puzzle->lead;

    return hash_mix(hash_word(hash_word(0, game_key(c->puzzle->game, p)), words)) | 2;
}

static enum prove_answer recall_answer(const struct puzzle_check *c, uint64_t key)
{
    uint64_t kept = c->slots[(key >> 8) & (c->count - 1)].key;

    return (kept | 1) == (key | 1) ? (enum prove_answer)(kept & 1) : TOO_LONG;
}

static void remember_answer(struct puzzle_check *c, uint64_t key, enum prove_answer answer)
{
    c->slots[(key >> 8) & (c->count - 1)].key = (key & ~(uint64_t)1) | (uint64_t)answer;
}

static enum prove_answer can_force(struct puzzle_check *c, const struct game_position *p,
                                   unsigned left);

// What needs no further question: the end of the game or of the actions that are left, or something
// remembered.
static enum prove_answer at_once(const struct puzzle_check *c, const struct game_position *p,
                                 unsigned left)
{
    struct game_result result;

    c->puzzle->game->result(p, &result);
    if (result.over)
        return puzzle_met(c->puzzle, &result, c->solver) ? YES : NO;
    if (c->puzzle->within && left == 0)
        return NO;
    return recall_answer(c, question_key(c, p, left));
}

// Tries all actions, first those that are decided at once; the solver needs one yes, the opponent
// one no.
static enum prove_answer try_all(struct puzzle_check *c, const struct game_position *p,
                                 unsigned left)
{
    const struct game *g = c->puzzle->game;
    enum prove_answer wanted = g->to_act(p) == c->solver ? YES : NO;
    struct game_actions list;
    unsigned open = 0;

    game_list(g, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position next;
        g->apply(p, list.at[i], &next);
        enum prove_answer found = at_once(c, &next, left ? left - 1 : 0);
        if (found == wanted)
            return found;
        if (found == TOO_LONG)
            list.at[open++] = list.at[i];
    }
    for (unsigned i = 0; i < open; i++) {
        struct game_position next;
        g->apply(p, list.at[i], &next);
        enum prove_answer found = can_force(c, &next, left ? left - 1 : 0);
        if (found == wanted || found == TOO_LONG)
            return found;
    }
    return wanted == YES ? NO : YES;
}

// `left` are the actions in which the game must be over, and 0 when the rules see to its end.
static enum prove_answer can_force(struct puzzle_check *c, const struct game_position *p,
                                   unsigned left)
{
    enum prove_answer known = at_once(c, p, left);

    if (known != TOO_LONG)
        return known;
    uint64_t key = question_key(c, p, left);
    if (++c->nodes > c->most && c->most)
        return TOO_LONG;
    known = try_all(c, p, left);
    if (known != TOO_LONG)
        remember_answer(c, key, known);
    return known;
}

enum puzzle_verdict puzzle_forces(struct puzzle_check *c, const struct puzzle *z, int solver,
                                  const struct game_position *p, unsigned left)
{
    if (z->game->hidden)
        return deduce_forces(c, z, solver, p);
    c->puzzle = z;
    c->solver = solver;
    c->nodes = 0;
    enum prove_answer found = can_force(c, p, left);
    return found == YES ? PUZZLE_PROVEN : found == NO ? PUZZLE_WRONG : PUZZLE_UNKNOWN;
}

enum puzzle_verdict puzzle_forces_by(struct puzzle_check *c, const struct puzzle *z, int solver,
                                     const struct game_position *p, game_action action,
                                     unsigned left)
{
    struct game_position after;

    z->game->apply(p, action, &after);
    enum puzzle_standing stands = puzzle_stands(z, solver, p, &after);
    return stands == PUZZLE_OPEN  ? puzzle_forces(c, z, solver, &after, left)
           : stands == PUZZLE_MET ? PUZZLE_PROVEN
                                  : PUZZLE_WRONG;
}

// ---------------------------------------------------------------------------------------------
// The line
// ---------------------------------------------------------------------------------------------

static void action_name(const struct puzzle *z, const struct game_position *p, game_action action,
                        char text[GAME_ACTION_BYTES])
{
    game_write_action(z->game, p, action, text);
}

// Of an own action of the line: it forces the goal, and nothing else does.
static enum puzzle_verdict prove_step(struct puzzle_check *c, const struct game_position *p,
                                      game_action own, unsigned left, struct error *e)
{
    const struct puzzle *z = c->puzzle;
    char text[GAME_ACTION_BYTES];
    struct game_actions list;
    bool only = true;

    game_list(z->game, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position next;
        bool same = puzzle_same(z->game, p, own, list.at[i]);
        z->game->apply(p, list.at[i], &next);
        enum prove_answer found = can_force(c, &next, left ? left - 1 : 0);
        if (found == TOO_LONG)
            return PUZZLE_UNKNOWN;
        action_name(z, p, list.at[i], text);
        if (same && found == NO)
            error_set(e, "puzzle.fails:action", "'%s' does not reach the goal", text);
        if (!same && found == YES)
            error_set(e, "puzzle.also:action", "'%s' reaches the goal too", text);
        if (same != (found == YES))
            return PUZZLE_WRONG;
        only = only && same;
    }
    if (only) {
        error_set(e, "puzzle.forced", "there is nothing to choose");
        return PUZZLE_WRONG;
    }
    return PUZZLE_PROVEN;
}

// Where the third time is a draw, no position may have stood twice before: then the side that wins
// soon never comes to a third time, since a shortest way to win goes nowhere twice.
static bool past_repeats(const struct puzzle *z)
{
    uint64_t keys[PUZZLE_MOST_PAST + 1];
    struct game_position p;

    z->game->start(&z->options, z->seed, &p);
    for (unsigned i = 0; z->game->repetition && i <= z->past_length; i++) {
        keys[i] = game_key(z->game, &p);
        for (unsigned k = 0; k < i; k++) {
            if (keys[k] == keys[i])
                return true;
        }
        if (i < z->past_length)
            z->game->apply(&p, z->past[i], &p);
    }
    return false;
}

enum puzzle_verdict puzzle_prove_line(struct puzzle_check *c, const struct puzzle *z,
                                      puzzle_prove_step *step, struct error *e)
{
    struct game_position p, before;
    unsigned own = 0;

    puzzle_position(z, &p);
    c->puzzle = z;
    c->solver = z->game->to_act(&p);
    c->nodes = 0;
    for (unsigned i = 0; i < z->length; i++) {
        unsigned left = z->within > i ? z->within - i : 0;
        if (z->game->to_act(&p) == c->solver) {
            enum puzzle_verdict found = step(c, &p, z->line[i], left, e);
            if (found != PUZZLE_PROVEN)
                return found;
            own++;
        } else if (i + 1 == z->length) {
            error_set(e, "puzzle.last", "the last action is not the solver's");
            return PUZZLE_WRONG;
        }
        before = p;
        z->game->apply(&before, z->line[i], &p);
        if (i + 1 < z->length && puzzle_stands(z, c->solver, &before, &p) != PUZZLE_OPEN) {
            error_set(e, "puzzle.beyond", "the line goes on behind its goal");
            return PUZZLE_WRONG;
        }
    }
    if (own == 0 || own > PUZZLE_MOST_OWN) {
        error_set(e, "puzzle.length:most", "a line has from 1 to %d own actions", PUZZLE_MOST_OWN);
        return PUZZLE_WRONG;
    }
    return PUZZLE_PROVEN;
}

enum puzzle_verdict puzzle_prove(struct puzzle_check *c, const struct puzzle *z, struct error *e)
{
    if (z->game->hidden)
        return deduce_prove(c, z, e);
    if (past_repeats(z) || (z->game->repetition && (z->goal != PUZZLE_WIN || !z->within))) {
        error_set(e, "puzzle.circle", "positions of this game can come back: it proves nothing");
        return PUZZLE_WRONG;
    }
    return puzzle_prove_line(c, z, prove_step, e);
}
