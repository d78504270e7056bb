// SPDX-License-Identifier: MIT
// Threads that sleep on a condition between jobs. A thread counts itself in before it takes a part, under the lock, so the
// next job cannot begin while somebody still works on the last one; who wakes when all is done does not count itself in.
#include "bindings/c/crew.h"

#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

// The parts that a thread begins with: the same ones in every job, so that what they are about stays in its cache.
struct lane {
    alignas(64) _Atomic unsigned next;
    unsigned end;
};

// What a thread is handed when it begins.
struct place {
    struct crew *crew;
    unsigned number;
};

struct crew {
    pthread_mutex_t lock;
    pthread_cond_t begun, done;
    pthread_t *threads;
    struct place *places;
    struct lane *lanes; // of all threads, the caller's first
    unsigned size;      // with the caller
    unsigned count;     // threads beside the caller
    pid_t owner;        // the process that has these threads; a child made by fork has none of them
    // What follows is changed under the lock.
    crew_work *work;
    void *job;
    unsigned parts;
    unsigned number; // of the job
    unsigned inside; // threads that are at work
    bool closing;
    _Atomic uint64_t spent;
};

static uint64_t thread_time(void)
{
    struct timespec now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

// Takes the parts of the own lane, then what is left of the others.
static void take_parts(struct crew *c, unsigned self, crew_work *work, void *job)
{
    uint64_t before = thread_time();

    for (unsigned i = 0; i < c->size; i++) {
        struct lane *lane = &c->lanes[(self + i) % c->size];
        unsigned part;
        while ((part = atomic_fetch_add(&lane->next, 1)) < lane->end)
            work(job, part);
    }
    atomic_fetch_add(&c->spent, thread_time() - before);
}

static void *member(void *context)
{
    const struct place *place = context;
    struct crew *c = place->crew;
    unsigned known = 0;

    pthread_mutex_lock(&c->lock);
    for (;;) {
        while (c->number == known && !c->closing)
            pthread_cond_wait(&c->begun, &c->lock);
        if (c->closing)
            break;
        known = c->number;
        if (c->parts == 0)
            continue; // too late: the job is done, and the next one may begin at any time
        crew_work *work = c->work;
        void *job = c->job;
        c->inside++;
        pthread_mutex_unlock(&c->lock);
        take_parts(c, place->number, work, job);
        pthread_mutex_lock(&c->lock);
        if (--c->inside == 0)
            pthread_cond_signal(&c->done);
    }
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

static bool add_member(struct crew *c)
{
    struct place *place = &c->places[c->count];

    *place = (struct place){c, c->count + 1};
    return pthread_create(&c->threads[c->count], NULL, member, place) == 0;
}

struct crew *crew_new(unsigned threads)
{
    struct crew *c = calloc(1, sizeof *c);

    if (!c)
        return NULL;
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->begun, NULL);
    pthread_cond_init(&c->done, NULL);
    c->size = threads;
    c->owner = getpid();
    c->threads = calloc(threads, sizeof *c->threads);
    c->places = calloc(threads, sizeof *c->places);
    c->lanes = aligned_alloc(alignof(struct lane), threads * sizeof *c->lanes);
    while (c->threads && c->places && c->lanes && c->count + 1 < threads && add_member(c))
        c->count++;
    if (c->threads && c->places && c->lanes && c->count + 1 == threads)
        return c;
    crew_free(c);
    return NULL;
}

static void end_threads(struct crew *c)
{
    pthread_mutex_lock(&c->lock);
    c->closing = true;
    pthread_cond_broadcast(&c->begun);
    pthread_mutex_unlock(&c->lock);
    for (unsigned i = 0; i < c->count; i++)
        pthread_join(c->threads[i], NULL);
    pthread_cond_destroy(&c->begun);
    pthread_cond_destroy(&c->done);
    pthread_mutex_destroy(&c->lock);
}

// In a child made by fork, joining the threads that only the parent has would wait for ever.
void crew_free(struct crew *c)
{
    if (!c)
        return;
    if (c->owner == getpid())
        end_threads(c);
    free(c->threads);
    free(c->places);
    free(c->lanes);
    free(c);
}

void crew_do(struct crew *c, crew_work *work, void *job, unsigned parts)
{
    pthread_mutex_lock(&c->lock);
    c->work = work;
    c->job = job;
    c->parts = parts;
    c->number++;
    for (unsigned i = 0; i < c->size; i++) {
        atomic_store(&c->lanes[i].next, parts * i / c->size);
        c->lanes[i].end = parts * (i + 1) / c->size;
    }
    if (c->count && parts > 1)
        pthread_cond_broadcast(&c->begun);
    pthread_mutex_unlock(&c->lock);
    take_parts(c, 0, work, job);
    pthread_mutex_lock(&c->lock);
    while (c->inside)
        pthread_cond_wait(&c->done, &c->lock);
    c->parts = 0; // whoever wakes only now sees that it is too late
    pthread_mutex_unlock(&c->lock);
}

uint64_t crew_spent(const struct crew *c)
{
    return atomic_load(&c->spent);
}
