// SPDX-License-Identifier: MIT
// Sessions: who a token stands for, how long it lives, and what happens to clients when it has
// ended.
#include <stdlib.h>
#include <string.h>

#include "server/live/clients.h"
#include "server/live/logins.h"
#include "server/live/livegames.h"

enum {
    TOUCH = 3600 * 1000, // milliseconds between two times that its use is noted
    PURGE = 3600 * 1000, // between two times that dead ones are removed
    LOOKS = 600,         // ticks in which every client is looked at once: a minute
};

static void write_one(struct live_registry *reg, enum store_write_kind kind,
                      const unsigned char *token, int64_t now)
{
    struct writer_task *t = writer_task(1, writer_task_done);

    if (!t)
        return;
    t->writes[0].kind = kind;
    t->writes[0].at = now;
    if (token)
        memcpy(t->writes[0].token, token, STORE_HASH);
    writer_submit(reg->writer, t);
}

bool login_read(struct store *s, const char *token, struct login *session,
                struct store_account *account, bool *found, struct error *e)
{
    *found = false;
    if (!token_hash(token, session->hash))
        return true;
    if (!store_account_of_session(s, session->hash, store_now(s), account, found, e))
        return false;
    session->account = *found ? account->id : 0;
    return true;
}

void login_used(struct live_registry *reg, const struct login *session,
                const struct store_account *account)
{
    int64_t now = live_registry_now(reg);

    if (now - account->used > TOUCH && !reg->ended)
        write_one(reg, STORE_TOUCH_SESSION, session->hash, now);
}

// ---------------------------------------------------------------------------------------------
// Whether people may still do what was allowed before
// ---------------------------------------------------------------------------------------------

struct check {
    struct reader_task task;
    unsigned count, capacity;
    struct checked {
        uint64_t client;
        int64_t account;
        bool by_session;
        unsigned char hash[STORE_HASH];
        bool over;
    } * at;
};

// In a thread. When the database is away, they may.
static void work(struct reader_task *task, struct store *s)
{
    struct check *check = (struct check *)task;
    struct store_account account;
    struct error e;

    for (unsigned i = 0; i < check->count; i++) {
        struct checked *c = &check->at[i];
        bool found = false;
        bool known = c->by_session
                         ? store_account_of_session(s, c->hash, store_now(s), &account, &found, &e)
                         : store_account_by_id(s, c->account, &account, &found, &e);
        c->over = known && !(found && !account.banned && account.id == c->account);
    }
}

static void free_check(struct check *check)
{
    if (check)
        free(check->at);
    free(check);
}

static void checked(struct live_registry *reg, struct inbox_item *item)
{
    struct check *check = (struct check *)item;

    for (unsigned i = 0; i < check->count; i++) {
        struct client *c = check->at[i].over ? client_find(reg, check->at[i].client) : NULL;
        if (c)
            client_doom(reg, c, "session over");
    }
    free_check(check);
}

static bool add(struct check *check, const struct client *c, int64_t account,
                const struct login *session)
{
    if (check->count == check->capacity) {
        unsigned capacity = check->capacity ? check->capacity * 2 : 16;
        struct checked *more = realloc(check->at, capacity * sizeof *more);
        if (!more)
            return false;
        check->at = more;
        check->capacity = capacity;
    }
    struct checked *at = &check->at[check->count++];
    *at = (struct checked){.client = c->id, .account = account, .by_session = session != NULL};
    if (session)
        memcpy(at->hash, session->hash, sizeof at->hash);
    return true;
}

// Adds what one client has; with an account, only what it has of that.
static bool add_client(const struct live_registry_callbacks *above, struct check *check,
                       const struct client *c, int64_t account)
{
    const struct login *login;
    bool good = true;

    for (const struct watch *w = c->watches; w && good; w = w->next_of_client) {
        if (w->account && (!account || w->account == account))
            good = add(check, c, w->account, w->session);
    }
    if (good && c->offer && (!account || c->offer->session.account == account))
        good = add(check, c, c->offer->session.account, &c->offer->session);
    for (unsigned i = 0; good && (login = above->login_at(c, i)); i++) {
        if (login->account && (!account || login->account == account))
            good = add(check, c, login->account, login);
    }
    return good;
}

// Checks the clients of some slots.
static bool check_slots(struct live_registry *reg, unsigned first, unsigned slots, int64_t account)
{
    struct check *check = calloc(1, sizeof *check);
    bool good = check != NULL;
    struct error e;

    for (unsigned i = 0; good && i < slots; i++) {
        for (struct client *c = reg->clients[(first + i) % REGISTRY_SLOTS]; c && good; c = c->next)
            good = add_client(reg->host.above, check, c, account);
    }
    if (good && check->count) {
        check->task = (struct reader_task){.item.done = checked, .work = work};
        good = live_registry_read(reg, READER_GAMES, &check->task, &e);
        if (good)
            return true;
    }
    free_check(check);
    return good;
}

void login_check(struct live_registry *reg, int64_t account)
{
    if (!check_slots(reg, 0, REGISTRY_SLOTS, account))
        reg->unchecked = true;
    reg->host.above->account_changed(reg, account);
    for (unsigned i = 0; i < REGISTRY_SLOTS; i++) {
        for (struct live_game *live = reg->games[i]; live; live = live->next) {
            for (unsigned seat = 0; seat < live->state.row.seats; seat++) {
                if (live->state.row.seat[seat].account == account) // its name
                    live->stale = live->stale_row = true;
            }
        }
    }
}

void login_tick(struct live_registry *reg, int64_t now)
{
    enum { SLOTS = REGISTRY_SLOTS / LOOKS + 1 };

    if (now - reg->purged > PURGE) {
        reg->purged = now;
        write_one(reg, STORE_PURGE_SESSIONS, NULL, now);
    }
    if (reg->unchecked)
        reg->unchecked = !check_slots(reg, 0, REGISTRY_SLOTS, 0);
    // Where others write, they tell; where nobody does, whoever looks after the file may still ban
    // somebody.
    if (reg->alone && check_slots(reg, reg->looked, SLOTS, 0))
        reg->looked = (reg->looked + SLOTS) % REGISTRY_SLOTS;
}
