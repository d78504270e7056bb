// SPDX-License-Identifier: MIT
// The top of a proof that ranks share: the positions near the root with their proof and disproof
// numbers, each once however many ways lead to it. A rank gets one of its leaves to search for a
// while; what it finds goes up to the root, and a leaf that took much work gets its actions as
// leaves of its own. Nothing here knows of messages.
#ifndef ABAX_LAB_MPI_TREE_H
#define ABAX_LAB_MPI_TREE_H

#include "search/proof.h"

enum { TREE_PLIES = PROOF_MAX_PLY + 1 };

struct tree_node;

struct tree {
    struct proof_task task; // its root, seat, game; the table is not used
    unsigned ranks;
    uint64_t work; // nodes of all jobs that have ended
    struct tree_node *nodes;
    uint32_t count;  // of nodes
    uint32_t *links; // numbers of children, those of a node in a row
    uint32_t link_count;
    struct tree_parent *parents;
    uint32_t parent_count;
    uint32_t *map; // numbers of nodes by key
};

// A piece of work: the path to a leaf.
struct tree_job {
    uint32_t path[TREE_PLIES];
    unsigned length;
    unsigned rank;
    uint64_t nodes; // how many it should take
};

// False without memory.
bool tree_init(struct tree *t, const struct proof_task *task, unsigned ranks);
void tree_clear(struct tree *t);

// What is known about the root.
const uint32_t *tree_numbers(const struct tree *t);

// The next piece of work for a rank; false when others have all that is worth searching.
bool tree_take(struct tree *t, unsigned rank, struct tree_job *job);
const struct game_position *tree_position(const struct tree *t, const struct tree_job *job);

// A piece of work has ended: the numbers of its position, and of what its actions lead to, in the
// order of game_undominated.
void tree_end(struct tree *t, const struct tree_job *job, uint64_t nodes, const uint32_t number[2],
              const uint32_t (*children)[2], unsigned count);

#endif
