// SPDX-License-Identifier: MIT
// What a client may say on its socket; docs/api.md tells it to people. Reading changes nothing and knows no game.
#ifndef ABAX_SERVER_WIRE_H
#define ABAX_SERVER_WIRE_H

#include "server/live/schema.h"
#include "server/store/store.h"
#include "server/store/token.h"

enum { WIRE_MOST_BYTES = 2048 }; // of a message

enum wire_do {
    WIRE_JOIN,
    WIRE_LEAVE,
    WIRE_ACT,
    WIRE_RESIGN,
    WIRE_OFFER,
    WIRE_AGREE,
    WIRE_DECLINE,
    WIRE_ABORT,
    WIRE_REMATCH,
    WIRE_PHRASE,
    WIRE_PLAN,
    WIRE_LOBBY,
    WIRE_READY,
    WIRE_PING,
    WIRE_KINDS,
};

struct wire_message {
    enum wire_do what;
    int64_t ref; // repeated in the answer; -1: none
    char game[STORE_ID];
    char token[TOKEN_TEXT];    // of a seat, or empty: a spectator
    int64_t since;             // the last number that the client knows
    bool scene;                // wants scenes
    int64_t ply;               // actions that stood when it was sent
    char text[16];             // an action, a phrase, "draw" or "undo"
    struct schema_words lines; // of a plan; or games
    bool on;
};

// False with a sentence; `m->ref` is right as far as it could be read.
bool wire_read(const char *bytes, size_t length, struct wire_message *m, struct error *e);

#endif
