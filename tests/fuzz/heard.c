// SPDX-License-Identifier: MIT
// Reads what the server sends as a strict client would, byte by byte, and says what is not well
// formed. The target of the whole server feeds it; it shares no code with the transport.
#include "tests/fuzz/heard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/jsonread.h"
#include "base/text.h"

static void require(bool held, const char *what)
{
    if (held)
        return;
    fprintf(stderr, "served: %s\n", what);
    abort();
}

void heard_clear(struct heard *h)
{
    free(h->bytes);
    *h = (struct heard){0};
}

static void keep(struct heard *h, const unsigned char *bytes, size_t count)
{
    if (h->filled + count > h->capacity) {
        h->capacity = (h->filled + count) * 2;
        h->bytes = realloc(h->bytes, h->capacity);
    }
    memcpy(h->bytes + h->filled, bytes, count);
    h->filled += count;
}

static void drop(struct heard *h, size_t count)
{
    memmove(h->bytes, h->bytes + count, h->filled - count);
    h->filled -= count;
}

// ---------------------------------------------------------------------------------------------
// HTTP
// ---------------------------------------------------------------------------------------------

static void check_lines(const char *head, size_t length)
{
    size_t start = 0;

    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)head[i];
        require(c == '\r' || c == '\n' || (c >= 32 && c < 127), "a byte in an answer's head");
        require((c == '\n') == (i > 0 && head[i - 1] == '\r'), "a line end in an answer's head");
        if (c != '\n')
            continue;
        const char *colon = memchr(head + start, ':', i - start);
        require(start == 0 || i - start == 1 || (colon && colon[1] == ' '), "a header's form");
        start = i + 1;
    }
}

// The value of a header that may stand once, or NULL.
static const char *header(const char *head, const char *name)
{
    char wanted[40];

    snprintf(wanted, sizeof wanted, "\r\n%s: ", name);
    const char *at = strcasestr(head, wanted);
    require(!at || !strcasestr(at + strlen(wanted), wanted), "a header of an answer stands twice");
    return at ? at + strlen(wanted) : NULL;
}

static void begin_body(struct heard *h, const char *head)
{
    const char *length = header(head, "content-length"), *type = header(head, "content-type");
    char *end = NULL;

    require((length != NULL) == (h->status != 304), "an answer without a length");
    require(!header(head, "transfer-encoding"), "chunks");
    const char *connection = header(head, "connection");
    require(connection && (!strncmp(connection, "close\r", 6) || h->status == 426),
            "an answer that does not close");
    h->body = length ? strtoul(length, &end, 10) : 0;
    require(!length || *end == '\r', "a length that is none");
    h->json = type && !strncmp(type, "application/json", 16);
    if (h->bare)
        h->body = 0;
    h->part = h->body ? HEARD_BODY : HEARD_END;
}

// A head that is there as a whole.
static void take_head(struct heard *h, size_t length)
{
    char *head = strndup((const char *)h->bytes, length);

    check_lines(head, length);
    require(!strncmp(head, "HTTP/1.1 ", 9) && head[12] == ' ' && head[13] > ' ', "a status line");
    h->status = (int)strtol(head + 9, NULL, 10);
    require(h->status == 100 || h->status == 101 || (h->status >= 200 && h->status < 506),
            "a status");
    if (h->status == 101) {
        require(header(head, "sec-websocket-accept") != NULL, "a handshake");
        h->part = HEARD_FRAMES;
    } else if (h->status != 100) {
        begin_body(h, head);
    }
    free(head);
    drop(h, length);
}

static void learn(const struct json_token *root, struct heard_words *words)
{
    char word[HEARD_WORD];

    if (json_read_string(json_read_member(root, "game"), word, sizeof word))
        memcpy(words->game, word, sizeof word);
    if (json_read_string(json_read_member(root, "token"), word, sizeof word)) {
        memmove(words->tokens[1], words->tokens[0], sizeof words->tokens - sizeof word);
        memcpy(words->tokens[0], word, sizeof word);
    }
}

// A text of JSON. `learned` may be NULL.
static void check_json(const unsigned char *bytes, size_t count, struct heard_words *learned)
{
    struct error e;
    const struct json_token *root = json_read_new((const char *)bytes, count, &e);

    require(json_read_kind(root, JSON_OBJECT), "JSON that is none");
    if (learned)
        learn(root, learned);
    json_read_free(root);
}

static void take_body(struct heard *h, struct heard_words *words)
{
    if (h->filled < h->body)
        return;
    if (h->json)
        check_json(h->bytes, h->body, words);
    drop(h, h->body);
    h->part = HEARD_END;
}

// ---------------------------------------------------------------------------------------------
// Frames
// ---------------------------------------------------------------------------------------------

// The length that a frame's head tells, and of the head; false when it is not there yet.
static bool measure(const struct heard *h, size_t *head, size_t *length)
{
    if (h->filled < 2)
        return false;
    *length = h->bytes[1];
    require(*length < 128, "a mask on a frame of the server");
    *head = *length == 126 ? 4 : *length == 127 ? 10 : 2;
    if (h->filled < *head)
        return false;
    if (*head > 2) {
        *length = 0;
        for (size_t i = 2; i < *head; i++)
            *length = *length << 8 | h->bytes[i];
        require(*length >= (*head == 4 ? 126u : 65536u), "a frame's length that is too long");
    }
    return h->filled >= *head + *length;
}

static void take_frames(struct heard *h)
{
    size_t head, length;

    while (h->part == HEARD_FRAMES && measure(h, &head, &length)) {
        unsigned opcode = h->bytes[0] & 15;
        const unsigned char *payload = h->bytes + head;
        require((h->bytes[0] & 0xf0) == 0x80, "a frame that is not whole");
        require(opcode == 1 || (opcode >= 8 && opcode <= 10 && length < 126), "a frame's kind");
        if (opcode == 1) {
            check_json(payload, length, NULL);
            h->texts++;
        } else if (opcode == 8) {
            require(length != 1 && (length == 0 || (payload[0] << 8 | payload[1]) >= 1000),
                    "a close frame's status");
            h->part = HEARD_END;
        }
        drop(h, head + length);
    }
}

void heard_take(struct heard *h, const unsigned char *bytes, size_t count,
                struct heard_words *words)
{
    keep(h, bytes, count);
    while (h->part == HEARD_HEAD) {
        const unsigned char *end = memmem(h->bytes, h->filled, "\r\n\r\n", 4);
        require(end || h->filled < 4096, "a head without end");
        if (!end)
            return;
        take_head(h, (size_t)(end - h->bytes) + 4);
    }
    if (h->part == HEARD_BODY)
        take_body(h, words);
    if (h->part == HEARD_FRAMES)
        take_frames(h);
    require(h->part != HEARD_END || h->filled == 0, "something behind the end");
}
