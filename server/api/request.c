// SPDX-License-Identifier: MIT
// A request of the api from its arrival to its answer. It may wait for the writer or a worker, so it has a number:
// whoever comes back finds it, or finds that its visitor has gone. Handlers (api*.c) answer exactly once, with JSON
// or a refusal in the same form. Bodies are wiped, since they may hold passwords.
#include "server/api/request.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/sentencejson.h"
#include "server/log.h"

// ---------------------------------------------------------------------------------------------
// Requests
// ---------------------------------------------------------------------------------------------

struct request *request_open(struct hub *h, void *link)
{
    struct request *r = calloc(1, sizeof *r);

    if (!r)
        return NULL;
    r->id = ++h->last_id;
    r->link = link;
    r->next = h->requests;
    h->requests = r;
    return r;
}

struct request *request_find(struct hub *h, uint64_t id)
{
    struct request *r = h->requests;

    while (r && r->id != id)
        r = r->next;
    return r;
}

void request_close(struct hub *h, struct request *r)
{
    struct request **at = &h->requests;

    while (*at != r)
        at = &(*at)->next;
    *at = r->next;
    message_drop(r->answer);
    explicit_bzero(r->body, sizeof r->body); // it may have held a password
    free(r);
}

// ---------------------------------------------------------------------------------------------
// Answers
// ---------------------------------------------------------------------------------------------

static void finish(struct hub *h, struct request *r, enum request_status status, const char *type)
{
    assert(!r->answered);
    r->answer = message_end(&r->draft);
    r->status = r->answer ? status : REQUEST_BROKEN;
    r->type = type;
    r->answered = true;
    h->host.answered(h->host.to, r);
}

void request_begin(struct request *r, struct json_writer *j)
{
    message_begin(&r->draft);
    json_write_init(j, &r->draft.out);
    json_write_object(j, NULL);
}

void request_end(struct hub *h, struct request *r, struct json_writer *j,
                 enum request_status status)
{
    json_write_end_object(j);
    output_add(&r->draft.out, "\n");
    finish(h, r, status, "application/json");
}

void request_send(struct hub *h, struct request *r, const char *type)
{
    finish(h, r, REQUEST_OK, type);
}

void request_refuse(struct hub *h, struct request *r, enum request_status status,
                    const struct error *e)
{
    struct json_writer j;

    h->counts.refused++;
    request_begin(r, &j);
    json_write_string(&j, "error", e->text);
    error_json(&j, "said", e);
    request_end(h, r, &j, status);
}

void request_refuse_with(struct hub *h, struct request *r, enum request_status status,
                         const char *id, const char *format, ...)
{
    struct error e;
    va_list arguments;

    va_start(arguments, format);
    error_keep(&e, id, format, arguments);
    va_end(arguments);
    request_refuse(h, r, status, &e);
}

void request_no_database(struct hub *h, struct request *r, const struct error *why)
{
    // What the database says of itself is for the log.
    log_event("no-database", "sentence=%s", log_text(why->text).text);
    request_refuse_with(h, r, REQUEST_NO_DATABASE, "store.quiet", "the database does not answer");
}

void request_seat(struct hub *h, struct request *r, const char *game, const struct seated *seated,
                  enum request_status status)
{
    struct json_writer j;

    request_begin(r, &j);
    json_write_string(&j, "game", game);
    if (seated->seat >= 0) {
        json_write_number(&j, "seat", seated->seat);
        json_write_string(&j, "token", seated->token);
    }
    request_end(h, r, &j, status);
}

// ---------------------------------------------------------------------------------------------
// Words
// ---------------------------------------------------------------------------------------------

const char *request_query(const struct request *r, const char *name, char *value, size_t room)
{
    size_t length = strlen(name);

    for (const char *at = r->query; *at;) {
        size_t end = strcspn(at, "&");
        if (!strncmp(at, name, length) && at[length] == '=' && end - length - 1 < room) {
            memcpy(value, at + length + 1, end - length - 1);
            value[end - length - 1] = 0;
            return value;
        }
        at += end + (at[end] == '&');
    }
    return NULL;
}

