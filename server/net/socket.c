// SPDX-License-Identifier: MIT
// WebSockets: whole messages in, messages out, and a look at who is still there.
#include <stdlib.h>
#include <string.h>

#include "server/log.h"
#include "server/net/serveparts.h"

enum {
    IDLE_MOST = 600 * 1000, // a connection that follows nothing
    MESSAGES_AT_ONCE = 16,
    CLOSE_FRAME = 4, // what lws_write calls it inside
};

// Milliseconds of silence, pings included, after which nobody is believed to be there.
static int64_t gone_after(const struct server *s)
{
    return s->ping * 8 / 3;
}

// Only at one address, from our own page or no page at all, and not too often from one address.
static int admit(struct server *s, struct lws *wsi, struct connection *c)
{
    char path[16], address[LIMITS_ADDRESS];

    if (s->stopping || serve_foreign(wsi) ||
        lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI) <= 0 || strcmp(path, "/ws") != 0)
        return 1;
    serve_address(s, wsi, address);
    if (!limits_connect(s->hub.limits, address, LIMITS_SOCKET, log_now()))
        return 1;
    c->client = client_open(&s->hub, wsi, address, log_now());
    if (!c->client)
        limits_disconnect(s->hub.limits, address, LIMITS_SOCKET);
    return !c->client;
}

// The last frame, which says why; always -1. The library's own way (lws_close_reason) closes without it.
static int say_farewell(struct lws *wsi, unsigned status, const char *why)
{
    unsigned char frame[LWS_PRE + 64];
    int length = snprintf((char *)frame + LWS_PRE + 2, sizeof frame - LWS_PRE - 2, "%s", why);

    frame[LWS_PRE] = (unsigned char)(status >> 8);
    frame[LWS_PRE + 1] = (unsigned char)status;
    lws_write(wsi, frame + LWS_PRE, (size_t)length + 2, (enum lws_write_protocol)CLOSE_FRAME);
    return -1;
}

static void gather(struct connection *c, const char *bytes, size_t length)
{
    char *longer = realloc(c->gathered, c->gathered_length + length + 1);

    if (!longer)
        return;
    memcpy(longer + c->gathered_length, bytes, length);
    c->gathered = longer;
    c->gathered_length += length;
}

static int receive(struct server *s, struct lws *wsi, struct connection *c, char *in, size_t length)
{
    bool whole = lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0;

    if (lws_frame_is_binary(wsi))
        return say_farewell(wsi, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "not text");
    if (c->gathered_length + length > WIRE_MOST_BYTES)
        return say_farewell(wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "too long");
    if (whole && !c->gathered) {
        client_says(&s->hub, c->client, in, length, log_now());
        return 0;
    }
    gather(c, in, length);
    if (whole && c->gathered) {
        char *message = c->gathered;
        size_t count = c->gathered_length;
        c->gathered = NULL;
        c->gathered_length = 0;
        client_says(&s->hub, c->client, message, count, log_now());
        free(message);
    }
    return 0;
}

static int send_ping(struct lws *wsi, struct connection *c)
{
    // Not empty: the library tells nothing of a pong without a word.
    unsigned char frame[LWS_PRE + 1] = {[LWS_PRE] = 'a'};

    c->wants_ping = false;
    c->pinged = log_now();
    return lws_write(wsi, frame + LWS_PRE, 1, LWS_WRITE_PING) < 0 ? -1 : 0;
}

// Sends what waits, as far as the socket takes it. False when the connection is broken.
static bool send_parcels(struct lws *wsi, struct client *client)
{
    for (unsigned i = 0; i < MESSAGES_AT_ONCE; i++) {
        if (!client->first || lws_send_pipe_choked(wsi))
            return true;
        struct message *p = client_next(client);
        int sent = lws_write(wsi, message_bytes(p), p->length, LWS_WRITE_TEXT);
        bool good = sent >= (int)p->length;
        message_drop(p);
        if (!good)
            return false;
    }
    return true;
}

static int write_out(struct lws *wsi, struct connection *c)
{
    if (c->client->doomed)
        return say_farewell(wsi, LWS_CLOSE_STATUS_POLICY_VIOLATION, c->client->why);
    if (!send_parcels(wsi, c->client))
        return -1;
    if (c->wants_ping && !c->client->first && !lws_send_pipe_choked(wsi))
        return send_ping(wsi, c);
    if (c->client->first || c->wants_ping)
        lws_callback_on_writable(wsi);
    return 0;
}

void socket_push(struct client *client)
{
    struct lws *wsi = client->link;

    if (!client->doomed && !send_parcels(wsi, client))
        lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
    else if (client->doomed || client->first)
        lws_callback_on_writable(wsi);
}

static void pong(struct connection *c)
{
    int64_t now = log_now();

    c->client->heard = now;
    if (c->pinged)
        c->client->lag = (now - c->pinged) / 2;
    c->measured = now;
    c->pinged = 0;
}

static void forget(struct server *s, struct connection *c)
{
    if (c->client)
        client_close(&s->hub, c->client);
    c->client = NULL;
    free(c->gathered);
    c->gathered = NULL;
}

int socket_event(struct server *s, struct lws *wsi, enum lws_callback_reasons reason,
                 struct connection *c, void *in, size_t length)
{
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return admit(s, wsi, c);
    case LWS_CALLBACK_ESTABLISHED:
        c->wants_ping = true; // the way is measured from the beginning
        c->measured = log_now();
        visitor_does(wsi, VISITOR_WAITS);
        lws_callback_on_writable(wsi);
        return 0;
    case LWS_CALLBACK_RECEIVE:
        return receive(s, wsi, c, in, length);
    case LWS_CALLBACK_RECEIVE_PONG:
        pong(c);
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return write_out(wsi, c);
    case LWS_CALLBACK_CLOSED:
    case LWS_CALLBACK_WSI_DESTROY: // admitted, but gone before it was established
        if (c)
            forget(s, c);
        return 0;
    default:
        return 0;
    }
}

static void look_at(struct server *s, struct client *c, int64_t now)
{
    struct connection *connection = lws_wsi_user(c->link);
    int64_t silent = now - c->heard;
    bool idle = !c->watches && !c->lobby && now - c->said > IDLE_MOST;

    // Whoever is gone takes nothing any more: to wait until it can be written to would be to wait for ever.
    if (silent > gone_after(s) || connection->condemned) {
        lws_set_timeout(c->link, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
        return;
    }
    // A busy client is pinged as well, now and then: ways become longer and shorter.
    bool stale = now - connection->measured > s->ping * 4;
    if ((silent > s->ping || stale) && !connection->pinged)
        connection->wants_ping = true;
    if (idle && !c->doomed)
        client_doom(&s->hub, c, "idle");
    connection->condemned = c->doomed;
    if (c->doomed || connection->wants_ping)
        lws_callback_on_writable(c->link);
}

void socket_look(struct server *s, int64_t now)
{
    for (unsigned i = 0; i < HUB_SLOTS; i++) {
        for (struct client *c = s->hub.clients[i]; c; c = c->next)
            look_at(s, c, now);
    }
}
