// SPDX-License-Identifier: MIT
// Quick pairing: people say which game they want and how fast, and wait; the database knows who
// waits, so that any process can pair any two, and each of them once. Somebody on a socket waits as
// long as it is open; by HTTP, as long as the request is repeated.
#include <stdlib.h>
#include <string.h>

#include "games/registry.h"
#include "server/live/dealing.h"
#include "server/live/fair.h"
#include "server/live/notices.h"
#include "server/names.h"
#include "server/api/handlers.h"
#include "server/api/pool.h"
#include "server/api/reading.h"
#include "server/log.h"
#include "server/live/clients.h"
#include "server/live/lobby.h"
#include "server/live/logins.h"

enum {
    STAYS = 5 * 1000,  // milliseconds between two times that somebody on a socket is noted
    VALID = 15 * 1000, // that it is believed
    LOOK = 500,        // between two looks at who waits
    SEATS = 2,
};

const struct pool_speed pool_speeds[] = {
    {"blitz", "180+2"}, {"rapid", "600+5"}, {"days", "3d"}, {NULL, NULL}};

// ---------------------------------------------------------------------------------------------
// A request
// ---------------------------------------------------------------------------------------------

struct pool_request {
    char game[STORE_WORD], speed[16], name[STORE_NAME], key[TOKEN_TEXT];
    bool rated;
};

static const char *clock_of(const char *speed)
{
    for (const struct pool_speed *p = pool_speeds; p->name; p++) {
        if (!strcmp(p->name, speed))
            return p->clock;
    }
    return NULL;
}

static void copy(char *to, size_t capacity, const char *from)
{
    struct text t;

    text_init(&t, to, capacity);
    text_add(&t, from);
}

// Checks everything but who it is.
static bool read_pool_request(const struct pool_request *request, int64_t now, struct store_seek *w,
                              struct error *e)
{
    const struct game *g = registry_find(request->game);
    const char *clock = clock_of(request->speed);
    const struct game_options usual = {0};

    if (!g || g->unlisted)
        return error_set(e, "create.game:game", "game '%s' is unknown",
                         error_quote(request->game).text);
    if (game_seats(g, &usual) != SEATS)
        return error_set(e, "pool.seats", "opponents are found for games of two");
    if (!clock)
        return error_set(e, "pool.speed:speed",
                         "speed '%s' is unknown: there are blitz, rapid and days",
                         error_quote(request->speed).text);
    if (!name_check(request->name, e))
        return false;
    *w = (struct store_seek){.rated = request->rated, .since = now, .until = now + VALID};
    if (!token_hash(request->key, w->token))
        return error_set(e, "request.key",
                         "a key is 16 random bytes as 22 characters of base64 for addresses");
    copy(w->game, sizeof w->game, g->name);
    copy(w->clock, sizeof w->clock, clock);
    copy(w->name, sizeof w->name, request->name);
    return true;
}

static bool set_person(struct store_seek *w, const struct store_account *account, struct error *e)
{
    if (account->bot)
        return error_set(e, "pool.bot", "a bot does not look for opponents: say ready");
    if (w->rated && !account->id)
        return error_set(e, "create.rated-account", "a rated game needs an account: log in first");
    w->account = account->id;
    if (account->id)
        copy(w->name, sizeof w->name, account->name);
    return true;
}

// ---------------------------------------------------------------------------------------------
// Telling
// ---------------------------------------------------------------------------------------------

static void forget_seek(struct live_registry *reg, struct client *c)
{
    reg->seeking--;
    free(c->seek);
    c->seek = NULL;
}

static void send_pairing(struct live_registry *reg, struct client *c, const char *game)
{
    struct payload_draft d;
    struct json_writer j;

    client_begin(&d, &j, game ? "paired" : "unpaired", -1);
    if (game)
        json_write_string(&j, "game", game);
    json_write_end_object(&j);
    client_send_draft(reg, c, &d);
    forget_seek(reg, c);
}

