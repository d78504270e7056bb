// SPDX-License-Identifier: MIT
// The reader of WebSocket frames alone: every rule of docs/transport.md and RFC 6455. Every stream
// of frames is read whole, cut at every place, and byte by byte: what is heard is always the same.
// Bytes lie in memory of just their size, so that a sanitizer sees one too many.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/http/frames.h"
#include "tests/unit/subjects.h"

enum { MOST = 300, STREAM = 4096, HEARD = 8192, FINAL = 0x80 };

struct stream {
    unsigned char bytes[STREAM];
    size_t count;
};

// Adds a frame: its first byte, whether it is masked, bytes of its length field (0: as short as can
// be), a length that it tells.
static void add_frame(struct stream *s, unsigned first, bool masked, unsigned field, uint64_t told,
                      const void *payload, size_t count)
{
    static const unsigned char mask[4] = {0x11, 0x82, 0, 0xff};
    unsigned char *at = s->bytes + s->count, *begin = at;

    if (!field)
        field = told < 126 ? 1 : told < 65536 ? 2 : 8;
    *at++ = (unsigned char)first;
    *at++ = (unsigned char)((masked ? 0x80 : 0) | (field == 1 ? told : field == 2 ? 126 : 127));
    for (unsigned i = field; i-- > 0 && field > 1;)
        *at++ = (unsigned char)(told >> (8 * i));
    for (unsigned i = 0; masked && i < 4; i++)
        *at++ = mask[i];
    for (size_t i = 0; i < count; i++)
        *at++ = ((const unsigned char *)payload)[i] ^ (masked ? mask[i % 4] : 0);
    s->count += (size_t)(at - begin);
    assert_true(s->count < sizeof s->bytes);
}

static void add(struct stream *s, unsigned first, const char *text)
{
    add_frame(s, first, true, 0, strlen(text), text, strlen(text));
}

static void add_close(struct stream *s, unsigned code, const char *why)
{
    char payload[128] = {(char)(code >> 8), (char)code};

    for (size_t i = 0; why[i]; i++)
        payload[2 + i] = why[i];
    add_frame(s, FINAL | FRAMES_CLOSE, true, 0, 2 + strlen(why), payload, 2 + strlen(why));
}

// ---------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------

static void note(char heard[HEARD], const struct frames_got *got)
{
    size_t used = strlen(heard);

    if (got->kind == FRAMES_GOT_MESSAGE)
        used += (size_t)snprintf(heard + used, HEARD - used, "message ");
    else if (got->kind == FRAMES_GOT_CONTROL)
        used += (size_t)snprintf(heard + used, HEARD - used, "control %d %u ", (int)got->opcode,
                                 got->status);
    else if (got->kind == FRAMES_GOT_ERROR)
        used +=
            (size_t)snprintf(heard + used, HEARD - used, "fault %u %s\n", got->status, got->why);
    for (size_t i = 0; got->kind != FRAMES_GOT_ERROR && i < got->length; i++)
        used += (size_t)snprintf(heard + used, HEARD - used,
                                 got->bytes[i] > 32 && got->bytes[i] < 127 ? "%c" : "<%02x>",
                                 got->bytes[i]);
    if (got->kind == FRAMES_GOT_MESSAGE || got->kind == FRAMES_GOT_CONTROL)
        snprintf(heard + used, HEARD - used, "\n");
}

// The first `cut` bytes, then `step` at a time, up to a fault.
static void feed(const struct stream *s, size_t cut, size_t step, char heard[HEARD])
{
    struct frames f;
    struct frames_got got = {0};

    heard[0] = 0;
    frames_init(&f, MOST);
    for (size_t at = 0, some = cut; at < s->count && got.kind != FRAMES_GOT_ERROR;
         at += some, some = step) {
        if (some > s->count - at)
            some = s->count - at;
        unsigned char *piece = malloc(some);
        memcpy(piece, s->bytes + at, some);
        for (size_t used = 0; used < some && got.kind != FRAMES_GOT_ERROR;) {
            size_t more = frames_read(&f, piece + used, some - used, &got);
            assert_true(more > 0 && more <= some - used);
            used += more;
            note(heard, &got);
        }
        free(piece);
    }
    frames_clear(&f);
}

