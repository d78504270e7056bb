// SPDX-License-Identifier: MIT
// The server as one process: HTTP and WebSocket in one event loop.
#ifndef ABAX_SERVER_HTTP_SERVE_H
#define ABAX_SERVER_HTTP_SERVE_H

#include <stdbool.h>

#include "base/error.h"
#include "server/notify/notifier.h"

struct serve_options {
    unsigned port;        // 0: any free one
    const char *bind;     // an address
    const char *database; // a file or postgres://...
    unsigned workers;     // threads for computer seats
    unsigned ping;        // seconds of silence before a socket is pinged
    unsigned slow;        // seconds that a request may take to come
    bool proxy;           // clients' addresses come in X-Forwarded-For
    bool league;          // computers play each other when there is time
    bool no_limits;       // for measuring: rates and connections by address are not limited
    struct notifier_options notify; // how people who are away are told
};

// Runs until SIGTERM or SIGINT. False with a sentence when it cannot start.
bool serve_run(const struct serve_options *options, struct error *e);

#endif
