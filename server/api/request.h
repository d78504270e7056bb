// SPDX-License-Identifier: MIT
// HTTP requests and their answers, apart from the transport. A request is answered at once or, when something must be
// stored or hashed first, later; one whose asker has gone is forgotten.
#ifndef ABAX_SERVER_REQUEST_H
#define ABAX_SERVER_REQUEST_H

#include "base/jsonwrite.h"
#include "server/live/hub.h"

enum {
    REQUEST_PATH = 200,
    REQUEST_BODY_MOST = 4096,
};

enum request_method { REQUEST_GET, REQUEST_POST, REQUEST_OTHER };

enum request_status {
    REQUEST_OK = 200,
    REQUEST_CREATED = 201,
    REQUEST_BAD = 400,
    REQUEST_UNKNOWN_PERSON = 401,
    REQUEST_FORBIDDEN = 403,
    REQUEST_NOT_FOUND = 404,
    REQUEST_WRONG_METHOD = 405,
    REQUEST_CONFLICT = 409,
    REQUEST_NO_LENGTH = 411,
    REQUEST_TOO_LARGE = 413,
    REQUEST_TOO_LONG_PATH = 414,
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
    struct message_draft draft;

    bool answered;
    enum request_status status;
    const char *type;
    const char *allow; // methods, when another was used
    struct message *answer;
};

struct request *request_open(struct hub *h, void *link);
struct request *request_find(struct hub *h, uint64_t id);
void request_close(struct hub *h, struct request *r);

// Runs a request whose fields are filled.
void request_run(struct hub *h, struct request *r, int64_t now);

// Answers that the address is used otherwise.
void request_wrong_method(struct hub *h, struct request *r, bool get, bool post);

// Answers with one sentence as {"error": English, "said": {text, id, args}}.
void request_refuse(struct hub *h, struct request *r, enum request_status status,
                    const struct error *e);
void request_refuse_with(struct hub *h, struct request *r, enum request_status status,
                         const char *id, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

// Answers with JSON: begin, write to the object, end.
void request_begin(struct request *r, struct json_writer *j);
void request_end(struct hub *h, struct request *r, struct json_writer *j,
                 enum request_status status);

// Answers with what was written to r->draft.out after message_begin.
void request_send(struct hub *h, struct request *r, const char *type);

// The value of a word in the query, or NULL; at most `room` bytes.
const char *request_query(const struct request *r, const char *name, char *value, size_t room);

// Whose session the token is. False when it is nobody's, with the refusal sent.
bool request_account(struct hub *h, struct request *r, struct store_account *account);

// The account of the token if there is one; `account->id` is 0 otherwise.
bool request_maybe_account(struct hub *h, struct request *r, struct store_account *account);

// Waits for a seat to be stored, whose secret is told once.
struct seated {
    uint64_t request;
    int seat; // -1: none
    char token[TOKEN_TEXT];
};

// Answers with the seat.
void request_seat(struct hub *h, struct request *r, const char *game, const struct seated *seated,
                  enum request_status status);

// Answers for a database that failed.
void request_no_database(struct hub *h, struct request *r, const struct error *why);

typedef void request_handler(struct hub *h, struct request *r, int64_t now);

request_handler api_about, api_lobby, api_create, api_game, api_record, api_sit;
request_handler api_register, api_login, api_logout, api_logout_all, api_me, api_change_me,
    api_delete_me;
request_handler api_export, api_my_games, api_new_bot, api_profile, api_leaders;
request_handler api_health, api_metrics, api_turns, api_bots;
request_handler api_refuse, api_blocks, api_block;

#endif
