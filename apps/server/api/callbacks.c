// SPDX-License-Identifier: MIT
// Connects live games to the layers above them: tournaments, studies, bots and the pool of
// opponents.
#include "server/api/callbacks.h"
#include "server/api/bots.h"
#include "server/api/pool.h"
#include "server/live/clients.h"
#include "server/study/livestudies.h"
#include "server/tournament/livetournaments.h"

static void withdraw(struct live_registry *reg, struct client *c)
{
    bot_withdraw(reg, c);
    pool_leave(reg, c);
}

static void forget(struct live_registry *reg, struct client *c)
{
    withdraw(reg, c);
    tournaments_forget(reg, c);
    studies_forget(c);
}

static bool unpair(struct live_registry *reg, struct client *c, const struct wire_message *m,
                   int64_t now, struct error *e)
{
    (void)now;
    (void)e;
    pool_leave(reg, c);
    client_done(reg, c->id, m->ref, NULL);
    return true;
}

static void news(struct live_registry *reg, const char *word)
{
    if (word[0] != '$') // that is about studies
        tournaments_news(reg, word);
    studies_news(reg, word);
}

static void tick(struct live_registry *reg, int64_t now)
{
    tournaments_tick(reg, now);
    studies_tick(reg, now);
    bots_tick(reg, now);
    pool_tick(reg, now);
}

const struct live_registry_callbacks api_callbacks = {
    .handlers =
        {
            [WIRE_WATCH] = tournaments_watch,
            [WIRE_STUDY] = studies_join,
            [WIRE_ADD] = studies_edit,
            [WIRE_SAY] = studies_edit,
            [WIRE_DRAW] = studies_edit,
            [WIRE_DROP] = studies_edit,
            [WIRE_LEAD] = studies_edit,
            [WIRE_TITLE] = studies_edit,
            [WIRE_STAND] = studies_stand,
            [WIRE_READY] = bot_ready,
            [WIRE_PAIR] = pool_enter,
            [WIRE_UNPAIR] = unpair,
        },
    .withdraw = withdraw,
    .forget = forget,
    .login_at = studies_login_at,
    .game_made = bots_invite,
    .game_changed = tournaments_game_changed,
    .news = news,
    .account_changed = studies_account_changed,
    .process_lost = studies_process_lost,
    .tick = tick,
    .close = studies_close,
};
