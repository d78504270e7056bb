// SPDX-License-Identifier: MIT
// What a client may say on its socket; docs/api.md tells it to people. Reading changes nothing and
// knows no game.
#ifndef ABAX_SERVER_LIVE_WIRE_H
#define ABAX_SERVER_LIVE_WIRE_H

#include "server/live/schema.h"
#include "server/store/store.h"
#include "server/store/token.h"

enum {
    WIRE_MOST_BYTES = 2048, // of a message
    // Of requests and messages. It rises when a client of before could misunderstand something:
    // then that client is refused, with a sentence that asks for a reload.
    WIRE_PROTOCOL = 2,
};

enum wire_do {
    WIRE_HELLO,
    WIRE_JOIN,
    WIRE_LEAVE,
    WIRE_ACT,
    WIRE_RESIGN,
    WIRE_OFFER,
    WIRE_AGREE,
    WIRE_DECLINE,
    WIRE_ABORT,
    WIRE_REMATCH,
    WIRE_COMMITMENT,
    WIRE_REVEAL,
    WIRE_PHRASE,
    WIRE_PLAN,
    WIRE_LOBBY,
    WIRE_WATCH,
    WIRE_READY,
    WIRE_STUDY,
    WIRE_ADD,
    WIRE_SAY,
    WIRE_DRAW,
    WIRE_DROP,
    WIRE_LEAD,
    WIRE_TITLE,
    WIRE_STAND,
    WIRE_PAIR,
    WIRE_UNPAIR,
    WIRE_PING,
    WIRE_KINDS,
};

struct wire_message {
    enum wire_do what;
    int64_t ref;               // repeated in the answer; -1: none
    char game[STORE_ID];       // or a tournament, or a study
    char token[TOKEN_TEXT];    // of a seat, or empty: a spectator
    int64_t since;             // the last number that the client knows
    int64_t protocol;          // that the client speaks
    bool scene;                // wants scenes
    bool actions;              // wants legal actions
    bool deals;                // knows of commitments and shares of a deal
    int64_t ply;               // actions that stood when it was sent
    char share[STORE_SHARE];   // of the deal, or its commitment
    char text[16];             // an action, a phrase, "draw" or "undo"
    struct schema_words lines; // of a plan; or games
    bool on;
    char wanted[STORE_WORD]; // a game to be played, by its name
    char key[TOKEN_TEXT];
    char name[STORE_NAME];
    bool rated;
    int64_t at, remark; // of a study: a node, and one of its remarks
    char from[12], to[12];
    char much[DOCUMENT_EVENT]; // a line of actions, a remark, a title
};

// False with a sentence; `m->ref` is right as far as it could be read.
bool wire_read(const char *bytes, size_t length, struct wire_message *m, struct error *e);

#endif
