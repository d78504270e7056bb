// SPDX-License-Identifier: MIT
// What a client hears on one connection, judged byte by byte by a reader that knows nothing of the
// server's code: one answer of HTTP and nothing behind it, or a handshake and frames after it. A
// fault ends the program.
#ifndef ABAX_TESTS_FUZZ_HEARD_H
#define ABAX_TESTS_FUZZ_HEARD_H

#include <stdbool.h>
#include <stddef.h>

enum { HEARD_WORD = 24, HEARD_TOKENS = 4 };

// Names and secrets that answers told, newest first, for the rest of the input.
struct heard_words {
    char game[HEARD_WORD];
    char tokens[HEARD_TOKENS][HEARD_WORD];
};

enum heard_part { HEARD_HEAD, HEARD_BODY, HEARD_FRAMES, HEARD_END };

struct heard {
    enum heard_part part;
    bool bare;  // a HEAD was asked: no body follows
    int status; // of the answer
    unsigned char *bytes;
    size_t filled, capacity;
    size_t body;    // bytes of it that are still to come
    bool json;      // the body is
    unsigned texts; // messages
};

void heard_clear(struct heard *h);

// Bytes came from the server.
void heard_take(struct heard *h, const unsigned char *bytes, size_t count,
                struct heard_words *words);

#endif
