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

// ---------------------------------------------------------------------------------------------
// Between the files of the session
// ---------------------------------------------------------------------------------------------

// The words after a call's name.
struct session_call {
    const char *const *words;
    unsigned count;
    struct output *out;
    struct error *e;
};

// Calls (sessionsetup.c, sessionthink.c). One that fails has changed nothing.
bool session_new(struct session *s, const struct session_call *c);
bool session_follow(struct session *s, const struct session_call *c);
bool session_setup(struct session *s, const struct session_call *c);
bool session_step(struct session *s, const struct session_call *c);
bool session_hint(struct session *s, const struct session_call *c);
bool session_moves(struct session *s, const struct session_call *c);
bool session_look(struct session *s, const struct session_call *c);

// The answer after most calls: the state (sessionstate.c). `touched` is the answer of touch_spot, or -1.
bool session_answer(struct session *s, const struct session_call *c);
void session_state(const struct session *s, int touched, struct output *out);

// Whose view is shown: a seat or GAME_PUBLIC.
int session_eyes(const struct session *s);

// The match as a record, and a match from one (sessionsave.c).
bool session_record(const struct session *s, const char *const *words, unsigned count,
                    struct output *out, struct error *e);
bool session_load(const char *record, struct match *m, struct series *series, struct error *e);

#endif
