// SPDX-License-Identifier: MIT
// When nothing can be stored: the disk is full, the database is away. Nobody can act then, so nobody's time runs and nobody loses by
// it. From the first write that failed on, no clock falls; a small write asks every second whether all is well again; then every clock
// that ran is stopped as of the beginning, and goes on when its people are there. A command that comes before that waits for it.
// What a process that stood still owes (standstill.c) goes the same way.
#include <string.h>

#include "server/live/standstill.h"
#include "server/log.h"
#include "server/live/databasehealth.h"
#include "server/live/rooms.h"

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

// Since when time has run for somebody who could not act; 0: it has not. What a room owes stays so until it is stored, through further failures.
// An entry that was stored at last has the time at which it came: from then on the next one could not act.
static int64_t charged_since(const struct hub *h, const struct room *r)
{
    const struct clock *c = &r->live.match.clock;
    int64_t since = r->owed && (!h->outage || r->owed < h->outage) ? r->owed : h->outage;
    bool runs = !live_is_slow(&r->live) && !match_over(&r->live.match) &&
                c->running != CLOCK_STOPPED && (h->outage || r->live.journal.last <= since);

    return !runs ? 0 : r->live.journal.last > since ? r->live.journal.last : since;
}

bool outage_excuses(struct hub *h, struct room *r)
{
    struct client_command *waiting = r->first;
    if (standstill_now(h))
        return true;
    // Computers and conditional lines act as people do; the server's own "pause" and "resume" are not held up.
    bool acts = waiting && (waiting->client != 0 || !strcmp(waiting->kind, "act"));
    if (acts && !standstill_settled(h, r, hub_now(h)))
        return true;
    int64_t since = acts ? charged_since(h, r) : 0;

    if (!since)
        return false;
    if (r->owed && writer_failing(h->writer))
        return true; // that was tried, and is again when all is well: nobody hammers at a full disk
    // To the front of the line.
    r->first = NULL;
    struct client_command *last = r->last;
    r->last = NULL;
    room_excuse(h, r, since, hub_now(h));
    *(r->last ? &r->last->next : &r->first) = waiting;
    r->last = last;
    return r->busy;
}

void outage_settle(struct hub *h, struct room *r, int64_t now)
{
    if (!standstill_settled(h, r, now))
        return;
    int64_t since = r->owed ? charged_since(h, r) : 0;

    if (!since)
        r->owed = 0;
    else if (!h->outage)
        room_excuse(h, r, since, now);
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
            int64_t since = charged_since(h, r);
            if (since)
                room_excuse(h, r, since, now);
        }
    }
    log_event("outage-over", "ms=%lld", (long long)(now - h->outage));
    h->outage = 0;
    hub_look_at_everything(h); // a write that is said to have failed may be there all the same
}
