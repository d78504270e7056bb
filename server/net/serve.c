// SPDX-License-Identifier: MIT
// The event loop and its transport, libwebsockets: listening, timers, signals, and the callbacks that hand bytes to
// socket.c and web.c. The hub knows none of it. The library is fenced in: HTTP/1.1 and WebSocket only, one request a
// connection, bounded headers (what else it offers has crashed it). `abax serve` calls serve_run, which returns when
// the process shall end.
#include "server/net/serve.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "server/log.h"
#include "server/net/serveparts.h"

enum {
    TICK = 100 * 1000, // microseconds
    LOOK = 1000,       // milliseconds between looks at quiet clients
    HEAD_BYTES = 4096, // of a request's headers
    HEADS = 1024,      // requests that are being read at once: more than one address can open
};

_Static_assert(MESSAGE_FRONT >= LWS_PRE, "messages have room for the head of a frame");

// ---------------------------------------------------------------------------------------------
// What both kinds of connections need
// ---------------------------------------------------------------------------------------------

void serve_address(struct server *s, struct lws *wsi, char address[LIMITS_ADDRESS])
{
    char list[HEAD_BYTES];

    address[0] = 0;
    if (s->proxy && lws_hdr_copy(wsi, list, sizeof list, WSI_TOKEN_X_FORWARDED_FOR) > 0) {
        // The proxy adds the address that it saw at the end; what stands before anybody can make up.
        const char *last = strrchr(list, ',');
        last = last ? last + 1 : list;
        last += strspn(last, " ");
        limits_address(last, address);
    }
    if (!address[0]) {
        lws_get_peer_simple(wsi, list, sizeof list);
        limits_address(list, address);
    }
}

bool serve_foreign(struct lws *wsi)
{
    char origin[200], host[200];
    int length = lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN);

    if (length == 0)
        return false; // not a page
    const char *name = length > 0 ? strstr(origin, "://") : NULL;
    return !name || lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) <= 0 ||
           strcmp(name + 3, host) != 0;
}

// ---------------------------------------------------------------------------------------------
// Events
// ---------------------------------------------------------------------------------------------

static bool is_socket(enum lws_callback_reasons reason)
{
    return reason == LWS_CALLBACK_ESTABLISHED || reason == LWS_CALLBACK_CLOSED ||
           reason == LWS_CALLBACK_RECEIVE || reason == LWS_CALLBACK_RECEIVE_PONG ||
           reason == LWS_CALLBACK_SERVER_WRITEABLE ||
           reason == LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION || reason == LWS_CALLBACK_WSI_DESTROY;
}

static bool is_web(enum lws_callback_reasons reason)
{
    return reason == LWS_CALLBACK_HTTP || reason == LWS_CALLBACK_HTTP_BODY ||
           reason == LWS_CALLBACK_HTTP_BODY_COMPLETION || reason == LWS_CALLBACK_HTTP_WRITEABLE ||
           reason == LWS_CALLBACK_CLOSED_HTTP || reason == LWS_CALLBACK_HTTP_DROP_PROTOCOL;
}

// The library would speak HTTP/2 with whoever asks for it, around what a proxy in front has seen and allowed, and ends
// the process at some of its frames. Some clients of HTTP always ask: they are answered as if they had not (RFC 9110,
// 7.8), for which the library must not find the word when it looks again. `in` is where it does; after its own refusal of
// other words, which is 403 and cannot be helped, that is freed.
static int confirm_upgrade(struct lws *wsi, const struct connection *c, char *in)
{
    char protocol[16];
    int length = lws_hdr_copy(wsi, protocol, sizeof protocol, WSI_TOKEN_UPGRADE);

    if (length <= 0 || (c && c->asked)) // something was answered already
        return -1;
    if (strcasecmp(protocol, "websocket") == 0)
        return 0;
    if (strcasecmp(protocol, "h2c") == 0) {
        in[0] = '-';
        return 0;
    }
    lws_return_http_status(wsi, HTTP_STATUS_FORBIDDEN, NULL);
    return -1;
}

static int event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                 size_t length)
{
    struct server *s = lws_context_user(lws_get_context(wsi));

    if (reason == LWS_CALLBACK_EVENT_WAIT_CANCELLED && s->open) {
        s->pushing = true;
        hub_wake(&s->hub);
        s->pushing = false;
    }
    if (reason == LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED && s->open)
        return visitor_come(s, wsi) ? 0 : -1;
    if (reason == LWS_CALLBACK_WSI_DESTROY)
        visitor_go(s, wsi);
    if (reason == LWS_CALLBACK_HTTP_CONFIRM_UPGRADE)
        return confirm_upgrade(wsi, user, in);
    if (reason == LWS_CALLBACK_RAW_ADOPT || reason == LWS_CALLBACK_RAW_RX)
        return -1; // what the library makes of CONNECT
    if (s->open && is_socket(reason))
        return socket_event(s, wsi, reason, user, in, length);
    if (s->open && is_web(reason))
        return web_event(s, wsi, reason, user, in, length);
    return 0;
}

static void wake(void *to)
{
    lws_cancel_service(((struct server *)to)->context);
}

static void writable(void *to, struct client *c)
{
    if (((const struct server *)to)->pushing)
        socket_push(c);
    else
        lws_callback_on_writable(c->link);
}

static void answered(void *to, struct request *r)
{
    (void)to;
    if (r->link)
        lws_callback_on_writable(r->link);
}

