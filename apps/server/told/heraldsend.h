// SPDX-License-Identifier: MIT
// One row of the outbox, from what is known about it to what became of it. Runs in a thread of its own.
#ifndef ABAX_SERVER_HERALDSEND_H
#define ABAX_SERVER_HERALDSEND_H

#include "server/store/store.h"
#include "server/told/pass.h"
#include "server/told/pushsend.h"
#include "server/told/relay.h"

enum { HERALDSEND_SITE = 160 };

// What all rows share; nothing of it changes but the end.
struct heraldsend {
    struct push_pair own;
    unsigned char pass_key[PASS_KEY];
    char site[HERALDSEND_SITE];
    bool has_relay;
    struct relay relay;
    struct outgoing_rules rules;
    atomic_bool stop;
};

enum heraldsend_outcome {
    HERALDSEND_NEXT,  // to be told
    HERALDSEND_DONE,  // told, or not to be told
    HERALDSEND_LATER, // the row says when, and how
};

struct heraldsend_job {
    const struct heraldsend *send;
    struct outbox_row row;
    struct notify_settings settings;
    struct push_subscription places[PUSH_SUBSCRIPTIONS_MOST];
    unsigned place_count;
    struct store_game game;
    bool has_game;
    int64_t now, began; // the shared time, and the steady clock's

    enum heraldsend_outcome outcome;
    bool gone[PUSH_SUBSCRIPTIONS_MOST]; // browsers that do not want to be told any more
    unsigned pushed, lettered, failures;
};

void heraldsend_row(struct heraldsend_job *job);

#endif
