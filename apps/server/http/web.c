// SPDX-License-Identifier: MIT
// HTTP: the page's files and the requests of docs/api.md. A connection has one request, and its
// answer closes it.
#include <string.h>

#include "server/api/routes.h"
#include "server/http/transport.h"

enum {
    HEAD_CAPACITY = 2048,
    TAKES = 6, // times the usual patience that a long answer gets
};

// ---------------------------------------------------------------------------------------------
// Heads of answers
// ---------------------------------------------------------------------------------------------

static const struct {
    const char *name, *value;
} guards[] = {
#define HEADER(name, value) {name, value},
#include "server/http/headers.def"
#undef HEADER
};

// What the head of an answer says; NULL where nothing is to be said.
struct words {
    int status;
    const char *type, *cache, *encoding, *tag, *allow;
};

static const char *phrase(int status)
{
    static const struct {
        int status;
        const char *phrase;
    } phrases[] = {
        {200, "OK"},
        {201, "Created"},
        {304, "Not Modified"},
        {400, "Bad Request"},
        {401, "Unauthorized"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {409, "Conflict"},
        {411, "Length Required"},
        {413, "Content Too Large"},
        {414, "URI Too Long"},
        {426, "Upgrade Required"},
        {429, "Too Many Requests"},
        {431, "Request Header Fields Too Large"},
        {500, "Internal Server Error"},
        {503, "Service Unavailable"},
        {505, "HTTP Version Not Supported"},
    };

    for (unsigned i = 0; i < sizeof phrases / sizeof *phrases; i++) {
        if (phrases[i].status == status)
            return phrases[i].phrase;
    }
    return "Unknown";
}

// Says the head of the answer whose body is set, and begins it.
static void begin_answer(struct server *s, struct connection *c, const struct words *words,
                         int64_t now)
{
    const struct {
        const char *name, *value;
    } lines[] = {
        {"content-type", words->type},
        {"cache-control", words->cache},
        {"content-encoding", words->encoding},
        {"etag", words->tag},
        {"vary", !words->tag  ? NULL
                 : s->preview ? "accept-encoding, sec-fetch-mode"
                              : "accept-encoding"},
        {"allow", words->allow},
        {"upgrade", words->status == REQUEST_UPGRADE ? "websocket" : NULL},
        {"connection", words->status == REQUEST_UPGRADE ? "upgrade, close" : "close"},
    };
    char head[HEAD_CAPACITY];
    struct text t;

    text_init(&t, head, sizeof head);
    text_format(&t, "HTTP/1.1 %d %s\r\n", words->status, phrase(words->status));
    if (words->status != REQUEST_NOT_MODIFIED)
        text_format(&t, "content-length: %zu\r\n", (size_t)(c->body_end - c->body));
    for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (lines[i].value)
            text_format(&t, "%s: %s\r\n", lines[i].name, lines[i].value);
    }
    for (unsigned i = 0; i < sizeof guards / sizeof *guards; i++)
        text_format(&t, "%s: %s\r\n", guards[i].name, guards[i].value);
    text_add(&t, "\r\n");
    if (c->bare)
        c->body = c->body_end;
    if (t.cut || !connection_say(c, head, t.length))
        connection_over(s, c);
    else
        connection_does(s, c, CONNECTION_ANSWERS, TAKES, now);
}

// ---------------------------------------------------------------------------------------------
// The page
// ---------------------------------------------------------------------------------------------

static const struct asset *find_asset(const struct http_part *path)
{
    static const char start[] = "/index.html", manual[] = "/manual/index.html";
    struct http_part wanted = *path;

    if (path->length == 1)
        wanted = (struct http_part){start, sizeof start - 1};
    else if (http_is(path, "/manual") || http_is(path, "/manual/"))
        wanted = (struct http_part){manual, sizeof manual - 1};

    for (const struct asset *a = assets; a->path; a++) {
        if (strlen(a->path) == wanted.length && !memcmp(a->path, wanted.at, wanted.length))
            return a;
    }
    return NULL;
}

