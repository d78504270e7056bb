// SPDX-License-Identifier: MIT
#include "server/inbox.h"

#include <stddef.h>

void inbox_init(struct inbox *box, void (*wake)(void *to), void *wake_to)
{
    *box = (struct inbox){.wake = wake, .wake_to = wake_to};
    pthread_mutex_init(&box->lock, NULL);
}

void inbox_clear(struct inbox *box)
{
    pthread_mutex_destroy(&box->lock);
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
    pthread_mutex_unlock(&box->lock);
    box->wake(box->wake_to);
}

struct inbox_item *inbox_take(struct inbox *box)
{
    pthread_mutex_lock(&box->lock);
    struct inbox_item *first = box->first;
    box->first = box->last = NULL;
    pthread_mutex_unlock(&box->lock);
    return first;
}
