// SPDX-License-Identifier: MIT
// Seat draw: who has which seat is drawn when the game begins, by the server, with random numbers
// that nobody can foresee. The draw is stored with the seat that made the game full; a seat's
// secret goes with its owner, so that whoever was there before finds himself where the draw put
// them.
#include <string.h>

#include "server/live/dealing.h"
#include "server/live/registry.h"
#include "server/live/clients.h"
#include "server/live/livegames.h"

void seat_draw_order(unsigned seats, uint8_t order[GAME_MAX_SEATS])
{
    for (unsigned i = 0; i < GAME_MAX_SEATS; i++)
        order[i] = (uint8_t)i;
    for (unsigned left = seats; left > 1; left--) {
        unsigned drawn = token_below(left);
        uint8_t kept = order[left - 1];
        order[left - 1] = order[drawn];
        order[drawn] = kept;
    }
}

void seat_draw_apply(struct store_game *row, const uint8_t order[GAME_MAX_SEATS])
{
    struct store_game before = *row;

    for (unsigned seat = 0; seat < row->seats; seat++)
        row->seat[order[seat]] = before.seat[seat];
    row->draw = STORE_DRAW_DONE;
}

bool seat_draw_write(const struct store_game *row, struct store_write *w)
{
    if (row->draw != STORE_DRAW_PENDING)
        return false;
    w->kind = STORE_DRAW_SEATS;
    w->with_last = true;
    memcpy(w->game.id, row->id, STORE_ID);
    w->game.seats = row->seats;
    seat_draw_order(row->seats, w->order);
    return true;
}

// Where somebody sits now (where he was, unless seats were drawn), by the secret or the account of
// the seat that was his.
static int seat_now(const struct store_game *row, const struct store_seat *was)
{
    static const unsigned char none[STORE_HASH];

    for (unsigned seat = 0; seat < row->seats; seat++) {
        const struct store_seat *s = &row->seat[seat];
        bool same = memcmp(was->token, none, STORE_HASH) != 0
                        ? !memcmp(was->token, s->token, STORE_HASH)
                        : was->account && was->account == s->account;
        if (same)
            return (int)seat;
    }
    return GAME_PUBLIC;
}

void seat_draw_follow(struct live_registry *reg, struct live_game *live,
                      const struct store_game *row)
{
    struct live_state *l = &live->state;
    bool drawn = l->row.draw == STORE_DRAW_PENDING && row->draw == STORE_DRAW_DONE;
    struct store_game before = l->row;
    struct error ignored;

    bool dealt = strcmp(l->row.start, row->start) != 0 && l->journal.number == 0;

    live_set_row(l, row);
    if (dealt && !live_set_start(l, row, &ignored))
        live->stale = true;
    drawn = drawn || dealt;
    if (drawn) { // what waits was said from seats that may be others' now
        error_set(&ignored, "refuse.late",
                  "something else happened at the game meanwhile: look again");
        client_command_clear(reg, live, &ignored);
    }
    spectator_delay_set_row(live);
    for (unsigned seat = 0; drawn && seat < row->seats; seat++)
        live_set_plans(l, (int)seat, 0, "", &ignored);
    for (struct watch *w = live->watches; drawn && w; w = w->next_of_game) {
        if (w->seat >= 0)
            w->seat = seat_now(row, &before.seat[w->seat]);
    }
    for (struct watch *w = live->watches; drawn && w; w = w->next_of_game)
        live_game_send_state(reg, live, w, NULL, 0, NULL); // nothing happens before they are drawn
}