static void send_asset(struct server *s, struct connection *c, const struct http_head *head,
                       const struct asset *a, int64_t now)
{
    struct words words = {
        .status = REQUEST_OK,
        .type = a->type,
        .cache = a->hashed ? "public, max-age=31536000, immutable" : "no-cache",
        .tag = a->tag,
    };
    const struct http_part *accepted = &head->fields[HTTP_ACCEPT_ENCODING];
    const struct http_part *known = &head->fields[HTTP_IF_NONE_MATCH];

    c->body = a->plain;
    c->body_end = a->plain_end;
    if (a->brotli && http_lists(accepted, "br")) {
        c->body = a->brotli;
        c->body_end = a->brotli_end;
        words.encoding = "br";
    } else if (a->gzip && http_lists(accepted, "gzip")) {
        c->body = a->gzip;
        c->body_end = a->gzip_end;
        words.encoding = "gzip";
    }
    if (http_is(known, "*") ||
        (known->length && memmem(known->at, known->length, a->tag, strlen(a->tag)))) {
        c->body = c->body_end;
        words.type = words.encoding = NULL;
        words.status = REQUEST_NOT_MODIFIED;
    }
    begin_answer(s, c, &words, now);
}

// ---------------------------------------------------------------------------------------------
// Requests
// ---------------------------------------------------------------------------------------------

static void read_token(const struct http_head *head, struct request *r)
{
    static const char bearer[] = "Bearer ";
    const struct http_part *given = &head->fields[HTTP_AUTHORIZATION];

    if (given->length == sizeof bearer - 1 + TOKEN_TEXT - 1 &&
        !memcmp(given->at, bearer, sizeof bearer - 1))
        memcpy(r->token, given->at + sizeof bearer - 1, TOKEN_TEXT - 1);
}

// A page of another site could post a form; it cannot send this type without asking first.
static bool is_json(const struct http_head *head)
{
    static const char json[] = "application/json";
    const struct http_part *type = &head->fields[HTTP_CONTENT_TYPE];

    return type->length >= sizeof json - 1 && !memcmp(type->at, json, sizeof json - 1);
}

// Whether what is said of the length is a number, and nothing but digits.
static bool is_number(const struct http_part *length)
{
    for (size_t i = 0; i < length->length; i++) {
        if (length->at[i] < '0' || length->at[i] > '9')
            return false;
    }
    return length->length > 0;
}

// The length of the body; anything too long or strange is one byte too many.
static unsigned long long body_bytes(const struct http_head *head)
{
    char length[24];
    unsigned long long bytes = 0;

    http_copy(&head->fields[HTTP_CONTENT_LENGTH], length, sizeof length);
    if (head->fields[HTTP_CONTENT_LENGTH].at &&
        !text_read_number(length, REQUEST_BODY_MOST, &bytes))
        bytes = REQUEST_BODY_MOST + 1;
    return bytes;
}

// Whether more bytes follow than those of the body of a POST. Where its end is cannot be known for
// sure, and what one side takes for a body the other must not take for a request.
static bool has_stray_body(const struct http_head *head, unsigned long long bytes)
{
    return head->fields[HTTP_TRANSFER_ENCODING].at || (bytes > 0 && head->method != HTTP_POST);
}

// Fills in what the head says. False when it is too long.
static bool read_head(struct server *s, struct connection *c, const struct http_head *head,
                      struct request *r)
{
    static const enum request_method methods[] = {
        [HTTP_GET] = REQUEST_GET,
        [HTTP_HEAD] = REQUEST_GET,
        [HTTP_POST] = REQUEST_POST,
        [HTTP_OTHER] = REQUEST_OTHER,
    };

    r->method = methods[head->method];
    connection_address(s, c, head, r->address);
    read_token(head, r);
    http_copy(&head->query, r->query, sizeof r->query);
    return head->query.length < sizeof r->query && head->path.length < sizeof r->path;
}

