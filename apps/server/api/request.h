// SPDX-License-Identifier: MIT
// HTTP requests and their answers, apart from the transport. A request is answered at once or, when
// something must be stored or hashed first, later; one whose asker has gone is forgotten.
#ifndef ABAX_SERVER_API_REQUEST_H
#define ABAX_SERVER_API_REQUEST_H

#include "base/jsonwrite.h"
#include "server/live/registry.h"

enum {
    REQUEST_PATH = 200,
    REQUEST_BODY_MOST = 4096,
};

enum request_method { REQUEST_GET, REQUEST_POST, REQUEST_OTHER };

enum request_status {
    REQUEST_OK = 200,
    REQUEST_CREATED = 201,
    REQUEST_NOT_MODIFIED = 304,
    REQUEST_BAD = 400,
    REQUEST_UNKNOWN_PERSON = 401,
    REQUEST_FORBIDDEN = 403,
    REQUEST_NOT_FOUND = 404,
    REQUEST_WRONG_METHOD = 405,
    REQUEST_CONFLICT = 409,
    REQUEST_NO_LENGTH = 411,
    REQUEST_TOO_LARGE = 413,
    REQUEST_TOO_LONG_PATH = 414,
    REQUEST_UPGRADE = 426,
    REQUEST_TOO_MANY = 429,
    REQUEST_BROKEN = 500,
    REQUEST_NO_DATABASE = 503,
};

struct request {
    struct request *next;
    uint64_t id;
    void *link; // the transport's own; NULL: the asker has gone
    enum request_method method;
    char path[REQUEST_PATH];
    char query[REQUEST_PATH];
    char word[REQUEST_PATH]; // what stood for '*' in the path
    char token[TOKEN_TEXT];  // after "Bearer", or empty
    char address[LIMITS_ADDRESS];
    char body[REQUEST_BODY_MOST + 1];
    size_t length;
    struct payload_draft draft;

    // What was read before its handler runs.
    enum { LOGIN_NONE, LOGIN_FOUND, LOGIN_OVER, LOGIN_UNKNOWN } login;
    struct store_account account; // whose session the token is
    struct error error;           // why that, or the game in the path, cannot be told
    bool bad_game;                // and it is the game's own error

    bool answered;
    enum request_status status;
    const char *type;
    const char *allow; // methods, when another was used
    struct payload *answer;
};

struct request *request_open(struct live_registry *reg, void *link);
struct request *request_find(struct live_registry *reg, uint64_t id);
void request_close(struct live_registry *reg, struct request *r);

// Answers with one sentence as {"error": English, "said": {text, id, args}}.
void request_refuse(struct live_registry *reg, struct request *r, enum request_status status,
                    const struct error *e);
void request_refuse_with(struct live_registry *reg, struct request *r, enum request_status status,
                         const char *id, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

// Answers with JSON: begin, write to the object, end.
void request_begin(struct request *r, struct json_writer *j);
void request_end(struct live_registry *reg, struct request *r, struct json_writer *j,
                 enum request_status status);

// Answers with what was written to r->draft.out after payload_begin.
void request_send(struct live_registry *reg, struct request *r, const char *type);

// Answers with what was written elsewhere.
void request_hand(struct live_registry *reg, struct request *r, struct payload *made,
                  enum request_status status, const char *type);

// Writes a part of an address as a text, with every '%41' as its character. False when it has no
// room, or a '%' means none.
bool request_decode(const char *from, size_t count, char *to, size_t capacity);

// The value of a word in the query, or NULL; at most `capacity` bytes.
const char *request_query(const struct request *r, const char *name, char *value, size_t capacity);

// The time of 'before' in the query, for lists that go on; without one, the end of time. False with
// the refusal sent.
bool request_before(struct live_registry *reg, struct request *r, int64_t *before);

// The live game of the path, for handlers that have it loaded; NULL with the refusal sent.
struct live_game *request_live_game(struct live_registry *reg, struct request *r);

// Whose session the token is. False when it is nobody's, with the refusal sent.
bool request_account(struct live_registry *reg, struct request *r, struct store_account *account);

// The account of the token if there is one; `account->id` is 0 otherwise.
bool request_maybe_account(struct live_registry *reg, struct request *r,
                           struct store_account *account);

// Waits for a seat to be stored, whose secret is told once.
struct seated {
    uint64_t request;
    int seat;   // -1: none
    bool keyed; // the secret is the asker's own
    char token[TOKEN_TEXT];
};

// Takes the asker's own secret, or makes one when it is empty. False with a sentence when it has
// not the form of one.
bool seated_key(struct seated *seated, const char *key, struct error *e);

// A task of the writer that a request waits for: its `extra` is the request's id. NULL, with the
// refusal sent, without memory.
struct writer_task *request_task(struct live_registry *reg, struct request *r, unsigned writes,
                                 void (*done)(struct live_registry *reg, struct inbox_item *item));

// The same with an `extra` of `size` bytes, whose first member is the request's id.
struct writer_task *
request_task_with(struct live_registry *reg, struct request *r, unsigned writes,
                  void (*done)(struct live_registry *reg, struct inbox_item *item), size_t size);

// The request that waits for a task of request_task, if its client is still there and the task did not
// fail; otherwise NULL, with the refusal sent.
struct request *request_stored(struct live_registry *reg, struct writer_task *t);

// Answers with an empty object.
void request_done(struct live_registry *reg, struct request *r, enum request_status status);

// Answers with the seat.
void request_seat(struct live_registry *reg, struct request *r, const char *game,
                  const struct seated *seated, enum request_status status);

// Answers for a database that failed.
void request_no_database(struct live_registry *reg, struct request *r, const struct error *why);

#endif
