// SPDX-License-Identifier: MIT
// The reader of HTTP heads alone: every rule of docs/transport.md. Every head is read whole, cut at
// every place, and byte by byte: the outcome is always the same. Bytes lie in memory of just their
// size, so that a sanitizer sees one too many.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "server/http/http.h"
#include "tests/unit/subjects.h"

enum { LINE = 512, ALL_CUTS = 1500, STRIDE = 61 };

// What came of some bytes, as a text that can be compared.
struct outcome {
    int status; // 0: it was read, or waits for more
    bool whole;
    size_t end;
    char why[320];
    char read[4096];
};

static void note(struct outcome *o, const char *name, const struct http_part *part)
{
    size_t used = strlen(o->read);

    snprintf(o->read + used, sizeof o->read - used, "%s=%s%.*s|", name, part->at ? "" : "none",
             (int)part->length, part->at ? part->at : "");
}

static void event_head(struct outcome *o, const struct http_head *h)
{
    snprintf(o->read, sizeof o->read, "%d %d %d|", (int)h->method, h->old, h->upgrades);
    note(o, "path", &h->path);
    note(o, "query", &h->query);
    for (unsigned i = 0; i < HTTP_FIELDS; i++) {
        char number[12];
        snprintf(number, sizeof number, "%u", i);
        note(o, number, &h->fields[i]);
    }
}

// As a connection does it: the first `cut` bytes, then `step` at a time, into memory that grows.
static struct outcome feed(const char *bytes, size_t count, size_t cut, size_t step)
{
    struct outcome o = {.whole = false};
    struct http_error fault = {0};
    struct http_head head;
    char *kept = NULL;
    size_t filled = 0;

    while (filled < count && !o.end && !fault.status) {
        size_t some = filled ? step : cut, before = filled;
        if (some > count - filled)
            some = count - filled;
        if (some > HTTP_HEAD_MOST - filled)
            some = HTTP_HEAD_MOST - filled;
        char *longer = malloc(filled + some);
        if (filled)
            memcpy(longer, kept, filled);
        memcpy(longer + filled, bytes + filled, some);
        free(kept);
        kept = longer;
        filled += some;
        o.end = http_end(kept, before, filled, &fault);
    }
    if (o.end && (o.whole = http_read(kept, o.end, &head, &fault)))
        event_head(&o, &head);
    o.status = fault.status;
    if (fault.status)
        snprintf(o.why, sizeof o.why, "%s", fault.why.message.text);
    free(kept);
    return o;
}

static void assert_same(const struct outcome *a, const struct outcome *b, const char *bytes)
{
    // Where bytes are at fault in the middle, how much has come before depends on the pieces;
    // nothing else does.
    if (a->status != b->status || a->whole != b->whole || a->end != b->end ||
        strcmp(a->why, b->why) != 0 || strcmp(a->read, b->read) != 0)
        fail_msg("%.80s: %d '%s' %s, in pieces %d '%s' %s", bytes, a->status, a->why, a->read,
                 b->status, b->why, b->read);
}

static struct outcome read_every_way(const char *bytes, size_t count)
{
    struct outcome o = feed(bytes, count, count, count), other = feed(bytes, count, 1, 1);
    size_t step = count <= ALL_CUTS ? 1 : STRIDE;

    assert_same(&o, &other, bytes);
    for (size_t cut = 1; cut < count; cut += step) {
        other = feed(bytes, count, cut, count);
        assert_same(&o, &other, bytes);
    }
    return o;
}

// ---------------------------------------------------------------------------------------------
// What is refused
// ---------------------------------------------------------------------------------------------

#define HOST       "Host: x\r\n"
#define WITH(line) "GET / HTTP/1.1\r\n" HOST line "\r\n\r\n"

