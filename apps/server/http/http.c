// SPDX-License-Identifier: MIT
// What is refused and would be tolerated elsewhere: a line that ends with LF alone, control
// characters, folded lines, blanks before the colon, two lines of a header that is one, a Host that
// is none, targets that are no path. Between two readers that differ in one of them a request could
// be hidden (RFC 9112, 11.2).
#include "server/http/http.h"

#include <string.h>
#include <strings.h>

enum { BAD = 400, HEAD_TOO_LARGE = 431, BAD_VERSION = 505, HOST_MOST = 255 };

static bool fail_line(struct http_error *f)
{
    f->status = BAD;
    return error_set(&f->why, "http.line",
                     "the first line of the request is not 'METHOD /address HTTP/1.1'");
}

static bool fail_long(struct http_error *f)
{
    f->status = HEAD_TOO_LARGE;
    return error_set(&f->why, "http.long", "the head of the request is too long");
}

// ---------------------------------------------------------------------------------------------
// Characters
// ---------------------------------------------------------------------------------------------

static bool is_control(unsigned char c)
{
    return (c < 32 && c != '\t') || c == 127;
}

// Of names and methods.
static bool is_token(unsigned char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c && strchr("!#$%&'*+-.^_`|~", c));
}

// Of a host with its port.
static bool is_host(unsigned char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c && strchr("-._~:[]", c));
}

static bool is_target(unsigned char c)
{
    return c > 32 && c < 127 && c != '#';
}

static size_t span(const struct http_part *p, bool fits(unsigned char))
{
    size_t count = 0;

    while (count < p->length && fits((unsigned char)p->at[count]))
        count++;
    return count;
}

// ---------------------------------------------------------------------------------------------
// The end
// ---------------------------------------------------------------------------------------------

size_t http_end(const char *bytes, size_t from, size_t count, struct http_error *error)
{
    error->status = 0;
    // The byte before may have been the first of a pair.
    for (size_t i = from; i < count; i++) {
        unsigned char c = (unsigned char)bytes[i];
        bool ends = i > 0 && bytes[i - 1] == '\r';
        if (ends != (c == '\n') || (c != '\r' && c != '\n' && is_control(c))) {
            error->status = BAD;
            error_set(&error->why, "http.bytes",
                      "the head of the request has bytes that do not belong there");
            return 0;
        }
        if (c == '\n' && i >= 3 && bytes[i - 2] == '\n')
            return i + 1;
    }
    if (count >= HTTP_HEAD_MOST)
        fail_long(error);
    return 0;
}

// ---------------------------------------------------------------------------------------------
// The first line
// ---------------------------------------------------------------------------------------------

static enum http_method read_method(const struct http_part *word)
{
    static const char *const names[] = {"GET", "HEAD", "POST"};

    for (unsigned i = 0; i < HTTP_OTHER; i++) {
        if (word->length == strlen(names[i]) && !memcmp(word->at, names[i], word->length))
            return (enum http_method)i;
    }
    return HTTP_OTHER;
}

