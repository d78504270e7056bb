// SPDX-License-Identifier: MIT
// Threads for what takes long: computers' moves and passwords. Work goes in from the loop and comes back through the
// inbox; a task holds copies of all it needs, since it may touch nothing of the loop's. Passwords are urgent, so that
// a server full of thinking computers still lets people in. They run with less priority than the loop and end with
// the process: nobody waits for a long thought.
#include "server/workers.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum { NICENESS = 10 };

struct line_of {
    struct inbox_item *first, *last;
};

struct workers {
    pthread_mutex_t lock;
    pthread_cond_t work;
    struct line_of urgent, ordinary;
    unsigned waiting;
    bool stopping;
    struct inbox *box;
};

static void add(struct line_of *line, struct inbox_item *item)
{
    item->next = NULL;
    if (line->last)
        line->last->next = item;
    else
        line->first = item;
    line->last = item;
}

static struct inbox_item *take(struct line_of *line)
{
    struct inbox_item *first = line->first;

    if (first && !(line->first = first->next))
        line->last = NULL;
    return first;
}

static struct worker_task *next_task(struct workers *w)
{
    struct inbox_item *item;

    pthread_mutex_lock(&w->lock);
    while (w->stopping || w->waiting == 0)
        pthread_cond_wait(&w->work, &w->lock);
    item = take(&w->urgent);
    if (!item)
        item = take(&w->ordinary);
    w->waiting--;
    pthread_mutex_unlock(&w->lock);
    return (struct worker_task *)item;
}

static void *run(void *to)
{
    struct workers *w = to;

    // On Linux a thread has its own niceness. Without the right to change it the work is still done.
    (void)!setpriority(PRIO_PROCESS, (id_t)gettid(), NICENESS);
    for (;;) {
        struct worker_task *t = next_task(w);
        t->work(t);
        inbox_post(w->box, &t->item);
    }
    return NULL;
}

struct workers *workers_open(unsigned threads, struct inbox *box, struct error *e)
{
    struct workers *w = calloc(1, sizeof *w);

    if (!w) {
        error_set(e, "workers.memory", "the workers cannot start: out of memory");
        return NULL;
    }
    w->box = box;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->work, NULL);
    for (unsigned i = 0; i < threads; i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, run, w) != 0) {
            error_set(e, "workers.thread", "the workers cannot start: no thread");
            return NULL; // the process ends now
        }
        pthread_detach(thread);
    }
    return w;
}

void workers_submit(struct workers *w, struct worker_task *t, bool urgent)
{
    pthread_mutex_lock(&w->lock);
    add(urgent ? &w->urgent : &w->ordinary, &t->item);
    w->waiting++;
    pthread_cond_signal(&w->work);
    pthread_mutex_unlock(&w->lock);
}

unsigned workers_waiting(struct workers *w)
{
    pthread_mutex_lock(&w->lock);
    unsigned waiting = w->waiting;
    pthread_mutex_unlock(&w->lock);
    return waiting;
}

void workers_stop(struct workers *w)
{
    pthread_mutex_lock(&w->lock);
    w->stopping = true;
    pthread_mutex_unlock(&w->lock);
}
