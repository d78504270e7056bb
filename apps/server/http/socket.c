// SPDX-License-Identifier: MIT
// WebSockets: the handshake, whole messages in, messages out, and a look at who is still there.
#include <openssl/sha.h>
#include <sodium.h>
#include <string.h>

#include "server/http/transport.h"
#include "server/live/clients.h"

enum {
    IDLE_MOST = 600 * 1000, // milliseconds: a connection that follows nothing
    FRAMING_MOST = 1024,    // bytes: no pong is put behind so many that wait
    KEY_TEXT = 24,
    ACCEPT_TEXT = 32,
};

// ---------------------------------------------------------------------------------------------
// The handshake
// ---------------------------------------------------------------------------------------------

// Sixteen bytes as base64.
static bool is_key(const struct http_part *key)
{
    unsigned char bytes[16];
    size_t length;

    return key->length == KEY_TEXT &&
           sodium_base642bin(bytes, sizeof bytes, key->at, key->length, NULL, &length, NULL,
                             sodium_base64_VARIANT_ORIGINAL) == 0 &&
           length == sizeof bytes;
}

static bool say_accepted(struct connection *c, const struct http_part *key)
{
    char text[KEY_TEXT + 37], accept[ACCEPT_TEXT], answer[200];
    unsigned char hash[SHA_DIGEST_LENGTH];
    struct text t;

    text_init(&t, text, sizeof text);
    text_bytes(&t, key->at, KEY_TEXT);
    text_add(&t, "258EAFA5-E914-47DA-95CA-C5AB0DC85B11");
    SHA1((const unsigned char *)text, t.length, hash);
    sodium_bin2base64(accept, sizeof accept, hash, sizeof hash, sodium_base64_VARIANT_ORIGINAL);
    text_init(&t, answer, sizeof answer);
    text_format(&t,
                "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n"
                "connection: upgrade\r\nsec-websocket-accept: %s\r\n\r\n",
                accept);
    return connection_say(c, answer, t.length);
}

// Refuses what is no handshake, from another site, or once too often. False: it may be.
static bool refuse_upgrade(struct server *s, const struct http_head *head, struct request *r,
                           int64_t now)
{
    if (head->old || !head->upgrades || !http_is(&head->fields[HTTP_UPGRADE], "websocket") ||
        !http_is(&head->fields[HTTP_SOCKET_VERSION], "13") ||
        !is_key(&head->fields[HTTP_SOCKET_KEY]))
        request_refuse_with(&s->registry, r, REQUEST_UPGRADE, "socket.upgrade",
                            "this address is for WebSockets of version 13");
    else if (connection_foreign(head))
        request_refuse_with(&s->registry, r, REQUEST_FORBIDDEN, "request.site",
                            "a page of another site cannot ask this");
    else if (s->stopping || !limits_connect(s->registry.limits, r->address, LIMITS_SOCKET, now))
        request_refuse_with(&s->registry, r, REQUEST_TOO_MANY, "socket.many",
                            "there are too many connections from your address");
    return r->answered;
}

bool socket_begin(struct server *s, struct connection *c, const struct http_head *head,
                  struct request *r, int64_t now)
{
    if (strcmp(r->path, "/ws") != 0 || head->method != HTTP_GET)
        return false;
    if (refuse_upgrade(s, head, r, now))
        return true;
    c->client = client_open(&s->registry, c, r->address, now);
    if (!c->client)
        limits_disconnect(s->registry.limits, r->address, LIMITS_SOCKET);
    if (!c->client || !say_accepted(c, &head->fields[HTTP_SOCKET_KEY])) {
        connection_over(s, c);
        return true;
    }
    request_close(&s->registry, r);
    c->request = NULL;
    frames_init(&c->frames, WIRE_MOST_BYTES);
    c->wants_ping = true; // the way is measured from the beginning
    c->measured = now;
    connection_does(s, c, CONNECTION_SOCKET, 0, now);
    return true;
}

// ---------------------------------------------------------------------------------------------
// Frames
// ---------------------------------------------------------------------------------------------

static bool say_control(struct connection *c, enum frames_opcode opcode, const void *bytes,
                        size_t count)
{
    unsigned char frame[10 + FRAMES_CONTROL];
    size_t head = frames_write_head(frame, opcode, count);

    memcpy(frame + head, bytes, count);
    return connection_say(c, frame, head + count);
}

