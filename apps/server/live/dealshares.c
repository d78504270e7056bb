// SPDX-License-Identifier: MIT
// The deal of a row as its seats' commitments and shares determine it (play/deal.h). Stores and
// sends nothing.
#include <string.h>

#include "base/random.h"
#include "play/deal.h"
#include "server/live/dealing.h"
#include "server/live/live.h"

static const char asked_for[] = "?", not_given[] = "-"; // in the place of a commitment or a share

static void write_start(const struct match_setup *setup, uint64_t board, uint64_t secrets,
                        struct store_game *row)
{
    struct game_position start;
    struct text t;

    deal_start(setup->game, &setup->options, board, secrets, &start);
    text_init(&t, row->start, sizeof row->start);
    setup->game->write(&start, &t);
}

void deal_prepare(struct store_game *row)
{
    struct match_setup setup;
    struct error e;

    if (!row->start[0] && live_setup(row, &setup, &e) && setup.game->hidden)
        token_share(row->dealer);
}

void deal_ask(struct store_game *row)
{
    deal_prepare(row);
    for (unsigned seat = 0; row->dealer[0] && seat < row->seats; seat++) {
        struct store_seat *s = &row->seat[seat];
        if (!strcmp(s->kind, "person") || !strcmp(s->kind, "bot")) {
            memcpy(s->commitment, asked_for, sizeof asked_for);
            row->phase = STORE_OPEN;
        }
    }
    if (row->phase == STORE_PLAYING)
        deal_row(row); // computers alone
}

bool deal_row(struct store_game *row)
{
    struct deal d = {.game = ""};
    struct match_setup setup;
    uint64_t secrets;
    struct error e;

    if (!row->dealer[0] || row->start[0] || !live_setup(row, &setup, &e))
        return false;
    memcpy(d.game, row->id, sizeof row->id);
    memcpy(d.dealer, row->dealer, sizeof d.dealer);
    for (unsigned seat = 0; seat < row->seats; seat++)
        deal_share(&row->seat[seat], d.share[seat]);
    deal_seeds(&d, &row->seed, &secrets);
    write_start(&setup, row->seed, secrets, row);
    return true;
}

void deal_share(const struct store_seat *seat, char share[STORE_SHARE])
{
    bool given = strcmp(seat->share, not_given) != 0;

    memcpy(share, given ? seat->share : "", given ? STORE_SHARE : 1);
}

static bool is_silent(const struct store_seat *s)
{
    return !strcmp(s->commitment, not_given) || !strcmp(s->share, not_given);
}

uint8_t deal_silent(const struct store_game *row)
{
    uint8_t seats = 0;

    for (unsigned seat = 0; seat < row->seats; seat++)
        seats |= (uint8_t)(is_silent(&row->seat[seat]) << seat);
    return seats;
}
