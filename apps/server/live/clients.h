// SPDX-License-Identifier: MIT
// A connected client (a WebSocket, as the transport sees it): what it follows, and the messages on
// their way to it.
#ifndef ABAX_SERVER_LIVE_CLIENTS_H
#define ABAX_SERVER_LIVE_CLIENTS_H

#include "server/live/registry.h"
#include "server/live/logins.h"

// A client follows a live game, from a seat or as a spectator.
struct watch {
    struct client *client;
    struct live_game *game;
    int seat;              // or GAME_PUBLIC
    bool scene, actions;   // wants them
    int64_t account;       // that sits there, or 0
    struct login *session; // that opened the seat, or NULL
    struct watch *next_of_client, *next_of_game;
};

struct queued {
    struct queued *next;
    struct payload *message;
};

// A bot takes challenges.
struct offer {
    struct login session;
    char games[STORE_GAMES];
    int64_t sent_at; // to the others
};

// Somebody looks for an opponent.
struct seek {
    unsigned char token[STORE_HASH]; // of the key that will open the seat
    int64_t stored_at;               // when the database last heard of it
};

struct client {
    uint64_t id; // never used again
    struct client *next;
    void *link; // the transport's own
    char address[LIMITS_ADDRESS];
    struct watch *watches;
    unsigned watch_count;
    struct queued *first, *last;
    size_t queued;               // bytes
    bool doomed;                 // to be closed
    const char *why;             // then
    struct offer *offer;         // of a bot, or NULL
    struct seek *seek;           // of somebody who looks for an opponent, or NULL
    struct study_watch *studies; // that it follows
    bool lobby;                  // wants to hear of the lobby
    int64_t lag;                 // half of the last measured way there and back
    int64_t heard;               // when anything last came from it, pongs too
    int64_t said;                // when it last said something
    struct limits_bucket bucket;
    unsigned waits;           // what it asked for is being read
    struct held *held, *tail; // messages that wait until then (dispatch.c)
    unsigned held_count;
};

struct client *client_open(struct live_registry *reg, void *link, const char *address, int64_t now);
void client_close(struct live_registry *reg, struct client *c);
struct client *client_find(struct live_registry *reg, uint64_t id);

// Handlers of messages about live games (clientmessages.c); NULL where a layer above has one.
extern live_message_handler *const live_message_handlers[WIRE_KINDS];

// A whole message came.
void client_says(struct live_registry *reg, struct client *c, const char *bytes, size_t length,
                 int64_t now);

// A client's further messages wait until what it asked for has been read. `waits` is matched by one
// `client_resume`, if it is still there.
void client_resume(struct live_registry *reg, struct client *c);

// Joins a game (join.c). It is answered later.
void join_begin(struct live_registry *reg, struct client *c, const struct wire_message *m);

// Puts a message in a client's queue. The caller keeps its own share.
void client_send(struct live_registry *reg, struct client *c, struct payload *p);

// Begins a message of a type, which answers `ref` if that is not negative.
void client_begin(struct payload_draft *d, struct json_writer *j, const char *type, int64_t ref);

// Sends what was written to a draft.
void client_send_draft(struct live_registry *reg, struct client *c, struct payload_draft *d);

// The connection will be closed; the reason is a lasting text, and short.
void client_doom(struct live_registry *reg, struct client *c, const char *why);

// The next message of the queue, which the caller drops; NULL: none.
struct payload *client_next(struct client *c);

// "refused" and "done". `r` may be NULL.
void client_refuse(struct live_registry *reg, uint64_t id, int64_t ref,
                   const struct live_game *live, const struct error *e);
void client_refuse_with(struct live_registry *reg, uint64_t client, int64_t ref,
                        const struct live_game *live, const char *id, const char *format, ...)
    __attribute__((format(printf, 6, 7)));
void client_done(struct live_registry *reg, uint64_t id, int64_t ref, const struct live_game *live);

#endif
