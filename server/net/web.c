// SPDX-License-Identifier: MIT
// HTTP: the page's files and the requests of docs/api.md. A connection has one request, and its answer closes it: of
// several that come at once the library keeps no order, and it tells the end of a body again for every byte behind it.
#include <string.h>

#include "server/log.h"
#include "server/net/serveparts.h"

enum { CHUNK = 16 * 1024, CHUNKS_AT_ONCE = 16, HEADERS = 2048 };

// ---------------------------------------------------------------------------------------------
// Headers and bodies
// ---------------------------------------------------------------------------------------------

static const struct {
    const char *name, *value;
} guards[] = {
#define HEADER(name, value) {name ":", value},
#include "server/net/headers.def"
#undef HEADER
};

struct head {
    struct lws *wsi;
    unsigned char bytes[LWS_PRE + HEADERS], *at, *end;
};

static bool add(struct head *h, const char *name, const char *value)
{
    return lws_add_http_header_by_name(h->wsi, (const unsigned char *)name,
                                       (const unsigned char *)value, (int)strlen(value), &h->at,
                                       h->end) == 0;
}

// What the head of an answer says; NULL where nothing is to be said.
struct words {
    unsigned status;
    const char *type, *cache, *encoding, *tag, *allow;
};

static int send_head(struct lws *wsi, struct connection *c, const struct words *words)
{
    const struct {
        const char *name, *value;
    } lines[] = {
        {"content-type:", words->type},
        {"cache-control:", words->cache},
        {"content-encoding:", words->encoding},
        {"etag:", words->tag},
        {"vary:", words->tag ? "accept-encoding" : NULL},
        {"allow:", words->allow},
        {"connection:", "close"},
    };
    struct head h = {.wsi = wsi};
    unsigned char *start = h.bytes + LWS_PRE;
    size_t length = (size_t)(c->body_end - c->body);

    h.at = start;
    h.end = h.bytes + sizeof h.bytes - 1;
    bool good = lws_add_http_header_status(wsi, words->status, &h.at, h.end) == 0;
    if (words->status != HTTP_STATUS_NOT_MODIFIED)
        good = good && lws_add_http_header_content_length(wsi, length, &h.at, h.end) == 0;
    for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++)
        good = good && (!lines[i].value || add(&h, lines[i].name, lines[i].value));
    for (unsigned i = 0; i < sizeof guards / sizeof *guards; i++)
        good = good && add(&h, guards[i].name, guards[i].value);
    if (!good || lws_finalize_write_http_header(wsi, start, &h.at, h.end))
        return -1;
    if (c->bare)
        c->body = c->body_end;
    visitor_does(wsi, VISITOR_TAKES);
    return 0;
}

// False when the connection is broken.
static bool send_chunk(struct lws *wsi, struct connection *c)
{
    unsigned char chunk[LWS_PRE + CHUNK];
    size_t left = (size_t)(c->body_end - c->body);
    size_t count = left < CHUNK ? left : CHUNK;
    bool last = count == left;

    memcpy(chunk + LWS_PRE, c->body, count);
    c->body += count;
    return lws_write(wsi, chunk + LWS_PRE, count, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) >=
           0;
}

// The end of an answer; -1 closes. What nobody has read then would take the answer with it: the system resets the
// connection. So one says that this is all, and waits a while for the other side to close.
static int end_answer(struct lws *wsi, struct connection *c)
{
    if (!c->lingers)
        return -1;
    c->body = NULL;
    shutdown(lws_get_socket_fd(wsi), SHUT_WR);
    visitor_does(wsi, VISITOR_ASKS);
    return 0;
}

// Sends of the body what the socket takes.
static int send_body(struct lws *wsi, struct connection *c)
{
    for (unsigned i = 0; i < CHUNKS_AT_ONCE && c->body != c->body_end; i++) {
        if (lws_send_pipe_choked(wsi))
            break;
        if (!send_chunk(wsi, c))
            return -1;
    }
    if (c->body == c->body_end)
        return end_answer(wsi, c);
    lws_callback_on_writable(wsi);
    return 0;
}

// ---------------------------------------------------------------------------------------------
// The page
// ---------------------------------------------------------------------------------------------

static const struct asset *find_asset(const char *path)
{
    if (!strcmp(path, "/"))
        path = "/index.html";
    for (const struct asset *a = assets; a->path; a++) {
        if (!strcmp(a->path, path))
            return a;
    }
    return NULL;
}