static const struct {
    const char *what, *bytes;
    int status;
    const char *why; // part of the sentence
} refused[] = {
    {"a bare LF", "GET / HTTP/1.1\n" HOST "\n", 400, "bytes"},
    {"a bare LF after a header", "GET / HTTP/1.1\r\nHost: x\nX: y\r\n\r\n", 400, "bytes"},
    {"a bare CR", "GET / HTTP/1.1\r\nHost: x\rX: y\r\n\r\n", 400, "bytes"},
    {"two CRs", "GET / HTTP/1.1\r\r\n" HOST "\r\n", 400, "bytes"},
    {"a CR at the end of the head", "GET / HTTP/1.1\r\n" HOST "\r\r\n", 400, "bytes"},
    {"an LF as the first byte", "\nGET / HTTP/1.1\r\n" HOST "\r\n", 400, "bytes"},
    {"a vertical tab", WITH("X: \v"), 400, "bytes"},
    {"a DEL", WITH("X: \x7f"), 400, "bytes"},
    {"TLS", "\x16\x03\x01\x02", 400, "bytes"},
    {"two hosts", WITH("Host: y"), 400, "'host' stands twice"},
    {"the same host twice", WITH(HOST), 400, "'host' stands twice"},
    {"two lengths", WITH("Content-Length: 5\r\ncontent-LENGTH: 6"), 400, "'content-length'"},
    {"the same length twice", WITH("Content-Length: 5\r\nContent-Length: 5"), 400, "twice"},
    {"two encodings", WITH("Transfer-Encoding: a\r\nTransfer-Encoding: b"), 400, "twice"},
    {"two upgrades", WITH("Upgrade: websocket\r\nUpgrade: h2c"), 400, "'upgrade' stands twice"},
    {"two tokens", WITH("Authorization: a\r\nAuthorization: b"), 400, "twice"},
    {"two origins", WITH("Origin: a\r\nOrigin: b"), 400, "twice"},
    {"two keys", WITH("Sec-WebSocket-Key: a\r\nSec-WebSocket-Key: b"), 400, "twice"},
    {"no host", "GET / HTTP/1.1\r\nX: y\r\n\r\n", 400, "host"},
    {"an empty host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", 400, "host"},
    {"a host with a path", "GET / HTTP/1.1\r\nHost: x/y\r\n\r\n", 400, "host"},
    {"a host with a blank", "GET / HTTP/1.1\r\nHost: x y\r\n\r\n", 400, "host"},
    {"a host with a name", "GET / HTTP/1.1\r\nHost: a@x\r\n\r\n", 400, "host"},
    {"a blank before the colon", WITH("Transfer-Encoding : chunked"), 400, "name: value"},
    {"a tab before the colon", WITH("Content-Length\t: 5"), 400, "name: value"},
    {"a folded line", WITH("X: y\r\n Transfer-Encoding: chunked"), 400, "name: value"},
    {"a line folded by a tab", WITH("X: y\r\n\tz"), 400, "name: value"},
    {"a folded first line", "GET / HTTP/1.1\r\n " HOST "\r\n", 400, "name: value"},
    {"a header without a name", WITH(": x"), 400, "name: value"},
    {"a header without a colon", WITH("chunked"), 400, "name: value"},
    {"a name beyond ASCII", WITH("Content-L\xe4ngth: 5"), 400, "name: value"},
    {"a name in brackets", WITH("(x): 5"), 400, "name: value"},
    {"nothing", "\r\n\r\n", 400, "first line"},
    {"an empty line before", "\r\nGET / HTTP/1.1\r\n" HOST "\r\n", 400, "first line"},
    {"two blanks", "GET  / HTTP/1.1\r\n" HOST "\r\n", 400, "first line"},
    {"two blanks behind", "GET /  HTTP/1.1\r\n" HOST "\r\n", 400, "first line"},
    {"a tab as a blank", "GET\t/\tHTTP/1.1\r\n" HOST "\r\n", 400, "first line"},
    {"a blank before", " GET / HTTP/1.1\r\n" HOST "\r\n", 400, "first line"},
    {"a blank at the end", "GET / HTTP/1.1 \r\n" HOST "\r\n", 400, "first line"},
    {"no version", "GET /\r\n" HOST "\r\n", 400, "first line"},
    {"no target", "GET HTTP/1.1\r\n" HOST "\r\n", 400, "first line"},
    {"no method", "/ HTTP/1.1\r\n" HOST "\r\n", 400, "first line"},
    {"a method that is none", "G(T / HTTP/1.1\r\n" HOST "\r\n", 400, "first line"},
    {"a method alone", "GET\r\n" HOST "\r\n", 400, "first line"},
    {"a version in small letters", "GET / http/1.1\r\n" HOST "\r\n", 400, "first line"},
    {"a long version", "GET / HTTP/1.10\r\n" HOST "\r\n", 400, "first line"},
    {"a version without a point", "GET / HTTP/111\r\n" HOST "\r\n", 400, "first line"},
    {"an address that is whole", "GET http://x/ HTTP/1.1\r\n" HOST "\r\n", 400, "first line"},
    {"an authority", "CONNECT x:80 HTTP/1.1\r\n" HOST "\r\n", 400, "first line"},
    {"an asterisk", "OPTIONS * HTTP/1.1\r\n" HOST "\r\n", 400, "first line"},
    {"a fragment", "GET /#x HTTP/1.1\r\n" HOST "\r\n", 400, "first line"},
    {"an address beyond ASCII", "GET /\xc3\xa4 HTTP/1.1\r\n" HOST "\r\n", 400, "first line"},
    {"version 1.2", "GET / HTTP/1.2\r\n" HOST "\r\n", 505, "HTTP/1.1"},
    {"version 2.0", "PRI / HTTP/2.0\r\n" HOST "\r\n", 505, "HTTP/1.1"},
    {"version 0.9", "GET / HTTP/0.9\r\n" HOST "\r\n", 505, "HTTP/1.1"},
};

