// SPDX-License-Identifier: MIT
// Proves puzzles of games with secrets by the rules alone. What is asked is asked of sets of
// determinizations that look the same to the solver: an action is right when it is right for the
// whole set, and after each action the set falls into parts that the solver can tell from each
// other by what is seen then. A set of one determinization asks what can be forced by who knows it.
#include <assert.h>
#include <string.h>

#include "base/hash.h"
#include "coach/deduce.h"

bool deduce_suits(const struct game *g)
{
    return game_hidden(g)->determinizations && !g->repetition;
}

void deduce_list(const struct game *g, const struct game_position *p, int seat,
                 struct deduce_determinizations *determinizations)
{
    struct game_position seen, all[GAME_MAX_DETERMINIZATIONS];

    game_view(g, p, seat, &seen);
    determinizations->count = game_determinizations(g, &seen, all);
    if (determinizations->count > DEDUCE_MOST_DETERMINIZATIONS)
        determinizations->count = 0;
    memcpy(determinizations->at, all, determinizations->count * sizeof *all);
}

bool deduce_same(const struct game *g, const struct deduce_determinizations *determinizations,
                 game_action a, game_action b)
{
    bool same = true;

    for (unsigned i = 0; i < determinizations->count && same; i++)
        same = puzzle_same(g, &determinizations->at[i], a, b);
    return same;
}

// ---------------------------------------------------------------------------------------------
// The question
// ---------------------------------------------------------------------------------------------

enum deduce_answer { NO, YES, TOO_LONG };

static bool is_own(const struct puzzle_check *c, int seat)
{
    const struct puzzle *z = c->puzzle;

    return game_team(z->game, &z->options, seat) == game_team(z->game, &z->options, c->solver);
}

// The same for a set in any order.
static uint64_t set_key(const struct puzzle_check *c, const struct deduce_determinizations *set)
{
    const struct puzzle *z = c->puzzle;
    uint64_t sum = 0, words = (uint64_t)set->count << 32 | (uint64_t)c->solver << 24 |
                              (uint64_t)z->goal << 16 | (uint16_t)z->lead;

    for (unsigned i = 0; i < set->count; i++)
        sum += hash_mix(game_key(z->game, &set->at[i]));
    return hash_mix(hash_word(hash_word(0x646564756365, sum), words)) | 2;
}

static enum deduce_answer can_force(struct puzzle_check *c,
                                    const struct deduce_determinizations *set);

static bool look_alike(const struct game *g, const struct game_position *one,
                       const struct game_position *other)
{
    return g->key ? g->key(one) == g->key(other)
                  : memcmp(one->bytes, other->bytes, g->position_size) == 0;
}

// Takes the determinizations that look like the first one out of `rest` and asks of them alone.
static enum deduce_answer ask_part(struct puzzle_check *c, struct deduce_determinizations *rest)
{
    const struct game *g = c->puzzle->game;
    struct game_position first, seen;
    struct deduce_determinizations part = {.count = 0};
    unsigned kept = 0;

    game_view(g, &rest->at[0], c->solver, &first);
    for (unsigned i = 0; i < rest->count; i++) {
        game_view(g, &rest->at[i], c->solver, &seen);
        if (look_alike(g, &first, &seen))
            part.at[part.count++] = rest->at[i];
        else
            rest->at[kept++] = rest->at[i];
    }
    rest->count = kept;
    return can_force(c, &part);
}

// After an action: no determinization may have missed the goal, and where it is open still each
// part that the solver can tell from the others must reach it.
static enum deduce_answer can_force_after(struct puzzle_check *c,
                                          const struct deduce_determinizations *set,
                                          game_action action)
{
    const struct game *g = c->puzzle->game;
    struct deduce_determinizations rest = {.count = 0};

    for (unsigned i = 0; i < set->count; i++) {
        struct game_position *next = &rest.at[rest.count];
        g->apply(&set->at[i], action, next);
        enum puzzle_standing stands = puzzle_stands(c->puzzle, c->solver, &set->at[i], next);
        if (stands == PUZZLE_MISSED)
            return NO;
        rest.count += stands == PUZZLE_OPEN;
    }
    while (rest.count > 0) {
        enum deduce_answer found = ask_part(c, &rest);
        if (found != YES)
            return found;
    }
    return YES;
}

// Actions follow from what everybody sees: one determinization lists them for all.
static enum deduce_answer try_all(struct puzzle_check *c, const struct deduce_determinizations *set)
{
    const struct game *g = c->puzzle->game;
    enum deduce_answer wanted = is_own(c, g->to_act(&set->at[0])) ? YES : NO;
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    unsigned count = g->actions(&set->at[0], list);

    for (unsigned i = 0; i < count; i++) {
        enum deduce_answer found = can_force_after(c, set, list[i]);
        if (found == wanted || found == TOO_LONG)
            return found;
    }
    return wanted == YES ? NO : YES;
}

