// SPDX-License-Identifier: MIT
// Search for duels (game_is_duel): iterative deepening and principal-variation search on the
// contract. The seat to act is asked at every node, never flipped, since a turn can be several actions.
//
// The search allocates nothing, prints nothing and reads no clock. Limits come in a record; progress and
// results leave through callbacks; whoever wants a time limit answers `poll` with true when it is over.
// With one thread the same limits give the same result on every platform.
#ifndef ABAX_SEARCH_SEARCH_H
#define ABAX_SEARCH_SEARCH_H

#include "game/game.h"
#include "search/table.h"

enum {
    SEARCH_MAX_PLY = 120,
    SEARCH_MAX_LINES = 8,
    SEARCH_MAX_SYMMETRIC = 15,
    SEARCH_LINE_LENGTH = 48,
    SEARCH_HISTORY = 4096,
    SEARCH_POLL_NODES = 1024,

    // Values, for the seat to act. A game that is won is worth SEARCH_WON plus the margin, or less the
    // plies to it (search_counts_plies); estimates stay below SEARCH_ESTIMATE.
    SEARCH_WON = 20000,
    SEARCH_ESTIMATE = 15000,
    SEARCH_INFINITE = 32000,
};

struct search_limits {
    uint64_t nodes; // 0: no limit
    unsigned depth; // 0: no limit
    unsigned lines; // best lines wanted; 0 counts as 1
    bool exact;     // go on after a won game is proven until its margin is
    const game_action
        *only; // the first actions to choose from, which the caller keeps; all when there are none
    unsigned only_count;
};

// A line of play and what it is worth for the seat to act at the root.
struct search_line {
    int value;
    bool proven;         // won, lost or drawn for certain
    bool exact;          // no estimate was used at all: the margin is certain too
    bool ends;           // the first action ends the game
    bool expects_margin; // the next is known
    int margin;          // expected at the end, in tenths of a point; certain when the game ends
    unsigned share; // in millionths, with which it is drawn where choices are mixed; all 0: never
    unsigned length;
    game_action actions[SEARCH_LINE_LENGTH];
    unsigned symmetric_count;
    game_action symmetric[SEARCH_MAX_SYMMETRIC]; // other first actions that lead to the same game
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
    struct table *table;
    struct search_limits limits;
    unsigned first_depth;   // to begin with; 0 counts as 1
    bool joined;            // one of several threads: the table knows of the new search already
    bool (*poll)(void *to); // true: stop; NULL: never
    void (*progress)(void *to, const struct search_report *report); // after each depth; or NULL
    void *to;
};

// One ply of the path from the root.
struct search_ply {
    struct game_position position;
    uint64_t key; // where the table or repetition asks for it
    int seat;
    unsigned count;
    game_action killers[2];
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    int order[GAME_MAX_ACTIONS];
    unsigned line_length;
    game_action line[SEARCH_LINE_LENGTH];
};

// The first actions: all that are to be looked at, and one of each kind.
struct search_roots {
    unsigned all_count, count;
    game_action all[GAME_MAX_ACTIONS];
    uint16_t first
        [GAME_MAX_ACTIONS]; // of each of all, the place in the list of the one that speaks for it
    game_action list[GAME_MAX_ACTIONS];
    uint64_t keys[GAME_MAX_ACTIONS]; // of the game that follows
};

// All memory of one searching thread; the caller keeps it. Over one megabyte.
struct search {
    struct search_task task;
    uint64_t nodes;
    bool stopped;
    bool horizon; // an estimate was used below the node that looks at this
    unsigned excluded_count;
    game_action excluded[SEARCH_MAX_LINES]; // root actions that earlier lines took
    int root_value;                         // of the root's best line so far
    struct search_roots roots;
    int history[GAME_MAX_SEATS][SEARCH_HISTORY];
    struct search_ply plies[SEARCH_MAX_PLY + 1];
};

// Searches until a limit or `poll` stops it, or everything is proven. The report holds the last completed
// depth; at least one line of one action is always there. `s` need not be initialised.
void search_run(struct search *s, const struct search_task *task, struct search_report *report);

// The chance to win that a value stands for, in thousandths.
int search_chance(const struct game *g, int value);

// Whether the margin of the finished game is certain, and which: points more than the other seat.
bool search_margin(const struct game *g, const struct search_line *found, int *margin);

// Fills in the margin that the value of a line stands for, `p` being its root.
void search_expect(const struct game *g, const struct game_position *p, struct search_line *found);

// What margin is expected, in tenths of a point; false where that is not known. Beside what is proven nothing is expected: its
// margin is certain (search_margin), or it is not told.
bool search_expected_margin(const struct search_line *found, int *tenths);

// Whether the limits let an action be the first.
bool search_is_wanted(const struct search_limits *limits, game_action action);

// Fills in the symmetric actions of a line that no search found.
void search_find_symmetric(const struct search_task *task, struct search_line *line);

// Whether a line or one of its symmetric actions begins with an action, and makes that action its first: what follows is then
// another action's continuation and is left out.
bool search_begins_with(const struct search_line *line, game_action action);
void search_take_symmetric(struct search_line *line, game_action action);

// Whether wins are told apart by how soon they come and losses by how late: in games that can go on for ever, and
// in games without points, where nothing else would make a loser resist. The others are told apart by the margin.
static inline bool search_counts_plies(const struct game *g)
{
    return g->repetition || !g->scores;
}

// The value of a finished game for a seat, so many plies from the root.
int search_finished(const struct game *g, const struct game_position *p, int seat, unsigned ply);

// Whether a value is a won or lost game.
static inline bool search_decided(int value)
{
    return value > SEARCH_ESTIMATE || value < -SEARCH_ESTIMATE;
}

// Inside the search room: the value of the position at `ply` for its seat to act.
int search_node(struct search *s, unsigned ply, int depth, int alpha, int beta);

// Inside the search room: fills `roots` for the task, names the one that speaks for a root action (0: none does), and
// tells a line which its symmetric actions are.
void search_roots(struct search *s);
game_action search_representative(const struct search *s, game_action action);
void search_add_symmetric(const struct search *s, struct search_line *line);

// Inside the search room: goes on with a line as far as the table knows how. `last` is a line of the depth before that
// may begin in the same way, or NULL.
void search_extend(const struct search *s, const struct search_line *last,
                   struct search_line *line);

// Inside the search room: fills `order` of a ply, and takes the best action of those from `from` on to
// the place `from`.
void search_order(struct search *s, unsigned ply, game_action table_action);
game_action search_next(struct search_ply *ply, unsigned from);
void search_reward(struct search *s, unsigned ply, unsigned index, int depth);

#endif
