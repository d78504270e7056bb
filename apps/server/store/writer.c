// SPDX-License-Identifier: MIT
// One thread that stores, so that the event loop never waits for a disk. Tasks that came while a
// batch was being synced form the next one: under load one sync serves hundreds of writes, and a
// quiet server stores each at once. Answers go back through the inbox in the order of the tasks. A
// second thread tidies beside it, on a connection of its own. Nobody else writes to the database of
// this process.
#include "server/store/writer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/log.h"

enum {
    MOST_IN_BATCH = 512, // writes; a longer batch would keep its first ones waiting
    TIDY = 250,          // milliseconds between two times of tidying up
    TOO_LONG = 2000,     // milliseconds after which a batch that is not stored counts as failing
};

struct writer {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t work, end;
    struct inbox_item *first, *last; // tasks
    bool closing;
    struct store *store;
    struct store *broom; // tidies up beside it
    pthread_t sweeper;
    bool sweeps;
    struct inbox *box;
    struct writer_counts counts;
    int64_t failing;           // since then; 0: not
    int64_t under_way;         // since when the first of this batch waits; 0: there is none
    int64_t woke;              // when the process last went on after standing still
    struct store_write *batch; // MOST_IN_BATCH
    pthread_t owner;           // of `store` and `batch`: the writing thread, as it says itself
};

struct writer_task *writer_task(unsigned writes,
                                void (*done)(struct live_registry *reg, struct inbox_item *item))
{
    struct writer_task *t = calloc(1, sizeof *t + writes * sizeof t->writes[0]);

    if (t) {
        t->item.done = done;
        t->count = writes;
    }
    return t;
}

struct writer_task *
writer_task_with(unsigned writes, void (*done)(struct live_registry *reg, struct inbox_item *item),
                 size_t size)
{
    struct writer_task *t = writer_task(writes, done);

    if (t && (t->extra = calloc(1, size)))
        return t;
    free(t);
    return NULL;
}

void writer_task_free(struct writer_task *t)
{
    if (t)
        free(t->extra);
    free(t);
}

void writer_task_done(struct live_registry *reg, struct inbox_item *item)
{
    (void)reg;
    writer_task_free((struct writer_task *)item);
}

// Takes tasks for one batch; NULL when the writer is closing and nothing is left.
static struct inbox_item *take_batch(struct writer *w, unsigned *writes)
{
    struct inbox_item *first, *end = NULL;

    pthread_mutex_lock(&w->lock);
    while (!w->first && !w->closing)
        pthread_cond_wait(&w->work, &w->lock);
    first = w->first;
    *writes = 0;
    while (w->first) {
        unsigned count = ((struct writer_task *)w->first)->count;
        if (end && *writes + count > MOST_IN_BATCH)
            break;
        *writes += count;
        end = w->first;
        w->first = end->next;
        w->counts.waiting--;
    }
    if (end)
        end->next = NULL;
    if (!w->first)
        w->last = NULL;
    pthread_mutex_unlock(&w->lock);
    return first;
}

static void copy_answers(struct writer *w, struct inbox_item *tasks, bool stored,
                         const struct error *error)
{
    unsigned at = 0;

    for (struct inbox_item *i = tasks; i; i = i->next) {
        struct writer_task *t = (struct writer_task *)i;
        t->failed = !stored;
        t->error = *error;
        memcpy(t->writes, w->batch + at, t->count * sizeof *w->batch);
        at += t->count;
    }
}

static void set_under_way(struct writer *w, int64_t since)
{
    pthread_mutex_lock(&w->lock);
    w->under_way = since;
    pthread_mutex_unlock(&w->lock);
}

static void store_batch(struct writer *w, struct inbox_item *tasks, unsigned writes)
{
    struct error error = {0};
    unsigned at = 0;

    assert(pthread_equal(pthread_self(), w->owner));
    for (struct inbox_item *i = tasks; i; i = i->next) {
        struct writer_task *t = (struct writer_task *)i;
        memcpy(w->batch + at, t->writes, t->count * sizeof *w->batch);
        at += t->count;
    }
    assert(at == writes && writes <= MOST_IN_BATCH);
    set_under_way(w, ((struct writer_task *)tasks)->since);
    bool stored = store_write(w->store, w->batch, writes, &error);
    if (!stored)
        log_event("store-failed", "writes=%u sentence=%s", writes,
                  log_text(error.message.text).text);
    copy_answers(w, tasks, stored, &error);
    pthread_mutex_lock(&w->lock);
    w->under_way = 0;
    w->counts.batches++;
    w->counts.writes += writes;
    w->counts.failures += !stored;
    if (stored)
        w->failing = 0;
    else if (!w->failing)
        w->failing = ((struct writer_task *)tasks)->since; // the first of them waited longest
    pthread_mutex_unlock(&w->lock);
}

