// SPDX-License-Identifier: MIT
// Between the files of the session: the calls that have a file of their own, and the parts they share.
#ifndef ABAX_PROTOCOL_SESSIONPARTS_H
#define ABAX_PROTOCOL_SESSIONPARTS_H

#include "protocol/scenejson.h"
#include "protocol/session.h"

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