static void strange_heads_are_refused(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct outcome o = read_every_way(refused[i].bytes, strlen(refused[i].bytes));
        if (o.status != refused[i].status || !strstr(o.why, refused[i].why))
            fail_msg("%s: %d '%s'", refused[i].what, o.status, o.why);
    }
}

// Any byte at any place of a head: control characters are refused wherever they stand; nothing is
// read past its end.
static void every_byte_everywhere(void **state)
{
    static const char fine[] = "GET /a?b HTTP/1.1\r\nHost: x\r\nA: b\r\n\r\n";
    char bytes[sizeof fine];
    size_t count = sizeof fine - 1;

    (void)state;
    for (size_t at = 0; at < count; at++) {
        for (int value = 0; value < 256; value++) {
            memcpy(bytes, fine, sizeof fine);
            bytes[at] = (char)value;
            struct outcome o = feed(bytes, count, count, count), other = feed(bytes, count, 1, 1);
            assert_same(&o, &other, bytes);
            bool control = (value < 32 && value != '\t') || value == 127;
            if (control && value != fine[at] && o.status != 400)
                fail_msg("byte %d at %zu is not refused", value, at);
        }
    }
}

// ---------------------------------------------------------------------------------------------
// What is read
// ---------------------------------------------------------------------------------------------

static struct http_head head_of(const char *bytes)
{
    struct http_error fault;
    struct http_head head;
    size_t end = http_end(bytes, 0, strlen(bytes), &fault);

    assert_int_equal(fault.status, 0);
    assert_true(end > 0);
    assert_true(http_read(bytes, end, &head, &fault));
    struct outcome o = read_every_way(bytes, strlen(bytes));
    assert_true(o.whole && o.end == end);
    return head;
}

static void assert_part(const struct http_part *part, const char *text)
{
    char copy[LINE];

    http_copy(part, copy, sizeof copy);
    assert_string_equal(copy, text);
}

