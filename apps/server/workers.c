// SPDX-License-Identifier: MIT
// Threads for what takes long: computers' moves and passwords. Work goes in from the loop and comes
// back through the inbox; a task holds copies of all it needs, since it may touch nothing of the
// loop's. They run with less priority than the loop and end with the process: nobody waits for a
// long thought.
#include "server/workers.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    NICENESS = 10,
    MOST_COMPUTERS = 4096, // in line; a game that finds no place asks again
    MOST_PASSWORDS = 16,   // some seconds of work: whoever comes then is told to come again
};

struct worker_queue {
    struct inbox_item *first, *last;
    unsigned waiting, most;
    pthread_cond_t work;
};

struct workers {
    pthread_mutex_t lock;
    struct worker_queue queues[WORKERS_QUEUES];
    bool stopping;
    struct inbox *box;
};

// A thread and its line.
struct worker_thread {
    struct workers *workers;
    struct worker_queue *queue;
};

static struct worker_task *next_task(struct workers *w, struct worker_queue *queue)
{
    pthread_mutex_lock(&w->lock);
    while (w->stopping || !queue->first)
        pthread_cond_wait(&queue->work, &w->lock);
    struct inbox_item *first = queue->first;
    if (!(queue->first = first->next))
        queue->last = NULL;
    queue->waiting--;
    pthread_mutex_unlock(&w->lock);
    return (struct worker_task *)first;
}

static void *worker_run(void *to)
{
    struct worker_thread *worker_thread = to;
    struct workers *w = worker_thread->workers;

    // On Linux a thread has its own niceness. Without the right to change it the work is still
    // done.
    (void)!setpriority(PRIO_PROCESS, (id_t)gettid(), NICENESS);
    for (;;) {
        struct worker_task *t = next_task(w, worker_thread->queue);
        t->work(t);
        inbox_post(w->box, &t->item);
    }
    return NULL;
}

static bool start(struct workers *w, enum workers_queue queue, unsigned threads, struct error *e)
{
    for (unsigned i = 0; i < threads; i++) {
        // Lives as long as the process.
        struct worker_thread *worker_thread = malloc(sizeof *worker_thread);
        pthread_t thread;

        if (worker_thread)
            *worker_thread = (struct worker_thread){w, &w->queues[queue]};
        if (!worker_thread || pthread_create(&thread, NULL, worker_run, worker_thread) != 0) {
            free(worker_thread);
            return error_set(e, "workers.thread", "the workers cannot start: no thread");
        }
        pthread_detach(thread);
    }
    return true;
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
    w->queues[WORKERS_COMPUTERS].most = MOST_COMPUTERS;
    w->queues[WORKERS_PASSWORDS].most = MOST_PASSWORDS;
    for (unsigned queue = 0; queue < WORKERS_QUEUES; queue++)
        pthread_cond_init(&w->queues[queue].work, NULL);
    // When one fails the process ends.
    return start(w, WORKERS_COMPUTERS, threads, e) && start(w, WORKERS_PASSWORDS, 1, e) ? w : NULL;
}

bool workers_submit(struct workers *w, enum workers_queue queue, struct worker_task *t)
{
    struct worker_queue *to = &w->queues[queue];

    pthread_mutex_lock(&w->lock);
    bool capacity = to->waiting < to->most;
    if (capacity) {
        t->item.next = NULL;
        *(to->last ? &to->last->next : &to->first) = &t->item;
        to->last = &t->item;
        to->waiting++;
        pthread_cond_signal(&to->work);
    }
    pthread_mutex_unlock(&w->lock);
    return capacity;
}

unsigned workers_waiting(struct workers *w, enum workers_queue queue)
{
    pthread_mutex_lock(&w->lock);
    unsigned waiting = w->queues[queue].waiting;
    pthread_mutex_unlock(&w->lock);
    return waiting;
}

void workers_stop(struct workers *w)
{
    pthread_mutex_lock(&w->lock);
    w->stopping = true;
    pthread_mutex_unlock(&w->lock);
}
