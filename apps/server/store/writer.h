// SPDX-License-Identifier: MIT
// The thread that writes. Tasks that come in while a batch is being stored become the next batch,
// so that one wait for the disk serves many. A task comes back to the loop when its fate is
// certain.
#ifndef ABAX_SERVER_STORE_WRITER_H
#define ABAX_SERVER_STORE_WRITER_H

#include "server/inbox.h"
#include "server/store/store.h"
#include "server/timekeeper.h"

struct writer_task {
    struct inbox_item item;
    bool failed; // the database: `error` says why, and nothing is certain
    struct error error;
    int64_t since; // when it was submitted
    void *extra;   // what whoever waits needs to know; freed with the task
    unsigned count;
    struct store_write writes[]; // with their answers
};

struct writer;

// A task with room for so many writes, all zero; NULL without memory.
struct writer_task *writer_task(unsigned writes,
                                void (*done)(struct live_registry *reg, struct inbox_item *item));

// The same with `size` zeroed bytes in `extra`.
struct writer_task *
writer_task_with(unsigned writes, void (*done)(struct live_registry *reg, struct inbox_item *item),
                 size_t size);
void writer_task_free(struct writer_task *t); // NULL is fine

// The end of a task that nobody waits for: an error is in the log.
void writer_task_done(struct live_registry *reg, struct inbox_item *item);

// Asks the database for the time, and says that this process serves it (store_claim); *began is
// when it or the first of them began.
struct writer *writer_open(const char *where, struct inbox *box, struct timekeeper *time,
                           int64_t *began, struct error *e);

// The task belongs to the writer until it comes back.
void writer_submit(struct writer *w, struct writer_task *t);

// Stores what is waiting, then ends the thread. What is submitted afterwards comes back as failed.
void writer_stop(struct writer *w);

// The same, if that was not done before, and lets go of all.
void writer_close(struct writer *w);

// Since when nothing can be stored: the time of the first task that failed, or that waits for a
// database which does not answer. 0: all is well, as far as is known.
int64_t writer_failing(struct writer *w);

// The process stood still: a batch that is under way is not late for that.
void writer_woke(struct writer *w);

struct writer_counts {
    uint64_t batches, writes, failures;
    unsigned waiting;
};
struct writer_counts writer_counts(struct writer *w);

#endif
