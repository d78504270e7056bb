// SPDX-License-Identifier: MIT
// Proof search: can a seat force a win? Depth-first proof-number search (df-pn), for duels without
// repetition. A draw counts as not winning.
//
// The proof number of a position is roughly how many positions must still be won to prove it, the
// disproof number how many must not be won to disprove it. The search always expands a most-proving
// node. It allocates nothing, prints nothing and reads no clock. Equal tasks with equal tables give
// equal answers on every platform.
#ifndef ABAX_SEARCH_PROOF_H
#define ABAX_SEARCH_PROOF_H

#include "game/game.h"
#include "search/proof_table.h"

enum { PROOF_MAX_PLY = 120, PROOF_POLL_NODES = 4096, PROOF_SERVE_NODES = 256 };

enum proof_answer { PROOF_OPEN, PROOF_PROVEN, PROOF_DISPROVEN };

struct proof_report {
    enum proof_answer answer; // open: stopped without an answer
    uint64_t nodes;
    uint32_t proof, disproof; // of the root
};

// How searches in several processes share results: they send results that took much work, and ask
// for those of others. `serve` stores what others sent in the table, between two nodes.
struct proof_ply;
struct proof_share {
    uint64_t least; // the work from which on a result is worth a message
    void (*tell)(void *to, uint64_t key, const uint32_t number[2], uint64_t work);
    void (*ask)(void *to, const struct proof_ply *at); // about a position and its actions
    void (*serve)(void *to);                           // every PROOF_SERVE_NODES nodes
    void *to;
};

struct proof_task {
    const struct game *game;
    const struct game_position *root;
    int seat; // can it force a win?
    struct proof_table *table;
    uint64_t nodes;                                         // 0: no limit
    bool (*poll)(void *to, const struct proof_report *now); // true: stop; NULL: never
    void *to;
    const struct proof_share *share; // or NULL: alone
};

// An action, and the numbers of the position after it.
struct proof_child {
    game_action action;
    uint32_t number[2]; // proof, disproof
    bool lost;          // disproven, and not by a draw: the other seat wins
    uint64_t key;
};

// One ply of the path from the root.
struct proof_ply {
    struct game_position position;
    uint64_t key;
    uint32_t number[2];
    bool lost;      // as of a child
    unsigned count; // children
    struct proof_child children[GAME_MAX_ACTIONS];
};

// All memory of a proof search but the table, owned by the caller. About four megabytes.
struct proof {
    struct proof_task task;
    uint64_t nodes;
    bool stopped;
    struct proof_ply plies[PROOF_MAX_PLY + 1];
};

// Searches until the question is answered, the nodes are spent or `poll` stops it. `s` need not be
// initialised. The table may hold results of other questions about the same game.
void proof_run(struct proof *s, const struct proof_task *task, struct proof_report *report);

// The answer without searching: from the rules, the static solver or the table.
enum proof_answer proof_known(const struct proof_task *task, const struct game_position *p);

// The heuristic initial numbers of a position; and the numbers of a position where `to_act` acts,
// from those of its children.
void proof_initial_numbers(const struct proof_task *task, const struct game_position *p,
                           uint32_t number[2]);
void proof_combine_numbers(const struct proof_task *task, int to_act, const uint32_t (*children)[2],
                           unsigned count, uint32_t number[2]);

// The key of a position in the table.
uint64_t proof_key(const struct proof_task *task, const struct game_position *p);

// How much work a position's numbers took; 0 when the table has no entry.
uint64_t proof_work(const struct proof_task *task, const struct game_position *p);

#endif
