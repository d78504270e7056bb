// SPDX-License-Identifier: MIT
// Computer seats: a worker gets a copy of the line of play and chooses; the choice enters like any other command. The
// player looks at the seat's view only.
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/live/hub.h"
#include "server/log.h"

struct choice {
    struct worker_task task;
    char game[STORE_ID];
    unsigned ply;
    int seat;
    struct player_spec spec;
    struct history history;
    uint64_t seed;
    bool good;
    char text[GAME_ACTION_BYTES];
};

static uint64_t microseconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static void choose(struct worker_task *task)
{
    struct choice *c = (struct choice *)task;
    struct player player;
    struct error e;
    struct text t;

    if (!player_init(&player, &c->spec, microseconds, &e))
        return;
    player_new_game(&player, c->seed);
    game_action action = player_choose(&player, &c->history);
    text_init(&t, c->text, sizeof c->text);
    c->history.game->action_text(&c->history.position, action, &t);
    player_clear(&player);
    c->good = true;
}

static void chosen(struct hub *h, struct inbox_item *item)
{
    struct choice *c = (struct choice *)item;
    struct room *r = room_find(h, c->game);
    int64_t now = log_now();

    if (r) {
        r->thinking = false;
        r->think_at = c->good ? 0 : now + 1000; // no memory: try again later
        if (c->good && r->live.match.history.length == c->ply &&
            match_to_act(&r->live.match) == c->seat && !h->stopping)
            client_command_own(h, r, c->seat, "act", c->text, now);
        else
            client_command_follow(h, r, now);
    }
    h->counts.computer++;
    history_clear(&c->history);
    free(c);
}

void computer_think(struct hub *h, struct room *r)
{
    struct choice *c = calloc(1, sizeof *c);
    int seat = match_to_act(&r->live.match);
    struct error e;

    if (!c || h->stopping || !player_read(r->live.row.seat[seat].kind, &c->spec, &e) ||
        !match_history_at(&r->live.match, r->live.match.history.length, &c->history)) {
        free(c);
        r->think_at = log_now() + 1000;
        return;
    }
    c->task = (struct worker_task){.item.done = chosen, .work = choose};
    memcpy(c->game, r->live.row.id, sizeof c->game);
    c->ply = r->live.match.history.length;
    c->seat = seat;
    c->seed = token_seed();
    r->thinking = true;
    workers_submit(h->workers, &c->task, false);
}