static void *writer_run(void *to)
{
    struct writer *w = to;
    struct inbox_item *tasks;
    unsigned writes;

    w->owner = pthread_self();
    while ((tasks = take_batch(w, &writes))) {
        store_batch(w, tasks, writes);
        while (tasks) {
            struct inbox_item *next = tasks->next;
            inbox_post(w->box, tasks);
            tasks = next;
        }
    }
    return NULL;
}

// Waits for a while, or for the end; true at the end.
static bool rest(struct writer *w)
{
    pthread_mutex_lock(&w->lock);
    while (!w->closing && timekeeper_wait(&w->end, &w->lock, TIDY))
        ;
    bool closing = w->closing;
    pthread_mutex_unlock(&w->lock);
    return closing;
}

static void *sweep(void *to)
{
    struct writer *w = to;
    struct error e;
    uint64_t swept = 0;

    while (!rest(w)) {
        uint64_t batches = writer_counts(w).batches;
        if (batches != swept)
            store_tidy(w->broom, &e); // an error is the writer's to tell
        swept = batches;
    }
    return NULL;
}

static void release(struct writer *w)
{
    if (w->broom)
        store_close(w->broom);
    if (w->store)
        store_close(w->store);
    pthread_mutex_destroy(&w->lock);
    pthread_cond_destroy(&w->work);
    pthread_cond_destroy(&w->end);
    free(w->batch);
    free(w);
}

// Before anything is claimed: when this process began is a stamp that others compare.
static bool settle_time(struct store *s, struct timekeeper *time, int64_t *began, struct error *e)
{
    if (!store_ask_time(s, time, e))
        return false;
    store_keep_time(s, time);
    *began = store_now(s);
    return true;
}

struct writer *writer_open(const char *where, struct inbox *box, struct timekeeper *time,
                           int64_t *began, struct error *e)
{
    struct writer *w = calloc(1, sizeof *w);

    if (!w || !(w->batch = calloc(MOST_IN_BATCH, sizeof *w->batch))) {
        free(w);
        error_set(e, "writer.memory", "the writer cannot start: out of memory");
        return NULL;
    }
    w->box = box;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->work, NULL);
    pthread_cond_init(&w->end, NULL);
    w->store = store_open(where, e);
    bool claimed =
        w->store && settle_time(w->store, time, began, e) && store_claim(w->store, began, e);
    w->broom = claimed ? store_open(where, e) : NULL;
    // What a process that died had written without waiting for the disk is made sure of, before
    // anybody is told of it.
    bool sure = w->broom && store_tidy(w->broom, e);
    if (sure && pthread_create(&w->thread, NULL, writer_run, w) == 0) {
        w->sweeps = pthread_create(&w->sweeper, NULL, sweep, w) == 0;
        return w;
    }
    if (sure)
        error_set(e, "writer.thread", "the writer cannot start: no thread");
    release(w);
    return NULL;
}

static void writer_refuse(struct writer *w, struct writer_task *t)
{
    t->failed = true;
    error_set(&t->error, "request.stopping", "the server is stopping");
    inbox_post(w->box, &t->item);
}

void writer_submit(struct writer *w, struct writer_task *t)
{
    assert(t->count >= 1 && t->count <= MOST_IN_BATCH && !t->writes[0].with_last);
    t->item.next = NULL;
    t->since = store_now(w->store);
    pthread_mutex_lock(&w->lock);
    bool late = w->closing;
    if (!late) {
        if (w->last)
            w->last->next = &t->item;
        else
            w->first = &t->item;
        w->last = &t->item;
        w->counts.waiting++;
        pthread_cond_signal(&w->work);
    }
    pthread_mutex_unlock(&w->lock);
    if (late) // nobody would store it, and whoever waits for it would wait for ever
        writer_refuse(w, t);
}

void writer_stop(struct writer *w)
{
    pthread_mutex_lock(&w->lock);
    w->closing = true;
    pthread_cond_signal(&w->work);
    pthread_cond_signal(&w->end);
    pthread_mutex_unlock(&w->lock);
    pthread_join(w->thread, NULL);
    if (w->sweeps)
        pthread_join(w->sweeper, NULL);
}

void writer_close(struct writer *w)
{
    if (!w->closing)
        writer_stop(w);
    release(w);
}

int64_t writer_failing(struct writer *w)
{
    pthread_mutex_lock(&w->lock);
    int64_t since = w->failing;
    int64_t waits = w->under_way > w->woke ? w->under_way : w->woke;
    if (!since && w->under_way && store_now(w->store) - waits > TOO_LONG)
        since = waits; // a database that does not answer stores nothing
    pthread_mutex_unlock(&w->lock);
    return since;
}

void writer_woke(struct writer *w)
{
    pthread_mutex_lock(&w->lock);
    w->woke = store_now(w->store);
    pthread_mutex_unlock(&w->lock);
}

struct writer_counts writer_counts(struct writer *w)
{
    pthread_mutex_lock(&w->lock);
    struct writer_counts counts = w->counts;
    pthread_mutex_unlock(&w->lock);
    return counts;
}
