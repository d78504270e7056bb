// SPDX-License-Identifier: MIT
// A request of the api from its arrival to its answer. It may wait for the reader, the writer or a worker, so it has a number:
// whoever comes back finds it, or finds that its visitor has gone. Handlers (api*.c) answer exactly once, with JSON
// or a refusal in the same form. Bodies are wiped, since they may hold passwords.
#include "server/api/request.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/sentencejson.h"
#include "server/log.h"
#include "server/live/logins.h"
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

struct writer_task *request_task(struct live_registry *reg, struct request *r, unsigned writes,
                                 void (*done)(struct live_registry *reg, struct inbox_item *item))
{
    struct writer_task *t = writer_task(writes, done);
    uint64_t *id = malloc(sizeof *id);

    if (!t || !id) {
        free(t);
        free(id);
        request_refuse_with(reg, r, REQUEST_BROKEN, "memory.this", "there is no memory for this");
        return NULL;
    }
    *id = r->id;
    t->extra = id;
    return t;
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
// Words
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
        request_no_database(reg, r, &r->fault);
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
        request_refuse(reg, r, REQUEST_NOT_FOUND, &r->fault);
    else
        request_no_database(reg, r, &r->fault);
    return NULL;
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
    {REQUEST_POST, "/api/games/*/decline", api_decline},
    {REQUEST_POST, "/api/games/*/code", api_code},
    {REQUEST_GET, "/api/codes/*", api_decode},
    {REQUEST_POST, "/api/pair", api_pair},
    {REQUEST_POST, "/api/pair/end", api_unpair},
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
    {REQUEST_GET, "/api/search", api_search},
    {REQUEST_GET, "/api/search/records", api_search_records},
    {REQUEST_GET, "/api/explore", api_explore},
    {REQUEST_GET, "/api/me/told", api_notifications},
    {REQUEST_POST, "/api/me/told", api_set_notifications},
    {REQUEST_POST, "/api/me/told/places", api_add_place},
    {REQUEST_POST, "/api/me/told/places/end", api_drop_place},
    {REQUEST_GET, "/api/me/vacation", api_vacation},
    {REQUEST_POST, "/api/me/vacation", api_set_vacation},
    {REQUEST_GET, "/api/told/stop", api_stop_page},
    {REQUEST_POST, "/api/told/stop", api_stop_notifications},
    {REQUEST_POST, "/api/told/confirm", api_confirm_address},
    {REQUEST_GET, "/api/me/data", api_my_data},
    {REQUEST_POST, "/api/reports", api_report},
    {REQUEST_POST, "/api/sessions/renew", api_renew},
    {REQUEST_POST, "/api/bots/*/token", api_bot_token},
    {REQUEST_GET, "/api/bots", api_bots},
    {REQUEST_POST, "/api/bots", api_new_bot},
    {REQUEST_GET, "/api/ratings/*", api_leaders},
    {REQUEST_POST, "/api/studies", api_new_study},
    {REQUEST_GET, "/api/studies/*", api_study},
    {REQUEST_POST, "/api/studies/*/delete", api_drop_study},
    {REQUEST_POST, "/api/studies/*/key", api_lock_study},
    {REQUEST_GET, "/api/me/studies", api_my_studies},
    {REQUEST_GET, "/api/puzzles", api_puzzle_day},
    {REQUEST_GET, "/api/puzzles/streaks", api_puzzle_streaks},
    {REQUEST_POST, "/api/puzzles/*", api_begin_puzzle},
    {REQUEST_POST, "/api/puzzles/*/try", api_try_puzzle},
    {REQUEST_GET, "/api/me/puzzles", api_my_puzzles},
    {REQUEST_GET, "/api/me/attempts", api_my_attempts},
    {REQUEST_GET, "/api/tournaments", api_tournaments},
    {REQUEST_POST, "/api/tournaments", api_new_tournament},
    {REQUEST_GET, "/api/tournaments/*", api_tournament},
    {REQUEST_GET, "/api/tournaments/*/export", api_tournament_export},
    {REQUEST_POST, "/api/tournaments/*/join", api_tournament_join},
    {REQUEST_POST, "/api/tournaments/*/leave", api_tournament_leave},
    {REQUEST_POST, "/api/tournaments/*/begin", api_tournament_begin},
    {REQUEST_POST, "/api/tournaments/*/cancel", api_tournament_cancel},
    {REQUEST_POST, "/api/tournaments/*/remove", api_tournament_remove},
    {REQUEST_POST, "/api/tournaments/*/set", api_tournament_set},
    {REQUEST_POST, "/api/tournaments/*/challenge", api_tournament_challenge},
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

bool request_takes_forms(const char *path)
{
    return !strcmp(path, "/api/told/stop"); // RFC 8058: from a mail service, with a signed pass
}

void request_wrong_method(struct live_registry *reg, struct request *r, bool get, bool post)
{
    struct error e;

    r->allow = get && post ? "GET, HEAD, POST" : get ? "GET, HEAD" : "POST";
    error_set(&e, "request.method:methods", "this address wants another method: %s", r->allow);
    request_refuse(reg, r, REQUEST_WRONG_METHOD, &e);
}

// A request on its way to its handler: first it is read whose session its token is, then its game is loaded.
struct approach {
    struct reader_task task;
    struct load_waiter waiter;
    uint64_t request;
    const struct route *route;
    char token[TOKEN_TEXT];
    struct login session;
    struct store_account account;
    bool good, found;
    struct error fault;
};

static void arrived(struct live_registry *reg, struct load_waiter *waiter, struct live_game *live,
                    const struct error *e)
{
    struct approach *t = (struct approach *)((char *)waiter - offsetof(struct approach, waiter));
    struct request *r = request_find(reg, t->request);

    if (r && !live) {
        r->fault = *e;
        r->bad_game = waiter->bad;
    }
    if (r)
        t->route->handle(reg, r, live_registry_now(reg));
    free(t);
}

// Whether the game that the path names is needed in memory.
static bool is_at_game(const struct route *route)
{
    static const char games[] = "/api/games/*";

    return !strncmp(route->path, games, sizeof games - 1);
}

static void go_in(struct live_registry *reg, struct approach *t)
{
    struct request *r = request_find(reg, t->request);

    if (r && is_at_game(t->route) && token_is_game_id(r->word)) {
        t->waiter = (struct load_waiter){.ready = arrived};
        live_game_load(reg, r->word, false, &t->waiter);
        return;
    }
    if (r)
        t->route->handle(reg, r, live_registry_now(reg));
    free(t);
}

static void read_session(struct reader_task *task, struct store *s)
{
    struct approach *t = (struct approach *)task;

    t->good = login_read(s, t->token, &t->session, &t->account, &t->found, &t->fault);
}

static void session_read(struct live_registry *reg, struct inbox_item *item)
{
    struct approach *t = (struct approach *)item;
    struct request *r = request_find(reg, t->request);

    explicit_bzero(t->token, sizeof t->token);
    if (r) {
        r->login = !t->good ? LOGIN_UNKNOWN : t->found ? LOGIN_FOUND : LOGIN_OVER;
        r->fault = t->fault;
        if (r->login == LOGIN_FOUND) {
            r->account = t->account;
            login_used(reg, &t->session, &t->account);
        }
    }
    go_in(reg, t);
}

static void approach(struct live_registry *reg, struct request *r, const struct route *route)
{
    struct approach *t = calloc(1, sizeof *t);
    struct error e;

    error_set(&e, "memory.this", "there is no memory for this");
    if (t) {
        t->request = r->id;
        t->route = route;
        memcpy(t->token, r->token, sizeof t->token);
        t->task = (struct reader_task){.item.done = session_read, .work = read_session};
    }
    if (t && !r->token[0])
        go_in(reg, t);
    else if (!t || !live_registry_read(reg, READER_GAMES, &t->task, &e)) {
        request_refuse(reg, r, REQUEST_NO_DATABASE, &e);
        free(t);
    }
}

void request_run(struct live_registry *reg, struct request *r, int64_t now)
{
    bool there[REQUEST_OTHER + 1] = {false};
    struct error e;

    reg->counts.requests++;
    for (unsigned i = 0; i < ROUTES; i++) {
        if (!fits(routes[i].path, r->path, r->word))
            continue;
        there[routes[i].method] = true;
        if (routes[i].method != r->method)
            continue;
        if (!strncmp(r->path, "/api/", 5) &&
            !limits_allow(reg->limits, r->address, LIMITS_REQUEST, now, &e))
            request_refuse(reg, r, REQUEST_TOO_MANY, &e);
        else
            approach(reg, r, &routes[i]);
        return;
    }
    if (there[REQUEST_GET] || there[REQUEST_POST])
        request_wrong_method(reg, r, there[REQUEST_GET], there[REQUEST_POST]);
    else
        request_refuse_with(reg, r, REQUEST_NOT_FOUND, "request.nothing",
                            "there is nothing at this address");
}
