// SPDX-License-Identifier: MIT
// Inside the transport. A connection is a machine without a socket: bytes go in (connection_take),
// bytes come out (connection_output, connection_sent), time passes (connection_tick); between them
// it asks the registry. The loop around it (serve.c, listen.c) has the sockets. Tests drive
// connections without any.
#ifndef ABAX_SERVER_HTTP_TRANSPORT_H
#define ABAX_SERVER_HTTP_TRANSPORT_H

#include <sys/uio.h>

#include "server/api/request.h"
#include "server/http/assets.h"
#include "server/http/frames.h"
#include "server/http/http.h"

enum {
    CONNECTION_PARTS = 8,    // that go out at once
    CONNECTION_MESSAGES = 4, // of a client that are on their way out
    SERVE_INPUT = 4096,      // bytes that are read at once: their answers must fit into a queue
    LISTEN_URL = 96,
};

enum connection_state {
    CONNECTION_HEAD,    // its request is coming
    CONNECTION_BODY,    // and so is its body
    CONNECTION_WAITS,   // it is our turn
    CONNECTION_ANSWERS, // the answer is on its way
    CONNECTION_SOCKET,  // it is a WebSocket
    CONNECTION_ENDS,    // the last words are on their way
    // all is said; what still comes is forgotten, so that it does not take the last words with it
    CONNECTION_LINGERS,
    CONNECTION_OVER, // to be closed
};

struct connection {
    struct connection *next, **back;
    struct connection *next_changed;
    bool changed; // it is in the server's list
    enum connection_state state;
    int64_t until;             // what it is doing must be done by then
    char peer[LIMITS_ADDRESS]; // who connected
    bool counted;              // as a visit of that address

    char *head; // of the request, as far as it has come
    size_t head_filled, head_looked;
    struct request *request;
    size_t body_left;
    bool bare;   // only the head of the answer was asked for
    bool behind; // bytes came or will come behind the request
    bool answered;
    const unsigned char *body, *body_end; // of the answer
    struct payload *owned;                // the body, when it is not an asset's

    struct client *client; // of a WebSocket
    struct frames frames;
    int64_t pinged;   // when a ping went out that was not answered, or 0
    int64_t measured; // when the way was
    bool wants_ping;

    unsigned char *framing; // heads and control frames on their way out
    size_t framing_length, framing_sent;
    struct payload *sending[CONNECTION_MESSAGES];
    unsigned sending_count;
    size_t sent; // bytes of the first, with its frame's head

    int fd; // these three are the loop's; -1: there is none
    unsigned watched;
    bool shut;
};

// The start page with whole addresses (preview.c).
struct preview {
    struct asset asset;
    char tag[64];
    unsigned char bytes[];
};

struct server {
    bool proxy;              // addresses of clients come from one
    struct preview *preview; // or NULL: nobody has said where the server is
    int64_t ping;            // milliseconds of silence before a socket is pinged
    int64_t slow;            // milliseconds that a request may take to come
    struct live_registry registry;
    struct connection *connections;
    struct connection *changed; // that may have something to say
    bool open;                  // the registry is
    bool stopping;              // no new connections
    bool ending;                // there is no loop any more: what is to be said is said at once

    int poll, listener, waker; // descriptors of the loop, or -1
    bool deaf;                 // until the next look: there are no descriptors left
    int64_t ticked, looked;
    unsigned char input[SERVE_INPUT];
};

// ---------------------------------------------------------------------------------------------
// Connections (connection.c)
// ---------------------------------------------------------------------------------------------

// Somebody has come from an address. NULL when they cannot be let in.
struct connection *connection_open(struct server *s, const char *peer, int64_t now);

// Bytes came; they are changed where they stand.
void connection_take(struct server *s, struct connection *c, unsigned char *bytes, size_t count,
                     int64_t now);

// Whether bytes are wanted.
bool connection_reads(const struct connection *c);

// The bytes that are to go out now, as parts; how many parts.
unsigned connection_output(struct server *s, struct connection *c,
                           struct iovec parts[CONNECTION_PARTS], int64_t now);

// So many of them have gone.
void connection_sent(struct server *s, struct connection *c, size_t count, int64_t now);

// Time has passed: pings whoever is quiet, ends what takes too long.
void connection_tick(struct server *s, struct connection *c, int64_t now);

// Nothing more comes or goes.
void connection_over(struct server *s, struct connection *c);

// Forgets it; `fd` is not touched.
void connection_free(struct server *s, struct connection *c);

// For the other parts: there may be something to say.
void connection_changed(struct server *s, struct connection *c);

// Puts bytes in the line, behind the message that is on its way. False without memory.
bool connection_say(struct connection *c, const void *bytes, size_t count);

// It is at something else, and has so many times the patience for requests for it; 0: no end.
void connection_does(struct server *s, struct connection *c, enum connection_state state,
                     int64_t times, int64_t now);

// The address of whoever asks, behind a proxy too.
void connection_address(const struct server *s, const struct connection *c,
                        const struct http_head *head, char address[LIMITS_ADDRESS]);

// Whether a page of another site asks.
bool connection_foreign(const struct http_head *head);

// ---------------------------------------------------------------------------------------------
// HTTP (web.c) and WebSocket (socket.c)
// ---------------------------------------------------------------------------------------------

// Makes the start page for previews, if `site` says where the server is on a safe connection. False
// without memory.
bool preview_make(struct server *s, const char *site);

// What a head gets of an asset (or NULL): the start page may be the one for previews.
const struct asset *preview_choose(const struct server *s, const struct asset *a,
                                   const struct http_head *head);

// A head has come as a whole.
void web_begin(struct server *s, struct connection *c, const struct http_head *head, int64_t now);

// A head that is none: it is answered.
void web_refuse(struct server *s, struct connection *c, const struct http_error *error,
                int64_t now);

// Bytes of a body; how many of them are its.
size_t web_take(struct server *s, struct connection *c, const unsigned char *bytes, size_t count,
                int64_t now);

// The answer is there: its head is said and its body begun.
void web_answer(struct server *s, struct connection *c, int64_t now);

// Whether a head asks for a WebSocket where there are some. Then it was answered, or refused
// through `r`.
bool socket_begin(struct server *s, struct connection *c, const struct http_head *head,
                  struct request *r, int64_t now);

void socket_take(struct server *s, struct connection *c, unsigned char *bytes, size_t count,
                 int64_t now);

// Puts what waits for the client on its way.
void socket_fill(struct server *s, struct connection *c, int64_t now);

void socket_tick(struct server *s, struct connection *c, int64_t now);

// ---------------------------------------------------------------------------------------------
// The loop (serve.c, listen.c)
// ---------------------------------------------------------------------------------------------

// Sends what a connection has to say, closes it when it is over, and watches it for what it waits
// for.
void serve_settle(struct server *s, struct connection *c, int64_t now);

// Binds to an address and a port, 0 being any free one. False with a sentence when that cannot be.
bool listen_open(struct server *s, const char *address, unsigned port, struct error *e);

// Where it listens, as people would write it.
void listen_url(const struct server *s, char url[LISTEN_URL]);

// Takes connections from now on, and again after descriptors had run out.
bool listen_begin(struct server *s);

// Somebody has come.
void listen_accept(struct server *s, int64_t now);
void listen_close(struct server *s);

#endif
