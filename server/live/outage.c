// SPDX-License-Identifier: MIT
// When nothing can be stored: the disk is full, the database is away. Nobody can act then, so nobody's time runs and nobody loses by
// it. From the first write that failed on, no clock falls; a small write asks every second whether all is well again; then every clock
// that ran is stopped as of the beginning, and goes on when its people are there. A command that comes before that waits for it.
#include "server/live/hub.h"
#include "server/log.h"

enum { PROBE = 1000 }; // milliseconds between two

void outage_noticed(struct hub *h)
{
    int64_t since = h->outage ? 0 : writer_failing(h->writer);

    if (!since)
        return;
    h->outage = since;
    log_event("outage", "since=%lld", (long long)since);
}

static void probe(struct hub *h, int64_t now)
{
    struct writer_task *t = now - h->probed < PROBE ? NULL : writer_task(1, writer_task_done);

    if (!t)
        return;
    h->probed = now;
    t->writes[0].kind = STORE_PROBE;
    writer_submit(h->writer, t);
}

// Whether time ran for somebody who could not act.
static bool is_charged(const struct hub *h, const struct room *r)
{
    const struct clock *c = &r->live.match.clock;

    return h->outage && !live_is_slow(&r->live) && !match_over(&r->live.match) &&
           c->running != CLOCK_STOPPED && r->live.journal.last <= h->outage;
}

bool outage_excuses(struct hub *h, struct room *r)
{
    struct client_command *waiting = r->first;
    bool charged = is_charged(h, r) && waiting && waiting->client != 0;

    if (!charged)
        return false;
    // To the front of the line.
    r->first = NULL;
    struct client_command *last = r->last;
    r->last = NULL;
    room_excuse(h, r, h->outage, log_now());
    *(r->last ? &r->last->next : &r->first) = waiting;
    r->last = last;
    return r->busy;
}

void outage_tick(struct hub *h, int64_t now)
{
    outage_noticed(h);
    if (!h->outage)
        return;
    if (writer_failing(h->writer)) {
        probe(h, now);
        return;
    }
    for (unsigned i = 0; i < HUB_SLOTS; i++) {
        for (struct room *r = h->rooms[i]; r; r = r->next) {
            if (is_charged(h, r))
                room_excuse(h, r, h->outage, now);
        }
    }
    log_event("outage-over", "ms=%lld", (long long)(now - h->outage));
    h->outage = 0;
}
