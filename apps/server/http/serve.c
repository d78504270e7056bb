// SPDX-License-Identifier: MIT
// The event loop: sockets by epoll, timers, signals, and the registry's requests. What the bytes
// mean is connection.c's, and the registry knows none of it. Whatever happens in a turn of the
// loop, connections are written to and closed at its end only. `abax serve` calls serve_run, which
// returns when the process shall end.
#include "server/http/serve.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "server/api/callbacks.h"
#include "server/live/notices.h"
#include "server/log.h"
#include "server/http/transport.h"
#include "server/live/clients.h"
#include "server/tournament/livetournaments.h"
#include "server/notify/transfer.h"

enum {
    TICK = 100,    // milliseconds
    LOOK = 1000,   // between looks at quiet connections
    EVENTS = 256,  // of one turn
    END_MOST = 20, // seconds for ending
};

// ---------------------------------------------------------------------------------------------
// Sockets
// ---------------------------------------------------------------------------------------------

// Sends what the socket takes. True when there is more.
static bool send_out(struct server *s, struct connection *c, int64_t now)
{
    struct iovec parts[CONNECTION_PARTS];

    for (;;) {
        struct msghdr message = {.msg_iov = parts};
        size_t all = 0;
        message.msg_iovlen = connection_output(s, c, parts, now);
        if (!message.msg_iovlen)
            return false;
        for (size_t i = 0; i < message.msg_iovlen; i++)
            all += parts[i].iov_len;
        ssize_t sent = sendmsg(c->fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0 && errno == EAGAIN)
            return true;
        if (sent < 0) {
            if (!s->ending)
                connection_over(s, c);
            return false;
        }
        connection_sent(s, c, (size_t)sent, now);
        if ((size_t)sent < all)
            return true;
    }
}

// Bytes that nobody has read would take the last words with them: the system resets the connection.
static bool has_unread(const struct connection *c)
{
    int count = 0;

    return !c->shut && ioctl(c->fd, FIONREAD, &count) == 0 && count > 0;
}

void serve_settle(struct server *s, struct connection *c, int64_t now)
{
    bool more = c->state != CONNECTION_OVER && send_out(s, c, now);

    if (c->state == CONNECTION_OVER && c->answered && has_unread(c))
        connection_does(s, c, CONNECTION_LINGERS, 1, now);
    if (c->state == CONNECTION_OVER) {
        close(c->fd);
        connection_free(s, c);
        return;
    }
    if (c->state == CONNECTION_LINGERS && !c->shut) {
        shutdown(c->fd, SHUT_WR);
        c->shut = true;
    }
    struct epoll_event interest = {.data.ptr = c};
    interest.events = (connection_reads(c) ? EPOLLIN : 0) | (more ? EPOLLOUT : 0);
    if (interest.events != c->watched && epoll_ctl(s->poll, EPOLL_CTL_MOD, c->fd, &interest) == 0)
        c->watched = interest.events;
}

static void settle_changed(struct server *s, int64_t now)
{
    while (s->changed) {
        struct connection *c = s->changed;
        s->changed = c->next_changed;
        c->changed = false;
        serve_settle(s, c, now);
    }
}

static void read_in(struct server *s, struct connection *c, int64_t now)
{
    ssize_t got = recv(c->fd, s->input, sizeof s->input, MSG_DONTWAIT);

    if (got > 0)
        connection_take(s, c, s->input, (size_t)got, now);
    else if (got == 0 || (errno != EAGAIN && errno != EINTR))
        connection_over(s, c);
}

static void socket_event(struct server *s, struct connection *c, uint32_t events, int64_t now)
{
    if (c->state == CONNECTION_OVER)
        return;
    if (events & EPOLLIN && connection_reads(c))
        read_in(s, c, now);
    else if (events & (EPOLLERR | EPOLLHUP))
        connection_over(s, c);
    if (events & EPOLLOUT)
        connection_changed(s, c);
}

