// SPDX-License-Identifier: MIT
// Hands one text to a push service for one browser (RFC 8030).
#ifndef ABAX_SERVER_PUSHSEND_H
#define ABAX_SERVER_PUSHSEND_H

#include "server/store/outbox.h"
#include "server/told/outgoing.h"
#include "server/told/pushcrypt.h"

// Where a push service is.
struct push_service {
    bool tls;
    char host[128];
    char port[8];
    char path[OUTBOX_ENDPOINT];
    char origin[160]; // as the proof names it
};

// Takes an address apart. False with a sentence when it is none to push to: only https at its own port, unless `anywhere`.
bool push_service_read(const char *endpoint, bool anywhere, struct push_service *service,
                       struct error *e);

struct push_job {
    const struct push_pair *own;
    const char *contact;
    const char *topic; // what this takes the place of, when it waits: at most 32 letters
    const char *text;
    int lasts; // seconds that the service may keep it
    int64_t now;
};

enum push_answer {
    PUSH_TAKEN,  // the service has it
    PUSH_GONE,   // the browser does not want it any more
    PUSH_FAILED, // another time
};

enum push_answer push_send(const struct push_subscription *subscription, const struct push_job *job,
                           const struct outgoing_rules *rules, struct error *e);

#endif