static void assert_heard(const char *what, const struct stream *s, const char *expected)
{
    static char heard[HEARD];

    for (size_t cut = 1; cut <= s->count; cut++) {
        feed(s, cut, s->count, heard);
        if (strcmp(heard, expected) != 0)
            fail_msg("%s, cut at %zu of %zu: %s", what, cut, s->count, heard);
    }
    for (size_t step = 1; step < 8; step++) {
        feed(s, step, step, heard);
        if (strcmp(heard, expected) != 0)
            fail_msg("%s, %zu bytes at a time: %s", what, step, heard);
    }
}

static void messages_and_pieces(void **state)
{
    struct stream s = {.count = 0};

    (void)state;
    add(&s, FINAL | FRAMES_TEXT, "one");
    add(&s, FINAL | FRAMES_TEXT, "");
    add(&s, FRAMES_TEXT, "a");
    add(&s, FINAL | FRAMES_PING, "between");
    add(&s, FRAMES_CONTINUATION, "");
    add(&s, FRAMES_CONTINUATION, "bc");
    add(&s, FINAL | FRAMES_PONG, "");
    add(&s, FINAL | FRAMES_CONTINUATION, "d");
    add(&s, FRAMES_TEXT, "");
    add(&s, FINAL | FRAMES_CONTINUATION, "");
    add(&s, FINAL | FRAMES_TEXT, "two");
    assert_heard("pieces", &s,
                 "message one\nmessage \ncontrol 9 1005 between\ncontrol 10 1005 \nmessage abcd\n"
                 "message \nmessage two\n");
}

// A character may be cut by the end of a frame, not by that of a message.
static void characters_and_pieces(void **state)
{
    struct stream s = {.count = 0};

    (void)state;
    add(&s, FRAMES_TEXT, "\xe2");
    add(&s, FRAMES_CONTINUATION, "\x82");
    add(&s, FINAL | FRAMES_CONTINUATION, "\xac");
    add(&s, FINAL | FRAMES_TEXT, "\xf0\x9f\x99\x82");
    assert_heard("a character in pieces", &s, "message <e2><82><ac>\nmessage <f0><9f><99><82>\n");
    s.count = 0;
    add(&s, FRAMES_TEXT, "\xe2");
    add(&s, FINAL | FRAMES_CONTINUATION, "\x82");
    assert_heard("half a character in pieces", &s, "fault 1007 not UTF-8\n");
}

static void lengths(void **state)
{
    static char text[STREAM], expected[HEARD];
    static const size_t fine[] = {0, 1, 125, 126, 127, MOST - 1, MOST};

    (void)state;
    for (unsigned i = 0; i < sizeof fine / sizeof *fine; i++) {
        struct stream s = {.count = 0};
        memset(text, 'x', sizeof text);
        text[fine[i]] = 0;
        add(&s, FINAL | FRAMES_TEXT, text);
        add(&s, FINAL | FRAMES_PING, "y");
        snprintf(expected, sizeof expected, "message %s\ncontrol 9 1005 y\n", text);
        assert_heard("a length", &s, expected);
    }
    // As large as a frame's head can say: refused by its head alone, before any of it has come.
    static const struct {
        unsigned field;
        uint64_t told;
        const char *heard;
    } bad[] = {
        {0, MOST + 1, "fault 1009 too long\n"},   {8, 65536, "fault 1009 too long\n"},
        {8, UINT64_MAX, "fault 1009 too long\n"}, {8, INT64_MAX, "fault 1009 too long\n"},
        {2, 125, "fault 1002 bad length\n"},      {2, 0, "fault 1002 bad length\n"},
        {8, 65535, "fault 1002 bad length\n"},    {8, 5, "fault 1002 bad length\n"},
    };
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct stream s = {.count = 0};
        add_frame(&s, FINAL | FRAMES_TEXT, true, bad[i].field, bad[i].told, "", 0);
        assert_heard("a bad length", &s, bad[i].heard);
    }
}

