// SPDX-License-Identifier: MIT
// One match at a text door: words in, JSON out. The page talks to it inside the WebAssembly module, other
// programs through `abax session`. docs/session.md lists the calls and what they answer.
#ifndef ABAX_PROTOCOL_SESSION_H
#define ABAX_PROTOCOL_SESSION_H

#include "base/output.h"
#include "play/series.h"
#include "play/touch.h"

struct session {
    bool begun; // there is a match
    struct match match;
    struct series series;
    struct touch touch;
    uint64_t now; // milliseconds, as the caller said last
    int eyes;     // whose view is shown: a seat, GAME_PUBLIC, or SESSION_TO_ACT
};

enum { SESSION_TO_ACT = -2 };

void session_init(struct session *s);
void session_clear(struct session *s);

// Answers one call with one JSON object. A fault leaves everything as it was and writes nothing.
bool session_call(struct session *s, const char *const *words, unsigned count, struct output *out,
                  struct error *e);

// Inside: the answer after every call. `touched` is the answer of touch_spot, or -1.
void session_state(const struct session *s, int touched, struct output *out);

// Inside: the match as a record, and a match from one (protocol/sessionsave.c).
bool session_record(const struct session *s, const char *const *words, unsigned count,
                    struct output *out, struct error *e);
bool session_load(const char *record, struct match *m, struct series *series, struct error *e);

#endif
