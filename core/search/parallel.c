// SPDX-License-Identifier: MIT
// Starts the other threads and waits for them. Only think.c calls it. What is shared is the table alone, whose slots check
// themselves, and the flag that ends the others: no lock is taken while searching. The first thread runs in the caller's own, so
// a machine that refuses threads plays on with one, and a single thread stays exactly repeatable.
#include "search/parallel.h"

#ifdef __wasm__

void parallel_run(struct search **searches, unsigned count, const struct search_task *task,
                  struct search_report *report)
{
    (void)count;
    search_run(searches[0], task, report);
}

#else

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct helper {
    pthread_t thread;
    struct search *search;
    struct search_task task;
    struct search_report report;
};

static bool is_stopped(void *to)
{
    return atomic_load_explicit((atomic_bool *)to, memory_order_relaxed);
}

static void *help(void *to)
{
    struct helper *h = to;

    search_run(h->search, &h->task, &h->report);
    return NULL;
}

void parallel_run(struct search **searches, unsigned count, const struct search_task *task,
                  struct search_report *report)
{
    assert(count >= 1 && count <= PARALLEL_MOST);
    static const struct helper empty;
    struct helper helpers[PARALLEL_MOST - 1];
    atomic_bool stop = false;
    unsigned started = 0;
    struct search_task own = *task;

    // All threads are one search to the table; told by each of them, half of what they find would look old.
    table_new_search(task->table);
    own.joined = true;

    for (unsigned i = 1; i < count && i < PARALLEL_MOST; i++) {
        struct helper *h = &helpers[started];
        *h = empty;
        h->search = searches[i];
        h->task = own;
        h->task.poll = is_stopped;
        h->task.progress = NULL;
        h->task.to = &stop;
        h->task.first_depth = 1 + i % 2; // threads that do not walk in step find more
        started += pthread_create(&h->thread, NULL, help, h) == 0;
    }
    search_run(searches[0], &own, report);
    atomic_store(&stop, true);
    for (unsigned i = 0; i < started; i++) {
        pthread_join(helpers[i].thread, NULL);
        report->nodes += helpers[i].report.nodes;
    }
}

#endif
