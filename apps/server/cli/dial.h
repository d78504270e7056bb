// SPDX-License-Identifier: MIT
// A connection to a web server, plain or by TLS, that waits; and what goes over it: requests, and a WebSocket.
#ifndef ABAX_SERVER_CLI_DIAL_H
#define ABAX_SERVER_CLI_DIAL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum { DIAL_HOST = 128, DIAL_MESSAGE = 1 << 18 };

// Where a server is: "http://host:port", "https://host", "https://[::1]:8443"; "ws" and "wss" mean the same.
struct dial_address {
    bool tls;
    const char *ca; // a file with certificates to trust; NULL: the system's
    char host[DIAL_HOST];
    char port[8];
};

struct dial;

bool dial_read_address(const char *url, struct dial_address *address, struct error *e);

// One request with an answer of at most `capacity` - 1 bytes, terminated; the status goes to `status`. `body` may be NULL: GET.
bool dial_request(const struct dial_address *address, const char *path, const char *token,
                  const char *body, char *answer, size_t capacity, int *status, struct error *e);

// Opens a WebSocket at /ws. NULL with a sentence.
struct dial *dial_socket(const struct dial_address *address, struct error *e);
void dial_close(struct dial *d);

bool dial_say(struct dial *d, const char *text, struct error *e);

// The next message, terminated and valid until the next call; NULL with an empty sentence when none came in so many
// milliseconds, or with a fault.
const char *dial_hear(struct dial *d, int milliseconds, struct error *e);

#endif