static void good_heads_are_read(void **state)
{
    (void)state;
    struct http_head h = head_of("GET /a/b?c=d?e HTTP/1.1\r\nhOST:\t x:80 \t\r\nX:\r\n\r\n");
    assert_int_equal(h.method, HTTP_GET);
    assert_false(h.old);
    assert_part(&h.path, "/a/b");
    assert_part(&h.query, "c=d?e");
    assert_part(&h.fields[HTTP_HOST], "x:80");
    h = head_of("HEAD / HTTP/1.0\r\n\r\n");
    assert_true(h.method == HTTP_HEAD && h.old && !h.query.at && !h.fields[HTTP_HOST].at);
    h = head_of(
        "POST /? HTTP/1.1\r\nHost: [::1]:8\r\nContent-Length: 15\r\nExpect: 100-continue\r\n\r\n");
    assert_true(h.method == HTTP_POST && h.query.at && h.query.length == 0);
    assert_part(&h.fields[HTTP_CONTENT_LENGTH], "15");
    h = head_of("get / HTTP/1.1\r\nHost: x\r\n\r\n"); // methods have a case
    assert_int_equal(h.method, HTTP_OTHER);
    h = head_of("GETT / HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_int_equal(h.method, HTTP_OTHER);
    h = head_of(WITH("Transfer-Encoding: chunked")); // whoever reads the head refuses it
    assert_part(&h.fields[HTTP_TRANSFER_ENCODING], "chunked");
    h = head_of(WITH("X-Forwarded-For: a\r\nX-Forwarded-For: b, c"));
    assert_part(&h.fields[HTTP_FORWARDED_FOR], "b, c");
    h = head_of(WITH("Connection: keep-alive, Upgrade\r\nConnection: x\r\nUpgrade: websocket"));
    assert_true(h.upgrades && http_is(&h.fields[HTTP_UPGRADE], "WebSocket"));
    h = head_of(WITH("Connection: upgraded"));
    assert_false(h.upgrades);
    h = head_of(WITH("X: \xc3\xbc"));
}

// What stands behind a head is not looked at, whatever it is.
static void what_follows_is_not_read(void **state)
{
    static const char first[] = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
    static const char *const behind[] = {"GET /second HTTP/1.1\r\nHost: x\r\n\r\n", "\n",
                                         "\r\n\r\n", "\x16"};

    (void)state;
    for (unsigned i = 0; i < sizeof behind / sizeof *behind; i++) {
        char bytes[LINE];
        snprintf(bytes, sizeof bytes, "%s%s", first, behind[i]);
        struct outcome o = read_every_way(bytes, strlen(bytes));
        assert_true(o.whole);
        assert_int_equal(o.end, sizeof first - 1);
        assert_null(strstr(o.read, "second"));
    }
}

// Half a head is neither a fault nor a head.
static void half_a_head_waits(void **state)
{
    static const char whole[] = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

    (void)state;
    for (size_t count = 1; count < sizeof whole - 1; count++) {
        struct outcome o = feed(whole, count, count, 1);
        assert_true(!o.whole && !o.status && !o.end);
    }
}

// ---------------------------------------------------------------------------------------------
// Limits
// ---------------------------------------------------------------------------------------------

// A head of so many headers, the last of them so long that it has so many bytes, unless that is 0.
static char *long_head(size_t bytes, unsigned lines, size_t *count)
{
    struct text t;
    char *head = malloc(HTTP_HEAD_MOST * 2);

    text_init(&t, head, HTTP_HEAD_MOST * 2);
    text_add(&t, "GET / HTTP/1.1\r\nHost: x");
    for (unsigned i = 1; i < lines; i++)
        text_add(&t, "\r\nX: y");
    if (bytes)
        text_add(&t, "\r\nX: ");
    while (t.length + 4 < bytes)
        text_char(&t, 'y');
    text_add(&t, "\r\n\r\n");
    *count = t.length;
    return head;
}

static void heads_have_limits(void **state)
{
    static const struct {
        size_t bytes;
        unsigned lines;
        int status;
    } cases[] = {{HTTP_HEAD_MOST, 1, 0},
                 {HTTP_HEAD_MOST + 1, 1, 431},
                 {HTTP_HEAD_MOST * 2 - 8, 1, 431},
                 {0, HTTP_LINES_MOST, 0},
                 {0, HTTP_LINES_MOST + 1, 431}};
    size_t count;

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *head = long_head(cases[i].bytes, cases[i].lines, &count);
        struct outcome o = read_every_way(head, count);
        if (o.status != cases[i].status || o.whole != (cases[i].status == 0))
            fail_msg("%zu bytes, %u headers: %d %s", cases[i].bytes, cases[i].lines, o.status,
                     o.why);
        free(head);
    }
}

// ---------------------------------------------------------------------------------------------
// Values
// ---------------------------------------------------------------------------------------------

static void lists_are_read(void **state)
{
    static const struct {
        const char *list, *word;
        bool has;
    } cases[] = {
        {"gzip, br", "br", true},   {"gzip;q=0.8, BR ; q=1", "br", true},
        {"br;q=0", "br", false},    {"br;q=0.000, gzip", "br", false},
        {"br;q=0.001", "br", true}, {"brotli", "br", false},
        {"", "br", false},          {",,br", "br", true},
        {"x-br", "br", false},      {"br ;q=0", "br", false},
        {"br; Q=0", "br", false},   {"br;", "br", true},
    };
    const struct http_part none = {NULL, 0};

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t length = strlen(cases[i].list);
        char *exact = malloc(length + !length);
        memcpy(exact, cases[i].list, length);
        const struct http_part list = {exact, length};
        if (http_lists(&list, cases[i].word) != cases[i].has)
            fail_msg("'%s' and %s", cases[i].list, cases[i].word);
        free(exact);
    }
    assert_false(http_lists(&none, "br") || http_is(&none, ""));
}

static void texts_are_copied_whole_or_not(void **state)
{
    const struct http_part part = {"abc", 3}, none = {NULL, 0};
    char to[4];

    (void)state;
    http_copy(&part, to, 4);
    assert_string_equal(to, "abc");
    http_copy(&part, to, 3);
    assert_string_equal(to, "");
    http_copy(&none, to, 1);
    assert_string_equal(to, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strange_heads_are_refused),
        cmocka_unit_test(every_byte_everywhere),
        cmocka_unit_test(good_heads_are_read),
        cmocka_unit_test(what_follows_is_not_read),
        cmocka_unit_test(half_a_head_waits),
        cmocka_unit_test(heads_have_limits),
        cmocka_unit_test(lists_are_read),
        cmocka_unit_test(texts_are_copied_whole_or_not),
    };

    return cmocka_run_group_tests_name("http", tests, NULL, NULL);
}