static void messages_do_not_grow_too_long(void **state)
{
    static char text[MOST + 1], expected[HEARD];
    struct stream s = {.count = 0};

    (void)state;
    memset(text, 'x', MOST - 1);
    add(&s, FRAMES_TEXT, text);
    add(&s, FINAL | FRAMES_CONTINUATION, "y");
    snprintf(expected, sizeof expected, "message %sy\n", text);
    assert_heard("just enough", &s, expected);
    s.count = 0;
    add(&s, FRAMES_TEXT, text);
    add(&s, FRAMES_CONTINUATION, "y");
    add(&s, FINAL | FRAMES_CONTINUATION, "z");
    assert_heard("one too many", &s, "fault 1009 too long\n");
    s.count = 0;
    add(&s, FRAMES_TEXT, "");
    for (unsigned i = 1; i < FRAMES_PIECES_MOST - 1; i++)
        add(&s, FRAMES_CONTINUATION, "");
    add(&s, FINAL | FRAMES_CONTINUATION, "x");
    assert_heard("as many pieces as there may be", &s, "message x\n");
    s.count = 0;
    add(&s, FRAMES_TEXT, "");
    for (unsigned i = 0; i < FRAMES_PIECES_MOST; i++)
        add(&s, FRAMES_CONTINUATION, "");
    assert_heard("too many pieces", &s, "fault 1008 too many pieces\n");
}

// The first byte of a frame, all of them, alone and within a message.
static void every_first_byte(void **state)
{
    (void)state;
    for (unsigned first = 0; first < 256; first++) {
        for (unsigned within = 0; within < 2; within++) {
            struct stream s = {.count = 0};
            unsigned opcode = first & 15;
            const char *expected;
            char fine[64], what[32];
            if (within)
                add(&s, FRAMES_TEXT, "a");
            add(&s, first, "");
            snprintf(fine, sizeof fine, "control %u 1005 \n", opcode);
            if (first & 0x70)
                expected = "fault 1002 reserved bits\n";
            else if (opcode == 2)
                expected = "fault 1003 not text\n";
            else if ((opcode > 2 && opcode < 8) || opcode > 10)
                expected = "fault 1002 unknown opcode\n";
            else if (opcode >= 8)
                expected = first & FINAL ? fine : "fault 1002 bad control frame\n";
            else if ((opcode == 0) != (within == 1))
                expected = "fault 1002 bad continuation\n";
            else
                expected = !(first & FINAL) ? "" : within ? "message a\n" : "message \n";
            snprintf(what, sizeof what, "byte %02x, %u", first, within);
            assert_heard(what, &s, expected);
        }
    }
}

static void masks_are_needed(void **state)
{
    struct stream s = {.count = 0};

    (void)state;
    add_frame(&s, FINAL | FRAMES_TEXT, false, 0, 2, "{}", 2);
    assert_heard("no mask", &s, "fault 1002 not masked\n");
    s.count = 0;
    add_frame(&s, FINAL | FRAMES_PING, false, 0, 0, "", 0);
    assert_heard("a ping without a mask", &s, "fault 1002 not masked\n");
    s.count = 0;
    add(&s, FINAL | FRAMES_TEXT, "fine");
    add_frame(&s, FINAL | FRAMES_TEXT, false, 0, 2, "{}", 2);
    add(&s, FINAL | FRAMES_TEXT, "never read");
    assert_heard("no mask later", &s, "message fine\nfault 1002 not masked\n");
}

static void control_frames_are_short(void **state)
{
    static char text[128], expected[256];
    struct stream s = {.count = 0};

    (void)state;
    memset(text, 'x', FRAMES_CONTROL);
    add(&s, FINAL | FRAMES_PING, text);
    snprintf(expected, sizeof expected, "control 9 1005 %s\n", text);
    assert_heard("a ping", &s, expected);
    s.count = 0;
    text[FRAMES_CONTROL] = 'x';
    add(&s, FINAL | FRAMES_PING, text);
    assert_heard("a long ping", &s, "fault 1002 bad control frame\n");
    s.count = 0;
    add_frame(&s, FINAL | FRAMES_PONG, true, 8, 1, "x", 1);
    assert_heard("a pong with a long length", &s, "fault 1002 bad control frame\n");
}