// ---------------------------------------------------------------------------------------------
// What the registry wants
// ---------------------------------------------------------------------------------------------

static void wake(void *to)
{
    const uint64_t one = 1;

    (void)!write(((struct server *)to)->waker, &one, sizeof one); // full, it wakes as well
}

static void writable(void *to, struct client *c)
{
    struct server *s = to;

    connection_changed(s, c->link);
    if (s->ending) // there is no loop any more
        send_out(s, c->link, live_registry_now(&s->registry));
}

static void answered(void *to, struct request *r)
{
    if (r->link)
        connection_changed(to, r->link);
}

static void loop_tick(struct server *s, int64_t now)
{
    live_registry_tick(&s->registry, now);
    if (now - s->looked < LOOK && now >= s->looked)
        return;
    s->looked = now;
    if (s->deaf && !listen_begin(s))
        log_event("still-deaf", "why=%s",
                  log_text(strerror(errno)).text); // tried again in a moment
    for (struct connection *c = s->connections; c; c = c->next)
        connection_tick(s, c, now);
}

// ---------------------------------------------------------------------------------------------
// Signals
// ---------------------------------------------------------------------------------------------

struct stop_request {
    struct inbox_item item;
    struct server *server;
};

static void stop_server(struct live_registry *reg, struct inbox_item *item)
{
    (void)reg;
    ((struct stop_request *)item)->server->stopping = true;
    free(item);
}

static void stop_signals(sigset_t *set)
{
    sigemptyset(set);
    sigaddset(set, SIGTERM);
    sigaddset(set, SIGINT);
}

// A thread waits for the signals, so that no handler has to reach into the loop. It also makes sure
// that the process ends: with a database that hangs, the main loop would wait for ever, and main
// could not return. So this thread ends the process END_MOST seconds after the first signal, or at
// the second. By _exit, since exit would wait for the same threads; nothing is lost, because every
// action is stored before anybody is told of it.
static void *await_signal(void *to)
{
    const struct timespec patience = {.tv_sec = END_MOST};
    struct stop_request *item = to;
    sigset_t set;
    int number;

    stop_signals(&set);
    sigwait(&set, &number);
    log_event("stopping", "signal=%d", number);
    inbox_post(&item->server->registry.inbox, &item->item);
    do // whoever looks at our threads from outside interrupts it
        number = sigtimedwait(&set, NULL, &patience);
    while (number < 0 && errno == EINTR);
    log_event("cut-off", "signal=%d", number > 0 ? number : 0);
    _exit(EXIT_FAILURE);
}

static bool catch_signals(struct server *s, struct error *e)
{
    struct stop_request *item = calloc(1, sizeof *item);
    pthread_t thread;

    if (item)
        *item = (struct stop_request){{.done = stop_server}, s};
    if (!item || pthread_create(&thread, NULL, await_signal, item) != 0)
        return error_set(e, "start.signals", "the server cannot start: no thread for signals");
    pthread_detach(thread);
    return true;
}

// ---------------------------------------------------------------------------------------------
// Running
// ---------------------------------------------------------------------------------------------

static int64_t steady_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void handle_event(struct server *s, const struct epoll_event *e, int64_t now)
{
    uint64_t count;

    if (e->data.ptr == &s->waker) {
        (void)!read(s->waker, &count, sizeof count);
        live_registry_wake(&s->registry);
    } else if (e->data.ptr != &s->listener) {
        socket_event(s, e->data.ptr, e->events, now);
    }
}

static void loop_turn(struct server *s)
{
    struct epoll_event events[EVENTS];
    int64_t left = s->ticked + TICK - steady_now();
    int count = epoll_wait(s->poll, events, EVENTS, left > 0 ? (int)left : 0);
    live_registry_begin_turn(&s->registry);
    int64_t now = live_registry_now(&s->registry), steady = steady_now();

    for (int i = 0; i < count; i++)
        handle_event(s, &events[i], now);
    settle_changed(s, now);
    // Only now: whoever has to make room for them may have had an event.
    for (int i = 0; i < count; i++) {
        if (events[i].data.ptr == &s->listener)
            listen_accept(s, now);
    }
    if (steady - s->ticked >= TICK) {
        s->ticked = steady;
        loop_tick(s, now);
        settle_changed(s, now);
    }
}