// Refuses before the body is read. False: it may come.
static bool refuse_early(struct server *s, const struct http_head *head, struct request *r,
                         bool read, unsigned long long bytes)
{
    if (!read)
        request_refuse_with(&s->registry, r, REQUEST_TOO_LONG_PATH, "request.address",
                            "the address is too long");
    else if (!request_decode(head->path.at, head->path.length, r->path, sizeof r->path))
        request_refuse_with(&s->registry, r, REQUEST_BAD, "request.escape",
                            "the address has a '%%' that is not followed by two digits");
    else if (head->fields[HTTP_CONTENT_LENGTH].at && !is_number(&head->fields[HTTP_CONTENT_LENGTH]))
        request_refuse_with(&s->registry, r, REQUEST_BAD, "request.length",
                            "the content length is not a number");
    else if (bytes > REQUEST_BODY_MOST)
        request_refuse_with(&s->registry, r, REQUEST_TOO_LARGE, "request.bytes",
                            "a request has at most 4096 bytes");
    else if (has_stray_body(head, bytes))
        request_refuse_with(&s->registry, r, REQUEST_NO_LENGTH, "request.body",
                            "a body goes with POST and a content length, and with nothing else");
    else if (r->method == REQUEST_POST && connection_foreign(head))
        request_refuse_with(&s->registry, r, REQUEST_FORBIDDEN, "request.site",
                            "a page of another site cannot ask this");
    else if (bytes > 0 && !is_json(head) && !request_takes_forms(r->path))
        request_refuse_with(&s->registry, r, REQUEST_BAD, "request.type",
                            "the content type is not application/json");
    return r->answered;
}

static void begin_body(struct server *s, struct connection *c, const struct http_head *head,
                       size_t bytes)
{
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";

    c->body_left = bytes;
    if (http_is(&head->fields[HTTP_EXPECT], "100-continue") && !head->old &&
        !connection_say(c, go_on, sizeof go_on - 1)) {
        connection_over(s, c);
        return;
    }
    c->state = CONNECTION_BODY; // of the time for the request
    connection_changed(s, c);
}

static struct request *open_request(struct server *s, struct connection *c, int64_t now)
{
    c->request = request_open(&s->registry, c);
    if (c->request)
        connection_does(s, c, CONNECTION_WAITS, 0, now);
    else
        connection_over(s, c);
    return c->request;
}

static void begin_request(struct server *s, struct connection *c, const struct http_head *head,
                          bool asset, int64_t now)
{
    int64_t until = c->until;
    struct request *r = open_request(s, c, now);
    unsigned long long bytes = body_bytes(head);

    if (!r)
        return;
    bool read = read_head(s, c, head, r);
    if (refuse_early(s, head, r, read, bytes)) {
        c->behind = bytes > 0 || head->fields[HTTP_TRANSFER_ENCODING].at;
    } else if (asset) {
        c->behind = bytes > 0;
        request_wrong_method(&s->registry, r, true, false);
    } else if (socket_begin(s, c, head, r, now)) {
        return;
    } else if (bytes == 0) {
        request_run(&s->registry, r, now);
    } else {
        c->until = until;
        begin_body(s, c, head, (size_t)bytes);
    }
}

void web_begin(struct server *s, struct connection *c, const struct http_head *head, int64_t now)
{
    const struct asset *a = preview_choose(s, find_asset(&head->path), head);
    bool get = head->method == HTTP_GET || head->method == HTTP_HEAD;

    c->bare = head->method == HTTP_HEAD;
    if (a && get && !has_stray_body(head, body_bytes(head)))
        send_asset(s, c, head, a, now);
    else
        begin_request(s, c, head, a != NULL, now);
}

void web_refuse(struct server *s, struct connection *c, const struct http_error *error, int64_t now)
{
    struct request *r = open_request(s, c, now);

    c->behind = true; // whatever it is
    c->bare = c->head_filled >= 5 && !memcmp(c->head, "HEAD ", 5);
    if (r)
        request_refuse(&s->registry, r, (enum request_status)error->status, &error->why);
}

size_t web_take(struct server *s, struct connection *c, const unsigned char *bytes, size_t count,
                int64_t now)
{
    struct request *r = c->request;
    size_t used = count < c->body_left ? count : c->body_left;

    memcpy(r->body + r->length, bytes, used);
    r->length += used;
    c->body_left -= used;
    if (c->body_left == 0) {
        connection_does(s, c, CONNECTION_WAITS, 0, now);
        request_run(&s->registry, r, now);
    }
    return used;
}

void web_answer(struct server *s, struct connection *c, int64_t now)
{
    struct request *r = c->request;
    const struct words words = {
        .status = (int)r->status, .type = r->type, .cache = "no-store", .allow = r->allow};

    c->request = NULL;
    c->owned = r->answer;
    r->answer = NULL;
    request_close(&s->registry, r);
    if (!c->owned) {
        connection_over(s, c);
        return;
    }
    c->body = payload_bytes(c->owned);
    c->body_end = c->body + c->owned->length;
    begin_answer(s, c, &words, now);
}
