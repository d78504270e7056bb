// SPDX-License-Identifier: MIT
// Threads sleep on a condition variable between jobs. A thread counts itself in, under the lock,
// before it takes a part, so the next job cannot begin while a thread still works on this one. A
// thread that wakes after the job does not count itself in.
#include "bindings/c/thread_pool.h"

#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

// The parts that a thread begins with: the same in every job, for its cache.
struct lane {
    alignas(64) _Atomic unsigned next;
    unsigned end;
};

// The argument of a thread.
struct pool_worker {
    struct thread_pool *pool;
    unsigned number;
};

struct thread_pool {
    pthread_mutex_t lock;
    pthread_cond_t begun, done;
    pthread_t *threads;
    struct pool_worker *workers;
    struct lane *lanes; // of all threads, the caller's first
    unsigned size;      // with the caller
    unsigned count;     // threads beside the caller
    pid_t owner;        // the process that has these threads; a child made by fork has none of them
    // Protected by the lock:
    thread_pool_work *work;
    void *job;
    unsigned parts;
    unsigned number; // of the job
    unsigned inside; // threads that are at work
    bool closing;
    _Atomic uint64_t cpu_time;
};

static uint64_t thread_time(void)
{
    struct timespec now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

// Runs the parts of the own lane, then steals from the others.
static void run_parts(struct thread_pool *p, unsigned self, thread_pool_work *work, void *job)
{
    uint64_t before = thread_time();

    for (unsigned i = 0; i < p->size; i++) {
        struct lane *lane = &p->lanes[(self + i) % p->size];
        unsigned part;
        while ((part = atomic_fetch_add(&lane->next, 1)) < lane->end)
            work(job, part);
    }
    atomic_fetch_add(&p->cpu_time, thread_time() - before);
}

static void *worker_main(void *context)
{
    const struct pool_worker *worker = context;
    struct thread_pool *p = worker->pool;
    unsigned known = 0;

    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (p->number == known && !p->closing)
            pthread_cond_wait(&p->begun, &p->lock);
        if (p->closing)
            break;
        known = p->number;
        if (p->parts == 0)
            continue; // too late: the job is done, and the next one may begin at any time
        thread_pool_work *work = p->work;
        void *job = p->job;
        p->inside++;
        pthread_mutex_unlock(&p->lock);
        run_parts(p, worker->number, work, job);
        pthread_mutex_lock(&p->lock);
        if (--p->inside == 0)
            pthread_cond_signal(&p->done);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

static bool add_worker(struct thread_pool *p)
{
    struct pool_worker *worker = &p->workers[p->count];

    *worker = (struct pool_worker){p, p->count + 1};
    return pthread_create(&p->threads[p->count], NULL, worker_main, worker) == 0;
}

struct thread_pool *thread_pool_new(unsigned threads)
{
    struct thread_pool *p = calloc(1, sizeof *p);

    if (!p)
        return NULL;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->begun, NULL);
    pthread_cond_init(&p->done, NULL);
    p->size = threads;
    p->owner = getpid();
    p->threads = calloc(threads, sizeof *p->threads);
    p->workers = calloc(threads, sizeof *p->workers);
    p->lanes = aligned_alloc(alignof(struct lane), threads * sizeof *p->lanes);
    while (p->threads && p->workers && p->lanes && p->count + 1 < threads && add_worker(p))
        p->count++;
    if (p->threads && p->workers && p->lanes && p->count + 1 == threads)
        return p;
    thread_pool_free(p);
    return NULL;
}

static void end_threads(struct thread_pool *p)
{
    pthread_mutex_lock(&p->lock);
    p->closing = true;
    pthread_cond_broadcast(&p->begun);
    pthread_mutex_unlock(&p->lock);
    for (unsigned i = 0; i < p->count; i++)
        pthread_join(p->threads[i], NULL);
    pthread_cond_destroy(&p->begun);
    pthread_cond_destroy(&p->done);
    pthread_mutex_destroy(&p->lock);
}

// A child made by fork has none of the threads: joining them would wait for ever.
void thread_pool_free(struct thread_pool *p)
{
    if (!p)
        return;
    if (p->owner == getpid())
        end_threads(p);
    free(p->threads);
    free(p->workers);
    free(p->lanes);
    free(p);
}

void thread_pool_run(struct thread_pool *p, thread_pool_work *work, void *job, unsigned parts)
{
    pthread_mutex_lock(&p->lock);
    p->work = work;
    p->job = job;
    p->parts = parts;
    p->number++;
    for (unsigned i = 0; i < p->size; i++) {
        atomic_store(&p->lanes[i].next, parts * i / p->size);
        p->lanes[i].end = parts * (i + 1) / p->size;
    }
    if (p->count && parts > 1)
        pthread_cond_broadcast(&p->begun);
    pthread_mutex_unlock(&p->lock);
    run_parts(p, 0, work, job);
    pthread_mutex_lock(&p->lock);
    while (p->inside)
        pthread_cond_wait(&p->done, &p->lock);
    p->parts = 0; // a thread that wakes only now is too late
    pthread_mutex_unlock(&p->lock);
}

uint64_t thread_pool_cpu_time(const struct thread_pool *p)
{
    return atomic_load(&p->cpu_time);
}
