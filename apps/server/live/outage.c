// SPDX-License-Identifier: MIT
// When nothing can be stored: the disk is full, the database is away. Nobody can act then, so
// nobody's time runs and nobody loses by it. From the first write that failed on, no clock falls; a
// small write asks every second whether all is well again; then every clock that ran is stopped as
// of the beginning, and goes on when its people are there. A command that comes before that waits
// for it. What a process that stood still owes (standstill.c) goes the same way.
#include <string.h>

#include "server/live/standstill.h"
#include "server/log.h"
#include "server/live/databasehealth.h"
#include "server/live/livegames.h"

enum { PROBE = 1000 }; // milliseconds between two

void outage_noticed(struct live_registry *reg)
{
    int64_t since = reg->outage ? 0 : writer_failing(reg->writer);

    if (!since)
        return;
    reg->outage = since;
    log_event("outage", "since=%lld", (long long)since);
}

static void outage_probe(struct live_registry *reg, int64_t now)
{
    struct writer_task *t = now - reg->probed < PROBE ? NULL : writer_task(1, writer_task_done);

    if (!t)
        return;
    reg->probed = now;
    t->writes[0].kind = STORE_PROBE;
    writer_submit(reg->writer, t);
}

// Since when time has run for somebody who could not act; 0: it has not. What a live game owes
// stays so until it is stored, through further failures. An entry that was stored at last has the
// time at which it came: from then on the next one could not act.
static int64_t charged_since(const struct live_registry *reg, const struct live_game *live)
{
    const struct clock *c = &live->state.match.clock;
    int64_t since =
        live->owed && (!reg->outage || live->owed < reg->outage) ? live->owed : reg->outage;
    bool runs = !live_is_slow(&live->state) && !match_over(&live->state.match) &&
                c->running != CLOCK_STOPPED && (reg->outage || live->state.journal.last <= since);

    return !runs ? 0 : live->state.journal.last > since ? live->state.journal.last : since;
}

bool outage_excuses(struct live_registry *reg, struct live_game *live)
{
    struct client_command *waiting = live->first;
    if (standstill_now(reg))
        return true;
    // Computers and conditional lines act as people do; the server's own "pause" and "resume" are
    // not held up.
    bool acts = waiting && (waiting->client != 0 || !strcmp(waiting->kind, "act"));
    if (acts && !standstill_settled(reg, live, live_registry_now(reg)))
        return true;
    int64_t since = acts ? charged_since(reg, live) : 0;

    if (!since)
        return false;
    if (live->owed && writer_failing(reg->writer))
        return true; // that was tried, and is again when all is well: nobody hammers at a full disk
    // To the front of the line.
    live->first = NULL;
    struct client_command *last = live->last;
    live->last = NULL;
    live_game_excuse(reg, live, since, live_registry_now(reg));
    *(live->last ? &live->last->next : &live->first) = waiting;
    live->last = last;
    return live->busy;
}

void outage_settle(struct live_registry *reg, struct live_game *live, int64_t now)
{
    if (!standstill_settled(reg, live, now))
        return;
    int64_t since = live->owed ? charged_since(reg, live) : 0;

    if (!since)
        live->owed = 0;
    else if (!reg->outage)
        live_game_excuse(reg, live, since, now);
}

void outage_tick(struct live_registry *reg, int64_t now)
{
    outage_noticed(reg);
    if (!reg->outage)
        return;
    if (writer_failing(reg->writer)) {
        outage_probe(reg, now);
        return;
    }
    for (unsigned i = 0; i < REGISTRY_SLOTS; i++) {
        for (struct live_game *live = reg->games[i]; live; live = live->next) {
            int64_t since = charged_since(reg, live);
            if (since)
                live_game_excuse(reg, live, since, now);
        }
    }
    log_event("outage-over", "ms=%lld", (long long)(now - reg->outage));
    reg->outage = 0;
    live_registry_reload_all(reg); // a write that is said to have failed may be there all the same
}