static void texts_are_utf8(void **state)
{
    static const char *const bad[] = {"\xff",
                                      "\xc0\xaf",
                                      "\xe2\x82",
                                      "\xed\xa0\x80",
                                      "\xf4\x90\x80\x80",
                                      "\xf0\x80\x80\x80",
                                      "\x80",
                                      "a\xc3",
                                      "\xe0\x80\xaf",
                                      "\xf8\x88\x80\x80\x80"};

    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct stream s = {.count = 0};
        add(&s, FINAL | FRAMES_TEXT, bad[i]);
        assert_heard("no UTF-8", &s, "fault 1007 not UTF-8\n");
    }
    struct stream s = {.count = 0};
    add(&s, FINAL | FRAMES_PING, "\xff"); // pings have bytes
    add(&s, FINAL | FRAMES_TEXT, "\xef\xbf\xbf");
    assert_heard("bytes of a ping", &s, "control 9 1005 <ff>\nmessage <ef><bf><bf>\n");
}

// All codes: those that may stand on the wire are told, the others are faults.
static void every_close_code(void **state)
{
    static char heard[HEARD];
    char expected[64];

    (void)state;
    for (unsigned code = 0; code < 65536; code++) {
        struct stream s = {.count = 0};
        bool fine = (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
                    (code >= 3000 && code < 5000);
        add_close(&s, code, "");
        feed(&s, s.count, 1, heard);
        snprintf(expected, sizeof expected, "control 8 %u <%02x>", code, code >> 8);
        if (fine ? strncmp(heard, expected, 15) != 0
                 : strcmp(heard, "fault 1002 bad status\n") != 0)
            fail_msg("code %u: %s", code, heard);
    }
    struct stream s = {.count = 0};
    add(&s, FINAL | FRAMES_CLOSE, "");
    assert_heard("a close that says nothing", &s, "control 8 1005 \n");
    s.count = 0;
    add(&s, FINAL | FRAMES_CLOSE, "\3");
    assert_heard("half a code", &s, "fault 1002 bad status\n");
    s.count = 0;
    add_close(&s, 1001, "bye");
    assert_heard("a close", &s, "control 8 1001 <03><e9>bye\n");
    s.count = 0;
    add_close(&s, 1000, "\xff");
    assert_heard("a close without UTF-8", &s, "fault 1007 not UTF-8\n");
}

// What we write others read: as short a length as can be.
static void heads_are_written(void **state)
{
    static const struct {
        size_t length, head;
        unsigned char bytes[10];
    } cases[] = {
        {0, 2, {0x81, 0}},
        {125, 2, {0x81, 125}},
        {126, 4, {0x81, 126, 0, 126}},
        {65535, 4, {0x81, 126, 0xff, 0xff}},
        {65536, 10, {0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0}},
    };
    unsigned char head[10];

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(frames_write_head(head, FRAMES_TEXT, cases[i].length), cases[i].head);
        assert_memory_equal(head, cases[i].bytes, cases[i].head);
    }
    assert_int_equal(frames_write_head(head, FRAMES_CLOSE, 2), 2);
    assert_true(head[0] == 0x88 && head[1] == 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_and_pieces),
        cmocka_unit_test(characters_and_pieces),
        cmocka_unit_test(lengths),
        cmocka_unit_test(messages_do_not_grow_too_long),
        cmocka_unit_test(every_first_byte),
        cmocka_unit_test(masks_are_needed),
        cmocka_unit_test(control_frames_are_short),
        cmocka_unit_test(texts_are_utf8),
        cmocka_unit_test(every_close_code),
        cmocka_unit_test(heads_are_written),
    };

    return cmocka_run_group_tests_name("frames", tests, NULL, NULL);
}
