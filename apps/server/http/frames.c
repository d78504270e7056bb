// SPDX-License-Identifier: MIT
// Reading goes frame by frame: the head is gathered and judged, then the payload. A message or
// control frame that is there as a whole is handed on where it stands; only what is cut by the end
// of the bytes or comes in pieces is copied, and never more than a message may have.
#include "server/http/frames.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { FINAL = 0x80, RESERVED = 0x70, OPCODE = 0x0f, MASKED = 0x80, LENGTH = 0x7f, CONTROL = 8 };

void frames_init(struct frames *f, size_t most)
{
    *f = (struct frames){.most = most};
}

static void drop_bytes(struct frames_bytes *b)
{
    free(b->bytes);
    *b = (struct frames_bytes){0};
}

void frames_clear(struct frames *f)
{
    drop_bytes(&f->message);
    drop_bytes(&f->control);
}

static void fail(struct frames_got *got, unsigned status, const char *why)
{
    *got = (struct frames_got){.kind = FRAMES_GOT_ERROR, .status = status, .why = why};
}

static enum frames_opcode opcode_of(const struct frames *f)
{
    return (enum frames_opcode)(f->head[0] & OPCODE);
}

static bool is_control(const struct frames *f)
{
    return f->head[0] & CONTROL;
}

// ---------------------------------------------------------------------------------------------
// Heads
// ---------------------------------------------------------------------------------------------

// Bytes of a head of which the first two are there.
static size_t head_length(const struct frames *f)
{
    unsigned length = f->head[1] & LENGTH;

    return 2 + (length == 126 ? 2 : length == 127 ? 8 : 0) + 4;
}

// What the first two bytes tell. False with an error.
static bool judge_kind(const struct frames *f, struct frames_got *got)
{
    enum frames_opcode opcode = opcode_of(f);
    bool final = f->head[0] & FINAL;

    if (f->head[0] & RESERVED)
        fail(got, FRAMES_PROTOCOL, "reserved bits");
    else if (!(f->head[1] & MASKED))
        fail(got, FRAMES_PROTOCOL, "not masked");
    else if (opcode == FRAMES_BINARY)
        fail(got, FRAMES_NOT_TEXT, "not text");
    else if ((opcode > FRAMES_BINARY && opcode < FRAMES_CLOSE) || opcode > FRAMES_PONG)
        fail(got, FRAMES_PROTOCOL, "unknown opcode");
    else if (is_control(f) && (!final || (f->head[1] & LENGTH) > FRAMES_CONTROL))
        fail(got, FRAMES_PROTOCOL, "bad control frame");
    else if (!is_control(f) && (opcode == FRAMES_CONTINUATION) != (f->count > 0))
        fail(got, FRAMES_PROTOCOL, "bad continuation");
    else if (f->count >= FRAMES_PIECES_MOST && !is_control(f))
        fail(got, FRAMES_POLICY, "too many pieces");
    return got->kind != FRAMES_GOT_ERROR;
}

// The length, which must be written as shortly as it can be. False with an error.
static bool judge_length(struct frames *f, struct frames_got *got)
{
    size_t count = head_length(f) - 6;
    uint64_t length = f->head[1] & LENGTH;

    if (count) {
        length = 0;
        for (size_t i = 0; i < count; i++)
            length = length << 8 | f->head[2 + i];
        if (length < 126 || (count == 8 && length < 65536)) {
            fail(got, FRAMES_PROTOCOL, "bad length");
            return false;
        }
    }
    if (!is_control(f) && (length > f->most || f->message.filled + length > f->most)) {
        fail(got, FRAMES_TOO_LONG, "too long");
        return false;
    }
    f->left = length;
    f->at = 0;
    f->count = (uint16_t)(f->count + !is_control(f));
    return true;
}

// Returns how many bytes belong to the head. When it is whole, head_filled is its length.
static size_t read_head(struct frames *f, const unsigned char *bytes, size_t count,
                        struct frames_got *got)
{
    size_t used = 0;

    while (used < count) {
        f->head[f->head_filled++] = bytes[used++];
        if (f->head_filled == 2 && !judge_kind(f, got))
            return used;
        if (f->head_filled >= 2 && f->head_filled == head_length(f)) {
            judge_length(f, got);
            return used;
        }
    }
    return used;
}

static bool head_whole(const struct frames *f)
{
    return f->head_filled >= 2 && f->head_filled == head_length(f);
}