// "METHOD /path?query HTTP/1.1", one blank between.
static bool read_first(struct http_part line, struct http_head *h, struct http_error *f)
{
    struct http_part method = {line.at, span(&line, is_token)};

    if (!method.length || method.length == line.length || line.at[method.length] != ' ')
        return fail_line(f);
    h->method = read_method(&method);
    struct http_part rest = {line.at + method.length + 1, line.length - method.length - 1};
    struct http_part target = {rest.at, span(&rest, is_target)};
    rest = (struct http_part){rest.at + target.length, rest.length - target.length};
    if (rest.length != 9 || memcmp(rest.at, " HTTP/", 6) != 0 || rest.at[7] != '.')
        return fail_line(f);
    if (rest.at[6] != '1' || (rest.at[8] != '0' && rest.at[8] != '1')) {
        f->status = BAD_VERSION;
        return error_set(&f->why, "http.version", "this server speaks HTTP/1.1");
    }
    if (!target.length || target.at[0] != '/')
        return fail_line(f);
    h->old = rest.at[8] == '0';
    const char *mark = memchr(target.at, '?', target.length);
    h->path = target;
    if (mark) {
        h->path.length = (size_t)(mark - target.at);
        h->query = (struct http_part){mark + 1, target.length - h->path.length - 1};
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// Headers
// ---------------------------------------------------------------------------------------------

static const char *const names[HTTP_FIELDS] = {
    [HTTP_HOST] = "host",
    [HTTP_CONTENT_LENGTH] = "content-length",
    [HTTP_TRANSFER_ENCODING] = "transfer-encoding",
    [HTTP_CONTENT_TYPE] = "content-type",
    [HTTP_AUTHORIZATION] = "authorization",
    [HTTP_ORIGIN] = "origin",
    [HTTP_EXPECT] = "expect",
    [HTTP_UPGRADE] = "upgrade",
    [HTTP_SOCKET_KEY] = "sec-websocket-key",
    [HTTP_SOCKET_VERSION] = "sec-websocket-version",
    [HTTP_ACCEPT_ENCODING] = "accept-encoding",
    [HTTP_IF_NONE_MATCH] = "if-none-match",
    [HTTP_FORWARDED_FOR] = "x-forwarded-for",
    [HTTP_CONNECTION] = "connection",
    [HTTP_FETCH_MODE] = "sec-fetch-mode",
};

static bool is_blank(unsigned char c)
{
    return c == ' ' || c == '\t';
}

static struct http_part trim(struct http_part p)
{
    while (p.length && is_blank((unsigned char)p.at[0]))
        p = (struct http_part){p.at + 1, p.length - 1};
    while (p.length && is_blank((unsigned char)p.at[p.length - 1]))
        p.length--;
    return p;
}

static bool read_field(struct http_part line, struct http_head *h, struct http_error *f)
{
    struct http_part name = {line.at, span(&line, is_token)};

    f->status = BAD;
    if (!name.length || name.length == line.length || line.at[name.length] != ':')
        return error_set(&f->why, "http.header",
                         "a line of the request's head is not 'name: value'");
    struct http_part value =
        trim((struct http_part){line.at + name.length + 1, line.length - name.length - 1});
    for (unsigned i = 0; i < HTTP_FIELDS; i++) {
        if (!http_is(&name, names[i]))
            continue;
        if (i < HTTP_ONCE && h->fields[i].at)
            return error_set(&f->why, "http.twice:header", "header '%s' stands twice", names[i]);
        h->fields[i] = value;
        if (i == HTTP_CONNECTION && http_lists(&value, "upgrade"))
            h->upgrades = true;
    }
    f->status = 0;
    return true;
}

static bool check_host(const struct http_head *h, struct http_error *f)
{
    const struct http_part *host = &h->fields[HTTP_HOST];
    bool good = host->at ? host->length > 0 && host->length <= HOST_MOST &&
                               span(host, is_host) == host->length
                         : h->old;

    f->status = good ? 0 : BAD;
    return good || error_set(&f->why, "http.host", "the request does not say for which host it is");
}

bool http_read(const char *bytes, size_t count, struct http_head *head, struct http_error *error)
{
    const char *end = bytes + count - 2; // the empty line
    unsigned lines = 0;

    *head = (struct http_head){.method = HTTP_OTHER};
    error->status = 0;
    for (const char *at = bytes; at < end; lines++) {
        const char *next = memchr(at, '\r', (size_t)(end - at));
        struct http_part line = {at, (size_t)((next ? next : end) - at)};
        if (lines > HTTP_LINES_MOST)
            return fail_long(error);
        if (lines ? !read_field(line, head, error) : !read_first(line, head, error))
            return false;
        at += line.length + 2;
    }
    return lines ? check_host(head, error) : fail_line(error);
}

// ---------------------------------------------------------------------------------------------
// Values
// ---------------------------------------------------------------------------------------------

bool http_is(const struct http_part *part, const char *word)
{
    return part->at && part->length == strlen(word) &&
           strncasecmp(part->at, word, part->length) == 0;
}

// Whether what follows a word in a list is "q=0", "q=0.0" and so on.
static bool refuses(struct http_part share)
{
    share = trim(share);
    if (share.length < 3 || strncasecmp(share.at, "q=0", 3) != 0)
        return false;
    for (size_t i = 3; i < share.length; i++) {
        if (share.at[i] != '.' && share.at[i] != '0')
            return false;
    }
    return true;
}

bool http_lists(const struct http_part *list, const char *word)
{
    for (size_t at = 0, end; at < list->length; at = end + 1) {
        const char *comma = memchr(list->at + at, ',', list->length - at);
        end = comma ? (size_t)(comma - list->at) : list->length;
        struct http_part item = trim((struct http_part){list->at + at, end - at});
        const char *semicolon = item.length ? memchr(item.at, ';', item.length) : NULL;
        size_t length = semicolon ? (size_t)(semicolon - item.at) : item.length;
        struct http_part name = trim((struct http_part){item.at, length});
        if (!http_is(&name, word))
            continue;
        return !semicolon || !refuses((struct http_part){semicolon + 1, item.length - length - 1});
    }
    return false;
}

void http_copy(const struct http_part *part, char *to, size_t capacity)
{
    size_t length = part->at && part->length < capacity ? part->length : 0;

    if (length)
        memcpy(to, part->at, length);
    to[length] = 0;
}