static bool make_loop(struct server *s, struct error *e)
{
    struct epoll_event interest = {.events = EPOLLIN, .data.ptr = &s->waker};

    s->poll = epoll_create1(EPOLL_CLOEXEC);
    s->waker = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return (s->poll >= 0 && s->waker >= 0 &&
            epoll_ctl(s->poll, EPOLL_CTL_ADD, s->waker, &interest) == 0 && listen_begin(s)) ||
           error_set(e, "start.loop", "the server cannot start: no event loop");
}

// Before anybody was let in.
static bool give_up(struct server *s)
{
    listen_close(s);
    if (s->poll >= 0)
        close(s->poll);
    if (s->waker >= 0)
        close(s->waker);
    free(s->preview);
    free(s);
    return false;
}

// The server ends: a socket hears so, unless it has taken only the beginning of a frame.
static void say_away(const struct connection *c)
{
    unsigned char frame[10 + 2];
    size_t head = frames_write_head(frame, FRAMES_CLOSE, 2);

    frame[head] = FRAMES_AWAY >> 8;
    frame[head + 1] = FRAMES_AWAY & 255;
    if (!c->sent && !c->framing_sent)
        (void)!send(c->fd, frame, head + 2, MSG_NOSIGNAL | MSG_DONTWAIT);
}

static void loop_run(struct server *s)
{
    s->open = true;
    while (!s->stopping)
        loop_turn(s);
    listen_close(s);
    s->ending = true;
    tournaments_close(&s->registry);
    live_registry_close(&s->registry);
    s->open = false;
    log_event("stopped", "games=%u", s->registry.counts.games);
    while (s->connections) {
        struct connection *c = s->connections;
        if (c->state == CONNECTION_WAITS || c->state == CONNECTION_ANSWERS)
            send_out(s, c, live_registry_now(&s->registry));
        if (c->state == CONNECTION_SOCKET)
            say_away(c);
        close(c->fd);
        connection_free(s, c);
    }
}

bool serve_run(const struct serve_options *options, struct error *e)
{
    struct server *s = calloc(1, sizeof *s);
    const struct live_registry_host host = {wake, writable, answered, s, &api_callbacks};
    int64_t began = steady_now();
    char url[LISTEN_URL];
    sigset_t set;

    if (!s)
        return error_set(e, "start.memory", "the server cannot start: out of memory");
    s->poll = s->waker = s->listener = -1;
    s->proxy = options->proxy;
    s->ping = (int64_t)options->ping * 1000;
    s->slow = (int64_t)options->slow * 1000;
    stop_signals(&set);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    signal(SIGPIPE, SIG_IGN);
    if (options->notify.site && !transfer_setup(e))
        return give_up(s);
    if (!preview_make(s, options->notify.site)) {
        error_set(e, "start.memory", "the server cannot start: out of memory");
        return give_up(s);
    }
    if (!listen_open(s, options->bind, options->port, e) || !make_loop(s, e) ||
        !live_registry_open(&s->registry, options->database, options->workers, !options->no_limits,
                            &host, e))
        return give_up(s);
    if (!notice_open(&s->registry, options->database, &options->notify, e) ||
        !tournaments_open(&s->registry, options->database, options->league, e) ||
        !catch_signals(s, e)) {
        tournaments_close(&s->registry);
        live_registry_close(&s->registry);
        return give_up(s);
    }
    listen_url(s, url);
    log_event("ready", "address=%s ms=%lld games=%u", url, (long long)(steady_now() - began),
              s->registry.counts.games);
    loop_run(s);
    return true; // the inbox stays, for threads that have not heard of the end
}
