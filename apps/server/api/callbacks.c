// SPDX-License-Identifier: MIT
// What live games call of this layer, registered when the server opens its registry of games.

#include "server/api/callbacks.h"
#include "server/api/bots.h"
#include "server/api/pool.h"
#include "server/live/clients.h"

static void client_forget(struct live_registry *reg, struct client *c)
{
    bot_withdraw(reg, c);
    pool_leave(reg, c);
}

static void tick(struct live_registry *reg, int64_t now)
{
    bots_tick(reg, now);
    pool_tick(reg, now);
}

const struct live_registry_callbacks api_callbacks = {
    .ready = bot_ready,
    .pair = pool_enter,
    .unpair = pool_leave,
    .forget = client_forget,
    .made = bots_invite,
    .tick = tick,
};
