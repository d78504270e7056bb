// SPDX-License-Identifier: MIT
// Proven puzzles. A puzzle is a game up to a position and a line from there: own actions, each the
// only one that still forces the goal, and answers between them. Actions that lead to the same
// game, such as mirror images, count as one.
//
// A puzzle's claim is one question about several positions: can the solver force the goal from
// here? puzzleprove.c answers it from the rules alone, puzzlefind.c finds candidates with the
// search, puzzlefile.c reads and writes files.
#ifndef ABAX_COACH_PUZZLE_H
#define ABAX_COACH_PUZZLE_H

#include "game/game.h"

enum {
    PUZZLE_MOST_OWN = 7,   // own actions in a line
    PUZZLE_MOST_LINE = 32, // actions in a line
    PUZZLE_MOST_PAST = 200 // actions before it
};

enum puzzle_goal {
    PUZZLE_WIN,  // the game is won
    PUZZLE_DRAW, // it is not lost
    PUZZLE_LEAD, // the solver is ahead at the end by `lead` points or more
    PUZZLE_KEEP, // the solver loses nothing before the next turn (`check_objective` of game/game.h)
    PUZZLE_GOALS
};

// "win", "draw", "lead", "keep": never translated.
const char *puzzle_goal_name(enum puzzle_goal goal);

// Of an open game for two, or of a game with secrets, of which the solver sees a view. The solver
// is the seat to act after `past`.
struct puzzle {
    const struct game *game;
    struct game_options options;
    uint64_t seed; // of the deal
    enum puzzle_goal goal;
    int lead; // of PUZZLE_LEAD
    // Actions of both sides within which the game must end, in games whose positions can repeat;
    // otherwise 0.
    unsigned within;
    unsigned rating; // how hard it is, by how the levels do (docs/puzzles.md); 0: nobody has tried
    unsigned themes; // a bit for each (coach/puzzletheme.h)
    unsigned past_length, length;
    game_action past[PUZZLE_MOST_PAST]; // from the start of the game
    game_action line[PUZZLE_MOST_LINE]; // the first and the last are the solver's
};

// Whether there are puzzles of a game with these options: it is an open game of two, or its secrets
// can be gone through (coach/deduce.h).
bool puzzle_suits(const struct game *g, const struct game_options *options);

// The position after `past`.
void puzzle_position(const struct puzzle *z, struct game_position *p);

// Whether a finished game meets the goal of a solver; not for PUZZLE_KEEP.
bool puzzle_met(const struct puzzle *z, const struct game_result *result, int solver);

// What an action has made of the goal: it may be met or missed before the game is over.
enum puzzle_standing { PUZZLE_OPEN, PUZZLE_MET, PUZZLE_MISSED };
enum puzzle_standing puzzle_stands(const struct puzzle *z, int solver,
                                   const struct game_position *before,
                                   const struct game_position *after);

// Whether two actions of a position lead to the same game.
bool puzzle_same(const struct game *g, const struct game_position *p, game_action a, game_action b);

// ---------------------------------------------------------------------------------------------
// Proving, by the rules alone
// ---------------------------------------------------------------------------------------------

// The prover's hash table of answered positions. The caller owns the memory.
struct puzzle_slot {
    // Hash of the position and the actions that are left; the lowest bit is the answer. 0: free.
    uint64_t key;
};

struct puzzle_check {
    struct puzzle_slot *slots;
    size_t count;   // a power of two
    uint64_t nodes; // visited so far
    uint64_t most;  // gives up after this many; 0: never

    // The puzzle that is being proven.
    const struct puzzle *puzzle;
    int solver;
};

void puzzle_check_init(struct puzzle_check *c, void *memory, size_t bytes);

enum puzzle_verdict {
    PUZZLE_PROVEN,
    PUZZLE_WRONG,  // with a sentence that says what is not so
    PUZZLE_UNKNOWN // more positions than were allowed
};

// Proves a puzzle: each own action of the line forces the goal, and every other action of that
// position, those that lead to the same game apart, does not.
enum puzzle_verdict puzzle_prove(struct puzzle_check *c, const struct puzzle *z, struct error *e);

// The question by itself, of any position: PUZZLE_PROVEN when the solver can force the goal from
// there, PUZZLE_WRONG when not. `left` are the actions in which the game must be over, where the
// puzzle says so.
enum puzzle_verdict puzzle_forces(struct puzzle_check *c, const struct puzzle *z, int solver,
                                  const struct game_position *p, unsigned left);

// The same after a legal action, which may have met or missed the goal by itself.
enum puzzle_verdict puzzle_forces_by(struct puzzle_check *c, const struct puzzle *z, int solver,
                                     const struct game_position *p, game_action action,
                                     unsigned left);

// ---------------------------------------------------------------------------------------------
// Files
// ---------------------------------------------------------------------------------------------

// A file of puzzles of one game is lines of text: "puzzles 1 GAME COUNT CHECKSUM [SEED:GAMES]",
// then a line of letters, digits, '-' and '_' a puzzle (docs/puzzles.md).
enum { PUZZLE_LETTERS = 400 }; // the longest line and its terminator

// The letters of a puzzle; false when it does not fit.
bool puzzle_write(const struct puzzle *z, char letters[PUZZLE_LETTERS]);

// Reads them: every action is legal then, and the rest is in its bounds. `count` letters.
bool puzzle_read(const struct game *g, const char *letters, size_t count, struct puzzle *z,
                 struct error *e);

// Where a file comes from: the seed of the first game that was searched, and the number of games. A
// later search for more puzzles continues after them.
struct puzzle_origin {
    uint64_t seed, games; // 0 games: unknown
};

// A file that is being read; the caller keeps its bytes.
struct puzzle_file {
    const struct game *game;
    struct puzzle_origin origin;
    unsigned count;   // of puzzles
    const char *rows; // the first of them
    size_t bytes;     // of all rows
};

// Reads the head of a file and checks that nothing of it is damaged or missing.
bool puzzle_file_open(struct puzzle_file *f, const char *bytes, size_t count, struct error *e);

// The puzzle with this number, from 0.
bool puzzle_file_read(const struct puzzle_file *f, unsigned number, struct puzzle *z,
                      struct error *e);

// Writes the head for these rows, without and with "SEED:GAMES".
void puzzle_file_head(const struct game *g, unsigned count, const char *rows, size_t bytes,
                      struct text *t);
void puzzle_file_head_made(const struct game *g, unsigned count, const char *rows, size_t bytes,
                           struct puzzle_origin origin, struct text *t);

// ---------------------------------------------------------------------------------------------
// Finding, with the whole search
// ---------------------------------------------------------------------------------------------

struct search;
struct tt;

// What the finder needs; the caller owns the memory. Its results are guesses until puzzle_prove has
// proven them.
struct puzzle_maker {
    struct search *search;
    struct tt *table;
    uint64_t nodes;  // for each action that must be decided
    unsigned within; // actions of both in which games whose positions can come back must be won
    uint64_t spent;  // nodes so far
    bool decided;    // the value of the last position was found: else the nodes were too few
    bool cut;        // the end of its line could not be decided: then it is no puzzle
};

// The puzzle of the position after the first `past` actions of a game, if there is one. `z` comes
// with game, options, seed and the whole game as its past.
bool puzzle_find(struct puzzle_maker *m, struct puzzle *z, unsigned past);

#endif
