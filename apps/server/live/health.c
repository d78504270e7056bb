// SPDX-License-Identifier: MIT
// Whether the database answers, known without asking it: every second something small is read, and
// what is under way for too long counts as no answer. So a question of a load balancer never waits.
// The database's time is asked for along with that.
#include <stdlib.h>

#include "server/live/registry.h"
#include "server/live/databasehealth.h"

enum {
    PROBE = 1000,   // milliseconds between two
    TOO_LONG = 3000 // that a probe may take
};

struct probe {
    struct reader_task task;
    struct timekeeper *time;
    bool alive;
};

static void work(struct reader_task *task, struct store *s)
{
    struct probe *p = (struct probe *)task;
    struct error e;

    p->alive = store_alive(s);
    if (p->alive && timekeeper_asks(p->time))
        p->alive = store_ask_time(s, p->time, &e);
}

static void done(struct live_registry *reg, struct inbox_item *item)
{
    struct probe *p = (struct probe *)item;

    reg->health_since = 0;
    reg->health_bad = !p->alive;
    free(p);
}

void health_tick(struct live_registry *reg, int64_t now)
{
    struct probe *p =
        !reg->health_since && now - reg->health_at >= PROBE ? calloc(1, sizeof *p) : NULL;
    struct error e;

    if (!p)
        return;
    reg->health_at = now;
    p->task = (struct reader_task){.item.done = done, .work = work};
    p->time = &reg->time;
    if (live_registry_read(reg, READER_GAMES, &p->task, &e))
        reg->health_since = now;
    else
        free(p);
}

bool health_good(const struct live_registry *reg, int64_t now)
{
    return !reg->health_bad && (!reg->health_since || now - reg->health_since < TOO_LONG);
}