// Tells whoever waits here by this token that there is a game.
static void send_found(struct live_registry *reg, const unsigned char token[STORE_HASH],
                       const char *game)
{
    for (unsigned i = 0; reg->seeking && i < REGISTRY_SLOTS; i++) {
        for (struct client *c = reg->clients[i]; c; c = c->next) {
            if (c->seek && !memcmp(c->seek->token, token, STORE_HASH))
                send_pairing(reg, c, game);
        }
    }
}

// The lobby tells how many wait, on every process.
static void pool_changed(struct live_registry *reg)
{
    lobby_changed(reg);
    live_registry_publish(reg, "pool");
}

// ---------------------------------------------------------------------------------------------
// On a socket
// ---------------------------------------------------------------------------------------------

void pool_leave(struct live_registry *reg, struct client *c)
{
    struct writer_task *t = c->seek ? writer_task(1, writer_task_done) : NULL;

    if (t) {
        t->writes[0].kind = STORE_DROP_SEEK;
        memcpy(t->writes[0].token, c->seek->token, STORE_HASH);
        writer_submit(reg->writer, t);
    }
    if (c->seek) {
        forget_seek(reg, c);
        pool_changed(reg);
    }
}

// Somebody on a socket who is being found out about, and then stored.
struct entering {
    struct reader_task task;
    uint64_t client;
    int64_t ref;
    char token[TOKEN_TEXT];
    struct login session;
    struct store_account account;
    struct store_seek seek;
    bool good, found;
    struct error error;
};

// What the writer's task remembers.
struct asker {
    uint64_t client, request;
    int64_t ref;
};

static bool begin_seek(struct live_registry *reg, struct client *c, const struct store_seek *w,
                       int64_t now)
{
    if (c->seek && !memcmp(c->seek->token, w->token, STORE_HASH))
        return true;
    pool_leave(reg, c);
    c->seek = malloc(sizeof *c->seek);
    if (!c->seek)
        return false;
    reg->seeking++;
    *c->seek = (struct seek){.stored_at = now};
    memcpy(c->seek->token, w->token, STORE_HASH);
    return true;
}

static void pool_entered(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    const struct asker *a = t->extra;
    const struct store_write *w = &t->writes[0];
    struct client *c = client_find(reg, a->client);

    if (c && t->failed)
        client_refuse_with(reg, c->id, a->ref, NULL, "store.quiet", "the database does not answer");
    else if (c && w->answer != STORE_DONE && w->answer != STORE_PAIRED)
        client_refuse_with(reg, c->id, a->ref, NULL, "pool.twice",
                           "you are looking for an opponent in another window already");
    else if (c && begin_seek(reg, c, &w->seek, live_registry_now(reg))) {
        client_done(reg, c->id, a->ref, NULL);
        if (w->answer == STORE_PAIRED)
            send_pairing(reg, c, w->seek.found);
        reg->pool_looked = 0;
        pool_changed(reg);
    }
    writer_task_free(t);
}

static bool send_wait(struct live_registry *reg, const struct store_seek *w,
                      const struct asker *asker,
                      void (*done)(struct live_registry *reg, struct inbox_item *item))
{
    struct writer_task *t = writer_task_with(1, done, sizeof *asker);

    if (!t)
        return false;
    *(struct asker *)t->extra = *asker;
    t->writes[0].kind = STORE_ADD_SEEK;
    t->writes[0].seek = *w;
    writer_submit(reg->writer, t);
    return true;
}

static void read_person(struct reader_task *task, struct store *s)
{
    struct entering *t = (struct entering *)task;

    t->good = t->token[0] ? login_read(s, t->token, &t->session, &t->account, &t->found, &t->error)
                          : fair_guest(s, t->seek.name, &t->account, &t->error);
}

static bool enter_pool(struct live_registry *reg, struct entering *t, struct error *e)
{
    const struct asker asker = {.client = t->client, .ref = t->ref};

    return set_person(&t->seek, &t->account, e) &&
           (send_wait(reg, &t->seek, &asker, pool_entered) ||
            error_set(e, "memory.this", "there is no memory for this"));
}

