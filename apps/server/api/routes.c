// SPDX-License-Identifier: MIT
// The routing table: which handler answers which method and path. Before a handler runs, the
// account of the request's token and the game of its path are read.
#include "server/api/routes.h"

#include <stdlib.h>
#include <string.h>

#include "server/api/handlers.h"
#include "server/live/livegames.h"
#include "server/live/logins.h"

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

// A request on its way to its handler: first the account of its token is read, then its game is
// loaded.
struct routing {
    struct reader_task task;
    struct load_waiter waiter;
    uint64_t request;
    const struct route *route;
    char token[TOKEN_TEXT];
    struct login session;
    struct store_account account;
    bool good, found;
    struct error error;
};

static void game_loaded(struct live_registry *reg, struct load_waiter *waiter,
                        struct live_game *live, const struct error *e)
{
    struct routing *t = (struct routing *)((char *)waiter - offsetof(struct routing, waiter));
    struct request *r = request_find(reg, t->request);

    if (r && !live) {
        r->error = *e;
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

static void call_handler(struct live_registry *reg, struct routing *t)
{
    struct request *r = request_find(reg, t->request);

    if (r && is_at_game(t->route) && token_is_game_id(r->word)) {
        t->waiter = (struct load_waiter){.ready = game_loaded};
        live_game_load(reg, r->word, false, &t->waiter);
        return;
    }
    if (r)
        t->route->handle(reg, r, live_registry_now(reg));
    free(t);
}

static void read_session(struct reader_task *task, struct store *s)
{
    struct routing *t = (struct routing *)task;

    t->good = login_read(s, t->token, &t->session, &t->account, &t->found, &t->error);
}

static void session_read(struct live_registry *reg, struct inbox_item *item)
{
    struct routing *t = (struct routing *)item;
    struct request *r = request_find(reg, t->request);

    explicit_bzero(t->token, sizeof t->token);
    if (r) {
        r->login = !t->good ? LOGIN_UNKNOWN : t->found ? LOGIN_FOUND : LOGIN_OVER;
        r->error = t->error;
        if (r->login == LOGIN_FOUND) {
            r->account = t->account;
            login_used(reg, &t->session, &t->account);
        }
    }
    call_handler(reg, t);
}

static void route_request(struct live_registry *reg, struct request *r, const struct route *route)
{
    struct routing *t = calloc(1, sizeof *t);
    struct error e;

    error_set(&e, "memory.this", "there is no memory for this");
    if (t) {
        t->request = r->id;
        t->route = route;
        memcpy(t->token, r->token, sizeof t->token);
        t->task = (struct reader_task){.item.done = session_read, .work = read_session};
    }
    if (t && !r->token[0])
        call_handler(reg, t);
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
            route_request(reg, r, &routes[i]);
        return;
    }
    if (there[REQUEST_GET] || there[REQUEST_POST])
        request_wrong_method(reg, r, there[REQUEST_GET], there[REQUEST_POST]);
    else
        request_refuse_with(reg, r, REQUEST_NOT_FOUND, "request.nothing",
                            "there is nothing at this address");
}
