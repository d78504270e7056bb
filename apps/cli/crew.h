// SPDX-License-Identifier: MIT
// Processes that work on one command together, if the program was started as several: ranks, counted from 0. All read the same
// words; rank 0 speaks, keeps the files and hands out work, the others work for it. Who they are and how they talk is
// the program's own affair (lab/mpi/); alone there is only rank 0.
#ifndef ABAX_CLI_CREW_H
#define ABAX_CLI_CREW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct proof;
struct proof_share;
struct proof_table;
struct proof_task;
struct proof_report;

enum { CREW_CONTROL, CREW_WORK }; // channels; each thread has its own from CREW_WORK on

struct crew {
    // Around everything else. After a fault `tells` says whether this rank is the one that tells it.
    void (*enter)(int *count, char ***words);
    bool (*tells)(bool fine);
    void (*leave)(bool fine);

    // What is told when this rank is told to end and no command waits for that itself.
    void (*last_words)(const char *sentence);

    unsigned (*rank)(void);
    unsigned (*ranks)(void);

    // All ranks come here before they work. False when one of them is not ready, or works on something else (`what`).
    bool (*begin)(bool ready, uint64_t what, struct error *e);

    // Messages between rank 0 and others; bytes of one channel stay in order. `receive` gives what is there, to be freed, or NULL.
    void (*send)(unsigned to, unsigned channel, const void *bytes, size_t count);
    void *(*receive)(unsigned from, unsigned channel, size_t *count);

    // Others may be dead or busy, and are not waited for any more.
    void (*abandon)(void);

    // proof_run of all ranks together (search/proof.h), called by rank 0; the others `help` until rank 0 says that it is enough. A task
    // has what `share` gives, so that it asks the tables of all.
    const struct proof_share *(*share)(struct proof_table *table);
    void (*prove)(struct proof *s, const struct proof_task *task, struct proof_report *report);
    void (*help)(struct proof *s, const struct proof_task *task);
    void (*enough)(void);
};

// The crew of this program, or NULL.
const struct crew *crew_here(void);

unsigned crew_rank(void);
unsigned crew_ranks(void);

// The same as `begin`; alone, whether it is ready.
bool crew_begin(bool ready, uint64_t what, struct error *e);

// Waits for a message; NULL when `stop`, which may be asked from any thread, said so first.
void *crew_wait(unsigned from, unsigned channel, size_t *count, bool (*stop)(void *to), void *to);

// Says in the language what `last_words` takes.
void crew_speak(const struct catalogue *words);

// Sentences, always false: --rank is not for a program that has ranks already; a rank is not ready; ranks do different things.
bool crew_has_ranks(struct error *e);
bool crew_unready(unsigned rank, struct error *e);
bool crew_differs(struct error *e);

#endif