static bool know_person(struct live_registry *reg, const struct entering *t, struct error *e)
{
    if (t->task.undone)
        return error_set(e, "request.stopping", "the server is stopping");
    *e = t->error;
    if (!t->good || !t->token[0])
        return t->good;
    if (!t->found)
        return error_set(e, "login.over", "this session is over: log in again");
    login_used(reg, &t->session, &t->account);
    return !t->account.banned || error_set(e, "login.banned", "this account has been banned");
}

static void person_read(struct live_registry *reg, struct inbox_item *item)
{
    struct entering *t = (struct entering *)item;
    struct client *c = client_find(reg, t->client);
    struct error e;

    if (c && (!know_person(reg, t, &e) || !enter_pool(reg, t, &e)))
        client_refuse(reg, c->id, t->ref, NULL, &e);
    explicit_bzero(t, sizeof *t);
    free(t);
    if (c)
        client_resume(reg, c);
}

bool pool_enter(struct live_registry *reg, struct client *c, const struct wire_message *m,
                int64_t now, struct error *e)
{
    struct pool_request request = {.rated = m->rated};
    struct entering *t = calloc(1, sizeof *t);
    bool good;

    if (!t)
        return error_set(e, "memory.this", "there is no memory for this");
    *t = (struct entering){
        .task = {.item.done = person_read, .work = read_person}, .client = c->id, .ref = m->ref};
    copy(request.game, sizeof request.game, m->wanted);
    copy(request.speed, sizeof request.speed, m->text);
    copy(request.name, sizeof request.name, m->name);
    copy(request.key, sizeof request.key, m->key);
    memcpy(t->token, m->token, sizeof t->token);
    good = limits_allow(reg->limits, c->address, LIMITS_PAIR, now, e) &&
           read_pool_request(&request, now, &t->seek, e);
    if (good && (m->token[0] || m->name[0]) &&
        (good = live_registry_read(reg, READER_GAMES, &t->task, e))) {
        c->waits++;
        return true;
    }
    good = good && enter_pool(reg, t, e);
    explicit_bzero(t, sizeof *t);
    free(t);
    return good;
}

// ---------------------------------------------------------------------------------------------
// By HTTP
// ---------------------------------------------------------------------------------------------

static const struct schema_field pool_request_shape[] = {
    {"game", SCHEMA_WORD, offsetof(struct pool_request, game), STORE_WORD, true},
    {"speed", SCHEMA_WORD, offsetof(struct pool_request, speed),
     sizeof((struct pool_request *)0)->speed, true},
    {"key", SCHEMA_WORD, offsetof(struct pool_request, key), TOKEN_TEXT, true},
    {"name", SCHEMA_WORD, offsetof(struct pool_request, name), STORE_NAME, false},
    {"rated", SCHEMA_FLAG, offsetof(struct pool_request, rated), 0, false},
    {0},
};

static const struct schema_field key_shape[] = {
    {"key", SCHEMA_WORD, offsetof(struct pool_request, key), TOKEN_TEXT, true},
    {0},
};

static void seek_stored(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    const struct asker *a = t->extra;
    const struct store_write *w = &t->writes[0];
    struct request *r = request_find(reg, a->request);
    struct json_writer j;

    if (r && t->failed) {
        request_no_database(reg, r, &t->error);
    } else if (r && w->answer != STORE_DONE && w->answer != STORE_PAIRED) {
        request_refuse_with(reg, r, REQUEST_CONFLICT, "pool.twice",
                            "you are looking for an opponent in another window already");
    } else if (r) {
        request_begin(r, &j);
        json_write_bool(&j, "waiting", w->answer == STORE_DONE);
        if (w->answer == STORE_PAIRED)
            json_write_string(&j, "game", w->seek.found);
        request_end(reg, r, &j, REQUEST_OK);
    }
    reg->pool_until = live_registry_now(reg) + VALID;
    writer_task_free(t);
}

// A request whose guest's name is being looked up.
struct naming {
    struct reading base;
    struct store_seek seek;
    bool refused;
    struct error why;
};

static bool read_name(struct store *s, struct reading *t, struct error *e)
{
    struct naming *n = (struct naming *)t;
    const struct store_account account = {.id = n->seek.account};

    (void)e;
    n->refused = !fair_guest(s, n->seek.name, &account, &n->why);
    return true;
}

