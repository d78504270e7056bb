// SPDX-License-Identifier: MIT
// After all faults: every process is there, every question is answered, all processes show the
// same, every game that goes on can be played on, and flags fall whose time is up.
#include <string.h>

#include "tests/sim/people.h"

enum { PROBES = PEOPLE }; // the person that looks; it has no seats

static void settle(int64_t seconds)
{
    sim_run(sim_now() + seconds * SIM_SECOND);
}

static void check_answers(void)
{
    for (unsigned i = 0; i < model.command_count; i++) {
        const struct command *c = &model.commands[i];
        if (c->fate == FATE_WAITS && net.connections[c->connection].open)
            sim_fail("connection %u waits for the answer to '%s %s' (%lld) at game %s for ever",
                     c->connection, c->kind, c->text, (long long)c->ref, c->game->id);
    }
    if (net.waiting)
        sim_fail("%u questions wait for their answers for ever", net.waiting);
}

// Entries that were stored so long ago that all followers must have them.
static unsigned old_entries(const struct model_game *g)
{
    unsigned count = g->count;

    while (count && g->stored[count - 1] > sim_now() - 3 * SIM_SECOND)
        count--;
    return count;
}

// Everybody who follows a game knows all of it.
static void check_known(void)
{
    for (unsigned i = 0; i < net.count; i++) {
        const struct connection *conn = &net.connections[i];
        for (unsigned k = 0; conn->open && k < conn->count; k++) {
            const struct follow *f = &conn->follows[k];
            if (f->joined && f->viewpoint >= 0 && f->known < old_entries(f->game))
                sim_fail(
                    "connection %u at process %d knows %u entries of game %s for ever, and there "
                    "are %u",
                    conn->id, conn->process, f->known, f->game->id, f->game->count);
        }
    }
}

// Whether the player at a seat is connected, to any process.
static bool is_here(const struct model_game *g, int seat)
{
    for (unsigned i = 0; i < net.count; i++) {
        const struct follow *f = connection_follow(&net.connections[i], g, false);
        if (net.connections[i].client && f && f->joined && f->viewpoint == seat)
            return true;
    }
    return live_seat_computer(&g->state, seat);
}

// All followers see the same players as connected, and it is right.
static void check_presence(void)
{
    for (unsigned i = 0; i < net.count; i++) {
        const struct connection *conn = &net.connections[i];
        for (unsigned k = 0; conn->open && k < conn->count; k++) {
            const struct follow *f = &conn->follows[k];
            for (int seat = 0; f->joined && seat < (int)f->game->state.row.seats; seat++) {
                if ((f->here >> seat & 1) != is_here(f->game, seat))
                    sim_fail("connection %u at process %d believes for ever that seat %d of game "
                             "%s is %s",
                             conn->id, conn->process, seat, f->game->id,
                             f->here >> seat & 1 ? "there" : "away");
            }
        }
    }
}

static struct connection *fresh_connection(int person, int process)
{
    struct connection *conn = connection_open(person, process);

    if (!conn)
        return NULL;
    settle(2);
    if (!conn->open)
        sim_fail("process %d takes no connection any more", process);
    return conn;
}

static void go_on_by(struct connection *conn, struct model_game *g, int seat)
{
    unsigned before = g->count;

    for (unsigned tries = 0; tries < 3 && g->count == before; tries++) {
        if (!say_action(conn, g, seat, &sim.chance))
            return;
        settle(3);
    }
    if (g->count == before && !match_over(&g->state.match))
        sim_fail("game %s cannot be played on: seat %d acts at process %d, and nothing comes",
                 g->id, seat, conn->process);
}

// Whether a game waits for its deal.
static bool is_undealt(struct model_game *g)
{
    return model_row(g) && g->state.row.phase == STORE_OPEN && live_undealt(&g->state.row);
}

// Everyone who has a seat comes and sends what is asked; false: a person never learned that they
// have it.
static bool deal(struct model_game *g)
{
    for (unsigned i = 0; i < g->state.row.seats; i++) {
        if (!strcmp(g->state.row.seat[i].kind, "person") && g->sitter[i] < 0)
            return false;
    }
    for (unsigned i = 0; i < g->state.row.seats; i++) {
        if (g->sitter[i] >= 0)
            fresh_connection(g->sitter[i], (int)random_below(&sim.chance, sim.processes));
    }
    settle(8);
    return true;
}

// The seat to act acts: a person who has its token, or a computer by itself.
static void go_on(struct model_game *g)
{
    if (is_undealt(g) && !deal(g))
        return;
    model_row(g); // it may be dealt now
    int seat = match_to_act(&g->state.match);
    unsigned before = g->count;
    struct store_game row = g->state.row;

    if (seat < 0)
        return;
    if (!strcmp(row.seat[seat].kind, "random") || !strcmp(row.seat[seat].kind, "greedy")) {
        settle(15);
        bool full = true;
        for (unsigned i = 0; i < row.seats; i++)
            full = full && (strcmp(row.seat[i].kind, "open") != 0 || g->sitter[i] >= 0);
        if (full && g->count == before && g->sitter[0] != -2 && g->sitter[1] != -2)
            sim_fail("game %s waits for its computer for ever", g->id);
        return;
    }
    int person = g->sitter[seat];
    for (unsigned i = 0; i < row.seats; i++) {
        bool computer =
            strcmp(row.seat[i].kind, "open") != 0 && strcmp(row.seat[i].kind, "person") != 0;
        if (!computer && g->sitter[i] < 0)
            return; // it has not begun, or no person knows that they have the seat
    }
    if (person < 0)
        return;
    struct connection *conn =
        fresh_connection(person, (int)random_below(&sim.chance, sim.processes));
    settle(3);
    const struct follow *f = conn ? connection_follow(conn, g, false) : NULL;
    if (!conn)
        return;
    if (!f || !f->joined)
        sim_fail("person %d cannot join game %s at process %d", person, g->id, conn->process);
    if (f->known < old_entries(g))
        sim_fail("process %d shows %u entries of game %s, and there are %u", conn->process,
                 f->known, g->id, g->count);
    if (match_to_act(&g->state.match) == seat)
        go_on_by(conn, g, seat);
}

static void check_flags(void)
{
    for (unsigned i = 0; i < model.game_count; i++) {
        const struct model_game *g = model.games[i];
        if (g->known && live_deadline(&g->state) < sim_clock(-1) - 5000 - sim_wrong())
            sim_fail("game %s: time is up since %lld ms, and no flag fell", g->id,
                     (long long)(sim_clock(-1) - live_deadline(&g->state)));
    }
}

void people_quiet(void)
{
    people.bursts = 0;
    for (int i = 0; i < 40; i++) {
        settle(1);
        bool up = true;
        for (int p = 0; p < (int)sim.processes; p++)
            up = up && process_up(p);
        if (up && i > 8)
            break;
    }
    people.quiet = true;
    for (int p = 0; p < (int)sim.processes; p++) {
        if (!process_up(p))
            sim_fail("process %d does not start", p);
    }
    settle(8);
    check_answers();
    check_known();
    for (unsigned i = 0; i < model.game_count; i++) {
        if (model.games[i]->known)
            go_on(model.games[i]);
    }
    settle(2);
    check_answers();
    check_known();
    tournaments_quiet();
    settle(18); // the presence that a dead process had announced has expired by then
    check_presence();
    check_flags();
}
