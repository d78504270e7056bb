// SPDX-License-Identifier: MIT
// A WebSocket and HTTP client for `abax bot`, small on purpose: one connection, blocking with a limit, TLS with
// certificates checked by OpenSSL. The server's library is not used here, because it wants to own the event loop.
// What comes from the server is bounded and may end the program with a sentence, never otherwise.
#include "server/cli/dial.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sodium.h>
#include <unistd.h>

#include "base/text.h"

enum { PATIENCE = 20, HEAD = 4096, TEXT = 1, CLOSE = 8, PING = 9, PONG = 10 }; // PATIENCE: seconds

struct dial {
    int fd;
    SSL_CTX *context; // of TLS, or NULL
    SSL *tls;
    unsigned char *ahead; // what was read and not used yet
    size_t filled, used;
    char *message;
};

// ---------------------------------------------------------------------------------------------
// Bytes
// ---------------------------------------------------------------------------------------------

// What stands before the host.
static bool read_scheme(const char *url, struct dial_address *address, const char **rest)
{
    static const struct {
        const char *text;
        bool tls;
    } schemes[] = {{"http://", false}, {"https://", true}, {"ws://", false}, {"wss://", true}};

    for (unsigned i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        if (strncmp(url, schemes[i].text, strlen(schemes[i].text)) != 0)
            continue;
        address->tls = schemes[i].tls;
        *rest = url + strlen(schemes[i].text);
        return true;
    }
    return false;
}

bool dial_read_address(const char *url, struct dial_address *address, struct error *e)
{
    const char *host, *port;

    if (!read_scheme(url, address, &host))
        return error_set(e, "dial.url:url", "server '%s' is not http://HOST or https://HOST",
                         error_quote(url).text);
    bool wide = host[0] == '[';
    host += wide;
    size_t length = strcspn(host, wide ? "]" : ":/");
    if (length == 0 || length >= sizeof address->host || (wide && host[length] != ']'))
        return error_set(e, "dial.no-host:url", "server '%s' has no host", error_quote(url).text);
    memcpy(address->host, host, length);
    address->host[length] = 0;
    port = host + length + wide;
    port = *port == ':' ? port + 1 : address->tls ? "443" : "80";
    snprintf(address->port, sizeof address->port, "%.*s", (int)strcspn(port, "/"), port);
    return true;
}

// As it stands in the head of a request.
static void host_line(const struct dial_address *a, struct text *t)
{
    bool wide = strchr(a->host, ':') != NULL;

    text_format(t, "Host: %s%s%s:%s\r\n", wide ? "[" : "", a->host, wide ? "]" : "", a->port);
}