bool request_maybe_account(struct hub *h, struct request *r, struct store_account *account)
{
    struct login session;
    struct error e;
    bool found = false;

    *account = (struct store_account){0};
    if (!r->token[0])
        return true;
    if (!login_account(h, r->token, &session, account, &found, &e)) {
        request_no_database(h, r, &e);
        return false;
    }
    if (!found) {
        request_refuse_with(h, r, REQUEST_UNKNOWN_PERSON, "login.over",
                            "this session is over: log in again");
        return false;
    }
    if (account->banned) {
        request_refuse_with(h, r, REQUEST_FORBIDDEN, "login.banned",
                            "this account has been banned");
        return false;
    }
    return true;
}

bool request_account(struct hub *h, struct request *r, struct store_account *account)
{
    if (!request_maybe_account(h, r, account))
        return false;
    if (account->id)
        return true;
    request_refuse_with(h, r, REQUEST_UNKNOWN_PERSON, "login.needed",
                        "this needs an account: log in first");
    return false;
}

// ---------------------------------------------------------------------------------------------
// Routes
// ---------------------------------------------------------------------------------------------

// '*' stands for one word.
static const struct route {
    enum request_method method;
    const char *path;
    request_handler *handle;
} routes[] = {
    {REQUEST_GET, "/healthz", api_health},
    {REQUEST_GET, "/metrics", api_metrics},
    {REQUEST_GET, "/api/about", api_about},
    {REQUEST_GET, "/api/games", api_lobby},
    {REQUEST_POST, "/api/games", api_create},
    {REQUEST_GET, "/api/games/*", api_game},
    {REQUEST_GET, "/api/games/*/record", api_record},
    {REQUEST_POST, "/api/games/*/sit", api_sit},
    {REQUEST_POST, "/api/games/*/refuse", api_refuse},
    {REQUEST_POST, "/api/accounts", api_register},
    {REQUEST_GET, "/api/accounts/*", api_profile},
    {REQUEST_POST, "/api/sessions", api_login},
    {REQUEST_POST, "/api/sessions/end", api_logout},
    {REQUEST_POST, "/api/sessions/end-all", api_logout_all},
    {REQUEST_POST, "/api/turns", api_turns},
    {REQUEST_GET, "/api/me", api_me},
    {REQUEST_POST, "/api/me", api_change_me},
    {REQUEST_POST, "/api/me/delete", api_delete_me},
    {REQUEST_GET, "/api/me/games", api_my_games},
    {REQUEST_GET, "/api/me/export", api_export},
    {REQUEST_GET, "/api/me/blocks", api_blocks},
    {REQUEST_POST, "/api/me/blocks", api_block},
    {REQUEST_GET, "/api/bots", api_bots},
    {REQUEST_POST, "/api/bots", api_new_bot},
    {REQUEST_GET, "/api/ratings/*", api_leaders},
};

enum { ROUTES = sizeof routes / sizeof *routes };

static bool fits(const char *pattern, const char *path, char *word)
{
    while (*pattern) {
        if (*pattern == '*') {
            size_t length = strcspn(path, "/");
            if (length == 0)
                return false;
            memcpy(word, path, length);
            word[length] = 0;
            path += length;
            pattern++;
        } else if (*pattern++ != *path++) {
            return false;
        }
    }
    return *path == 0;
}

void request_wrong_method(struct hub *h, struct request *r, bool get, bool post)
{
    struct error e;

    r->allow = get && post ? "GET, HEAD, POST" : get ? "GET, HEAD" : "POST";
    error_set(&e, "request.method:methods", "this address wants another method: %s", r->allow);
    request_refuse(h, r, REQUEST_WRONG_METHOD, &e);
}

void request_run(struct hub *h, struct request *r, int64_t now)
{
    bool there[REQUEST_OTHER + 1] = {false};
    struct error e;

    h->counts.requests++;
    for (unsigned i = 0; i < ROUTES; i++) {
        if (!fits(routes[i].path, r->path, r->word))
            continue;
        there[routes[i].method] = true;
        if (routes[i].method != r->method)
            continue;
        if (!strncmp(r->path, "/api/", 5) &&
            !limits_allow(h->limits, r->address, LIMITS_REQUEST, now, &e))
            request_refuse(h, r, REQUEST_TOO_MANY, &e);
        else
            routes[i].handle(h, r, now);
        return;
    }
    if (there[REQUEST_GET] || there[REQUEST_POST])
        request_wrong_method(h, r, there[REQUEST_GET], there[REQUEST_POST]);
    else
        request_refuse_with(h, r, REQUEST_NOT_FOUND, "request.nothing",
                            "there is nothing at this address");
}
