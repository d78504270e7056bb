// SPDX-License-Identifier: MIT
// A few threads for what takes long: choosing a computer's action, hashing a password. They are niced below the
// event loop. The line is first come, first served, and a game has at most one task in it, so that no game can starve
// the others; urgent tasks (somebody waits at a form) go ahead.
#ifndef ABAX_SERVER_WORKERS_H
#define ABAX_SERVER_WORKERS_H

#include "base/error.h"
#include "server/inbox.h"

struct worker_task {
    struct inbox_item item; // posted back when the work is done
    void (*work)(struct worker_task *t);
};

struct workers;

struct workers *workers_open(unsigned threads, struct inbox *box, struct error *e);
void workers_submit(struct workers *w, struct worker_task *t, bool urgent);

// Tasks in the line.
unsigned workers_waiting(struct workers *w);

// Lets nothing new begin. What runs is left to itself: the process is about to end.
void workers_stop(struct workers *w);

#endif
