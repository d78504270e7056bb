// SPDX-License-Identifier: MIT
// Transfers to other servers: a POST to a push service, an email to an SMTP server. libcurl does
// the work, and only transfer.c knows it. Each call belongs to one thread and blocks it until a
// time limit, or until the server stops. TLS checks certificate and name; redirects and proxies are
// not followed.
#ifndef ABAX_SERVER_NOTIFY_TRANSFER_H
#define ABAX_SERVER_NOTIFY_TRANSFER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "server/notify/smtp.h"

struct transfer_rules {
    // For tests: push services may have private addresses and need no TLS.
    bool anywhere;
    const atomic_bool *stop; // set when the server stops
};

// Call it once per process, before it has threads.
bool transfer_setup(struct error *e);

// Returns the HTTP status, or 0 and sets the error if there was no answer. `headers` ends with
// NULL. Only public addresses are called unless `rules->anywhere`; they are checked after the name
// was resolved, when the socket is opened.
int transfer_post(const char *url, const char *const headers[], const void *body, size_t length,
                  const struct transfer_rules *rules, struct error *e);

enum transfer_answer {
    TRANSFER_DONE,
    TRANSFER_REFUSED, // for good: the receiver does not exist
    TRANSFER_FAILED,  // try again later
};

// Sends `email`, whose lines end with CRLF. Without TLS only to this host itself.
enum transfer_answer transfer_email(const struct smtp *smtp, const char *to, const char *email,
                                    const struct transfer_rules *rules, struct error *e);

#endif
