// SPDX-License-Identifier: MIT
// Starts helper threads and joins them. The table, whose slots check themselves, and a stop flag
// are all that threads share: no lock is taken while searching. The first search runs in the
// caller's thread, so a machine that refuses threads still plays, and a single thread is
// deterministic.
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

struct search_helper {
    pthread_t thread;
    struct search *search;
    struct search_task task;
    struct search_report report;
};

static bool is_stopped(void *to)
{
    return atomic_load_explicit((atomic_bool *)to, memory_order_relaxed);
}

static void *helper_main(void *to)
{
    struct search_helper *h = to;

    search_run(h->search, &h->task, &h->report);
    return NULL;
}

void parallel_run(struct search **searches, unsigned count, const struct search_task *task,
                  struct search_report *report)
{
    assert(count >= 1 && count <= PARALLEL_MOST);
    static const struct search_helper empty;
    struct search_helper helpers[PARALLEL_MOST - 1];
    atomic_bool stop = false;
    unsigned started = 0;
    struct search_task own = *task;

    // Age the table once: if each thread did, it would take the others' entries for old ones.
    tt_new_search(task->table);
    own.is_helper = true;

    for (unsigned i = 1; i < count && i < PARALLEL_MOST; i++) {
        struct search_helper *h = &helpers[started];
        *h = empty;
        h->search = searches[i];
        h->task = own;
        h->task.poll = is_stopped;
        h->task.progress = NULL;
        h->task.to = &stop;
        h->task.first_depth = 1 + i % 2; // threads at different depths find more
        started += pthread_create(&h->thread, NULL, helper_main, h) == 0;
    }
    search_run(searches[0], &own, report);
    atomic_store(&stop, true);
    for (unsigned i = 0; i < started; i++) {
        pthread_join(helpers[i].thread, NULL);
        report->nodes += helpers[i].report.nodes;
    }
}

#endif
