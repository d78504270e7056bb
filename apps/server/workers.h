// SPDX-License-Identifier: MIT
// Threads for what takes long: choosing a computer's action, hashing a password. They are niced
// below the event loop. Each of the two has threads and a line of its own, first come, first
// served, with an end: neither can starve the other, and nobody waits in a line that will never be
// worked off. A game has at most one task in the line, so that no game can starve the others.
#ifndef ABAX_SERVER_WORKERS_H
#define ABAX_SERVER_WORKERS_H

#include "base/error.h"
#include "server/inbox.h"

struct worker_task {
    struct inbox_item item; // posted back when the work is done
    void (*work)(struct worker_task *t);
};

struct workers;

enum workers_queue { WORKERS_COMPUTERS, WORKERS_PASSWORDS, WORKERS_QUEUES };

// So many threads for computers, and one for passwords.
struct workers *workers_open(unsigned threads, struct inbox *box, struct error *e);

// False when the line is full: the task stays the caller's.
bool workers_submit(struct workers *w, enum workers_queue queue, struct worker_task *t);

// Tasks in a line.
unsigned workers_waiting(struct workers *w, enum workers_queue queue);

// Lets nothing new begin. What runs is left to itself: the process is about to end.
void workers_stop(struct workers *w);

#endif
