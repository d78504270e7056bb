// SPDX-License-Identifier: MIT
// How other threads hand things to the event loop: they post, the loop is woken and takes all that
// came.
#ifndef ABAX_SERVER_INBOX_H
#define ABAX_SERVER_INBOX_H

#include <pthread.h>
#include <stdbool.h>

struct live_registry;

// Stands first in what is posted. `done` runs in the loop and releases the item.
struct inbox_item {
    struct inbox_item *next;
    void (*done)(struct live_registry *reg, struct inbox_item *item);
};

struct inbox {
    pthread_mutex_t lock;
    struct inbox_item *first, *last;
    bool closed;            // nobody takes anything any more
    void (*wake)(void *to); // may be called from any thread
    void *wake_to;
};

void inbox_init(struct inbox *box, void (*wake)(void *to), void *wake_to);
void inbox_post(struct inbox *box, struct inbox_item *item);

// What is posted from now on is let go: threads that still work at something when the process ends
// need not be waited for.
void inbox_close(struct inbox *box);

// Everything that was posted, oldest first; the box is empty afterwards.
struct inbox_item *inbox_take(struct inbox *box);

#endif