// Whether a list such as "gzip;q=0.8, br" has a word, and not only to refuse it.
static bool accepts(const char *list, const char *word)
{
    size_t length = strlen(word);

    for (const char *at = list; *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ',')) {
        at += strspn(at, " \t");
        if (strncmp(at, word, length) != 0 || !strchr(" \t;,", at[length]))
            continue;
        const char *share = at + length + strspn(at + length, " \t;");
        return strncmp(share, "q=0", 3) != 0 ||
               strspn(share + 3, ".0") != strcspn(share + 3, " \t,");
    }
    return false;
}

static int send_asset(struct lws *wsi, struct connection *c, const struct asset *a)
{
    struct words words = {
        .status = HTTP_STATUS_OK,
        .type = a->type,
        .cache = a->hashed ? "public, max-age=31536000, immutable" : "no-cache",
        .tag = a->tag,
    };
    char accepted[200] = "", known[200] = "";

    lws_hdr_copy(wsi, accepted, sizeof accepted, WSI_TOKEN_HTTP_ACCEPT_ENCODING);
    lws_hdr_copy(wsi, known, sizeof known, WSI_TOKEN_HTTP_IF_NONE_MATCH);
    c->body = a->plain;
    c->body_end = a->plain_end;
    if (a->brotli && accepts(accepted, "br")) {
        c->body = a->brotli;
        c->body_end = a->brotli_end;
        words.encoding = "br";
    } else if (a->gzip && accepts(accepted, "gzip")) {
        c->body = a->gzip;
        c->body_end = a->gzip_end;
        words.encoding = "gzip";
    }
    if (strstr(known, a->tag) || !strcmp(known, "*")) {
        c->body = c->body_end;
        words.type = words.encoding = NULL;
        words.status = HTTP_STATUS_NOT_MODIFIED;
    }
    return send_head(wsi, c, &words);
}

// ---------------------------------------------------------------------------------------------
// Requests
// ---------------------------------------------------------------------------------------------

static void read_token(struct lws *wsi, struct request *r)
{
    static const char bearer[] = "Bearer ";
    char value[64] = "";

    lws_hdr_copy(wsi, value, sizeof value, WSI_TOKEN_HTTP_AUTHORIZATION);
    if (!strncmp(value, bearer, sizeof bearer - 1) &&
        strlen(value) == sizeof bearer - 1 + TOKEN_TEXT - 1)
        memcpy(r->token, value + sizeof bearer - 1, TOKEN_TEXT);
    explicit_bzero(value, sizeof value);
}

// A page of another site could post a form; it cannot send this type without asking first.
static bool is_json(struct lws *wsi)
{
    char type[64] = "";

    lws_hdr_copy(wsi, type, sizeof type, WSI_TOKEN_HTTP_CONTENT_TYPE);
    return !strncmp(type, "application/json", 16);
}

// Whether more bytes follow than those of the body of a POST. Where its end is cannot be known for sure, and what one
// side takes for a body the other must not take for a request.
static bool has_stray_body(struct lws *wsi, unsigned long long bytes)
{
    return lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0 ||
           (bytes > 0 && lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) <= 0);
}

// The length of the body; anything too long or strange is one byte too many.
static unsigned long long body_bytes(struct lws *wsi)
{
    char length[24] = "";
    unsigned long long bytes = 0;

    lws_hdr_copy(wsi, length, sizeof length, WSI_TOKEN_HTTP_CONTENT_LENGTH);
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0 &&
        !text_read_number(length, REQUEST_BODY_MOST, &bytes))
        bytes = REQUEST_BODY_MOST + 1;
    return bytes;
}

// Fills in what the head says. False when it is too long.
static bool read_head(struct server *s, struct lws *wsi, struct request *r, const char *path)
{
    if (lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) > 0)
        r->method = REQUEST_POST;
    else if (lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) <= 0 &&
             lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) <= 0)
        r->method = REQUEST_OTHER;
    serve_address(s, wsi, r->address);
    read_token(wsi, r);
    if (strlen(path) >= sizeof r->path ||
        lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_URI_ARGS) >= (int)sizeof r->query)
        return false;
    memcpy(r->path, path, strlen(path) + 1);
    lws_hdr_copy(wsi, r->query, sizeof r->query, WSI_TOKEN_HTTP_URI_ARGS);
    return true;
}