static void name_read(struct live_registry *reg, struct request *r, struct reading *t)
{
    const struct naming *n = (const struct naming *)t;

    if (n->refused)
        request_refuse(reg, r, REQUEST_BAD, &n->why);
    else if (!send_wait(reg, &n->seek, &(struct asker){.request = r->id}, seek_stored))
        request_refuse_with(reg, r, REQUEST_BROKEN, "memory.this", "there is no memory for this");
}

void api_pair(struct live_registry *reg, struct request *r, int64_t now)
{
    struct pool_request request = {0};
    struct store_account account;
    struct store_seek w;
    struct naming *n;
    struct error e;

    if (!request_maybe_account(reg, r, &account))
        return;
    if (!limits_allow(reg->limits, r->address, LIMITS_PAIR, now, &e)) {
        request_refuse(reg, r, REQUEST_TOO_MANY, &e);
    } else if (!schema_read(pool_request_shape, r->body, r->length, &request, &e) ||
               !read_pool_request(&request, now, &w, &e) || !set_person(&w, &account, &e)) {
        request_refuse(reg, r, REQUEST_BAD, &e);
    } else if ((n = reading(reg, r, sizeof *n, read_name, name_read))) {
        n->seek = w;
        reading_go(reg, r, &n->base, READER_GAMES);
    }
    explicit_bzero(&request, sizeof request);
}

static void seek_dropped(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    struct request *r = request_stored(reg, t);

    if (r)
        request_done(reg, r, REQUEST_OK);
    lobby_changed(reg);
    writer_task_free(t);
}

void api_unpair(struct live_registry *reg, struct request *r, int64_t now)
{
    struct pool_request request = {0};
    unsigned char token[STORE_HASH];
    struct error e;

    (void)now;
    if (!schema_read(key_shape, r->body, r->length, &request, &e)) {
        request_refuse(reg, r, REQUEST_BAD, &e);
        return;
    }
    if (!token_hash(request.key, token)) {
        request_refuse_with(reg, r, REQUEST_BAD, "request.key",
                            "a key is 16 random bytes as 22 characters of base64 for addresses");
        return;
    }
    struct writer_task *t = request_task(reg, r, 1, seek_dropped);
    if (!t)
        return;
    t->writes[0].kind = STORE_DROP_SEEK;
    memcpy(t->writes[0].token, token, STORE_HASH);
    writer_submit(reg->writer, t);
    explicit_bzero(&request, sizeof request);
}

// ---------------------------------------------------------------------------------------------
// Pairing
// ---------------------------------------------------------------------------------------------

// The game of two who have found each other; the lot decides who begins.
static void make_game(const struct store_seek pair[2], int64_t now, struct store_game *row)
{
    const struct game *g = registry_find(pair[0].game);
    const struct game_options usual = {0};
    unsigned first = token_seed() & 1;
    struct text t;

    *row = (struct store_game){.seed = token_seed(),
                               .listed = true,
                               .rated = pair[0].rated,
                               .guests = !pair[0].rated,
                               .phase = STORE_PLAYING,
                               .created = now,
                               .changed = now,
                               .seats = SEATS};
    token_game_id(row->id);
    copy(row->game, sizeof row->game, g->name);
    copy(row->clock, sizeof row->clock, pair[0].clock);
    text_init(&t, row->options, sizeof row->options);
    game_options_text(g, &usual, &t);
    for (unsigned seat = 0; seat < SEATS; seat++) {
        const struct store_seek *w = &pair[seat ^ first];
        struct store_seat *s = &row->seat[seat];
        copy(s->kind, sizeof s->kind, "person");
        copy(s->name, sizeof s->name, w->name);
        s->account = w->account;
        memcpy(s->token, w->token, STORE_HASH);
    }
    // Who came first keeps a name that both have; an account keeps its own in any case.
    if (fair_alike(pair[0].name, pair[1].name))
        row->seat[(pair[1].account ? 0U : 1U) ^ first].name[0] = 0;
    deal_ask(row);
}

