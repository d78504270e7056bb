// SPDX-License-Identifier: MIT
// A process stands still when its virtual machine is paused or its machine sleeps or swaps. Its players
// cannot act meanwhile, and it hears no news. The event loop notices when it wakes: a turn begins seconds
// after the one before. Then every game is read again before it is shown or judged, and clocks are stopped
// as of the last turn. The other processes notice its silence (presence.c) and stop the clocks of its
// players as of its last sign of life. They cannot tell a standstill from a crash, and need not.
//
// A player who is connected to another process could act and is not excused. If nobody knows where a player
// is, the game waits a moment for the other processes to answer.
#include "server/live/standstill.h"

#include "server/log.h"
#include "server/live/processes.h"
#include "server/live/rooms.h"

enum {
    STILL = 2 * 1000,   // milliseconds between two turns of the loop; a shorter delay is charged
    ANSWERS = 2 * 1000, // milliseconds that others have to say who is connected to them
    TAKEN = 30 * 1000,  // milliseconds in which the games of a lost process are loaded
};

static int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

// Time since then may have to be excused.
static void mark(struct room *r, int64_t since, int64_t now)
{
    r->lost = r->lost && r->lost < since ? r->lost : since;
    r->lost_at = now;
}

// The same for rooms that are being loaded.
static void mark_unread(struct hub *h, int64_t since, int64_t now)
{
    bool earlier = h->lost && now - h->lost_at < TAKEN && h->lost < since;

    if (!earlier)
        h->lost = since;
    h->lost_at = now;
}

void standstill_look(struct hub *h)
{
    int64_t now = hub_now(h), since = h->turned;

    if (h->stopping)
        return;
    h->turned = now;
    if (!since || now - since < STILL)
        return;
    log_event("stood-still", "ms=%lld", (long long)(now - since));
    h->serves = now;
    writer_woke(h->writer);
    mark_unread(h, since, now);
    for (unsigned i = 0; i < HUB_SLOTS; i++) {
        for (struct room *r = h->rooms[i]; r; r = r->next)
            mark(r, since, now);
    }
    if (!h->alone)
        hub_look_at_everything(h);
}

bool standstill_now(const struct hub *h)
{
    return !h->stopping && h->turned && hub_now(h) - h->turned >= STILL;
}

void standstill_lost(struct hub *h, const char *process, int64_t heard)
{
    int64_t now = hub_now(h);

    mark_unread(h, heard, now);
    for (unsigned i = 0; i < HUB_SLOTS; i++) {
        for (struct room *r = h->rooms[i]; r; r = r->next) {
            int seat = r->live.match.clock.running;
            bool here = seat != CLOCK_STOPPED && room_here(r) >> seat & 1;
            if (seat != CLOCK_STOPPED && !here && presence_was_at(r, seat, process, heard))
                mark(r, heard, now);
        }
    }
}

void standstill_unheard(struct hub *h)
{
    int64_t now = hub_now(h);

    mark_unread(h, h->started, now);
    for (unsigned i = 0; i < HUB_SLOTS; i++) {
        for (struct room *r = h->rooms[i]; r; r = r->next) {
            int seat = r->live.match.clock.running;
            if (seat != CLOCK_STOPPED && !((room_here(r) | presence_elsewhere(r)) >> seat & 1))
                mark(r, h->started, now);
        }
    }
}

void standstill_begin(struct hub *h, struct room *r, int64_t now)
{
    if (h->lost && now - h->lost_at < TAKEN)
        mark(r, h->lost, now);
}

bool standstill_settled(struct hub *h, struct room *r, int64_t now)
{
    int seat = r->live.match.clock.running;

    if (!r->lost)
        return true;
    if (seat != CLOCK_STOPPED && !live_is_slow(&r->live) && !match_over(&r->live.match)) {
        bool here = room_here(r) >> seat & 1, elsewhere = presence_elsewhere(r) >> seat & 1;
        if (!h->alone && !h->stopping && !here && !elsewhere && now < r->lost_at + ANSWERS)
            return false;
        int64_t since = later(r->lost, r->live.journal.last);
        if ((here || !elsewhere) && (!r->owed || since < r->owed))
            r->owed = since;
    }
    r->lost = 0;
    return true;
}
