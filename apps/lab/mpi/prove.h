// SPDX-License-Identifier: MIT
// A proof search of all ranks. Rank 0 has the top of the proof (lab/mpi/tree.h) and gives every
// rank, itself too, one of its leaves at a time, which is searched by search/proof.h for some
// thousand positions. The table is spread over the ranks: each has all that it has found itself,
// and beside that every position has a home, by its key, which gets what others found out with
// much work and which they ask. No rank waits for a message; docs/ranks.md says what
// they cost.
#ifndef ABAX_LAB_MPI_PROVE_H
#define ABAX_LAB_MPI_PROVE_H

#include "lab/mpi/post.h"
#include "lab/mpi/tree.h"

// A rank's part in it. All zero at first.
struct prover {
    struct post post;
    struct proof_share share;
    struct proof_table *table;
    struct tree *tree;     // rank 0, while a question is open
    struct tree_job *jobs; // by rank: what it is busy with; length 0: nothing
    const struct proof_task *task;
    bool stop;                  // the question is answered or given up
    bool released;              // others: there are no more questions
    struct prover_order *order; // others: what is to be searched next, or NULL
    uint64_t nodes, idle;       // of this question; times that it waited
};

// What every task of this rank shares with others; `table` is where it goes.
const struct proof_share *prover_share(struct prover *p, struct proof_table *table);

// proof_run by all ranks; called by rank 0.
void prover_run(struct prover *p, struct proof *s, const struct proof_task *task,
                struct proof_report *report);

// The other ranks: search and answer until rank 0 says that it is enough. Of the task, game, table
// and share are used.
void prover_help(struct prover *p, struct proof *s, const struct proof_task *task);
void prover_enough(struct prover *p);

#endif
