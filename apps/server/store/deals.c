// SPDX-License-Identifier: MIT
// Seat draw: who sits where is drawn once, when the game begins, and the seats change their numbers
// with everything that hangs on them. Of two processes that draw, the second finds it done. Deals:
// a commitment that was asked for is given once, so are shares, and the game begins with what
// follows from them once.
#include <string.h>

#include "base/sha256.h"
#include "server/store/store.h"
#include "server/store/internal.h"

uint8_t store_asked(const struct store_game *game)
{
    uint8_t seats = 0;

    for (unsigned seat = 0; seat < game->seats; seat++)
        seats |= (uint8_t)(!strcmp(game->seat[seat].commitment, "?") << seat);
    return seats;
}

uint8_t store_awaited(const struct store_game *game)
{
    uint8_t seats = store_asked(game);

    for (unsigned seat = 0, asked = seats; !asked && seat < game->seats; seat++) {
        const struct store_seat *s = &game->seat[seat];
        seats |= (uint8_t)((sha256_is_text(s->commitment) && !s->share[0]) << seat);
    }
    return seats;
}

static bool is_order(const struct store_write *w)
{
    unsigned seats = 0;

    for (unsigned i = 0; i < w->game.seats && w->game.seats <= GAME_MAX_SEATS; i++)
        seats |= 1U << (w->order[i] & 31);
    return w->game.seats >= 1 && w->game.seats <= GAME_MAX_SEATS &&
           seats == (1U << w->game.seats) - 1;
}

static bool draw_seats(struct store *s, struct store_write *w, struct error *e)
{
    const struct value game[] = {store_text(w->game.id)};
    int64_t drawn = 0;

    if (!store_run(s, SQL_DRAW_SEATS, game, 1, &drawn, e))
        return false;
    for (unsigned seat = 0; drawn && seat < w->game.seats; seat++) {
        const struct value values[] = {store_number(w->order[seat]), game[0], store_number(seat)};
        if (!store_run(s, SQL_LIFT_SEAT, values, 3, NULL, e))
            return false;
    }
    // Lines of a seat that somebody else has now would be played for the wrong one.
    if (drawn && (!store_run(s, SQL_SET_DOWN, game, 1, NULL, e) ||
                  !store_run(s, SQL_DROP_PLANS, game, 1, NULL, e)))
        return false;
    return store_settle(s, w, drawn, SQL_HAS_GAME, game, 1, e);
}

// The time for what comes next begins.
static bool touch(struct store *s, const struct store_write *w, struct error *e)
{
    const struct value values[] = {store_number(w->at), store_text(w->game.id)};

    return w->answer != STORE_DONE || store_run(s, SQL_TOUCH_GAME, values, 2, NULL, e);
}

static bool set_commitment(struct store *s, struct store_write *w, struct error *e)
{
    const struct value values[] = {store_text(w->seat.commitment), store_text(w->game.id),
                                   store_number(w->number)};
    int64_t given = 0;

    return store_run(s, SQL_SET_COMMITMENT, values, 3, &given, e) &&
           store_settle(s, w, given, SQL_HAS_SEAT, values + 1, 2, e) && touch(s, w, e);
}

static bool set_share(struct store *s, struct store_write *w, struct error *e)
{
    const struct value values[] = {store_text(w->seat.share), store_text(w->game.id),
                                   store_number(w->number)};
    int64_t given = 0;

    return store_run(s, SQL_SET_SHARE, values, 3, &given, e) &&
           store_settle(s, w, given, SQL_HAS_SEAT, values + 1, 2, e);
}

static bool set_deal(struct store *s, struct store_write *w, struct error *e)
{
    const struct value values[] = {store_number((int64_t)w->game.seed), store_text(w->game.start),
                                   store_text(w->game.id)};
    int64_t begun = 0;

    return store_run(s, SQL_SET_DEAL, values, 3, &begun, e) &&
           store_settle(s, w, begun, SQL_HAS_GAME, values + 2, 1, e) && touch(s, w, e);
}

bool store_is_deal(const struct store_write *w)
{
    if (!store_is_id(w->game.id))
        return false;
    if (w->kind == STORE_DRAW_SEATS)
        return is_order(w);
    if (w->kind == STORE_SET_DEAL)
        return store_is_text(w->game.start, sizeof w->game.start);
    return store_is_text(w->seat.commitment, STORE_SHARE) &&
           store_is_text(w->seat.share, STORE_SHARE) && w->number < GAME_MAX_SEATS;
}

bool store_deal(struct store *s, struct store_write *w, struct error *e)
{
    if (w->kind == STORE_DRAW_SEATS)
        return draw_seats(s, w, e);
    if (w->kind == STORE_SET_DEAL)
        return set_deal(s, w, e);
    return w->seat.commitment[0] ? set_commitment(s, w, e) : set_share(s, w, e);
}