// Refuses before the body is read; false: it may come.
static bool refuse_early(struct server *s, struct lws *wsi, struct request *r, bool read,
                         unsigned long long bytes)
{
    if (!read)
        request_refuse_with(&s->hub, r, REQUEST_TOO_LONG_PATH, "request.address",
                            "the address is too long");
    else if (bytes > REQUEST_BODY_MOST)
        request_refuse_with(&s->hub, r, REQUEST_TOO_LARGE, "request.bytes",
                            "a request has at most 4096 bytes");
    else if (has_stray_body(wsi, bytes))
        request_refuse_with(&s->hub, r, REQUEST_NO_LENGTH, "request.body",
                            "a body goes with POST and a content length, and with nothing else");
    else if (r->method == REQUEST_POST && serve_foreign(wsi))
        request_refuse_with(&s->hub, r, REQUEST_FORBIDDEN, "request.site",
                            "a page of another site cannot ask this");
    else if (bytes > 0 && !is_json(wsi))
        request_refuse_with(&s->hub, r, REQUEST_BAD, "request.type",
                            "the content type is not application/json");
    return r->answered;
}

static void run(struct server *s, struct connection *c)
{
    c->ran = true;
    request_run(&s->hub, c->request, log_now());
}

// The answer is there: its body goes to the connection, and the request is over.
static int begin_answer(struct server *s, struct lws *wsi, struct connection *c)
{
    struct request *r = c->request;
    const struct words words = {
        .status = r->status, .type = r->type, .cache = "no-store", .allow = r->allow};

    c->request = NULL;
    c->owned = r->answer;
    r->answer = NULL;
    request_close(&s->hub, r);
    if (!c->owned)
        return -1;
    c->body = message_bytes(c->owned);
    c->body_end = c->body + c->owned->length;
    return send_head(wsi, c, &words);
}

// Sends what there is of an answer.
static int answer(struct server *s, struct lws *wsi, struct connection *c)
{
    if (c->awaits || (c->request && !c->request->answered))
        return 0;
    if (c->request && begin_answer(s, wsi, c) != 0)
        return -1;
    return c->body ? send_body(wsi, c) : 0;
}

static int begin_request(struct server *s, struct lws *wsi, struct connection *c, const char *path,
                         bool asset)
{
    struct request *r = request_open(&s->hub, wsi);
    unsigned long long bytes = body_bytes(wsi);

    if (!r)
        return -1;
    c->request = r;
    bool read = read_head(s, wsi, r, path);
    bool stray = has_stray_body(wsi, bytes);
    c->awaits = !stray && bytes > 0 && bytes <= REQUEST_BODY_MOST;
    c->lingers = stray || bytes > REQUEST_BODY_MOST;
    if (refuse_early(s, wsi, r, read, bytes))
        return 0;
    if (asset)
        request_wrong_method(&s->hub, r, true, false);
    else if (bytes == 0)
        run(s, c);
    return 0;
}

static int begin(struct server *s, struct lws *wsi, struct connection *c, const char *path)
{
    const struct asset *a = find_asset(path);
    bool get = lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0;

    if (c->asked)
        return -1;
    c->asked = true;
    c->bare = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;
    visitor_does(wsi, VISITOR_ASKS);
    int failed = a && (get || c->bare) && !has_stray_body(wsi, body_bytes(wsi))
                     ? send_asset(wsi, c, a)
                     : begin_request(s, wsi, c, path, a != NULL);
    // At once, where that can be: whatever came behind the request ends the connection when it is looked at.
    return failed ? failed : answer(s, wsi, c);
}

static int take_body(struct connection *c, const char *in, size_t length)
{
    struct request *r = c->request;

    if (!r || r->answered || length == 0)
        return 0;
    if (r->length + length > REQUEST_BODY_MOST)
        return -1;
    memcpy(r->body + r->length, in, length);
    r->length += length;
    return 0;
}

// The library tells it again when bytes come behind the body, and at once of a body of no bytes.
static int end_body(struct server *s, struct lws *wsi, struct connection *c)
{
    if (c->ended || c->lingers)
        return -1;
    c->ended = true;
    c->awaits = false;
    if (c->request && !c->request->answered && !c->ran) {
        visitor_does(wsi, VISITOR_WAITS);
        run(s, c);
    }
    return answer(s, wsi, c);
}

static void forget(struct server *s, struct connection *c)
{
    if (c->request)
        request_close(&s->hub, c->request);
    c->request = NULL;
    message_drop(c->owned);
    c->owned = NULL;
}

int web_event(struct server *s, struct lws *wsi, enum lws_callback_reasons reason,
              struct connection *c, void *in, size_t length)
{
    if (!c) // whoever connected has gone before asking for anything
        return 0;
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return begin(s, wsi, c, in);
    case LWS_CALLBACK_HTTP_BODY:
        return take_body(c, in, length);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return end_body(s, wsi, c);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return answer(s, wsi, c);
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        forget(s, c);
        return 0;
    default:
        return 0;
    }
}
