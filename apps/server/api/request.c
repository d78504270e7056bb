// SPDX-License-Identifier: MIT
// What handlers use to read a request and to answer it, exactly once, with JSON or a refusal in the
// same form. A request may wait for the reader, the writer or a worker. It has a number, by which
// it is found again if its client is still there. Bodies are wiped, since they may hold passwords.
#include "server/api/request.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/sentencejson.h"
#include "server/log.h"
#include "server/live/livegames.h"

// ---------------------------------------------------------------------------------------------
// Requests
// ---------------------------------------------------------------------------------------------

struct request *request_open(struct live_registry *reg, void *link)
{
    struct request *r = calloc(1, sizeof *r);

    if (!r)
        return NULL;
    r->id = ++reg->last_id;
    r->link = link;
    r->next = reg->requests;
    reg->requests = r;
    return r;
}

struct request *request_find(struct live_registry *reg, uint64_t id)
{
    struct request *r = reg->requests;

    while (r && r->id != id)
        r = r->next;
    return r;
}

void request_close(struct live_registry *reg, struct request *r)
{
    struct request **at = &reg->requests;

    while (*at != r)
        at = &(*at)->next;
    *at = r->next;
    payload_drop(r->answer);
    explicit_bzero(r->body, sizeof r->body); // it may have held a password
    free(r);
}

// ---------------------------------------------------------------------------------------------
// Answers
// ---------------------------------------------------------------------------------------------

static void finish(struct live_registry *reg, struct request *r, enum request_status status,
                   const char *type)
{
    assert(!r->answered);
    r->answer = payload_end(&r->draft);
    r->status = r->answer ? status : REQUEST_BROKEN;
    r->type = type;
    r->answered = true;
    reg->host.answered(reg->host.to, r);
}

void request_begin(struct request *r, struct json_writer *j)
{
    payload_begin(&r->draft);
    json_write_init(j, &r->draft.out);
    json_write_object(j, NULL);
}

void request_end(struct live_registry *reg, struct request *r, struct json_writer *j,
                 enum request_status status)
{
    json_write_end_object(j);
    output_add(&r->draft.out, "\n");
    finish(reg, r, status, "application/json");
}

void request_send(struct live_registry *reg, struct request *r, const char *type)
{
    finish(reg, r, REQUEST_OK, type);
}

void request_hand(struct live_registry *reg, struct request *r, struct payload *made,
                  enum request_status status, const char *type)
{
    payload_begin(&r->draft);
    r->draft.out.write(r->draft.out.to, (const char *)payload_bytes(made), made->length);
    finish(reg, r, status, type);
}

void request_refuse(struct live_registry *reg, struct request *r, enum request_status status,
                    const struct error *e)
{
    struct json_writer j;

    reg->counts.refused++;
    request_begin(r, &j);
    json_write_string(&j, "error", e->message.text);
    message_json(&j, "said", &e->message);
    request_end(reg, r, &j, status);
}

void request_refuse_with(struct live_registry *reg, struct request *r, enum request_status status,
                         const char *id, const char *format, ...)
{
    struct error e;
    va_list arguments;

    va_start(arguments, format);
    error_vset(&e, id, format, arguments);
    va_end(arguments);
    request_refuse(reg, r, status, &e);
}

void request_no_database(struct live_registry *reg, struct request *r, const struct error *why)
{
    // What the database says of itself is for the log.
    log_event("no-database", "sentence=%s", log_text(why->message.text).text);
    request_refuse_with(reg, r, REQUEST_NO_DATABASE, "store.quiet", "the database does not answer");
}

struct writer_task *
request_task_with(struct live_registry *reg, struct request *r, unsigned writes,
                  void (*done)(struct live_registry *reg, struct inbox_item *item), size_t size)
{
    struct writer_task *t = writer_task_with(writes, done, size);

    if (t)
        *(uint64_t *)t->extra = r->id;
    else
        request_refuse_with(reg, r, REQUEST_BROKEN, "memory.this", "there is no memory for this");
    return t;
}

struct writer_task *request_task(struct live_registry *reg, struct request *r, unsigned writes,
                                 void (*done)(struct live_registry *reg, struct inbox_item *item))
{
    return request_task_with(reg, r, writes, done, sizeof r->id);
}

struct request *request_stored(struct live_registry *reg, struct writer_task *t)
{
    struct request *r = request_find(reg, *(uint64_t *)t->extra);

