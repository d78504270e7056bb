// SPDX-License-Identifier: MIT
// A connection from its first byte to its last, without a socket. It has one request, and its
// answer closes it, or it becomes a WebSocket: what one side takes for the rest of a body the other
// can never take for a further request. Nothing here calls back into whoever called: what is to be
// said is put in line, and the connection in the list of those that have changed.
#include <stdlib.h>
#include <string.h>

#include "server/http/transport.h"
#include "server/live/clients.h"

struct connection *connection_open(struct server *s, const char *peer, int64_t now)
{
    struct connection *c = calloc(1, sizeof *c);

    if (!c)
        return NULL;
    limits_address(peer, c->peer);
    if (!s->proxy && c->peer[0]) { // behind a proxy all come from the same address
        if (!limits_connect(s->registry.limits, c->peer, LIMITS_VISIT, now)) {
            s->registry.counts.turned_away++;
            free(c);
            return NULL;
        }
        c->counted = true;
    }
    c->fd = -1;
    c->back = &s->connections;
    c->next = s->connections;
    if (c->next)
        c->next->back = &c->next;
    s->connections = c;
    s->registry.counts.visitors++;
    connection_does(s, c, CONNECTION_HEAD, 1, now);
    return c;
}

// What the registry has for it.
static void leave_registry(struct server *s, struct connection *c)
{
    if (c->client && s->open)
        client_close(&s->registry, c->client);
    c->client = NULL;
    if (c->request)
        request_close(&s->registry, c->request);
    c->request = NULL;
}

void connection_over(struct server *s, struct connection *c)
{
    leave_registry(s, c);
    c->state = CONNECTION_OVER;
    connection_changed(s, c);
}

static void unlist(struct server *s, struct connection *c)
{
    if (c->changed) {
        struct connection **at = &s->changed;
        while (*at != c)
            at = &(*at)->next_changed;
        *at = c->next_changed;
    }
    *c->back = c->next;
    if (c->next)
        c->next->back = c->back;
}

void connection_free(struct server *s, struct connection *c)
{
    leave_registry(s, c);
    unlist(s, c);
    s->registry.counts.visitors--;
    if (c->counted && s->open)
        limits_disconnect(s->registry.limits, c->peer, LIMITS_VISIT);
    for (unsigned i = 0; i < c->sending_count; i++)
        payload_drop(c->sending[i]);
    payload_drop(c->owned);
    frames_clear(&c->frames);
    free(c->framing);
    if (c->head)
        explicit_bzero(c->head, c->head_filled); // it may hold a token
    free(c->head);
    free(c);
}

void connection_changed(struct server *s, struct connection *c)
{
    if (c->changed)
        return;
    c->changed = true;
    c->next_changed = s->changed;
    s->changed = c;
}

void connection_does(struct server *s, struct connection *c, enum connection_state state,
                     int64_t times, int64_t now)
{
    c->state = state;
    c->until = times ? now + s->slow * times : INT64_MAX;
    connection_changed(s, c);
}

// ---------------------------------------------------------------------------------------------
// In
// ---------------------------------------------------------------------------------------------

bool connection_reads(const struct connection *c)
{
    return c->state == CONNECTION_HEAD || c->state == CONNECTION_BODY ||
           c->state == CONNECTION_SOCKET || c->state == CONNECTION_LINGERS;
}

static void drop_head(struct connection *c)
{
    explicit_bzero(c->head, c->head_filled);
    free(c->head);
    c->head = NULL;
    c->head_filled = c->head_looked = 0;
}

// Returns how many bytes belong to the head.
static size_t take_head(struct server *s, struct connection *c, const unsigned char *bytes,
                        size_t count, int64_t now)
{
    size_t before = c->head_filled;
    struct http_error error;
    struct http_head head;

    if (count > HTTP_HEAD_MOST - before)
        count = HTTP_HEAD_MOST - before;
    char *longer = realloc(c->head, before + count);
    if (!longer) {
        connection_over(s, c);
        return count;
    }
    c->head = longer;
    memcpy(longer + before, bytes, count);
    c->head_filled += count;
    size_t end = http_end(c->head, c->head_looked, c->head_filled, &error);
    c->head_looked = c->head_filled;
    if (end && http_read(c->head, end, &head, &error))
        web_begin(s, c, &head, now);
    if (error.status)
        web_refuse(s, c, &error, now);
    if (end || error.status)
        drop_head(c);
    return end ? end - before : count;
}

void connection_take(struct server *s, struct connection *c, unsigned char *bytes, size_t count,
                     int64_t now)
{
    while (count) {
        size_t used = count;
        if (c->state == CONNECTION_HEAD)
            used = take_head(s, c, bytes, count, now);
        else if (c->state == CONNECTION_BODY)
            used = web_take(s, c, bytes, count, now);
        else if (c->state == CONNECTION_SOCKET)
            socket_take(s, c, bytes, count, now);
        else
            c->behind = true;
        bytes += used;
        count -= used;
    }
}

// ---------------------------------------------------------------------------------------------
// Out
// ---------------------------------------------------------------------------------------------

bool connection_say(struct connection *c, const void *bytes, size_t count)
{
    unsigned char *longer = realloc(c->framing, c->framing_length + count);

    if (!longer)
        return false;
    memcpy(longer + c->framing_length, bytes, count);
    c->framing = longer;
    c->framing_length += count;
    return true;
}

