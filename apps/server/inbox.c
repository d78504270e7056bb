// SPDX-License-Identifier: MIT
// The one way from other threads into the event loop: a list behind a lock and a wake-up. Posting
// never blocks for long and never fails; the loop takes the whole list at once and runs what each
// item says, in the order posted.
#include "server/inbox.h"

#include <stddef.h>

void inbox_init(struct inbox *box, void (*wake)(void *to), void *wake_to)
{
    *box = (struct inbox){.wake = wake, .wake_to = wake_to};
    pthread_mutex_init(&box->lock, NULL);
}

void inbox_close(struct inbox *box)
{
    pthread_mutex_lock(&box->lock);
    box->closed = true;
    pthread_mutex_unlock(&box->lock);
}

void inbox_post(struct inbox *box, struct inbox_item *item)
{
    item->next = NULL;
    pthread_mutex_lock(&box->lock);
    if (box->last)
        box->last->next = item;
    else
        box->first = item;
    box->last = item;
    if (!box->closed) // behind the lock, so that nobody is woken who has gone
        box->wake(box->wake_to);
    pthread_mutex_unlock(&box->lock);
}

struct inbox_item *inbox_take(struct inbox *box)
{
    pthread_mutex_lock(&box->lock);
    struct inbox_item *first = box->first;
    box->first = box->last = NULL;
    pthread_mutex_unlock(&box->lock);
    return first;
}
