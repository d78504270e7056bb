// SPDX-License-Identifier: MIT
// HTTP: the page's files and the requests of docs/api.md.
#include <string.h>

#include "server/log.h"
#include "server/serveparts.h"

enum { CHUNK = 16 * 1024, HEADERS = 2048 };

// ---------------------------------------------------------------------------------------------
// Headers and bodies
// ---------------------------------------------------------------------------------------------

static const struct {
    const char *name, *value;
} guards[] = {
    {"content-security-policy:",
     "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
     "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
     "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"cross-origin-opener-policy:", "same-origin"},
    {"cross-origin-embedder-policy:", "require-corp"},
    {"cross-origin-resource-policy:", "same-origin"},
    {"x-content-type-options:", "nosniff"},
    {"referrer-policy:", "no-referrer"},
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

// Sends the head; the body follows when the socket takes it.
static int send_head(struct lws *wsi, struct connection *c, unsigned status, const char *type,
                     const char *cache, const char *encoding, const char *tag)
{
    struct head h = {.wsi = wsi};
    unsigned char *start = h.bytes + LWS_PRE;
    size_t length = (size_t)(c->body_end - c->body);

    h.at = start;
    h.end = h.bytes + sizeof h.bytes - 1;
    bool good = lws_add_http_header_status(wsi, status, &h.at, h.end) == 0 &&
                lws_add_http_header_content_length(wsi, length, &h.at, h.end) == 0;
    if (status != HTTP_STATUS_NOT_MODIFIED)
        good = good && add(&h, "content-type:", type);
    good = good && add(&h, "cache-control:", cache);
    if (encoding)
        good = good && add(&h, "content-encoding:", encoding);
    if (tag)
        good = good && add(&h, "etag:", tag) && add(&h, "vary:", "accept-encoding");
    for (unsigned i = 0; i < sizeof guards / sizeof *guards; i++)
        good = good && add(&h, guards[i].name, guards[i].value);
    if (!good || lws_finalize_write_http_header(wsi, start, &h.at, h.end))
        return -1;
    lws_callback_on_writable(wsi);
    return 0;
}

static int send_body(struct lws *wsi, struct connection *c)
{
    unsigned char chunk[LWS_PRE + CHUNK];
    size_t left = (size_t)(c->body_end - c->body);
    size_t count = left < CHUNK ? left : CHUNK;

    if (count)
        memcpy(chunk + LWS_PRE, c->body, count);
    c->body += count;
    bool last = c->body == c->body_end;
    if (lws_write(wsi, chunk + LWS_PRE, count, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < 0)
        return -1;
    if (!last) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    parcel_drop(c->owned);
    c->owned = NULL;
    c->body = c->body_end = NULL;
    return lws_http_transaction_completed(wsi) ? -1 : 0;
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

static int send_asset(struct lws *wsi, struct connection *c, const struct asset *a)
{
    const char *cache = a->hashed ? "public, max-age=31536000, immutable" : "no-cache";
    const char *encoding = NULL;
    char accepted[100] = "", known[100] = "";
    unsigned status = HTTP_STATUS_OK;

    lws_hdr_copy(wsi, accepted, sizeof accepted, WSI_TOKEN_HTTP_ACCEPT_ENCODING);
    lws_hdr_copy(wsi, known, sizeof known, WSI_TOKEN_HTTP_IF_NONE_MATCH);
    c->body = a->plain;
    c->body_end = a->plain_end;
    if (a->brotli && strstr(accepted, "br")) {
        c->body = a->brotli;
        c->body_end = a->brotli_end;
        encoding = "br";
    } else if (a->gzip && strstr(accepted, "gzip")) {
        c->body = a->gzip;
        c->body_end = a->gzip_end;
        encoding = "gzip";
    }
    if (strstr(known, a->tag)) {
        c->body = c->body_end;
        encoding = NULL;
        status = HTTP_STATUS_NOT_MODIFIED;
    }
    return send_head(wsi, c, status, a->type, cache, encoding, a->tag);
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

static int begin_request(struct server *s, struct lws *wsi, struct connection *c, const char *path)
{
    struct request *r = request_open(&s->hub, wsi);
    char length[24] = "";

    if (!r || strlen(path) >= sizeof r->path) {
        if (r)
            request_close(&s->hub, r);
        return -1;
    }
    c->request = r;
    memcpy(r->path, path, strlen(path) + 1);
    r->post = lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) > 0;
    lws_hdr_copy(wsi, r->query, sizeof r->query, WSI_TOKEN_HTTP_URI_ARGS);
    lws_hdr_copy(wsi, length, sizeof length, WSI_TOKEN_HTTP_CONTENT_LENGTH);
    serve_address(s, wsi, r->address);
    read_token(wsi, r);
    unsigned long long bytes = 0;
    if (length[0] && !text_read_number(length, REQUEST_BODY_MOST, &bytes)) {
        request_refuse(&s->hub, r, REQUEST_TOO_LARGE, "a request has at most 4096 bytes");
    } else if (r->post && serve_foreign(wsi)) {
        request_refuse(&s->hub, r, REQUEST_FORBIDDEN, "a page of another site cannot ask this");
    } else if (r->post && bytes > 0 && !is_json(wsi)) {
        request_refuse(&s->hub, r, REQUEST_BAD, "the content type is not application/json");
    } else if (!r->post || bytes == 0) {
        request_run(&s->hub, r, log_now());
    }
    return 0;
}

static int begin(struct server *s, struct lws *wsi, struct connection *c, const char *path)
{
    const struct asset *a = NULL;

    if (lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0)
        a = find_asset(path);
    else if (lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) <= 0)
        return -1;
    return a ? send_asset(wsi, c, a) : begin_request(s, wsi, c, path);
}

static int take_body(struct connection *c, const char *in, size_t length)
{
    struct request *r = c->request;

    if (!r || r->answered)
        return 0;
    if (r->length + length > REQUEST_BODY_MOST)
        return -1;
    memcpy(r->body + r->length, in, length);
    r->length += length;
    return 0;
}

// The answer is there: its body goes to the connection, and the request is over.
static int answer(struct server *s, struct lws *wsi, struct connection *c)
{
    struct request *r = c->request;
    unsigned status = r->status;
    const char *type = r->type;

    c->request = NULL;
    c->owned = r->answer;
    r->answer = NULL;
    request_close(&s->hub, r);
    if (!c->owned)
        return -1;
    c->body = parcel_bytes(c->owned);
    c->body_end = c->body + c->owned->length;
    return send_head(wsi, c, status, type, "no-store", NULL, NULL);
}

static void forget(struct server *s, struct connection *c)
{
    if (c->request)
        request_close(&s->hub, c->request);
    c->request = NULL;
    parcel_drop(c->owned);
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
        if (c->request && !c->request->answered)
            request_run(&s->hub, c->request, log_now());
        return 0;
    case LWS_CALLBACK_HTTP_WRITEABLE:
        if (c->request && c->request->answered)
            return answer(s, wsi, c);
        return c->body ? send_body(wsi, c) : 0;
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        forget(s, c);
        return 0;
    default:
        return 0;
    }
}
