// SPDX-License-Identifier: MIT
// Alpha-beta search for duels (game_is_duel): iterative deepening, principal-variation search and a
// transposition table, on the game interface alone. node.c has the steps of the search, root.c the
// iterations, order.c move ordering, pv.c and symmetric.c what a line shows besides its value.
//
// A turn can have several actions, so every node asks the game who acts: this is no plain negamax.
//
// The search allocates nothing, prints nothing and reads no clock. Limits come in a struct;
// progress and results leave through callbacks; a caller with a time limit returns true from `poll`
// when it is over. With one thread the same limits give the same result on every platform.
#ifndef ABAX_SEARCH_SEARCH_H
#define ABAX_SEARCH_SEARCH_H

#include "game/game.h"
#include "search/tt.h"

enum {
    SEARCH_MAX_PLY = 120,
    SEARCH_MAX_LINES = 8,
    SEARCH_MAX_SYMMETRIC = 15,
    SEARCH_LINE_LENGTH = 48,
    SEARCH_HISTORY = 4096,
    SEARCH_POLL_NODES = 1024,

    // Values, for the seat to act. A won game is worth SEARCH_WON plus its margin, or less the
    // plies to it (search_counts_plies); estimates stay within SEARCH_ESTIMATE.
    SEARCH_WON = 20000,
    SEARCH_ESTIMATE = 15000,
    SEARCH_INFINITE = 32000,
};

struct search_limits {
    uint64_t nodes; // 0: no limit
    unsigned depth; // 0: no limit
    unsigned lines; // how many best lines to report (MultiPV); 0 counts as 1
    bool exact;     // do not stop at a proven win or loss before its margin is proven too
    // The root actions to choose from; all when `only_count` is 0. Owned by the caller.
    const game_action *only;
    unsigned only_count;
};

// A principal variation and its value for the seat to act at the root.
struct search_line {
    int value;
    bool proven;         // won, lost or drawn for certain
    bool exact;          // no estimate was used: the margin is certain too
    bool ends;           // the first action ends the game
    bool expects_margin; // `margin` is known
    int margin;          // expected at the end, in tenths of a point; certain when `ends`
    // In millionths: how often a mixed strategy plays this line. All 0: always the first line.
    unsigned share;
    unsigned length;
    game_action actions[SEARCH_LINE_LENGTH];
    // Other first actions from which the same game follows by symmetry.
    unsigned symmetric_count;
    game_action symmetric[SEARCH_MAX_SYMMETRIC];
};

struct search_report {
    unsigned depth; // completed
    uint64_t nodes;
    unsigned hashfull; // thousandths of the table that this search has filled
    unsigned line_count;
    struct search_line lines[SEARCH_MAX_LINES]; // of this depth, best first
};

struct search_task {
    const struct game *game;
    const struct game_position *root; // not over
    const uint64_t *history;          // keys of the positions before the root, for repetition
    size_t history_count;
    struct tt *table;
    struct search_limits limits;
    unsigned first_depth;   // of iterative deepening; 0 counts as 1
    bool is_helper;         // one of several threads (parallel.h): do not age the table again
    bool (*poll)(void *to); // true: stop; NULL: never
    void (*progress)(void *to, const struct search_report *report); // after each depth; or NULL
    void *to;
};

// The search stack: one entry for each ply of the path from the root.
struct search_ply {
    struct game_position position;
    uint64_t key; // only set where the table or repetition needs it
    int seat;
    unsigned count;
    game_action killers[2];
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    int scores[GAME_MAX_ACTIONS]; // of the actions in `list`, for ordering
    unsigned pv_length;
    game_action pv[SEARCH_LINE_LENGTH];
};

// Root actions: all that the limits allow, and one representative of each symmetry class.
struct search_roots {
    unsigned all_count, count;
    game_action all[GAME_MAX_ACTIONS];
    uint16_t representative[GAME_MAX_ACTIONS]; // of each in `all`: an index into `list`
    game_action list[GAME_MAX_ACTIONS];
    uint64_t keys[GAME_MAX_ACTIONS]; // canonical, of the positions after those in `list`
};

// All memory of one searching thread, owned by the caller. Over one megabyte.
struct search {
    struct search_task task;
    uint64_t nodes;
    bool stopped;
    bool horizon; // an estimate was used below the current node
    unsigned excluded_count;
    game_action excluded[SEARCH_MAX_LINES]; // root actions of earlier lines (MultiPV)
    int root_value;                         // of the root's best action so far
    struct search_roots roots;
    int history[GAME_MAX_SEATS][SEARCH_HISTORY]; // history heuristic, by hashed action
    struct search_ply plies[SEARCH_MAX_PLY + 1];
};

// Searches until a limit or `poll` stops it, or everything is proven. The report holds the last
// completed depth and always has at least one line of one action. `s` need not be initialised.
void search_run(struct search *s, const struct search_task *task, struct search_report *report);

// The win probability that a value stands for, in thousandths.
int search_chance(const struct game *g, int value);

// Whether the final margin is certain, and which: points more than the other seat.
bool search_margin(const struct game *g, const struct search_line *found, int *margin);

// Sets the margin that a line's value stands for. `p` is the root of the line.
void search_expect(const struct game *g, const struct game_position *p, struct search_line *found);

// The expected margin in tenths of a point. False where it is unknown, and for proven lines, whose
// margin is certain (search_margin) or not reported.
bool search_expected_margin(const struct search_line *found, int *tenths);

// Whether the limits allow an action at the root.
bool search_is_wanted(const struct search_limits *limits, game_action action);

// Sets the symmetric actions of a line that did not come from search_run.
void search_find_symmetric(const struct search_task *task, struct search_line *line);

// Whether a line or one of its symmetric actions begins with an action.
bool search_begins_with(const struct search_line *line, game_action action);

// Makes a symmetric action the first one. Cuts the line after it: the rest continued another
// action.
void search_take_symmetric(struct search_line *line, game_action action);

// Whether decided values prefer quick wins and late losses: in games with repetition, which could
// go on for ever, and in games without points, where otherwise nothing would make a loser resist.
// In all other games the margin orders decided values.
static inline bool search_counts_plies(const struct game *g)
{
    return g->repetition || !g->scores;
}

// The value of a finished game for a seat, `ply` plies from the root.
int search_finished(const struct game *g, const struct game_position *p, int seat, unsigned ply);

// Whether a value is a won or lost game.
static inline bool search_decided(int value)
{
    return value > SEARCH_ESTIMATE || value < -SEARCH_ESTIMATE;
}

// ---------------------------------------------------------------------------------------------
// Between the files of the search
// ---------------------------------------------------------------------------------------------

// The value of the position at `ply` for its seat to act.
int search_node(struct search *s, unsigned ply, int depth, int alpha, int beta);

// Fills `roots` for the task.
void search_list_roots(struct search *s);

// The representative of a root action's symmetry class; 0: the action is not allowed.
game_action search_representative(const struct search *s, game_action action);

// Sets the symmetric actions of a line of this search.
void search_add_symmetric(const struct search *s, struct search_line *line);

// Extends a principal variation with moves from the table. `previous` is a line of the previous
// iteration that may begin in the same way, or NULL.
void search_extend_pv(const struct search *s, const struct search_line *previous,
                      struct search_line *line);

// Scores the actions of a ply, then picks the best of those from `from` on and swaps it there.
void search_score_actions(struct search *s, unsigned ply, game_action tt_action);
game_action search_pick_next(struct search_ply *ply, unsigned from);

// Updates killers and history after a beta cutoff by action `index`.
void search_update_history(struct search *s, unsigned ply, unsigned index, int depth);

#endif
