// SPDX-License-Identifier: MIT
// Sends one text to a push service for one browser (RFC 8030).
#ifndef ABAX_SERVER_NOTIFY_PUSH_H
#define ABAX_SERVER_NOTIFY_PUSH_H

#include "server/notify/pushcrypt.h"
#include "server/notify/transfer.h"
#include "server/store/outbox.h"

struct push_service {
    char host[128];
    char origin[160]; // as VAPID names it
};

// Parses the endpoint that a browser registered. Accepts only https at port 443, unless `anywhere`.
// Returns false and sets the error otherwise.
bool push_service_read(const char *endpoint, bool anywhere, struct push_service *service,
                       struct error *e);

struct push_message {
    const struct push_key_pair *keys; // the server's
    const char *contact;
    // At most 32 letters. A message replaces a waiting one with the same topic.
    const char *topic;
    const char *text;
    int ttl; // seconds that the service may keep it
    int64_t now;
};

enum push_answer {
    PUSH_ACCEPTED,
    PUSH_GONE,   // the browser does not want pushes any more
    PUSH_FAILED, // try again later
};

enum push_answer push_send(const struct push_subscription *subscription,
                           const struct push_message *m, const struct transfer_rules *rules,
                           struct error *e);

#endif