// ---------------------------------------------------------------------------------------------
// Payloads
// ---------------------------------------------------------------------------------------------

static void unmask(struct frames *f, unsigned char *bytes, size_t count)
{
    const unsigned char *mask = f->head + f->head_filled - 4;

    for (size_t i = 0; i < count; i++)
        bytes[i] ^= mask[(f->at + i) % 4];
    f->at = (uint8_t)((f->at + count) % 4);
}

static bool keep_bytes(struct frames_bytes *b, const unsigned char *bytes, size_t count)
{
    if (!count)
        return true;
    unsigned char *longer = realloc(b->bytes, b->filled + count);
    if (!longer)
        return false;
    memcpy(longer + b->filled, bytes, count);
    b->bytes = longer;
    b->filled += count;
    return true;
}

static bool is_utf8(const unsigned char *bytes, size_t count)
{
    return text_utf8((const char *)bytes, count) == count;
}

// Codes that may be on the wire (RFC 6455, 7.4).
static bool is_close_code(unsigned code)
{
    return (code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006) ||
           (code >= 3000 && code <= 4999);
}

static void judge_control(const struct frames *f, struct frames_got *got)
{
    got->kind = FRAMES_GOT_CONTROL;
    got->opcode = opcode_of(f);
    got->status = FRAMES_NO_STATUS;
    if (got->opcode != FRAMES_CLOSE || got->length == 0)
        return;
    if (got->length >= 2)
        got->status = (unsigned)got->bytes[0] << 8 | got->bytes[1];
    if (!is_close_code(got->status))
        fail(got, FRAMES_PROTOCOL, "bad status");
    else if (!is_utf8(got->bytes + 2, got->length - 2))
        fail(got, FRAMES_NOT_UTF8, "not UTF-8");
}

// The frame is whole: `bytes` are the last of its payload. What it completes goes to `got`.
static bool end_frame(struct frames *f, const unsigned char *bytes, size_t count,
                      struct frames_got *got)
{
    bool control = is_control(f), final = f->head[0] & FINAL;
    struct frames_bytes *kept = control ? &f->control : &f->message;

    f->head_filled = 0;
    if ((kept->filled || !final) && !keep_bytes(kept, bytes, count))
        return false;
    if (!final)
        return true;
    got->bytes = kept->filled ? kept->bytes : bytes;
    got->length = kept->filled ? kept->filled : count;
    if (control) {
        judge_control(f, got);
        return true;
    }
    f->count = 0;
    got->kind = FRAMES_GOT_MESSAGE;
    if (!is_utf8(got->bytes, got->length))
        fail(got, FRAMES_NOT_UTF8, "not UTF-8");
    return true;
}

// Returns how many bytes were read of the payload.
static size_t read_payload(struct frames *f, unsigned char *bytes, size_t count,
                           struct frames_got *got)
{
    size_t used = f->left < count ? (size_t)f->left : count;

    unmask(f, bytes, used);
    f->left -= used;
    bool good = f->left ? keep_bytes(is_control(f) ? &f->control : &f->message, bytes, used)
                        : end_frame(f, bytes, used, got);
    if (!good)
        fail(got, FRAMES_POLICY, "no memory");
    return used;
}

size_t frames_read(struct frames *f, unsigned char *bytes, size_t count, struct frames_got *got)
{
    size_t used = 0;

    *got = (struct frames_got){0};
    // What was handed out last time.
    if (!f->count)
        drop_bytes(&f->message);
    if (!f->head_filled || !is_control(f))
        drop_bytes(&f->control);
    while (used < count && got->kind == FRAMES_GOT_NOTHING) {
        if (!head_whole(f))
            used += read_head(f, bytes + used, count - used, got);
        if (head_whole(f) && got->kind == FRAMES_GOT_NOTHING)
            used += read_payload(f, bytes + used, count - used, got);
    }
    return used;
}

size_t frames_write_head(unsigned char head[10], enum frames_opcode opcode, size_t length)
{
    head[0] = (unsigned char)(FINAL | opcode);
    if (length < 126) {
        head[1] = (unsigned char)length;
        return 2;
    }
    size_t bytes = length < 65536 ? 2 : 8;
    head[1] = bytes == 2 ? 126 : 127;
    for (size_t i = 0; i < bytes; i++)
        head[2 + i] = (unsigned char)(length >> (8 * (bytes - 1 - i)));
    return 2 + bytes;
}
