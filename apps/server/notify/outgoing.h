// SPDX-License-Identifier: MIT
// A connection that the server makes to somebody else: to a push service, to a mail relay. It belongs to one thread, which
// waits for it, never the loop; it ends at a time, or when the server does. TLS checks certificate and name.
#ifndef ABAX_SERVER_NOTIFY_OUTGOING_H
#define ABAX_SERVER_NOTIFY_OUTGOING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#include "base/error.h"

struct outgoing_rules {
    bool anywhere;            // addresses of one's own network and host too
    const char *certificates; // a file of those to trust; NULL: the system's
    atomic_bool *stop;        // the server ends
};

struct outgoing;

// Connects. An address is looked at after its name was resolved, and it is that address that is called: no name leads a stranger
// into the server's own network, unless `rules->anywhere`. `patience` milliseconds are for everything, to the close. NULL with a sentence.
struct outgoing *outgoing_open(const char *host, const char *port,
                               const struct outgoing_rules *rules, int64_t patience,
                               struct error *e);

// TLS from now on.
bool outgoing_secure(struct outgoing *o, const char *host, struct error *e);

// The name in the other side's certificate must be the one that was asked for, be it a host's or an address: for whoever has a
// connection of his own.
struct ssl_st;
bool outgoing_expect_name(struct ssl_st *tls, const char *host);

bool outgoing_send(struct outgoing *o, const void *bytes, size_t count, struct error *e);

// The next line without its end; one that is too long is a fault.
bool outgoing_line(struct outgoing *o, char *line, size_t room, struct error *e);

void outgoing_close(struct outgoing *o);

// Whether an address is one of the world, not of a private, local or special network.
bool outgoing_is_public(const struct sockaddr *address);

#endif
