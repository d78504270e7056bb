// SPDX-License-Identifier: MIT
// Sessions: who a token stands for, how long it lives, and what happens to clients when it has ended.
#include <stdlib.h>
#include <string.h>

#include "server/live/hub.h"
#include "server/log.h"

enum {
    TOUCH = 3600 * 1000, // milliseconds between two times that its use is noted
    PURGE = 3600 * 1000, // between two times that dead ones are removed
    LOOKS = 600,         // ticks in which every client is looked at once: a minute
};

static void write_one(struct hub *h, enum store_write_kind kind, const unsigned char *token,
                      int64_t now)
{
    struct writer_task *t = writer_task(1, writer_task_done);

    if (!t)
        return;
    t->writes[0].kind = kind;
    t->writes[0].at = now;
    if (token)
        memcpy(t->writes[0].token, token, STORE_HASH);
    writer_submit(h->writer, t);
}

bool login_account(struct hub *h, const char *token, struct login *session,
                   struct store_account *account, bool *found, struct error *e)
{
    int64_t now = log_now();

    *found = false;
    if (!token_hash(token, session->hash))
        return true;
    if (!store_account_of_session(h->reader, session->hash, now, account, found, e))
        return false;
    session->account = *found ? account->id : 0;
    if (*found && now - account->used > TOUCH)
        write_one(h, STORE_TOUCH_SESSION, session->hash, now);
    return true;
}

// Whether somebody may still do what was allowed before. When the database is away, yes.
static bool still(struct hub *h, int64_t id, const struct login *session)
{
    struct store_account account;
    struct error e;
    bool found = false;
    bool known = session ? store_account_of_session(h->reader, session->hash, log_now(), &account,
                                                    &found, &e)
                         : store_account_by_id(h->reader, id, &account, &found, &e);

    return !known || (found && !account.banned && account.id == id);
}

// Checks one client; with an account, only what it has of that.
static void check_client(struct hub *h, struct client *c, int64_t account)
{
    bool good = true;

    for (const struct watch *w = c->watches; w && good; w = w->next_of_client) {
        if (w->account && (!account || w->account == account))
            good = still(h, w->account, w->session);
    }
    if (good && c->offer && (!account || c->offer->session.account == account))
        good = still(h, c->offer->session.account, &c->offer->session);
    if (!good)
        client_doom(h, c, "session over");
}

void login_check(struct hub *h, int64_t account)
{
    for (unsigned i = 0; i < HUB_SLOTS; i++) {
        for (struct client *c = h->clients[i]; c; c = c->next)
            check_client(h, c, account);
        for (struct room *r = h->rooms[i]; r; r = r->next) {
            for (unsigned seat = 0; seat < r->live.row.seats; seat++)
                r->stale = r->stale || r->live.row.seat[seat].account == account; // its name
        }
    }
}

void login_tick(struct hub *h, int64_t now)
{
    if (now - h->purged > PURGE) {
        h->purged = now;
        write_one(h, STORE_PURGE_SESSIONS, NULL, now);
    }
    // Where others write, they tell; where nobody does, whoever looks after the file may still ban somebody.
    for (unsigned i = 0; h->alone && i <= HUB_SLOTS / LOOKS; i++) {
        h->looked = (h->looked + 1) % HUB_SLOTS;
        for (struct client *c = h->clients[h->looked]; c; c = c->next)
            check_client(h, c, 0);
    }
}
