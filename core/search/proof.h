// SPDX-License-Identifier: MIT
// Proof search: can a seat force a win? Depth-first proof-number search on the contract, for open games of
// two seats in which no position comes back. A draw counts as not winning.
//
// The proof number of a position is about how many positions must still be won to prove it, the disproof
// number how many must not be; the search goes where they are smallest. It allocates nothing, prints
// nothing and reads no clock. The same question with the same table gives the same answer everywhere.
#ifndef ABAX_SEARCH_PROOF_H
#define ABAX_SEARCH_PROOF_H

#include "game/game.h"
#include "search/proof_table.h"

enum { PROOF_MAX_PLY = 120, PROOF_POLL_NODES = 4096, PROOF_SERVE_NODES = 256 };

enum proof_answer { PROOF_OPEN, PROOF_PROVEN, PROOF_DISPROVEN };

struct proof_report {
    enum proof_answer answer; // open: stopped before it was found
    uint64_t nodes;
    uint32_t proof, disproof; // of the root
};

// How searches in several processes share what they find: what took much work is told to the others and asked of them. What comes
// from them goes into the table between two nodes, when `serve` is called, and is found there.
struct proof_ply;
struct proof_share {
    uint64_t least; // work that is worth a message
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
    uint64_t nodes;                                         // stop after so many; 0: no limit
    bool (*poll)(void *to, const struct proof_report *now); // true: stop; NULL: never
    void *to;
    const struct proof_share *share; // or NULL: alone
};

// An action of the position at a ply, and the numbers of the position after it.
struct proof_child {
    game_action action;
    uint32_t number[2]; // proof, disproof
    bool lost;          // disproven, and by more than a draw: the other seat wins
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

// All memory of a proof search but the table. The caller keeps it: about four megabytes.
struct proof {
    struct proof_task task;
    uint64_t nodes;
    bool stopped;
    struct proof_ply plies[PROOF_MAX_PLY + 1];
};

// Searches until the question is answered, the nodes are spent or `poll` stops it. `s` need not be initialised. What the table
// holds from other questions about the same game does no harm; about the same seat, it helps.
void proof_run(struct proof *s, const struct proof_task *task, struct proof_report *report);

// What is known about a position without searching: from the rules, a glance or the table.
enum proof_answer proof_known(const struct proof_task *task, const struct game_position *p);

// First numbers of a position, by the rules and a glance; and what those of its actions come to for the seat `to_act`, which is
// who acts there.
void proof_first(const struct proof_task *task, const struct game_position *p, uint32_t number[2]);
void proof_sum_up(const struct proof_task *task, int to_act, const uint32_t (*children)[2],
                  unsigned count, uint32_t number[2]);

// By what the table knows a position.
uint64_t proof_key(const struct proof_task *task, const struct game_position *p);

// How much work the table says a position's numbers took; 0 when it has forgotten.
uint64_t proof_work(const struct proof_task *task, const struct game_position *p);

#endif
