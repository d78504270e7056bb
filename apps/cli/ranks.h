// SPDX-License-Identifier: MIT
// Processes that work on one command together: ranks, counted from 0. All read the same words; rank
// 0 prints, keeps the files and hands out work, the others work for it. lab/mpi/ implements them; a
// program that works alone has only rank 0.
#ifndef ABAX_CLI_RANKS_H
#define ABAX_CLI_RANKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct proof;
struct proof_share;
struct proof_table;
struct proof_task;
struct proof_report;

enum { RANKS_CONTROL, RANKS_WORK }; // channels; each thread has its own from RANKS_WORK on

struct ranks {
    // Around everything else. After an error `tells` says whether this rank is the one that prints
    // it.
    void (*enter)(int *count, char ***words);
    bool (*tells)(bool fine);
    void (*leave)(bool fine);

    // What to print when this rank gets the signal to end and no command waits for it.
    void (*last_words)(const char *sentence);

    unsigned (*own)(void); // its number
    unsigned (*count)(void);

    // All ranks come here before they work. False when one of them is not ready, or works on
    // something else (`what`).
    bool (*begin)(bool ready, uint64_t what, struct error *e);

    // Messages between rank 0 and others; bytes of one channel stay in order. `receive` gives what
    // is there, to be freed, or NULL.
    void (*send)(unsigned to, unsigned channel, const void *bytes, size_t count);
    void *(*receive)(unsigned from, unsigned channel, size_t *count);

    // Others may be dead or busy, and are not waited for any more.
    void (*abandon)(void);

    // proof_run of all ranks together (search/proof.h), called by rank 0; the others `help` until
    // rank 0 says that it is enough. A task has what `share` gives, so that it asks the tables of
    // all.
    const struct proof_share *(*share)(struct proof_table *table);
    void (*prove)(struct proof *s, const struct proof_task *task, struct proof_report *report);
    void (*help)(struct proof *s, const struct proof_task *task);
    void (*enough)(void);
};

// The ranks of this program, or NULL when it works alone.
const struct ranks *ranks_here(void);

// The number of this rank, and how many there are; alone 0 and 1.
unsigned ranks_rank(void);
unsigned ranks_count(void);

// The same as `begin`; alone, whether it is ready.
bool ranks_begin(bool ready, uint64_t what, struct error *e);

// Waits for a message; NULL when `stop`, which may be asked from any thread, said so first.
void *ranks_wait(unsigned from, unsigned channel, size_t *count, bool (*stop)(void *to), void *to);

// Sets `last_words` in a language.
void ranks_set_last_words(const struct catalogue *messages);

// Sentences, always false: --rank is not for a program that has ranks already; a rank is not ready;
// ranks do different things.
bool ranks_are_given(struct error *e);
bool ranks_unready(unsigned rank, struct error *e);
bool ranks_differ(struct error *e);

// Without messages, --rank R/N splits work too: rank R of N takes every Nth piece, from the Rth on.
// A piece depends on nothing but its number, so all ranks together do what one machine would. False
// with a sentence if it is not R/N.
bool ranks_read(const char *text, unsigned long long *rank, unsigned long long *ranks,
                struct error *e);

#endif
