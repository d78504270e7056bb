// SPDX-License-Identifier: MIT
// Puzzles of games with secrets: find what is right whatever the others hold. They are puzzles in
// the same files as others (coach/puzzle.h), with another claim and another proof.
//
// The solver sees a view and goes through every determinization that agrees with it. The right
// action has a plan, based only on what the solver's side sees, that reaches the goal in every
// determinization, even against opponents who know everything and cooperate. Every other action
// misses the goal in at least one determinization, even if the solver's side knew that
// determinization. Partners see the same and plan together.
//
// deduceprove.c proves it from the rules, deducefind.c finds candidates.
#ifndef ABAX_COACH_DEDUCE_H
#define ABAX_COACH_DEDUCE_H

#include "coach/puzzle.h"

enum { DEDUCE_MOST_DETERMINIZATIONS = 12 }; // that one view may leave open

// Whether puzzles of a game with these options are of this kind: it has secrets and can list the
// determinizations.
bool deduce_suits(const struct game *g);

// The determinizations that are possible for a seat; `count` is 0 when there are more than
// DEDUCE_MOST_DETERMINIZATIONS.
struct deduce_determinizations {
    unsigned count;
    struct game_position at[DEDUCE_MOST_DETERMINIZATIONS];
};
void deduce_list(const struct game *g, const struct game_position *p, int seat,
                 struct deduce_determinizations *determinizations);

// Whether two actions lead to the same game in every determinization.
bool deduce_same(const struct game *g, const struct deduce_determinizations *determinizations,
                 game_action a, game_action b);

// Walks the line of a puzzle, for both provers: calls `step` for every own action and checks that
// the line is legal.
typedef enum puzzle_verdict puzzle_prove_step(struct puzzle_check *c, const struct game_position *p,
                                              game_action own, unsigned left, struct error *e);
enum puzzle_verdict puzzle_prove_line(struct puzzle_check *c, const struct puzzle *z,
                                      puzzle_prove_step *step, struct error *e);

// Like puzzle_prove.
enum puzzle_verdict deduce_prove(struct puzzle_check *c, const struct puzzle *z, struct error *e);

// Like puzzle_forces: whether the solver's side can force the goal from a position that everybody
// knows, and in which it is neither met nor missed where it can be before the game is over.
enum puzzle_verdict deduce_forces(struct puzzle_check *c, const struct puzzle *z, int solver,
                                  const struct game_position *p);

// A determinization in which an action of a position on the line misses the goal whatever the
// solver's side does after it: the explanation why it is wrong. It does not depend on what the
// others really hold. False when there is none or the search for it takes too long.
bool deduce_refute(struct puzzle_check *c, const struct puzzle *z, int solver,
                   const struct game_position *p, game_action action,
                   struct game_position *determinization);

// Whether it misses the goal in every determinization, so that no determinization need be named;
// false when the search takes too long.
bool deduce_hopeless(struct puzzle_check *c, const struct puzzle *z, int solver,
                     const struct game_position *p, game_action action);

// Like puzzle_find. The maker's search is not used, its table is.
bool deduce_find(struct puzzle_maker *m, struct puzzle *z, unsigned past);

// Whether the solver's side, with open cards, can avoid any loss during an action and the next
// `deep` ones. Takes what it needs from `nodes`; unknown when they do not suffice. For making and
// rating puzzles.
enum puzzle_verdict deduce_keeps(const struct puzzle *z, int solver, const struct game_position *p,
                                 game_action action, unsigned deep, uint64_t *nodes);

#endif
