// SPDX-License-Identifier: MIT
// The listening socket, and whoever comes there.
#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "server/log.h"
#include "server/http/transport.h"

enum {
    BACKLOG = 1024,
    ACCEPT_MOST = 64, // connections before the others get their turn again
    PORT_TEXT = 8,
};

static int close_failed(int fd)
{
    int why = errno;

    if (fd >= 0)
        close(fd);
    errno = why;
    return -1;
}

// A socket that listens there, or -1 with errno.
static int bind_to(const struct addrinfo *place)
{
    int on = 1, off = 0;
    int fd = socket(place->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

    if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0)
        return close_failed(fd);
    // '::' is every address of both kinds, whatever the system's default is.
    if (place->ai_family == AF_INET6 &&
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off) != 0)
        return close_failed(fd);
    if (bind(fd, place->ai_addr, place->ai_addrlen) != 0 || listen(fd, BACKLOG) != 0)
        return close_failed(fd);
    return fd;
}

// An address in full. "0" and "127.1" are addresses for getaddrinfo, and not what anybody means.
static bool find_place(const char *address, const char *port, struct addrinfo **place)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM,
                                   .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE};
    struct in_addr narrow;

    return (strchr(address, ':') || inet_pton(AF_INET, address, &narrow) == 1) &&
           getaddrinfo(address, port, &hints, place) == 0;
}

bool listen_open(struct server *s, const char *address, unsigned port, struct error *e)
{
    struct addrinfo *place = NULL;
    char text[PORT_TEXT];

    s->listener = -1;
    snprintf(text, sizeof text, "%u", port);
    if (!find_place(address, text, &place))
        return error_set(e, "listen.address:address",
                         "'%s' is not an address to listen on, such as 127.0.0.1, ::1 or 0.0.0.0",
                         error_quote(address).text);
    s->listener = bind_to(place);
    int why = errno;
    freeaddrinfo(place);
    return s->listener >= 0 || error_set(e, "listen.failed:address,port,reason",
                                         "the server cannot listen on %s port %u: %s",
                                         error_quote(address).text, port, strerror(why));
}

void listen_url(const struct server *s, char url[LISTEN_URL])
{
    struct sockaddr_storage place;
    socklen_t length = sizeof place;
    char address[LISTEN_URL / 2 + 16] = "?", port[PORT_TEXT] = "?";

    if (getsockname(s->listener, (struct sockaddr *)&place, &length) == 0)
        getnameinfo((struct sockaddr *)&place, length, address, sizeof address, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV);
    bool wide = strchr(address, ':');
    snprintf(url, LISTEN_URL, "http://%s%s%s:%s", wide ? "[" : "", address, wide ? "]" : "", port);
}

bool listen_begin(struct server *s)
{
    struct epoll_event interest = {.events = EPOLLIN, .data.ptr = &s->listener};

    s->deaf = epoll_ctl(s->poll, EPOLL_CTL_ADD, s->listener, &interest) != 0;
    return !s->deaf;
}

static void serve_visitor(struct server *s, int fd, const struct sockaddr_storage *from,
                          socklen_t length, int64_t now)
{
    struct epoll_event interest = {.events = EPOLLIN};
    char peer[NI_MAXHOST] = "";
    int on = 1;

    getnameinfo((const struct sockaddr *)from, length, peer, sizeof peer, NULL, 0, NI_NUMERICHOST);
    struct connection *c = connection_open(s, peer, now);
    interest.data.ptr = c;
    if (!c || epoll_ctl(s->poll, EPOLL_CTL_ADD, fd, &interest) != 0) {
        if (c)
            connection_free(s, c);
        close(fd);
        return;
    }
    c->fd = fd;
    c->watched = interest.events;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

// There are no descriptors left: whoever has been longest at asking for something makes room. False
// when nobody is.
static bool make_room(struct server *s, int64_t now)
{
    struct connection *slowest = NULL;

    for (struct connection *c = s->connections; c; c = c->next) {
        bool asks = c->state == CONNECTION_HEAD || c->state == CONNECTION_BODY ||
                    c->state == CONNECTION_LINGERS;
        if (asks && (!slowest || c->until <= slowest->until))
            slowest = c;
    }
    if (!slowest)
        return false;
    s->registry.counts.dropped++;
    connection_over(s, slowest);
    serve_settle(s, slowest, now);
    return true;
}

void listen_accept(struct server *s, int64_t now)
{
    for (unsigned i = 0; i < ACCEPT_MOST && !s->stopping; i++) {
        struct sockaddr_storage from;
        socklen_t length = sizeof from;
        int fd =
            accept4(s->listener, (struct sockaddr *)&from, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd >= 0) {
            serve_visitor(s, fd, &from, length, now);
            continue;
        }
        if (errno == EAGAIN)
            return;
        if (errno == EINTR || errno == ECONNABORTED)
            continue;
        if ((errno == EMFILE || errno == ENFILE) && make_room(s, now))
            continue;
        log_event("accept-failed", "why=%s", log_text(strerror(errno)).text);
        epoll_ctl(s->poll, EPOLL_CTL_DEL, s->listener,
                  NULL); // to ask again at once would be to spin
        s->deaf = true;
        return;
    }
}

void listen_close(struct server *s)
{
    if (s->listener >= 0)
        close(s->listener);
    s->listener = -1;
}
