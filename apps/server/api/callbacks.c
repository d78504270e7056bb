// SPDX-License-Identifier: MIT
// What live games call of this layer, registered when the server opens its registry of games.

#include "server/api/callbacks.h"
#include "server/api/bots.h"
#include "server/api/pool.h"
#include "server/live/clients.h"

static void client_forget(struct hub *h, struct client *c)
{
    bot_withdraw(h, c);
    pool_leave(h, c);
}

static void tick(struct hub *h, int64_t now)
{
    bots_tick(h, now);
    pool_tick(h, now);
}

const struct hub_callbacks api_callbacks = {
    .ready = bot_ready,
    .pair = pool_enter,
    .unpair = pool_leave,
    .forget = client_forget,
    .made = bots_invite,
    .tick = tick,
};
