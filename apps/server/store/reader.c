// SPDX-License-Identifier: MIT
// The threads that read: two lines, first come, first served, each with an end and with hands of
// its own. A hand has a connection, which nobody else touches. Results go back through the inbox.
#include "server/store/reader.h"

#include <stdlib.h>
#include <time.h>

enum {
    THREADS = 2,        // threads of a line
    MOST_GAMES = 20000, // in line: all who may come back after a restart
    MOST_LISTS = 1024,
    PATIENCE = 2, // seconds that the end waits for a hand
};

struct reading_queue {
    struct inbox_item *first, *last;
    unsigned waiting, most;
    pthread_cond_t work;
};

struct reader_thread {
    struct reader *reader;
    struct reading_queue *queue;
    struct store *store;
    pthread_t thread;
    int64_t since; // when its task began; 0: it has none
};

struct reader {
    pthread_mutex_t lock;
    struct reading_queue queues[READER_QUEUES];
    struct reader_thread threads[READER_QUEUES * THREADS];
    unsigned started;
    bool closing;
    uint64_t tasks;
    struct inbox *box;
};

// NULL at the end.
static struct reader_task *next_task(struct reader *r, struct reader_thread *reader_thread)
{
    struct reading_queue *queue = reader_thread->queue;

    pthread_mutex_lock(&r->lock);
    reader_thread->since = 0;
    while (!r->closing && !queue->first)
        pthread_cond_wait(&queue->work, &r->lock);
    struct inbox_item *first = r->closing ? NULL : queue->first;
    if (first) {
        if (!(queue->first = first->next))
            queue->last = NULL;
        queue->waiting--;
        reader_thread->since = store_now(reader_thread->store);
        r->tasks++;
    }
    pthread_mutex_unlock(&r->lock);
    return (struct reader_task *)first;
}

static void *reader_run(void *to)
{
    struct reader_thread *reader_thread = to;
    struct reader_task *t;

    while ((t = next_task(reader_thread->reader, reader_thread))) {
        t->work(t, reader_thread->store);
        inbox_post(reader_thread->reader->box, &t->item);
    }
    return NULL;
}

static void release(struct reader *r)
{
    for (unsigned i = 0; i < READER_QUEUES * THREADS; i++)
        store_close(r->threads[i].store);
    for (unsigned queue = 0; queue < READER_QUEUES; queue++)
        pthread_cond_destroy(&r->queues[queue].work);
    pthread_mutex_destroy(&r->lock);
    free(r);
}

// Whether all hands let go in time.
static bool join_threads(struct reader *r)
{
    struct timespec until;
    bool all = true;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += PATIENCE;
    for (unsigned i = 0; i < r->started; i++)
        all = pthread_timedjoin_np(r->threads[i].thread, NULL, &until) == 0 && all;
    return all;
}

// What is still in line, taken off.
static struct inbox_item *end_queues(struct reader *r)
{
    struct inbox_item *undone = NULL;

    pthread_mutex_lock(&r->lock);
    r->closing = true;
    for (unsigned queue = 0; queue < READER_QUEUES; queue++) {
        struct reading_queue *of = &r->queues[queue];
        if (of->last) {
            of->last->next = undone;
            undone = of->first;
        }
        of->first = of->last = NULL;
        of->waiting = 0;
        pthread_cond_broadcast(&of->work);
    }
    pthread_mutex_unlock(&r->lock);
    return undone;
}

void reader_close(struct reader *r)
{
    for (struct inbox_item *i = end_queues(r), *next; i; i = next) {
        next = i->next;
        ((struct reader_task *)i)->undone = true;
        inbox_post(r->box, i);
    }
    if (join_threads(r))
        release(r);
}

static bool start(struct reader *r, const char *where, const struct timekeeper *time,
                  struct error *e)
{
    for (unsigned i = 0; i < READER_QUEUES * THREADS; i++) {
        struct reader_thread *reader_thread = &r->threads[i];
        *reader_thread = (struct reader_thread){.reader = r, .queue = &r->queues[i / THREADS]};
        if (!(reader_thread->store = store_open(where, e)))
            return false;
        store_keep_time(reader_thread->store, time);
        if (pthread_create(&reader_thread->thread, NULL, reader_run, reader_thread) != 0)
            return error_set(e, "store.thread", "no thread can be started");
        r->started++;
    }
    return true;
}

struct reader *reader_open(const char *where, struct inbox *box, const struct timekeeper *time,
                           struct error *e)
{
    struct reader *r = calloc(1, sizeof *r);

    if (!r) {
        error_set(e, "start.memory", "the server cannot start: out of memory");
        return NULL;
    }
    r->box = box;
    r->queues[READER_GAMES].most = MOST_GAMES;
    r->queues[READER_LISTS].most = MOST_LISTS;
    pthread_mutex_init(&r->lock, NULL);
    for (unsigned queue = 0; queue < READER_QUEUES; queue++)
        pthread_cond_init(&r->queues[queue].work, NULL);
    if (start(r, where, time, e))
        return r;
    reader_close(r);
    return NULL;
}

bool reader_submit(struct reader *r, enum reader_queue queue, struct reader_task *t)
{
    struct reading_queue *to = &r->queues[queue];

    pthread_mutex_lock(&r->lock);
    bool capacity = !r->closing && to->waiting < to->most;
    if (capacity) {
        t->item.next = NULL;
        *(to->last ? &to->last->next : &to->first) = &t->item;
        to->last = &t->item;
        to->waiting++;
        pthread_cond_signal(&to->work);
    }
    pthread_mutex_unlock(&r->lock);
    return capacity;
}

struct reader_counts reader_counts(struct reader *r)
{
    struct reader_counts counts = {0};

    pthread_mutex_lock(&r->lock);
    counts.tasks = r->tasks;
    for (unsigned queue = 0; queue < READER_QUEUES; queue++)
        counts.waiting[queue] = r->queues[queue].waiting;
    for (unsigned i = 0; i < r->started; i++) {
        int64_t since = r->threads[i].since;
        if (since && (!counts.oldest || since < counts.oldest))
            counts.oldest = since;
    }
    pthread_mutex_unlock(&r->lock);
    return counts;
}
