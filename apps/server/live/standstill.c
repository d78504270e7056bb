// SPDX-License-Identifier: MIT
// A process stands still when its virtual machine is paused or its machine sleeps or swaps. Its
// players cannot act meanwhile, and it hears no news. The event loop notices when it wakes: a turn
// begins seconds after the one before. Then every game is read again before it is shown or judged,
// and clocks are stopped as of the last turn. The other processes notice its silence (presence.c)
// and stop the clocks of its players as of its last sign of life. They cannot tell a standstill
// from a crash, and need not.
//
// A player who is connected to another process could act and is not excused. If nobody knows where
// a player is, the game waits a moment for the other processes to answer.
#include "server/live/standstill.h"

#include "server/log.h"
#include "server/live/processes.h"
#include "server/live/livegames.h"

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
static void mark(struct live_game *live, int64_t since, int64_t now)
{
    live->lost = live->lost && live->lost < since ? live->lost : since;
    live->lost_at = now;
}

// The same for live games that are being loaded.
static void mark_unread(struct live_registry *reg, int64_t since, int64_t now)
{
    bool earlier = reg->lost && now - reg->lost_at < TAKEN && reg->lost < since;

    if (!earlier)
        reg->lost = since;
    reg->lost_at = now;
}

void standstill_begin_turn(struct live_registry *reg)
{
    int64_t now = live_registry_now(reg), since = reg->turned;

    if (reg->stopping)
        return;
    reg->turned = now;
    if (!since || now - since < STILL)
        return;
    log_event("stood-still", "ms=%lld", (long long)(now - since));
    reg->serves = now;
    writer_woke(reg->writer);
    mark_unread(reg, since, now);
    for (unsigned i = 0; i < REGISTRY_SLOTS; i++) {
        for (struct live_game *live = reg->games[i]; live; live = live->next)
            mark(live, since, now);
    }
    if (!reg->alone)
        live_registry_reload_all(reg);
}

bool standstill_now(const struct live_registry *reg)
{
    return !reg->stopping && reg->turned && live_registry_now(reg) - reg->turned >= STILL;
}

void standstill_lost(struct live_registry *reg, const char *process, int64_t heard)
{
    int64_t now = live_registry_now(reg);

    mark_unread(reg, heard, now);
    for (unsigned i = 0; i < REGISTRY_SLOTS; i++) {
        for (struct live_game *live = reg->games[i]; live; live = live->next) {
            int seat = live->state.match.clock.running;
            bool here = seat != CLOCK_STOPPED && live_game_seats_here(live) >> seat & 1;
            if (seat != CLOCK_STOPPED && !here && presence_was_at(live, seat, process, heard))
                mark(live, heard, now);
        }
    }
}

void standstill_unheard(struct live_registry *reg)
{
    int64_t now = live_registry_now(reg);

    mark_unread(reg, reg->started, now);
    for (unsigned i = 0; i < REGISTRY_SLOTS; i++) {
        for (struct live_game *live = reg->games[i]; live; live = live->next) {
            int seat = live->state.match.clock.running;
            if (seat != CLOCK_STOPPED &&
                !((live_game_seats_here(live) | presence_elsewhere(live)) >> seat & 1))
                mark(live, reg->started, now);
        }
    }
}

void standstill_begin(struct live_registry *reg, struct live_game *live, int64_t now)
{
    if (reg->lost && now - reg->lost_at < TAKEN)
        mark(live, reg->lost, now);
}

bool standstill_settled(struct live_registry *reg, struct live_game *live, int64_t now)
{
    int seat = live->state.match.clock.running;

    if (!live->lost)
        return true;
    if (seat != CLOCK_STOPPED && !live_is_slow(&live->state) && !match_over(&live->state.match)) {
        bool here = live_game_seats_here(live) >> seat & 1,
             elsewhere = presence_elsewhere(live) >> seat & 1;
        if (!reg->alone && !reg->stopping && !here && !elsewhere && now < live->lost_at + ANSWERS)
            return false;
        int64_t since = later(live->lost, live->state.journal.last);
        if ((here || !elsewhere) && (!live->owed || since < live->owed))
            live->owed = since;
    }
    live->lost = 0;
    return true;
}
