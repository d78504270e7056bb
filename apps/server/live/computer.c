// SPDX-License-Identifier: MIT
// Computer seats: a worker gets a copy of the line of play and chooses; the choice enters like any
// other command. The player looks at the seat's view only.
//
// The players of a game are kept from move to move, so that they choose what play/driver.h would
// let them choose. What they think with is bounded: KEPT_MEGABYTES for all games together. When a
// game needs players and there is no room, those of the game that was longest without a computer's
// move are let go; if that game goes on, its players begin without memory, as after a restart of
// the server. Whoever thinks just now is never let go, so the bound may be passed by one game a
// worker.
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "play/computers.h"
#include "server/live/registry.h"
#include "server/live/livegames.h"

enum { KEPT_MEGABYTES = 512 };

// The players of one game.
struct kept_computers {
    struct kept_computers *next;
    char game[STORE_ID];
    struct computers computers; // the worker's, while `busy`
    size_t megabytes;
    uint64_t used; // when, counted in uses
    bool busy;
    bool gone; // to be freed when it is no longer busy
};

struct computer_task {
    struct worker_task task;
    struct kept_computers *kept;
    unsigned ply;
    int seat;
    struct history history;
    bool good;
    char text[GAME_ACTION_BYTES];
};

static uint64_t microseconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

// ---------------------------------------------------------------------------------------------
// Keeping players
// ---------------------------------------------------------------------------------------------

static void let_go(struct live_registry *reg, struct kept_computers *k)
{
    struct kept_computers **at = &reg->computers;

    if (k->busy) {
        k->gone = true;
        return;
    }
    while (*at != k)
        at = &(*at)->next;
    *at = k->next;
    reg->computer_megabytes -= k->megabytes;
    computers_clear(&k->computers);
    free(k);
}

static struct kept_computers *find_kept(struct live_registry *reg, const char *game)
{
    struct kept_computers *k = reg->computers;

    while (k && (k->gone || strcmp(k->game, game) != 0))
        k = k->next;
    return k;
}

static void make_room(struct live_registry *reg, size_t megabytes)
{
    while (reg->computer_megabytes + megabytes > KEPT_MEGABYTES) {
        struct kept_computers *oldest = NULL;
        for (struct kept_computers *k = reg->computers; k; k = k->next) {
            if (!k->busy && (!oldest || k->used < oldest->used))
                oldest = k;
        }
        if (!oldest)
            return;
        let_go(reg, oldest);
    }
}

static struct kept_computers *keep_players(struct live_registry *reg, const struct live_state *l)
{
    struct kept_computers *k = find_kept(reg, l->row.id);

    if (!k) {
        k = calloc(1, sizeof *k);
        if (!k)
            return NULL;
        memcpy(k->game, l->row.id, sizeof k->game);
        computers_init(&k->computers, microseconds);
        computers_begin(&k->computers, &l->match.setup);
        k->megabytes = computers_megabytes(&k->computers);
        make_room(reg, k->megabytes);
        reg->computer_megabytes += k->megabytes;
        k->next = reg->computers;
        reg->computers = k;
    }
    k->used = ++reg->computer_uses;
    return k;
}

void computer_forget(struct live_registry *reg, const char *game)
{
    struct kept_computers *k = find_kept(reg, game);

    if (k)
        let_go(reg, k);
}

// ---------------------------------------------------------------------------------------------
// Choosing
// ---------------------------------------------------------------------------------------------

static void choose_action(struct worker_task *task)
{
    struct computer_task *c = (struct computer_task *)task;
    game_action action;
    struct error e;

    c->good = computers_choose(&c->kept->computers, c->seat, &c->history, NULL, &action, &e);
    if (!c->good)
        return;
    game_write_action(c->history.game, &c->history.position, action, c->text);
}

static void action_chosen(struct live_registry *reg, struct inbox_item *item)
{
    struct computer_task *c = (struct computer_task *)item;
    struct live_game *live = live_game_find(reg, c->kept->game);
    int64_t now = live_registry_now(reg);

    c->kept->busy = false;
    if (c->kept->gone)
        let_go(reg, c->kept);
    if (live) {
        live->thinking = false;
        live->think_at = c->good ? 0 : now + 1000; // no memory: try again later
        if (c->good && live->state.match.history.length == c->ply &&
            match_to_act(&live->state.match) == c->seat && !reg->stopping)
            client_command_act(reg, live, c->seat, c->text, c->ply, false, now);
        else
            client_command_follow(reg, live, now);
    }
    reg->counts.computer++;
    history_clear(&c->history);
    free(c);
}

void computer_think(struct live_registry *reg, struct live_game *live)
{
    struct computer_task *c = calloc(1, sizeof *c);
    int seat = match_to_act(&live->state.match);

    if (!c || reg->stopping || !(c->kept = keep_players(reg, &live->state)) || c->kept->busy ||
        !match_history_at(&live->state.match, live->state.match.history.length, &c->history)) {
        free(c);
        live->think_at = live_registry_now(reg) + 1000;
        return;
    }
    c->task = (struct worker_task){.item.done = action_chosen, .work = choose_action};
    c->ply = live->state.match.history.length;
    c->seat = seat;
    live->thinking = c->kept->busy = workers_submit(reg->workers, WORKERS_COMPUTERS, &c->task);
    if (!live->thinking) {
        live->think_at = live_registry_now(reg) + 1000;
        history_clear(&c->history);
        free(c);
    }
}