static void tick(lws_sorted_usec_list_t *sul)
{
    struct server *s = lws_container_of(sul, struct server, tick);
    int64_t now = log_now();

    s->pushing = true;
    hub_tick(&s->hub, now);
    s->pushing = false;
    if (now - s->looked >= LOOK) {
        s->looked = now;
        listen_again(s);
        socket_look(s, now);
        visitor_look(s, now);
    }
    lws_sul_schedule(s->context, 0, &s->tick, tick, TICK);
}

// ---------------------------------------------------------------------------------------------
// Signals
// ---------------------------------------------------------------------------------------------

struct stop {
    struct inbox_item item;
    struct server *server;
};

static void stop(struct hub *h, struct inbox_item *item)
{
    (void)h;
    ((struct stop *)item)->server->stopping = true;
    free(item);
}

static void stop_signals(sigset_t *set)
{
    sigemptyset(set);
    sigaddset(set, SIGTERM);
    sigaddset(set, SIGINT);
}

// A thread waits for the signals, so that no handler has to reach into the loop.
static void *await_signal(void *to)
{
    struct stop *item = to;
    sigset_t set;
    int number;

    stop_signals(&set);
    sigwait(&set, &number);
    log_event("stopping", "signal=%d", number);
    inbox_post(&item->server->hub.inbox, &item->item);
    return NULL;
}

static bool catch_signals(struct server *s, struct error *e)
{
    struct stop *item = calloc(1, sizeof *item);
    pthread_t thread;

    if (item)
        *item = (struct stop){{.done = stop}, s};
    if (!item || pthread_create(&thread, NULL, await_signal, item) != 0)
        return error_set(e, "start.signals", "the server cannot start: no thread for signals");
    pthread_detach(thread);
    return true;
}

// ---------------------------------------------------------------------------------------------
// Running
// ---------------------------------------------------------------------------------------------

static const struct lws_protocols protocols[] = {
    {.name = "abax",
     .callback = event,
     .per_session_data_size = sizeof(struct connection),
     .rx_buffer_size = 0},
    {0},
};

static void log_library(int level, const char *line)
{
    char text[200];

    (void)level;
    snprintf(text, sizeof text, "%.*s", (int)strcspn(line, "\n"), line);
    log_event("libwebsockets", "line=%s", log_text(text).text);
}

// Nothing: who is still there is asked here (socket.c). The library would keep a timer for every connection in one
// sorted list and walk it with every message.
static const lws_retry_bo_t no_pings = {0};

static bool make_context(struct server *s, const struct serve_options *options, struct error *e)
{
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER, // connections come from listen.c
        .protocols = protocols,
        .user = s,
        .gid = (gid_t)-1,
        .uid = (uid_t)-1,
        .max_http_header_data = HEAD_BYTES,
        .max_http_header_pool = HEADS,
        .timeout_secs = options->slow,
        .server_string = "abax",
        .retry_and_idle_policy = &no_pings,
        .foreign_loops = (void *[]){&s->loop},
        .options = LWS_SERVER_OPTION_VALIDATE_UTF8 | LWS_SERVER_OPTION_LIBUV,
    };

    if (uv_loop_init(&s->loop) != 0)
        return error_set(e, "start.loop", "the server cannot start: no event loop");
    lws_set_log_level(LLL_ERR | LLL_WARN, log_library);
    s->context = lws_create_context(&info);
    if (s->context && lws_get_vhost_by_name(s->context, "default"))
        return true;
    return error_set(e, "start.transport", "the server cannot start: libwebsockets refuses");
}

// Before anybody was let in.
static bool give_up(struct server *s)
{
    listen_close(s);
    if (s->context) {
        lws_context_destroy(s->context);
        uv_run(&s->loop, UV_RUN_DEFAULT); // its handles close in there
        lws_context_destroy(s->context);  // what was left for their sake
        uv_loop_close(&s->loop);
    }
    free(s);
    return false;
}

static void run(struct server *s)
{
    s->open = true;
    listen_begin(s);
    lws_sul_schedule(s->context, 0, &s->tick, tick, TICK);
    while (!s->stopping)
        uv_run(&s->loop, UV_RUN_ONCE);
    listen_close(s);
    s->pushing = true; // there is no loop any more that would ask
    hub_close(&s->hub);
    s->open = false;
    log_event("stopped", "games=%u", s->hub.counts.rooms);
    lws_context_destroy(s->context);
}

bool serve_run(const struct serve_options *options, struct error *e)
{
    struct server *s = calloc(1, sizeof *s);
    const struct hub_host host = {wake, writable, answered, s};
    int64_t began = log_now();
    char url[LISTEN_URL];
    sigset_t set;

    if (!s)
        return error_set(e, "start.memory", "the server cannot start: out of memory");
    s->proxy = options->proxy;
    s->ping = (int64_t)options->ping * 1000;
    s->slow = (int64_t)options->slow * 1000;
    stop_signals(&set);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    signal(SIGPIPE, SIG_IGN);
    if (!listen_open(s, options->bind, options->port, e) || !make_context(s, options, e) ||
        !hub_open(&s->hub, options->database, options->workers, !options->no_limits, &host, e))
        return give_up(s);
    if (!catch_signals(s, e)) {
        hub_close(&s->hub);
        return give_up(s);
    }
    listen_url(s, url);
    log_event("ready", "address=%s ms=%lld games=%u", url, (long long)(log_now() - began),
              s->hub.counts.rooms);
    run(s);
    return true; // the inbox stays, for threads that have not heard of the end
}
