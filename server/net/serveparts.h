// SPDX-License-Identifier: MIT
// Inside the transport: what libwebsockets calls, by kind of connection.
#ifndef ABAX_SERVER_SERVEPARTS_H
#define ABAX_SERVER_SERVEPARTS_H

#include <libwebsockets.h>
#include <uv.h>

#include "server/net/assets.h"
#include "server/api/request.h"

// A connection of any kind.
struct visitor {
    struct visitor *next, **back;
    struct lws *wsi;
    char address[LIMITS_ADDRESS]; // that was counted, or empty
    int64_t until;                // what it is doing must be done by then
};

enum visitor_what {
    VISITOR_ASKS,  // its request is coming
    VISITOR_TAKES, // an answer
    VISITOR_WAITS, // it is our turn; or it is a WebSocket, which has rules of its own
};

struct server {
    bool proxy;   // addresses of clients come from one
    int64_t ping; // milliseconds of silence before a socket is pinged
    int64_t slow; // milliseconds that a request may take to come
    struct visitor *visitors;
    int listener;        // a socket, or -1
    uv_poll_t accepting; // from it
    bool deaf;           // until the next look: there are no descriptors left
    uv_loop_t loop;      // poll would look at ten thousand sockets for every one that has something
    struct lws_context *context;
    lws_sorted_usec_list_t tick;
    struct hub hub;
    bool open;      // the hub is
    bool pushing;   // clients may be written to at once
    bool stopping;  // no new connections
    int64_t looked; // at quiet clients
};

// What libwebsockets keeps for a connection.
struct connection {
    struct client *client; // of a WebSocket
    char *gathered;        // a message that comes in pieces
    size_t gathered_length;
    int64_t pinged;   // when a ping went out that was not answered, or 0
    int64_t measured; // when the way was
    bool wants_ping;
    bool condemned; // doomed at the last look, and still there

    struct request *request; // of HTTP
    const unsigned char *body, *body_end;
    struct message *owned; // the body, when it is not an asset's
    bool bare;             // only the head was asked for
    bool asked;            // a request came: the only one of a connection
    bool ran;              // it did: once
    bool ended;            // its body did
    bool awaits;           // the answer does, for the end of the body
    bool lingers;          // answered before its body came, which is read and forgotten
};

enum { LISTEN_URL = 96 };

// Binds to an address and a port, 0 being any free one. False with a sentence when that cannot be.
bool listen_open(struct server *s, const char *address, unsigned port, struct error *e);

// Where it listens, as people would write it.
void listen_url(const struct server *s, char url[LISTEN_URL]);

// Takes connections from now on, when the library's context and the hub are there.
void listen_begin(struct server *s);

// Tries again after descriptors had run out.
void listen_again(struct server *s);

void listen_close(struct server *s);

// The address of whoever connects, behind a proxy too.
void serve_address(struct server *s, struct lws *wsi, char address[LIMITS_ADDRESS]);

// Whether a page of another site asks.
bool serve_foreign(struct lws *wsi);

// False when the connection cannot be let in.
bool visitor_come(struct server *s, struct lws *wsi);
void visitor_go(struct server *s, struct lws *wsi);
void visitor_does(struct lws *wsi, enum visitor_what what);

// Drops those that took too long.
void visitor_look(struct server *s, int64_t now);

int socket_event(struct server *s, struct lws *wsi, enum lws_callback_reasons reason,
                 struct connection *c, void *in, size_t length);
int web_event(struct server *s, struct lws *wsi, enum lws_callback_reasons reason,
              struct connection *c, void *in, size_t length);

// Sends what waits for a client without asking first whether it can be sent. Not while the library is at work for this
// connection.
void socket_push(struct client *client);

// Looks at quiet clients once a second: pings them, drops those that do not answer.
void socket_look(struct server *s, int64_t now);

#endif
