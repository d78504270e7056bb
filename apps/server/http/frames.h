// SPDX-License-Identifier: MIT
// WebSocket frames (RFC 6455) as a server reads and writes them: masked ones in, without
// extensions, text only; messages may come in pieces, with control frames between. Pure: bytes in,
// messages out. What does not belong there is an error, after which nothing is read any more.
#ifndef ABAX_SERVER_HTTP_FRAMES_H
#define ABAX_SERVER_HTTP_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FRAMES_HEAD = 14,         // most bytes before a payload
    FRAMES_CONTROL = 125,     // most bytes of a control frame's payload
    FRAMES_PIECES_MOST = 256, // of one message: empty ones cost time and no bytes
};

enum frames_opcode {
    FRAMES_CONTINUATION = 0,
    FRAMES_TEXT = 1,
    FRAMES_BINARY = 2,
    FRAMES_CLOSE = 8,
    FRAMES_PING = 9,
    FRAMES_PONG = 10,
};

enum frames_status {
    FRAMES_NORMAL = 1000,
    FRAMES_AWAY = 1001, // the server ends
    FRAMES_PROTOCOL = 1002,
    FRAMES_NOT_TEXT = 1003,
    FRAMES_NO_STATUS = 1005,
    FRAMES_NOT_UTF8 = 1007,
    FRAMES_POLICY = 1008,
    FRAMES_TOO_LONG = 1009,
};

struct frames {
    size_t most; // bytes of a message
    unsigned char head[FRAMES_HEAD];
    uint8_t head_filled;
    uint8_t at;     // bytes of the mask that were used, of four
    uint16_t count; // pieces of the message so far; 0: there is none
    uint64_t left;  // bytes of the frame's payload that are still to come
    struct frames_bytes {
        unsigned char *bytes;
        size_t filled;
    } message, control; // what has come of them, when it does not come at once
};

enum frames_kind { FRAMES_GOT_NOTHING, FRAMES_GOT_MESSAGE, FRAMES_GOT_CONTROL, FRAMES_GOT_ERROR };

// What was read; the bytes hold until the next call.
struct frames_got {
    enum frames_kind kind;
    enum frames_opcode opcode; // of a control frame
    const unsigned char *bytes;
    size_t length;
    unsigned status; // of an error, or that a close frame gave (FRAMES_NO_STATUS: none)
    const char *why; // of an error: lasting and short
};

void frames_init(struct frames *f, size_t most);
void frames_clear(struct frames *f);

// Reads up to the next message, control frame or error, or to the end of the bytes, which are
// unmasked where they stand; returns how many were read.
size_t frames_read(struct frames *f, unsigned char *bytes, size_t count, struct frames_got *got);

// Writes the head of a whole frame that we send; returns its length.
size_t frames_write_head(unsigned char head[10], enum frames_opcode opcode, size_t length);

#endif
