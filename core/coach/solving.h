// SPDX-License-Identifier: MIT
// How a puzzle is solved, for every front end: what was found so far, whether an action is the one that was asked for, what the
// other seat answers, and what is wrong with every other action.
//
// An action that leads to the same game as the one of the line is right too; the line then goes on in the mirror. So the
// position that people see and the line's own may differ, but never in what can be reached from them.
#ifndef ABAX_COACH_SOLVING_H
#define ABAX_COACH_SOLVING_H

#include "coach/facts.h"
#include "coach/puzzle.h"
#include "play/match.h"
#include "play/think.h"

enum {
    SOLVING_MOST_REFUTATION = 6, // actions behind a wrong one that are shown
    SOLVING_MOST_REASONS = 3
};

struct solving {
    struct puzzle puzzle;
    int solver;
    struct game_position position; // as people see it
    struct game_position mirrored; // where the line stands
    unsigned done;                 // actions of the line so far
    unsigned found, of;            // own actions so far, and all of them
    unsigned played_count;         // since the puzzle began, as people see them
    game_action played[PUZZLE_MOST_LINE];
};

enum solving_word {
    SOLVING_RIGHT,  // and there is more to find
    SOLVING_SOLVED, // it was the last one
    SOLVING_WRONG   // nothing has changed
};

void solving_begin(struct solving *s, const struct puzzle *z);

// The match up to the puzzle, from its start, with a person at the solver's seat.
bool solving_match(const struct puzzle *z, int solver, struct match *m, struct error *e);

// Whether all of it was found.
bool solving_done(const struct solving *s);

// A legal action of the position. When it is right it is played, and the answers of the other seat behind it.
enum solving_word solving_try(struct solving *s, game_action action);

// The action that is asked for, in a puzzle that is not done.
game_action solving_wanted(const struct solving *s);

// Plays what is left of the line, for whoever gives up: nothing more counts as found.
void solving_show(struct solving *s);

// What becomes of a wrong action.
struct refutation {
    // Actions after it, the opponent's answer first; 0 when the answer must stay secret.
    unsigned count;
    game_action actions[SOLVING_MOST_REFUTATION];
    bool proven; // worked out here; otherwise only whoever made the puzzle has proven it
    struct facts reasons;
    // In a game with secrets: what the others hold in a deal where it fails; -1: the solver sees it.
    int8_t secret[GAME_MAX_SEATS];
};

// Works it out. `history` is the game up to the position, in which the action is legal and wrong.
void solving_refute(const struct solving *s, struct thinker *t, const struct history *history,
                    game_action action, const struct think_watch *watch, struct refutation *r);

// The goal as a sentence: "Ivory to act: win." And what a wrong action has lost: "Ivory can no longer force a win." `names` are
// those of the seats.
void solving_say_goal(const struct puzzle *z, const char *const names[GAME_MAX_SEATS],
                      struct error *said);
void solving_say_lost(const struct solving *s, const struct refutation *r,
                      const char *const names[GAME_MAX_SEATS], struct error *said);

// Of a puzzle that is done before the game is: what is proven of the position it ends with. False where the game is over.
bool solving_say_rest(const struct solving *s, const char *const names[GAME_MAX_SEATS],
                      struct error *said);

#endif
