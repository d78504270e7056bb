// SPDX-License-Identifier: MIT
// Inside the transport: what libwebsockets calls, by kind of connection.
#ifndef ABAX_SERVER_SERVEPARTS_H
#define ABAX_SERVER_SERVEPARTS_H

#include <libwebsockets.h>
#include <uv.h>

#include "server/assets.h"
#include "server/request.h"

struct server {
    bool proxy;     // addresses of clients come from one
    uv_loop_t loop; // poll would look at ten thousand sockets for every one that has something
    struct lws_context *context;
    lws_sorted_usec_list_t tick;
    struct hub hub;
    bool open;      // the hub is
    bool stopping;  // no new connections
    int64_t looked; // at quiet clients
};

// What libwebsockets keeps for a connection.
struct connection {
    struct client *client; // of a WebSocket
    char *gathered;        // a message that comes in pieces
    size_t gathered_length;
    int64_t pinged; // when a ping went out that was not answered, or 0
    bool wants_ping;

    struct request *request; // of HTTP
    const unsigned char *body, *body_end;
    struct parcel *owned; // the body, when it is not an asset's
    bool counted;         // the address was
};

// The address of whoever connects, behind a proxy too.
void serve_address(struct server *s, struct lws *wsi, char address[LIMITS_ADDRESS]);

// Whether a page of another site asks.
bool serve_foreign(struct lws *wsi);

int socket_event(struct server *s, struct lws *wsi, enum lws_callback_reasons reason,
                 struct connection *c, void *in, size_t length);
int web_event(struct server *s, struct lws *wsi, enum lws_callback_reasons reason,
              struct connection *c, void *in, size_t length);

// Looks at quiet clients once a second: pings them, drops those that do not answer.
void socket_look(struct server *s, int64_t now);

#endif
