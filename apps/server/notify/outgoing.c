// SPDX-License-Identifier: MIT
// Sockets that do not block, with a time until which everything must be done.
#include "server/notify/outgoing.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/timekeeper.h"

enum { LOOK = 200, AHEAD = 4096 }; // LOOK: milliseconds between two looks at the end of the server

struct outgoing {
    int fd;
    SSL_CTX *context;
    SSL *tls;
    const struct outgoing_rules *rules;
    int64_t until;
    char ahead[AHEAD]; // read and not used yet
    size_t filled, used;
};

// ---------------------------------------------------------------------------------------------
// Addresses
// ---------------------------------------------------------------------------------------------

static bool is_public_4(uint32_t a)
{
    static const struct {
        uint32_t network;
        unsigned bits;
    } closed[] = {
        {0x00000000, 8},  {0x0a000000, 8},  {0x64400000, 10}, {0x7f000000, 8},  {0xa9fe0000, 16},
        {0xac100000, 12}, {0xc0000000, 24}, {0xc0000200, 24}, {0xc0586300, 24}, {0xc0a80000, 16},
        {0xc6120000, 15}, {0xc6336400, 24}, {0xcb007100, 24}, {0xe0000000, 3},
    };

    for (unsigned i = 0; i < sizeof closed / sizeof *closed; i++) {
        if ((a ^ closed[i].network) >> (32 - closed[i].bits) == 0)
            return false;
    }
    return true;
}

static uint32_t four_at(const unsigned char *b)
{
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

// Of IPv6 only what is given out to the world (2000::/3), less what stands for something else there.
static bool is_public_6(const unsigned char b[16])
{
    static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff};
    static const unsigned char translated[12] = {0x00, 0x64, 0xff, 0x9b};

    if (!memcmp(b, mapped, 12) || !memcmp(b, translated, 12))
        return is_public_4(four_at(b + 12));
    if (b[0] == 0x20 && b[1] == 0x02) // 6to4: the address within
        return is_public_4(four_at(b + 2));
    bool special =
        b[0] == 0x20 && b[1] == 0x01 &&
        ((b[2] == 0x0d && b[3] == 0xb8) || (b[2] == 0 && b[3] < 0x10) || (b[2] < 2 && b[2] > 0));
    return b[0] >> 5 == 1 && !special && !(b[0] == 0x3f && b[1] == 0xff);
}

bool outgoing_is_public(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET)
        return is_public_4(ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr));
    return address->sa_family == AF_INET6 &&
           is_public_6(((const struct sockaddr_in6 *)address)->sin6_addr.s6_addr);
}

// ---------------------------------------------------------------------------------------------
// Waiting
// ---------------------------------------------------------------------------------------------

static bool late(struct error *e)
{
    return error_set(e, "outgoing.late", "the other side takes too long");
}

static bool closed(struct error *e)
{
    return error_set(e, "outgoing.closed", "the other side has closed the connection");
}

static bool wait_for(struct outgoing *o, short events, struct error *e)
{
    while (timekeeper_steady() < o->until && !atomic_load(o->rules->stop)) {
        struct pollfd look = {.fd = o->fd, .events = events};
        if (poll(&look, 1, LOOK) > 0)
            return true;
    }
    return late(e);
}

// After a call of TLS that did not do all: false when that is for good.
static bool wait_for_tls(struct outgoing *o, int result, struct error *e)
{
    int why = SSL_get_error(o->tls, result);

    if (why == SSL_ERROR_WANT_READ)
        return wait_for(o, POLLIN, e);
    if (why == SSL_ERROR_WANT_WRITE)
        return wait_for(o, POLLOUT, e);
    return closed(e);
}

// ---------------------------------------------------------------------------------------------
// Connecting
// ---------------------------------------------------------------------------------------------

static bool connect_to(struct outgoing *o, const struct addrinfo *to, struct error *e)
{
    int fault = 0;
    socklen_t size = sizeof fault;

    if (!o->rules->anywhere && !outgoing_is_public(to->ai_addr))
        return error_set(e, "outgoing.inside", "the address is not one of the world");
    o->fd = socket(to->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, to->ai_protocol);
    if (o->fd >= 0 && (connect(o->fd, to->ai_addr, to->ai_addrlen) == 0 || errno == EINPROGRESS) &&
        wait_for(o, POLLOUT, e) && getsockopt(o->fd, SOL_SOCKET, SO_ERROR, &fault, &size) == 0 &&
        fault == 0)
        return true;
    if (o->fd >= 0)
        close(o->fd);
    o->fd = -1;
    return error_set(e, "outgoing.silent", "the other side does not answer");
}

