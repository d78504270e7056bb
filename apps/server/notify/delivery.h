// SPDX-License-Identifier: MIT
// The delivery of one row of the outbox, from what is known about it to its outcome. Each runs in a
// thread of its own.
#ifndef ABAX_SERVER_NOTIFY_DELIVERY_H
#define ABAX_SERVER_NOTIFY_DELIVERY_H

#include "server/notify/push.h"
#include "server/notify/signedlink.h"
#include "server/notify/transfer.h"
#include "server/store/store.h"

enum { DELIVERY_SITE = 160 };

// What all deliveries share. Nothing of it changes but `stop`.
struct delivery_context {
    struct push_key_pair keys;
    unsigned char link_key[SIGNED_LINK_KEY];
    char site[DELIVERY_SITE];
    bool has_smtp;
    struct smtp smtp;
    struct transfer_rules rules;
    atomic_bool stop;
};

enum delivery_outcome {
    DELIVERY_PENDING,
    DELIVERY_DONE,      // sent, or not to be sent
    DELIVERY_POSTPONED, // the row says until when, and how it is sent then
};

struct delivery {
    const struct delivery_context *context;
    struct outbox_row row;
    struct notify_settings settings;
    struct push_subscription places[PUSH_SUBSCRIPTIONS_MOST];
    unsigned place_count;
    struct store_game game;
    bool has_game;
    int64_t now, began; // by the shared clock, and by the steady one

    enum delivery_outcome outcome;
    bool gone[PUSH_SUBSCRIPTIONS_MOST]; // browsers that do not want pushes any more
    unsigned pushed, push_failures, pushes_gone;
    unsigned emailed, email_failures;
};

void delivery_run(struct delivery *d);

#endif