static bool connect_to(struct dial *d, const struct dial_address *a, struct error *e)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found = NULL;
    struct timeval patience = {.tv_sec = PATIENCE};
    int one = 1;

    d->fd = -1;
    if (getaddrinfo(a->host, a->port, &hints, &found) != 0)
        return error_set(e, "dial.host:host", "host '%s' is unknown", a->host);
    for (struct addrinfo *i = found; i && d->fd < 0; i = i->ai_next) {
        d->fd = socket(i->ai_family, i->ai_socktype | SOCK_CLOEXEC, i->ai_protocol);
        if (d->fd >= 0 && connect(d->fd, i->ai_addr, i->ai_addrlen) != 0) {
            close(d->fd);
            d->fd = -1;
        }
    }
    freeaddrinfo(found);
    if (d->fd < 0)
        return error_set(e, "dial.silent:host,port", "server %s:%s does not answer", a->host,
                         a->port);
    setsockopt(d->fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(d->fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    setsockopt(d->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return true;
}

// The certificate must be for the name or the address that was asked for.
static bool expect_name(SSL *tls, const char *host)
{
    struct in6_addr any;

    if (inet_pton(AF_INET, host, &any) == 1 || inet_pton(AF_INET6, host, &any) == 1)
        return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(tls), host) == 1;
    return SSL_set_tlsext_host_name(tls, host) && SSL_set1_host(tls, host);
}

static bool secure(struct dial *d, const struct dial_address *a, struct error *e)
{
    if (!a->tls)
        return true;
    d->context = SSL_CTX_new(TLS_client_method());
    if (a->ca && d->context && !SSL_CTX_load_verify_locations(d->context, a->ca, NULL))
        return error_set(e, "dial.certificates:file", "certificates '%s' cannot be read",
                         error_quote(a->ca).text);
    if (!d->context || (!a->ca && !SSL_CTX_set_default_verify_paths(d->context)) ||
        !SSL_CTX_set_min_proto_version(d->context, TLS1_2_VERSION) ||
        !(d->tls = SSL_new(d->context)) || !SSL_set_fd(d->tls, d->fd) ||
        !expect_name(d->tls, a->host))
        return error_set(e, "dial.insecure", "no secure connection can be set up");
    SSL_clear_mode(d->tls,
                   SSL_MODE_AUTO_RETRY); // a record of TLS's own is no reason to wait for more
    SSL_set_verify(d->tls, SSL_VERIFY_PEER, NULL);
    if (SSL_connect(d->tls) == 1)
        return true;
    long why = SSL_get_verify_result(d->tls);
    if (why == X509_V_OK)
        return error_set(e, "dial.no-tls:host,port", "server %s:%s does not speak TLS", a->host,
                         a->port);
    return error_set(e, "dial.untrusted:host,reason", "server %s cannot be trusted: %s", a->host,
                     X509_verify_cert_error_string(why));
}

void dial_close(struct dial *d)
{
    if (!d)
        return;
    SSL_free(d->tls);
    SSL_CTX_free(d->context);
    if (d->fd >= 0)
        close(d->fd);
    free(d->ahead);
    free(d->message);
    free(d);
}

static struct dial *dial_open(const struct dial_address *a, struct error *e)
{
    struct dial *d = calloc(1, sizeof *d);

    if (!d || !(d->ahead = malloc(DIAL_MESSAGE)) || !(d->message = malloc(DIAL_MESSAGE + 1))) {
        error_set(e, "dial.memory", "there is no memory for a connection");
        if (d)
            d->fd = -1;
    } else if (connect_to(d, a, e) && secure(d, a, e)) {
        return d;
    }
    dial_close(d);
    return NULL;
}

static bool send_bytes(struct dial *d, const void *bytes, size_t count, struct error *e)
{
    const char *at = bytes;

    while (count) {
        ssize_t sent =
            d->tls ? SSL_write(d->tls, at, (int)count) : send(d->fd, at, count, MSG_NOSIGNAL);
        if (sent <= 0)
            return error_set(e, "dial.closed", "the server has closed the connection");
        at += sent;
        count -= (size_t)sent;
    }
    return true;
}

// 1: there are more bytes; 0: none for us, such as TLS's own; -1: the connection is over.
static int read_some(struct dial *d)
{
    size_t capacity = DIAL_MESSAGE - d->filled;
    ssize_t got = d->tls ? SSL_read(d->tls, d->ahead + d->filled, (int)capacity)
                         : recv(d->fd, d->ahead + d->filled, capacity, 0);

    if (got > 0)
        d->filled += (size_t)got;
    else if (d->tls && SSL_get_error(d->tls, (int)got) == SSL_ERROR_WANT_READ)
        return 0;
    return got > 0 ? 1 : -1;
}

// Waits for more; false without a sentence when nothing comes in time. Negative: something must come.
static bool read_more(struct dial *d, int milliseconds, struct error *e)
{
    struct pollfd look = {.fd = d->fd, .events = POLLIN};
    int wait = milliseconds < 0 ? PATIENCE * 1000 : milliseconds;
    int got = 0;

    memmove(d->ahead, d->ahead + d->used, d->filled - d->used);
    d->filled -= d->used;
    d->used = 0;
    e->message.text[0] = 0;
    while (got == 0) {
        if (!(d->tls && SSL_pending(d->tls)) && poll(&look, 1, wait) <= 0)
            return milliseconds < 0 ? error_set(e, "dial.quiet", "the server does not answer")
                                    : false;
        got = read_some(d);
    }
    return got > 0 || error_set(e, "dial.closed", "the server has closed the connection");
}

// ---------------------------------------------------------------------------------------------
// Requests
// ---------------------------------------------------------------------------------------------

// The head of an answer; what follows stays ahead.
static bool read_head(struct dial *d, char head[HEAD], struct error *e)
{
    for (;;) {
        unsigned char *end = memmem(d->ahead, d->filled, "\r\n\r\n", 4);
        if (end && end - d->ahead < HEAD - 1) {
            size_t length = (size_t)(end - d->ahead);
            memcpy(head, d->ahead, length);
            head[length] = 0;
            d->used = length + 4;
            return true;
        }
        if (d->filled >= HEAD)
            return error_set(e, "dial.no-http", "the server does not speak HTTP");
        if (!read_more(d, -1, e))
            return false;
    }
}

bool dial_request(const struct dial_address *address, const char *path, const char *token,
                  const char *body, char *answer, size_t capacity, int *status, struct error *e)
{
    char head[HEAD];
    struct dial *d = dial_open(address, e);

    if (!d)
        return false;
    struct text t;
    text_init(&t, head, sizeof head);
    text_format(&t, "%s %s HTTP/1.1\r\n", body ? "POST" : "GET", path);
    host_line(address, &t);
    text_format(&t,
                "Authorization: Bearer %s\r\nConnection: close\r\n"
                "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                token, body ? strlen(body) : 0, body ? body : "");
    bool good = send_bytes(d, head, strlen(head), e) && read_head(d, head, e);
    const char *length = good ? strcasestr(head, "\r\ncontent-length:") : NULL;
    size_t count = length ? strtoul(length + 17, NULL, 10) : 0;
    *status = good && strlen(head) > 12 ? (int)strtol(head + 9, NULL, 10) : 0;
    if (good && count >= capacity)
        good = error_set(e, "dial.answer-long", "the server's answer is too long");
    while (good && d->filled - d->used < count)
        good = read_more(d, -1, e);
    if (good) {
        memcpy(answer, d->ahead + d->used, count);
        answer[count] = 0;
    }
    dial_close(d);
    return good;
}

// ---------------------------------------------------------------------------------------------
// The socket
// ---------------------------------------------------------------------------------------------

struct dial *dial_socket(const struct dial_address *address, struct error *e)
{
    char head[HEAD];
    unsigned char nonce[16];
    char key[32];
    struct dial *d = dial_open(address, e);

    if (!d)
        return NULL;
    randombytes_buf(nonce, sizeof nonce);
    sodium_bin2base64(key, sizeof key, nonce, sizeof nonce, sodium_base64_VARIANT_ORIGINAL);
    struct text t;
    text_init(&t, head, sizeof head);
    text_add(&t, "GET /ws HTTP/1.1\r\n");
    host_line(address, &t);
    text_format(&t,
                "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n\r\n",
                key);
    if (send_bytes(d, head, strlen(head), e) && read_head(d, head, e)) {
        if (!strncmp(head, "HTTP/1.1 101", 12))
            return d;
        error_set(e, "dial.no-socket", "the server gives no WebSocket");
    }
    dial_close(d);
    return NULL;
}

static bool send_frame(struct dial *d, int kind, const void *payload, size_t length,
                       struct error *e)
{
    unsigned char frame[2048], mask[4];
    size_t head = length < 126 ? 2 : 4;

    if (length > sizeof frame - 8)
        return error_set(e, "dial.message-long", "a message is too long");
    randombytes_buf(mask, sizeof mask);
    frame[0] = (unsigned char)(0x80 | kind);
    frame[1] = (unsigned char)(0x80 | (length < 126 ? length : 126));
    frame[2] = (unsigned char)(length >> 8);
    frame[3] = (unsigned char)length;
    memcpy(frame + head, mask, 4);
    for (size_t i = 0; i < length; i++)
        frame[head + 4 + i] = ((const unsigned char *)payload)[i] ^ mask[i % 4];
    return send_bytes(d, frame, head + 4 + length, e);
}

bool dial_say(struct dial *d, const char *text, struct error *e)
{
    return send_frame(d, TEXT, text, strlen(text), e);
}

// Takes a whole frame; false when there is none yet. Server frames are not masked.
static bool take_frame(struct dial *d, int *kind, size_t *length)
{
    const unsigned char *f = d->ahead + d->used;
    size_t filled = d->filled - d->used, head = 2;

    if (filled < 2)
        return false;
    *length = f[1] & 127;
    if (*length >= 126)
        head = *length == 126 ? 4 : 10;
    if (filled < head)
        return false;
    if (head > 2) {
        *length = 0;
        for (size_t i = 2; i < head; i++)
            *length = *length << 8 | f[i];
    }
    if (*length > DIAL_MESSAGE || filled < head + *length)
        return false;
    *kind = f[0] & 15;
    memcpy(d->message, f + head, *length);
    d->message[*length] = 0;
    d->used += head + *length;
    return true;
}

const char *dial_hear(struct dial *d, int milliseconds, struct error *e)
{
    size_t length;
    int kind;

    for (;;) {
        while (!take_frame(d, &kind, &length)) {
            if (d->filled - d->used == DIAL_MESSAGE) {
                error_set(e, "dial.too-long", "the server sends too long a message");
                return NULL;
            }
            if (!read_more(d, milliseconds, e))
                return NULL;
        }
        if (kind == TEXT)
            return d->message;
        if (kind == CLOSE) {
            error_set(e, "dial.closed", "the server has closed the connection");
            return NULL;
        }
        if (kind == PING && !send_frame(d, PONG, d->message, length, e))
            return NULL;
    }
}