struct outgoing *outgoing_open(const char *host, const char *port,
                               const struct outgoing_rules *rules, int64_t patience,
                               struct error *e)
{
    struct addrinfo wish = {.ai_socktype = SOCK_STREAM}, *found = NULL;
    struct outgoing *o = calloc(1, sizeof *o);
    bool good = false;

    if (!o) {
        error_set(e, "outgoing.memory", "there is no memory for a connection");
        return NULL;
    }
    *o = (struct outgoing){.fd = -1, .rules = rules, .until = timekeeper_steady() + patience};
    if (getaddrinfo(host, port, &wish, &found) != 0)
        error_set(e, "outgoing.unknown", "the name of the other side is not known");
    for (const struct addrinfo *i = found; i && !good; i = i->ai_next)
        good = connect_to(o, i, e);
    if (found)
        freeaddrinfo(found);
    if (good)
        return o;
    outgoing_close(o);
    return NULL;
}

void outgoing_close(struct outgoing *o)
{
    if (!o)
        return;
    SSL_free(o->tls);
    SSL_CTX_free(o->context);
    if (o->fd >= 0)
        close(o->fd);
    free(o);
}

bool outgoing_expect_name(struct ssl_st *tls, const char *host)
{
    struct in6_addr any;
    bool number = inet_pton(AF_INET, host, &any) == 1 || inet_pton(AF_INET6, host, &any) == 1;

    if (number)
        return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(tls), host) == 1;
    return SSL_set_tlsext_host_name(tls, host) && SSL_set1_host(tls, host);
}

bool outgoing_secure(struct outgoing *o, const char *host, struct error *e)
{
    const char *trusted = o->rules->certificates;
    int result;

    o->used = o->filled; // what came in the clear before is not heard
    o->context = SSL_CTX_new(TLS_client_method());
    if (!o->context || !SSL_CTX_set_min_proto_version(o->context, TLS1_2_VERSION) ||
        (trusted ? SSL_CTX_load_verify_locations(o->context, trusted, NULL)
                 : SSL_CTX_set_default_verify_paths(o->context)) != 1 ||
        !(o->tls = SSL_new(o->context)) || !SSL_set_fd(o->tls, o->fd) ||
        !outgoing_expect_name(o->tls, host))
        return error_set(e, "outgoing.no-tls", "no secure connection can be set up");
    SSL_set_verify(o->tls, SSL_VERIFY_PEER, NULL);
    while ((result = SSL_connect(o->tls)) != 1) {
        if (!wait_for_tls(o, result, e))
            return error_set(e, "outgoing.untrusted",
                             "the other side cannot be trusted, or does not speak TLS");
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// Bytes
// ---------------------------------------------------------------------------------------------

bool outgoing_send(struct outgoing *o, const void *bytes, size_t count, struct error *e)
{
    const char *at = bytes;

    while (count) {
        ssize_t sent =
            o->tls ? SSL_write(o->tls, at, (int)count) : send(o->fd, at, count, MSG_NOSIGNAL);
        if (sent > 0) {
            at += sent;
            count -= (size_t)sent;
        } else if (o->tls ? !wait_for_tls(o, (int)sent, e)
                          : errno != EAGAIN || !wait_for(o, POLLOUT, e)) {
            return closed(e);
        }
    }
    return true;
}

static bool read_more(struct outgoing *o, struct error *e)
{
    for (;;) {
        ssize_t got = o->tls ? SSL_read(o->tls, o->ahead, AHEAD) : recv(o->fd, o->ahead, AHEAD, 0);
        if (got > 0) {
            o->filled = (size_t)got;
            o->used = 0;
            return true;
        }
        if (o->tls ? !wait_for_tls(o, (int)got, e)
                   : got == 0 || errno != EAGAIN || !wait_for(o, POLLIN, e))
            return e->text[0] ? false : closed(e);
    }
}

bool outgoing_line(struct outgoing *o, char *line, size_t room, struct error *e)
{
    size_t length = 0;

    e->text[0] = 0;
    for (;;) {
        if (o->used == o->filled && !read_more(o, e))
            return false;
        char c = o->ahead[o->used++];
        if (c == '\n')
            break;
        if (length + 1 == room)
            return error_set(e, "outgoing.long", "the other side says too much");
        line[length++] = c;
    }
    if (length && line[length - 1] == '\r')
        length--;
    line[length] = 0;
    return true;
}