// A message as a frame. The bytes of the head stand before it, the same for all whom it goes to.
static struct iovec framed(struct payload *m)
{
    unsigned char head[10];
    size_t length = frames_write_head(head, FRAMES_TEXT, m->length);
    unsigned char *at = payload_bytes(m) - length;

    memcpy(at, head, length);
    return (struct iovec){at, length + m->length};
}

static void add(struct iovec *parts, unsigned *count, struct iovec part, size_t gone)
{
    if (part.iov_len > gone)
        parts[(*count)++] = (struct iovec){(char *)part.iov_base + gone, part.iov_len - gone};
}

// Messages that go before what was said: the one that has begun, and all of them before a farewell.
static unsigned messages_before(const struct connection *c)
{
    return c->state == CONNECTION_ENDS ? c->sending_count : c->sent > 0;
}

// Messages, what was said, further messages; of an answer its head and its body.
unsigned connection_output(struct server *s, struct connection *c,
                           struct iovec parts[CONNECTION_PARTS], int64_t now)
{
    unsigned count = 0;

    if (c->state == CONNECTION_WAITS && c->request && c->request->answered)
        web_answer(s, c, now);
    if (c->state == CONNECTION_SOCKET)
        socket_fill(s, c, now);
    if (c->state == CONNECTION_OVER)
        return 0;
    unsigned before = messages_before(c);
    for (unsigned i = 0; i < before; i++)
        add(parts, &count, framed(c->sending[i]), i ? 0 : c->sent);
    add(parts, &count, (struct iovec){c->framing, c->framing_length}, c->framing_sent);
    for (unsigned i = before; i < c->sending_count; i++)
        add(parts, &count, framed(c->sending[i]), 0);
    add(parts, &count, (struct iovec){(void *)c->body, (size_t)(c->body_end - c->body)}, 0);
    return count;
}

// Takes `count` bytes of messages away; returns what is left of the count.
static size_t sent_messages(struct connection *c, size_t count, unsigned most)
{
    unsigned gone = 0;

    while (gone < most && gone < c->sending_count && count) {
        size_t left = framed(c->sending[gone]).iov_len - c->sent;
        if (count < left) {
            c->sent += count;
            count = 0;
            break;
        }
        count -= left;
        c->sent = 0;
        payload_drop(c->sending[gone++]);
    }
    c->sending_count -= gone;
    memmove(c->sending, c->sending + gone, c->sending_count * sizeof(struct payload *));
    return count;
}

static size_t sent_words(struct connection *c, size_t count)
{
    size_t left = c->framing_length - c->framing_sent;
    size_t gone = count < left ? count : left;

    c->framing_sent += gone;
    if (c->framing_sent == c->framing_length) {
        free(c->framing);
        c->framing = NULL;
        c->framing_length = c->framing_sent = 0;
    }
    return count - gone;
}

void connection_sent(struct server *s, struct connection *c, size_t count, int64_t now)
{
    count = sent_messages(c, count, messages_before(c));
    count = sent_words(c, count);
    count = sent_messages(c, count, CONNECTION_MESSAGES);
    if (c->body)
        c->body += count;
    if (c->framing || c->sending_count || c->body != c->body_end)
        return;
    c->answered = c->state == CONNECTION_ANSWERS;
    if (c->state == CONNECTION_ENDS || (c->answered && c->behind))
        connection_does(s, c, CONNECTION_LINGERS, 1, now);
    else if (c->answered)
        connection_over(s, c);
}

// ---------------------------------------------------------------------------------------------
// Time
// ---------------------------------------------------------------------------------------------

void connection_tick(struct server *s, struct connection *c, int64_t now)
{
    if (c->state == CONNECTION_SOCKET) {
        socket_tick(s, c, now);
    } else if (c->until <= now && c->state != CONNECTION_OVER) {
        s->registry.counts.dropped += c->state != CONNECTION_LINGERS;
        connection_over(s, c);
    }
}

// ---------------------------------------------------------------------------------------------
// Whoever asks
// ---------------------------------------------------------------------------------------------

void connection_address(const struct server *s, const struct connection *c,
                        const struct http_head *head, char address[LIMITS_ADDRESS])
{
    const struct http_part *list = &head->fields[HTTP_FORWARDED_FOR];
    char last[LIMITS_ADDRESS] = "";

    address[0] = 0;
    if (s->proxy && list->length) {
        // The proxy adds the address that it saw at the end; what stands before anybody can make
        // up.
        const char *comma = memrchr(list->at, ',', list->length);
        const char *at = comma ? comma + 1 : list->at, *end = list->at + list->length;
        while (at < end && *at == ' ')
            at++;
        http_copy(&(struct http_part){at, (size_t)(end - at)}, last, sizeof last);
        limits_address(last, address);
    }
    if (!address[0])
        memcpy(address, c->peer, LIMITS_ADDRESS);
}

bool connection_foreign(const struct http_head *head)
{
    const struct http_part *origin = &head->fields[HTTP_ORIGIN], *host = &head->fields[HTTP_HOST];

    if (!origin->at)
        return false; // not a page
    const char *name = memmem(origin->at, origin->length, "://", 3);
    if (!name || !host->at)
        return true;
    size_t before = (size_t)(name - origin->at) + 3;
    return origin->length - before != host->length ||
           memcmp(origin->at + before, host->at, host->length) != 0;
}