    if (!r || !t->failed)
        return r;
    request_no_database(reg, r, &t->error);
    return NULL;
}

void request_done(struct live_registry *reg, struct request *r, enum request_status status)
{
    struct json_writer j;

    request_begin(r, &j);
    request_end(reg, r, &j, status);
}

bool seated_key(struct seated *seated, const char *key, struct error *e)
{
    unsigned char hash[STORE_HASH];

    seated->keyed = key[0] != 0;
    if (!seated->keyed) {
        token_make(seated->token);
        return true;
    }
    if (!token_hash(key, hash))
        return error_set(e, "request.key",
                         "a key is 16 random bytes as 22 characters of base64 for addresses");
    memcpy(seated->token, key, sizeof seated->token);
    return true;
}

void request_seat(struct live_registry *reg, struct request *r, const char *game,
                  const struct seated *seated, enum request_status status)
{
    struct json_writer j;

    request_begin(r, &j);
    json_write_string(&j, "game", game);
    if (seated->seat >= 0) {
        json_write_number(&j, "seat", seated->seat);
        json_write_string(&j, "token", seated->token);
    }
    request_end(reg, r, &j, status);
}

// ---------------------------------------------------------------------------------------------
// Parameters
// ---------------------------------------------------------------------------------------------

static int hexadecimal(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

bool request_decode(const char *from, size_t count, char *to, size_t capacity)
{
    size_t length = 0;

    for (size_t i = 0; i < count; i++) {
        int c = (unsigned char)from[i];
        if (c == '%') {
            int high = count - i > 2 ? hexadecimal(from[i + 1]) : -1;
            int low = high >= 0 ? hexadecimal(from[i + 2]) : -1;
            c = low >= 0 ? high * 16 + low : 0;
            i += 2;
        }
        if (c == 0 || length + 1 >= capacity)
            return false;
        to[length++] = (char)c;
    }
    to[length] = 0;
    return true;
}

const char *request_query(const struct request *r, const char *name, char *value, size_t capacity)
{
    size_t length = strlen(name);

    for (const char *at = r->query; *at;) {
        size_t end = strcspn(at, "&");
        if (!strncmp(at, name, length) && at[length] == '=' &&
            request_decode(at + length + 1, end - length - 1, value, capacity))
            return value;
        at += end + (at[end] == '&');
    }
    return NULL;
}

bool request_before(struct live_registry *reg, struct request *r, int64_t *before)
{
    char word[24];
    unsigned long long n = INT64_MAX;

    if (request_query(r, "before", word, sizeof word) && !text_read_number(word, INT64_MAX, &n)) {
        request_refuse_with(reg, r, REQUEST_BAD, "request.before",
                            "'before' is not a time in milliseconds");
        return false;
    }
    *before = (int64_t)n;
    return true;
}

bool request_maybe_account(struct live_registry *reg, struct request *r,
                           struct store_account *account)
{
    *account = r->account;
    if (r->login == LOGIN_UNKNOWN)
        request_no_database(reg, r, &r->error);
    else if (r->login == LOGIN_OVER)
        request_refuse_with(reg, r, REQUEST_UNKNOWN_PERSON, "login.over",
                            "this session is over: log in again");
    else if (account->banned)
        request_refuse_with(reg, r, REQUEST_FORBIDDEN, "login.banned",
                            "this account has been banned");
    else
        return true;
    return false;
}

bool request_account(struct live_registry *reg, struct request *r, struct store_account *account)
{
    if (!request_maybe_account(reg, r, account))
        return false;
    if (account->id)
        return true;
    request_refuse_with(reg, r, REQUEST_UNKNOWN_PERSON, "login.needed",
                        "this needs an account: log in first");
    return false;
}

struct live_game *request_live_game(struct live_registry *reg, struct request *r)
{
    struct live_game *live = token_is_game_id(r->word) ? live_game_find(reg, r->word) : NULL;

    if (live)
        return live;
    if (!token_is_game_id(r->word))
        request_refuse_with(reg, r, REQUEST_NOT_FOUND, "request.game",
                            "this is not the name of a game");
    else if (r->bad_game)
        request_refuse(reg, r, REQUEST_NOT_FOUND, &r->error);
    else
        request_no_database(reg, r, &r->error);
    return NULL;
}