static void pair_stored(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    const struct store_game *row = &t->writes[1].game;

    reg->pool_writes--;
    if (!t->failed && t->writes[0].answer == STORE_DONE && t->writes[1].answer == STORE_DONE) {
        reg->counts.created++;
        log_event("paired", "game=%s name=%s clock=%s rated=%d", row->id, row->game, row->clock,
                  row->rated);
        notice_begin_soon(reg, row->id);
        lobby_changed(reg);
        for (unsigned i = 0; i < SEATS; i++)
            send_found(reg, t->writes[0].pair.tokens[i], row->id);
    }
    writer_task_free(t);
}

static void store_pair(struct live_registry *reg, const struct store_seek pair[2], int64_t now)
{
    struct writer_task *t = writer_task(2, pair_stored);

    if (!t)
        return;
    make_game(pair, now, &t->writes[1].game);
    t->writes[0].kind = STORE_ADD_PAIR;
    t->writes[0].at = now;
    memcpy(t->writes[0].pair.game, t->writes[1].game.id, STORE_ID);
    for (unsigned i = 0; i < SEATS; i++)
        memcpy(t->writes[0].pair.tokens[i], pair[i].token, STORE_HASH);
    t->writes[1].kind = STORE_ADD_GAME;
    t->writes[1].with_last = true;
    reg->pool_writes++;
    writer_submit(reg->writer, t);
}

struct gathering {
    struct reader_task task;
    int64_t now;
    struct store_seek list[SEEKS_MOST];
    unsigned count;
    struct pool_pairs pairs;
    bool good;
    struct error error;
};

static void gather_pairs(struct reader_task *task, struct store *s)
{
    struct gathering *g = (struct gathering *)task;

    g->good = store_seeks(s, g->now, g->list, &g->count, &g->error) &&
              pool_match(s, g->list, g->count, g->now, &g->pairs, &g->error);
}

static void pairs_gathered(struct live_registry *reg, struct inbox_item *item)
{
    struct gathering *g = (struct gathering *)item;

    reg->pool_read = false;
    for (unsigned i = 0; g->good && !reg->stopping && i < g->pairs.count; i++)
        store_pair(reg, g->pairs.at[i], g->now);
    for (unsigned i = 0; g->good && i < g->count; i++) {
        if (g->list[i].found[0]) // by another process, or before the line broke
            send_found(reg, g->list[i].token, g->list[i].found);
    }
    explicit_bzero(g, sizeof *g);
    free(g);
}

static void seek_kept(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    const struct store_write *w = &t->writes[0];

    if (!t->failed && w->answer == STORE_PAIRED)
        send_found(reg, w->seek.token, w->seek.found);
    else if (!t->failed && w->answer == STORE_MISSING)
        send_found(reg, w->seek.token, NULL);
    writer_task_free(t);
}

static void keep_seek(struct live_registry *reg, struct client *c, int64_t now)
{
    struct writer_task *t = writer_task(1, seek_kept);

    if (!t)
        return;
    c->seek->stored_at = now;
    t->writes[0].kind = STORE_KEEP_SEEK;
    memcpy(t->writes[0].seek.token, c->seek->token, STORE_HASH);
    t->writes[0].seek.until = now + VALID;
    writer_submit(reg->writer, t);
}

void pool_tick(struct live_registry *reg, int64_t now)
{
    struct gathering *g;
    struct error e;

    for (unsigned i = 0; reg->seeking && i < REGISTRY_SLOTS; i++) {
        for (struct client *c = reg->clients[i]; c; c = c->next) {
            if (c->seek && now - c->seek->stored_at > STAYS)
                keep_seek(reg, c, now);
        }
    }
    if ((!reg->seeking && now > reg->pool_until) || reg->pool_read || reg->pool_writes ||
        now - reg->pool_looked < LOOK || !(g = calloc(1, sizeof *g)))
        return;
    g->task = (struct reader_task){.item.done = pairs_gathered, .work = gather_pairs};
    g->now = now;
    reg->pool_looked = now;
    reg->pool_read = live_registry_read(reg, READER_LISTS, &g->task, &e);
    if (!reg->pool_read)
        free(g);
}
