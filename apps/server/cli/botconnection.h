// SPDX-License-Identifier: MIT
// The line between a bot and its server: requests with their answers, and messages on the socket. docs/api.md tells both.
#ifndef ABAX_SERVER_CLI_BOTCONNECTION_H
#define ABAX_SERVER_CLI_BOTCONNECTION_H

#include "base/jsonread.h"
#include "base/jsonwrite.h"
#include "server/cli/dial.h"

struct bot_connection {
    struct dial_address address;
    const char *token;
    struct dial *socket;
};

// A short text of the server's; empty when it is not there. Longer ones are cut.
struct bot_text {
    char text[320];
};
struct bot_text bot_text(const struct json_token *object, const char *name);

// Whether a member is a string with this meaning.
bool bot_says(const struct json_token *object, const char *name, const char *meaning);

int bot_number(const struct json_token *object, const char *name, int missing);

// What the server answers to a request; its tokens stand in its bytes.
struct bot_answer {
    char *bytes;
    const struct json_token *root;
};

// GETs a path, or POSTs a body when there is one. False, with what the server says, leaves nothing to clear.
bool bot_ask(const struct bot_connection *connection, const char *path, const char *body,
             struct bot_answer *a, struct error *e);
void bot_answer_clear(struct bot_answer *a);

// A message in the making.
struct bot_message {
    char bytes[640];
    struct text text;
    struct output out;
    struct json_writer json;
};

// Begins a message; its fields follow, then it is sent.
struct json_writer *bot_message_begin(struct bot_message *m, const char *what);
bool bot_send(const struct bot_connection *connection, struct bot_message *m, struct error *e);

#endif
