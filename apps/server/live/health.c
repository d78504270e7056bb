// SPDX-License-Identifier: MIT
// Whether the database answers, known without asking it: every second something small is read, and what is under way for too long counts as
// no answer. So a question of a load balancer never waits. The database's time is asked for along with that.
#include <stdlib.h>

#include "server/live/hub.h"
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

static void done(struct hub *h, struct inbox_item *item)
{
    struct probe *p = (struct probe *)item;

    h->health_since = 0;
    h->health_bad = !p->alive;
    free(p);
}

void health_tick(struct hub *h, int64_t now)
{
    struct probe *p = !h->health_since && now - h->health_at >= PROBE ? calloc(1, sizeof *p) : NULL;
    struct error e;

    if (!p)
        return;
    h->health_at = now;
    p->task = (struct reader_task){.item.done = done, .work = work};
    p->time = &h->time;
    if (hub_read(h, READER_GAMES, &p->task, &e))
        h->health_since = now;
    else
        free(p);
}

bool health_good(const struct hub *h, int64_t now)
{
    return !h->health_bad && (!h->health_since || now - h->health_since < TOO_LONG);
}
