// SPDX-License-Identifier: MIT
// The opening explorer: how games continued from a position, and how they ended. It counts
// positions, not move orders: an action's row counts all games that reached the position after it
// in any order, and positions from which the same game follows (game_canonical_key) are one. Open
// games for two only.
//
// Counts come from a file of self-play games (docs/explorer.md), from an index of games in memory,
// or from games counted one by one.
#ifndef ABAX_COACH_EXPLORER_H
#define ABAX_COACH_EXPLORER_H

#include "base/output.h"
#include "play/history.h"
#include "play/solver.h"

// What is known about a position. Results are those of the first seat, whoever is to act.
struct explorer_counts {
    uint32_t games, first, draws; // games through it; those that the first seat won, and drawn ones
    int chance;                   // of the first seat, in thousandths, by the search; -1: not known
    enum solver_word proven;      // for the first seat
};

// The key of a position.
uint64_t explorer_key(const struct game *g, const struct game_position *p);

// ---------------------------------------------------------------------------------------------
// Asking
// ---------------------------------------------------------------------------------------------

struct explorer_row {
    uint64_t key; // of the position after the action
    struct explorer_counts counts;
    unsigned action; // the first of its actions, by its place in the list
    uint64_t last;   // the game that was counted last
};

// A position, and a row per action that leads to another position. Rows are sorted by key until
// explorer_settle.
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

// Whether all games start from the same position, without which there are no openings; the sentence
// says why not.
bool explorer_same_start(const struct game *g, struct error *e);

// Begins with empty rows. Fails when the game is not an open one for two. The view keeps the
// pointer to the history.
bool explorer_begin(struct explorer_view *v, const struct history *history, struct error *e);

// Counts a game: the keys of its positions in order, and the outcome of its first seat.
void explorer_count(struct explorer_view *v, const uint64_t *keys, unsigned count,
                    enum game_outcome outcome);

// Adds what rules and book know and sorts the rows: most games first, then the better chance for
// the seat to act.
void explorer_settle(struct explorer_view *v);

// ---------------------------------------------------------------------------------------------
// Files
// ---------------------------------------------------------------------------------------------

// A parsed file; the caller keeps its text.
struct explorer_file {
    const struct game *game;
    uint64_t games, nodes; // nodes for each action
    unsigned positions;
    const char *rows, *end;
};

// Checks the whole file and refuses one that is damaged or of another game.
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
    uint32_t thought; // games with a chance from the search
    uint64_t chances; // their sum
    uint64_t last;    // the game that was counted last
    enum solver_word proven;
};

// Counts of many games by position. It grows up to `most` entries; after that only known positions
// are counted. All zero but `most` is an empty index. Release it with explorer_index_clear.
struct explorer_index {
    struct explorer_entry *entries;
    size_t capacity; // a power of two, or 0
    size_t count, most;
    uint64_t games;
};

// A game, with the search's chances for the first seat at the first `thought` of its positions, and
// what is proven for that seat at all of them, or NULL. `count` is at least 1.
struct explorer_game {
    const uint64_t *keys;
    unsigned count;
    enum game_outcome outcome;
    const int *chances;
    unsigned thought;
    const enum solver_word *proven;
};
// False without memory: then nothing of the game is counted.
bool explorer_index_add(struct explorer_index *index, const struct explorer_game *game);
void explorer_index_clear(struct explorer_index *index);

// Fills the rows of a view that has just begun.
void explorer_ask(struct explorer_view *v, const struct explorer_index *index);

// Writes an index as a file of at most `most` bytes, without positions of fewer than `least` games;
// raises `least` as far as needed. Afterwards the index can only be cleared.
struct explorer_made {
    const struct game *game;
    uint64_t nodes;
    size_t most; // bytes
    unsigned least;
};
bool explorer_write(struct explorer_index *index, struct explorer_made *made, struct output *out,
                    struct error *e);

#endif
