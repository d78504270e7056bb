// SPDX-License-Identifier: MIT
// The memory of a thinker: table, searches and solver.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/pages.h"
#include "play/think.h"

bool thinker_resize(struct thinker *t, size_t megabytes, struct error *e)
{
    // One megabyte at least: ISMCTS needs that much.
    megabytes = megabytes ? megabytes : 1;
    size_t bytes = tt_bytes(megabytes);
    void *memory = pages_zeroed(bytes);

    if (!memory)
        return error_set(e, "think.table:megabytes",
                         "a table of %zu megabytes does not fit in memory", megabytes);
    pages_release(t->memory, tt_bytes(t->megabytes));
    t->memory = memory;
    t->megabytes = megabytes;
    t->clean = true;
    t->touched = false;
    tt_init_zeroed(&t->table, memory, bytes);
    t->ismcts = (struct ismcts_memory){0};
    return true;
}

bool thinker_threads(struct thinker *t, unsigned threads, struct error *e)
{
    assert(threads >= 1 && threads <= PARALLEL_MOST);
    for (unsigned i = t->threads; i < threads; i++) {
        t->searches[i] = malloc(sizeof **t->searches);
        if (!t->searches[i])
            return error_set(e, "think.searches:searches", "there is no memory for %u searches",
                             threads);
        t->threads = i + 1;
    }
    while (t->threads > threads)
        free(t->searches[--t->threads]);
    return true;
}

bool thinker_init(struct thinker *t, size_t megabytes, think_clock *clock, struct error *e)
{
    *t = (struct thinker){.clock = clock};
    if (thinker_threads(t, 1, e) && thinker_resize(t, megabytes, e))
        return true;
    thinker_clear(t);
    return false;
}

void thinker_clear(struct thinker *t)
{
    solver_clear(&t->solver);
    while (t->threads > 0)
        free(t->searches[--t->threads]);
    pages_release(t->memory, tt_bytes(t->megabytes));
    t->memory = NULL;
}

void thinker_forget(struct thinker *t, uint64_t seed)
{
    if (t->clean) {
        tt_init_zeroed(&t->table, t->memory, tt_bytes(t->megabytes));
    } else {
        tt_init(&t->table, t->memory, tt_bytes(t->megabytes));
        t->clean = t->touched = true;
    }
    t->ismcts = (struct ismcts_memory){0};
    t->random = random_from_seed(seed);
    solver_forget(&t->solver);
}

bool thinker_ready(struct thinker *t, const struct game *g, struct error *e)
{
    if (t->clean && !t->touched) {
        memset(t->memory, 0, tt_bytes(t->megabytes));
        t->touched = true;
    }
    return !solver_serves(g) || solver_ready(&t->solver, g) ||
           error_set(e, "think.solver", "there is no memory for proofs");
}