static enum deduce_answer can_force(struct puzzle_check *c,
                                    const struct deduce_determinizations *set)
{
    uint64_t key = set_key(c, set), *kept = &c->slots[(key >> 8) & (c->count - 1)].key;

    if ((*kept | 1) == (key | 1))
        return (enum deduce_answer)(*kept & 1);
    if (++c->nodes > c->most && c->most)
        return TOO_LONG;
    enum deduce_answer found = try_all(c, set);
    if (found != TOO_LONG)
        *kept = (key & ~(uint64_t)1) | (uint64_t)found;
    return found;
}

// Whether an action misses the goal in some determinization, known to the solver's side, and in
// which.
static enum deduce_answer action_fails(struct puzzle_check *c,
                                       const struct deduce_determinizations *determinizations,
                                       game_action action, unsigned *determinization)
{
    struct deduce_determinizations one = {.count = 1};

    for (unsigned i = 0; i < determinizations->count; i++) {
        one.at[0] = determinizations->at[i];
        enum deduce_answer found = can_force_after(c, &one, action);
        *determinization = i;
        if (found != YES)
            return found == NO ? YES : TOO_LONG;
    }
    return NO;
}

static void begin_check(struct puzzle_check *c, const struct puzzle *z, int solver)
{
    c->puzzle = z;
    c->solver = solver;
    c->nodes = 0;
}

// ---------------------------------------------------------------------------------------------
// The line
// ---------------------------------------------------------------------------------------------

static enum puzzle_verdict say_wrong(const struct game_position *p, const struct puzzle *z,
                                     game_action action, bool own, struct error *e)
{
    char text[GAME_ACTION_BYTES];

    game_write_action(z->game, p, action, text);
    if (own)
        error_set(e, "puzzle.fails:action", "'%s' does not reach the goal", text);
    else
        error_set(e, "deduce.also:action", "'%s' misses the goal in no deal", text);
    return PUZZLE_WRONG;
}

// Of an own action of the line: it holds against every determinization, and nothing else does.
static enum puzzle_verdict prove_step(struct puzzle_check *c, const struct game_position *p,
                                      game_action own, unsigned left, struct error *e)
{
    const struct puzzle *z = c->puzzle;
    struct deduce_determinizations determinizations;
    struct game_actions list;
    unsigned others = 0;

    (void)left; // such games end by themselves
    deduce_list(z->game, p, c->solver, &determinizations);
    if (determinizations.count == 0) {
        error_set(e, "deduce.deals", "too many deals agree with what is seen");
        return PUZZLE_WRONG;
    }
    game_list(z->game, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        bool same = deduce_same(z->game, &determinizations, own, list.at[i]);
        unsigned determinization;
        enum deduce_answer found =
            same ? can_force_after(c, &determinizations, list.at[i])
                 : action_fails(c, &determinizations, list.at[i], &determinization);
        if (found == TOO_LONG)
            return PUZZLE_UNKNOWN;
        if (found == NO)
            return say_wrong(p, z, list.at[i], same, e);
        others += !same;
    }
    if (others == 0) {
        error_set(e, "puzzle.forced", "there is nothing to choose");
        return PUZZLE_WRONG;
    }
    return PUZZLE_PROVEN;
}

enum puzzle_verdict deduce_prove(struct puzzle_check *c, const struct puzzle *z, struct error *e)
{
    if (!deduce_suits(z->game) ||
        (z->goal == PUZZLE_KEEP && !game_hidden(z->game)->check_objective)) {
        error_set(e, "deduce.game:game", "the deals of %s cannot be listed", z->game->name);
        return PUZZLE_WRONG;
    }
    return puzzle_prove_line(c, z, prove_step, e);
}

enum puzzle_verdict deduce_forces(struct puzzle_check *c, const struct puzzle *z, int solver,
                                  const struct game_position *p)
{
    struct deduce_determinizations one = {.count = 1, .at = {*p}};
    struct game_result result;

    begin_check(c, z, solver);
    z->game->result(p, &result);
    if (result.over && z->goal != PUZZLE_KEEP)
        return puzzle_met(z, &result, solver) ? PUZZLE_PROVEN : PUZZLE_WRONG;
    enum deduce_answer found = can_force(c, &one);
    return found == YES ? PUZZLE_PROVEN : found == NO ? PUZZLE_WRONG : PUZZLE_UNKNOWN;
}

bool deduce_refute(struct puzzle_check *c, const struct puzzle *z, int solver,
                   const struct game_position *p, game_action action,
                   struct game_position *determinization)
{
    struct deduce_determinizations determinizations;
    unsigned at;

    begin_check(c, z, solver);
    deduce_list(z->game, p, solver, &determinizations);
    if (action_fails(c, &determinizations, action, &at) != YES)
        return false;
    *determinization = determinizations.at[at];
    return true;
}

bool deduce_hopeless(struct puzzle_check *c, const struct puzzle *z, int solver,
                     const struct game_position *p, game_action action)
{
    struct deduce_determinizations determinizations, one = {.count = 1};
    bool lost = true;

    begin_check(c, z, solver);
    deduce_list(z->game, p, solver, &determinizations);
    for (unsigned i = 0; i < determinizations.count && lost; i++) {
        one.at[0] = determinizations.at[i];
        lost = can_force_after(c, &one, action) == NO;
    }
    return lost && determinizations.count > 0;
}