// The last frame, which says why, behind what is on its way. Whoever has not even taken what was
// begun before gets none.
static void say_farewell(struct server *s, struct connection *c, unsigned status, const char *why,
                         int64_t now)
{
    char bytes[FRAMES_CONTROL] = {(char)(status >> 8), (char)status};
    size_t length = strnlen(why, sizeof bytes - 2);

    memcpy(bytes + 2, why, length);
    client_close(&s->registry, c->client);
    c->client = NULL;
    bool bare = status == FRAMES_NO_STATUS;
    if (c->sent || c->framing_sent || !say_control(c, FRAMES_CLOSE, bytes, bare ? 0 : length + 2))
        connection_over(s, c);
    else
        connection_does(s, c, CONNECTION_ENDS, 1, now);
}

static void pong(struct connection *c, int64_t now)
{
    if (c->pinged)
        c->client->lag = (now - c->pinged) / 2;
    c->measured = now;
    c->pinged = 0;
}

// Pings, and pongs that nobody asked for, count as messages.
static void take_control(struct server *s, struct connection *c, const struct frames_got *got,
                         int64_t now)
{
    if (got->opcode == FRAMES_CLOSE) {
        say_farewell(s, c, got->status, "", now);
    } else if (got->opcode == FRAMES_PONG && c->pinged) {
        pong(c, now);
    } else if (!limits_message(s->registry.limits, &c->client->bucket, now)) {
        say_farewell(s, c, FRAMES_POLICY, "too many frames", now);
    } else if (got->opcode == FRAMES_PING && c->framing_length < FRAMING_MOST) {
        if (!say_control(c, FRAMES_PONG, got->bytes, got->length))
            connection_over(s, c);
        connection_changed(s, c);
    }
}

void socket_take(struct server *s, struct connection *c, unsigned char *bytes, size_t count,
                 int64_t now)
{
    struct frames_got got;

    for (size_t used = 0; used < count && c->state == CONNECTION_SOCKET && !c->client->doomed;) {
        used += frames_read(&c->frames, bytes + used, count - used, &got);
        c->client->heard = now;
        if (got.kind == FRAMES_GOT_MESSAGE)
            client_says(&s->registry, c->client, (const char *)got.bytes, got.length, now);
        else if (got.kind == FRAMES_GOT_CONTROL)
            take_control(s, c, &got, now);
        else if (got.kind == FRAMES_GOT_ERROR)
            say_farewell(s, c, got.status, got.why, now);
    }
}

// ---------------------------------------------------------------------------------------------
// Out
// ---------------------------------------------------------------------------------------------

void socket_fill(struct server *s, struct connection *c, int64_t now)
{
    while (c->sending_count < CONNECTION_MESSAGES && c->client->first)
        c->sending[c->sending_count++] = client_next(c->client);
    if (c->client->doomed && !s->ending) {
        say_farewell(s, c, FRAMES_POLICY, c->client->why, now);
        return;
    }
    // Behind nothing that could make the way longer than it is.
    if (c->wants_ping && !c->sending_count) {
        c->wants_ping = false;
        if (say_control(c, FRAMES_PING, "", 0))
            c->pinged = now;
    }
}

// Milliseconds of silence, pings included, after which nobody is believed to be there.
static int64_t gone_after(const struct server *s)
{
    return s->ping * 8 / 3;
}

void socket_tick(struct server *s, struct connection *c, int64_t now)
{
    const struct client *client = c->client;
    int64_t silent = now - client->heard;

    // Whoever is gone takes nothing any more: to wait until it can be written to would be to wait
    // for ever.
    if (silent > gone_after(s)) {
        connection_over(s, c);
        return;
    }
    if (!client->watches && !client->lobby && now - client->said > IDLE_MOST)
        client_doom(&s->registry, c->client, "idle");
    // A busy client is pinged as well, now and then: ways become longer and shorter.
    bool stale = now - c->measured > s->ping * 4;
    if ((silent > s->ping || stale) && !c->pinged) {
        c->wants_ping = true;
        connection_changed(s, c);
    }
}
