// SPDX-License-Identifier: MIT
// Threads that read, so that the event loop never waits for a database. A task says what is read,
// in a thread, with a connection of that thread and nothing else but the task's own data; and what
// comes of it, in the loop. Whoever asked may be gone by then: a task names people and games by
// their ids.
#ifndef ABAX_SERVER_STORE_READER_H
#define ABAX_SERVER_STORE_READER_H

#include "server/inbox.h"
#include "server/store/store.h"
#include "server/timekeeper.h"

struct reader_task {
    struct inbox_item item; // its `done` runs in the loop and releases the task
    void (*work)(struct reader_task *t, struct store *s);
    bool undone; // the server ended before anything was read
};

// Each line has threads of its own: a long list holds up nobody's game.
enum reader_queue { READER_GAMES, READER_LISTS, READER_QUEUES };

struct reader;

// Its threads tell the time by `time`.
struct reader *reader_open(const char *where, struct inbox *box, const struct timekeeper *time,
                           struct error *e);

// False when the line is full, or the reader closed: the task stays the caller's.
bool reader_submit(struct reader *r, enum reader_queue queue, struct reader_task *t);

// Lets nothing new begin; what still waits comes back undone. A thread that hangs at a database
// that does not answer is not waited for for long: the process is about to end.
void reader_close(struct reader *r);

struct reader_counts {
    uint64_t tasks;
    unsigned waiting[READER_QUEUES];
    int64_t oldest; // since when the task that has been under way for longest is; 0: none is
};
struct reader_counts reader_counts(struct reader *r);

#endif
