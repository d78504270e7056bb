// SPDX-License-Identifier: MIT
// One game at a text door, driven by play/driver.h: words in, JSON out. The page talks to it inside the WebAssembly module, other
// programs through `abax session`. docs/session.md lists the calls and what they answer.
#ifndef ABAX_PROTOCOL_SESSION_H
#define ABAX_PROTOCOL_SESSION_H

#include "base/output.h"
#include "play/driver.h"

struct command_host;

struct session {
    struct driver driver;
    const struct command_host *host;
    uint64_t now; // milliseconds, as the caller said last
    int eyes;     // whose view is shown: a seat, GAME_PUBLIC, or SESSION_TO_ACT
};

enum { SESSION_TO_ACT = -2 };

// The host's clock and stop are for thinking.
void session_init(struct session *s, const struct command_host *host);
void session_clear(struct session *s);

// Answers one call with one JSON object. A fault leaves everything as it was and writes nothing.
bool session_call(struct session *s, const char *const *words, unsigned count, struct output *out,
                  struct error *e);

#endif
