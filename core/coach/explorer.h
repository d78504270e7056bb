// SPDX-License-Identifier: MIT
// The opening explorer: how games went on from a position, and how they ended. What is counted are positions, not orders of
// actions: an action's row tells of all games that reached the position behind it, in whatever way, and positions from
// which the same game follows (game_canonical_key) are one. Open games of two only.
//
// Counts come from a file of self-play games (docs/explorer.md), from an index of games in memory, or from games that are looked
// through one by one.
#ifndef ABAX_COACH_EXPLORER_H
#define ABAX_COACH_EXPLORER_H

#include "base/output.h"
#include "play/history.h"
#include "play/solver.h"

// What is known of a position. Results are told by seats, not by who acts.
struct explorer_counts {
    uint32_t games, first, draws; // games through it; those that the first seat won, and drawn ones
    int chance;                   // of the first seat, in thousandths, by the search; -1: not known
    enum solver_word proven;      // for the first seat
};

// Positions are called by this.
uint64_t explorer_key(const struct game *g, const struct game_position *p);

// ---------------------------------------------------------------------------------------------
// Asking
// ---------------------------------------------------------------------------------------------

struct explorer_row {
    uint64_t key; // of the position behind the action
    struct explorer_counts counts;
    unsigned action; // the first of its actions, by its place in the list
    uint64_t last;   // the game that was counted last
};

// A position, and a row for each action that leads somewhere else. While it is being filled, rows stand in the order of keys.
struct explorer_view {
    const struct history *history;
    struct game_actions list;
    // The row of each action; valid while rows are sorted by key, and again after explorer_settle.
    uint16_t row_of[GAME_MAX_ACTIONS];
    struct explorer_row here;
    unsigned count;
    struct explorer_row rows[GAME_MAX_ACTIONS];
    uint64_t games; // of the source in all, that were looked through
};

// Whether all games of a kind have their start in common, as those have of which openings are told; a sentence says why not.
bool explorer_same_start(const struct game *g, struct error *e);

// Begins: every row is empty. False, with a sentence, when the game is not an open one of two. The history is kept.
bool explorer_begin(struct explorer_view *v, const struct history *history, struct error *e);

// Counts a game: the keys of its positions in order, and the outcome of its first seat.
void explorer_count(struct explorer_view *v, const uint64_t *keys, unsigned count,
                    enum game_outcome outcome);

// Adds what the rules and the game's book know, and sorts: most games first, then the better chance for who acts.
void explorer_settle(struct explorer_view *v);

// ---------------------------------------------------------------------------------------------
// Files
// ---------------------------------------------------------------------------------------------

// The text of a file, taken apart; the caller keeps it.
struct explorer_file {
    const struct game *game;
    uint64_t games, nodes; // nodes for each action
    unsigned positions;
    const char *rows, *end;
};

// Checks all of it: a file that is damaged, or of another game, is refused with a sentence.
bool explorer_open(struct explorer_file *f, const struct game *g, const char *text, size_t length,
                   struct error *e);

// Fills the rows of a view that has just begun.
void explorer_look(struct explorer_view *v, const struct explorer_file *f);

// ---------------------------------------------------------------------------------------------
// Indexes
// ---------------------------------------------------------------------------------------------

struct explorer_entry {
    uint64_t key; // 0: free
    uint32_t games, first, draws;
    uint32_t thought; // times that the search told a chance
    uint64_t chances; // their sum
    uint64_t last;    // the game that was counted last
    enum solver_word proven;
};

// Counts of many games by position; it grows up to a bound, after which only positions that it knows are counted. All zero with `most`
// set is an empty one. Release it with explorer_index_clear.
struct explorer_index {
    struct explorer_entry *entries;
    size_t capacity; // a power of two, or 0
    size_t count, most;
    uint64_t games;
};

// A game, with the search's chances for the first seat at the first `thought` of its positions, and what is proven for it at all of
// them, or NULL. `count` is 1 at least. False without memory: nothing of it is counted then.
struct explorer_game {
    const uint64_t *keys;
    unsigned count;
    enum game_outcome outcome;
    const int *chances;
    unsigned thought;
    const enum solver_word *proven;
};
bool explorer_index_add(struct explorer_index *index, const struct explorer_game *game);
void explorer_index_clear(struct explorer_index *index);

// Fills the rows of a view that has just begun.
void explorer_ask(struct explorer_view *v, const struct explorer_index *index);

// Writes an index as a file of at most so many bytes, leaving out positions of fewer games than `*least`, which becomes as large as
// it must. The index is in another order afterwards and can only be cleared. False, with a sentence, when it cannot be.
struct explorer_made {
    const struct game *game;
    uint64_t nodes;
    size_t most; // bytes
    unsigned least;
};
bool explorer_write(struct explorer_index *index, struct explorer_made *made, struct output *out,
                    struct error *e);

#endif
