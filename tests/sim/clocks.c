// SPDX-License-Identifier: MIT
// Whether clocks are fair, by the times in the journal: no seat is charged more than the time that
// passed, nor given back more than is forgiven; flags fall when the time is up and not before; no
// seat pays for the time in which no server was there, stood still, or could not store.
#include <string.h>

#include "tests/sim/net.h"

enum { SLACK = 1500 }; // milliseconds: noticing an end or a failure takes a moment

static int64_t most_of(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

// Of the time between two entries, as the journal has it, what no seat may be charged for.
static int64_t excused(int64_t from, int64_t to)
{
    int64_t a = (from - SIM_EPOCH) * SIM_MS, b = (to - SIM_EPOCH) * SIM_MS;

    return most_of(process_frozen(a, b), most_of(process_down(a, b), database_outage(a, b))) /
           SIM_MS;
}

// Whether the player at a seat is connected, but only to processes that stood still already at that
// time, and still do. Who began to serve after that does not know, and is not judged.
static bool is_cut_off(const struct model_game *g, int seat, int64_t since)
{
    bool cut = false;

    for (unsigned i = 0; i < net.count; i++) {
        const struct connection *conn = &net.connections[i];
        const struct follow *f = connection_follow(&net.connections[i], g, false);
        if (!conn->client || !f || !f->joined || f->viewpoint != seat)
            continue;
        int64_t frozen = process_frozen_since(conn->process);
        if (frozen > since || process_began(fiber_process()) > frozen)
            return false;
        cut = true;
    }
    return cut;
}

static void check_flag(const struct model_game *g, const struct store_entry *entry, int64_t gone)
{
    const struct clock *c = &g->state.match.clock;

    if (c->running != entry->seat)
        sim_fail("game %s: the flag of seat %d fell, whose clock does not run", g->id, entry->seat);
    if (gone < c->left[entry->seat] + LIVE_LAG_MOST)
        sim_fail("game %s: the flag of seat %d fell after %lld ms of %lld", g->id, entry->seat,
                 (long long)gone, (long long)c->left[entry->seat]);
    int64_t deadline = ((int64_t)c->since + c->left[entry->seat] - SIM_EPOCH) * SIM_MS;
    if (sim.cluster && !c->rule.each_turn && is_cut_off(g, entry->seat, deadline))
        sim_fail("game %s: the flag of seat %d fell, whose process stands still", g->id,
                 entry->seat);
}

static void check_action(struct model_game *g, const struct store_entry *entry, int64_t gone)
{
    const struct clock *c = &g->state.match.clock;
    int seat = entry->seat;
    int64_t given = c->rule.each_turn ? (int64_t)c->rule.base : (int64_t)c->rule.increment;
    int64_t ran = c->running == seat ? gone : 0;
    int64_t least = c->left[seat] - ran;

    if (c->rule.each_turn) // the days are given again
        return;
    if (entry->left[seat] < least ||
        entry->left[seat] > c->left[seat] - most_of(0, ran - LIVE_LAG_MOST) + given)
        sim_fail("game %s: entry %u leaves seat %d %lld ms of %lld after %lld", g->id,
                 entry->number, seat, (long long)entry->left[seat], (long long)c->left[seat],
                 (long long)ran);
    // With or without what a turn brings: it may go on.
    int64_t forgiven = entry->left[seat] - least - given;
    g->acted[seat]++;
    g->forgiven[seat] += most_of(0, forgiven);
    if (g->forgiven[seat] > LIVE_LAG_FIRST + LIVE_LAG_EACH * g->acted[seat] * 2)
        sim_fail("game %s: seat %d was forgiven %lld ms in %lld actions", g->id, seat,
                 (long long)g->forgiven[seat], (long long)g->acted[seat]);
}

// What no entry may do to clocks.
static void check_others(const struct model_game *g, const struct store_entry *entry, int64_t gone)
{
    const struct clock *c = &g->state.match.clock;

    for (int seat = 0; seat < (int)g->state.row.seats; seat++) {
        int64_t least = c->left[seat] - (c->running == seat ? gone : 0);
        bool ends = !strcmp(entry->kind, "time") && seat == entry->seat;
        if (entry->left[seat] < least && !ends)
            sim_fail("game %s: entry %u (%s) charges seat %d %lld ms in %lld", g->id, entry->number,
                     entry->kind, seat, (long long)(c->left[seat] - entry->left[seat]),
                     (long long)gone);
    }
}

void clocks_check(struct model_game *g, const struct store_entry *entry)
{
    const struct clock *c = &g->state.match.clock;
    int64_t gone = entry->at - (int64_t)c->since;

    if (entry->at < g->state.journal.last)
        sim_fail("game %s: entry %u comes before the one before it", g->id, entry->number);
    if (entry->at > sim_clock(-1) + sim_wrong())
        sim_fail("game %s: entry %u comes from the future", g->id, entry->number);
    if (!live_has_clock(&g->state) || match_over(&g->state.match))
        return;
    if (c->running == CLOCK_STOPPED)
        gone = 0;
    if (!strcmp(entry->kind, "time"))
        check_flag(g, entry, gone);
    else if (!strcmp(entry->kind, "act"))
        check_action(g, entry, gone);
    check_others(g, entry, gone);
    if (live_is_slow(&g->state) || c->running == CLOCK_STOPPED || g->count == 0)
        return;
    int64_t charged =
        !strcmp(entry->kind, "time") ? gone : c->left[c->running] - entry->left[c->running];
    int64_t free_of = excused((int64_t)c->since, entry->at);
    if (free_of > SLACK && charged > gone - free_of + SLACK + 2 * sim_wrong())
        sim_fail("game %s: entry %u (%s) charges %lld ms of %lld, and for %lld no player could act",
                 g->id, entry->number, entry->kind, (long long)charged, (long long)gone,
                 (long long)free_of);
}
