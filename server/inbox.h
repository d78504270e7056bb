// SPDX-License-Identifier: MIT
// How other threads hand things to the event loop: they post, the loop is woken and takes all that came.
#ifndef ABAX_SERVER_INBOX_H
#define ABAX_SERVER_INBOX_H

#include <pthread.h>

struct hub;

// Stands first in what is posted. `done` runs in the loop and releases the item.
struct inbox_item {
    struct inbox_item *next;
    void (*done)(struct hub *h, struct inbox_item *item);
};

struct inbox {
    pthread_mutex_t lock;
    struct inbox_item *first, *last;
    void (*wake)(void *to); // may be called from any thread
    void *wake_to;
};

void inbox_init(struct inbox *box, void (*wake)(void *to), void *wake_to);
void inbox_clear(struct inbox *box);
void inbox_post(struct inbox *box, struct inbox_item *item);

// Everything that was posted, oldest first; the box is empty afterwards.
struct inbox_item *inbox_take(struct inbox *box);

#endif
