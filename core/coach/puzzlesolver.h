// SPDX-License-Identifier: MIT
// A person solving a puzzle, for every front end: what they found so far, whether an action is the
// solution, what the opponent answers, and what refutes every other action.
//
// An action that leads to the same game as the one of the line is right too; the line then
// continues in the mirror image. So the position shown and the position of the line may differ, but
// never in what can be reached from them.
#ifndef ABAX_COACH_PUZZLESOLVER_H
#define ABAX_COACH_PUZZLESOLVER_H

#include "coach/facts.h"
#include "coach/puzzle.h"
#include "play/match.h"
#include "play/think.h"

enum {
    PUZZLE_SOLVER_MAX_REFUTATION = 6, // actions shown after a wrong one
    PUZZLE_SOLVER_MAX_REASONS = 3
};

struct puzzle_solver {
    struct puzzle puzzle;
    int seat;                      // that solves it
    struct game_position position; // as shown
    struct game_position mirrored; // of the line
    unsigned done;                 // actions of the line so far
    unsigned found, to_find;       // own actions found so far, and in all
    unsigned played_count;         // since the puzzle began, as shown
    game_action played[PUZZLE_MOST_LINE];
};

enum puzzle_attempt {
    PUZZLE_ATTEMPT_RIGHT,  // and there is more to find
    PUZZLE_ATTEMPT_SOLVED, // it was the last one
    PUZZLE_ATTEMPT_WRONG   // nothing has changed
};

void puzzle_solver_init(struct puzzle_solver *s, const struct puzzle *z);

// The match up to the puzzle, from its start, with a person at the solver's seat.
bool puzzle_solver_match(const struct puzzle *z, int solver, struct match *m, struct error *e);

// Whether the line is complete.
bool puzzle_solver_done(const struct puzzle_solver *s);

// Tries a legal action. A right one is played, followed by the opponent's answers; a wrong one
// changes nothing.
enum puzzle_attempt puzzle_solver_try(struct puzzle_solver *s, game_action action);

// The solution's next action, in a puzzle that is not done.
game_action puzzle_solver_solution(const struct puzzle_solver *s);

// Plays the rest of the line after the person gave up: `found` stays.
void puzzle_solver_reveal(struct puzzle_solver *s);

// Why an action is wrong.
struct refutation {
    // Actions after it, the opponent's answer first; 0 when the answer must stay secret.
    unsigned count;
    game_action actions[PUZZLE_SOLVER_MAX_REFUTATION];
    bool proven; // found here; otherwise it rests on the proof of the puzzle
    struct facts reasons;
    // In a game with secrets: what the others hold in a deal where it fails; -1: the solver sees
    // it.
    int8_t secret[GAME_MAX_SEATS];
};

// Finds the refutation. `history` is the game up to the position, in which the action is legal and
// wrong.
void puzzle_solver_refute(const struct puzzle_solver *s, struct thinker *t,
                          const struct history *history, game_action action,
                          const struct think_watch *watch, struct refutation *r);

// The goal as a sentence: "Ivory to act: win." And what a wrong action lost: "Ivory can no longer
// force a win." `names` are those of the seats.
void puzzle_solver_say_goal(const struct puzzle *z, const char *const names[GAME_MAX_SEATS],
                            struct message *message);
void puzzle_solver_say_lost(const struct puzzle_solver *s, const struct refutation *r,
                            const char *const names[GAME_MAX_SEATS], struct message *message);

// For a puzzle that ends before the game does: what is proven about its last position. False when
// the game is over.
bool puzzle_solver_say_rest(const struct puzzle_solver *s, const char *const names[GAME_MAX_SEATS],
                            struct message *message);

#endif
