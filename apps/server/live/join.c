// SPDX-License-Identifier: MIT
// Joining a game: it is loaded, the token's seat found, entries that the client does not know are
// read, and then it follows. Each of these may wait for the database, and the game and the client
// may be gone or have moved on when the answer comes: so every step begins by looking at how things
// stand now.
#include <stdlib.h>
#include <string.h>

#include "server/live/entriesjson.h"
#include "server/live/dealing.h"
#include "server/live/registry.h"
#include "server/live/clients.h"
#include "server/live/logins.h"
#include "server/live/livegames.h"

enum { TRIES = 8 }; // readings for one joining: a game that moves faster than it can be read

struct joining {
    struct reader_task task;
    struct load_waiter waiter;
    uint64_t client;
    int64_t ref, since;
    // The number that the client knows. Less is read where spectators need the beginning.
    int64_t asked;
    char game[STORE_ID];
    char token[TOKEN_TEXT];
    bool scene, actions, deals;
    bool renewed; // the live game was read again for it
    unsigned tries;

    // What is to be read, and what was.
    bool want_session, has_session, found;
    struct login session;
    struct store_account account; // of the session, or of the seat
    int64_t want_account;         // that sits there; 0: none
    bool want_entries;
    struct store_entry *entries; // from `since` on
    unsigned count;
    unsigned seats;
    bool clocked;
    struct entries_json made;  // of them
    struct entries_kept *kept; // or NULL: the entries are lent from there
    bool good;
    struct error error;
};

static void join_finish(struct live_registry *reg, struct joining *j)
{
    struct client *c = client_find(reg, j->client);

    explicit_bzero(j->token, sizeof j->token);
    if (!j->kept)
        free(j->entries);
    entries_kept_drop(j->kept);
    entries_json_clear(&j->made);
    free(j);
    if (c)
        client_resume(reg, c);
}

static void refuse_join(struct live_registry *reg, struct joining *j, const struct live_game *live,
                        const struct error *e)
{
    client_refuse(reg, j->client, j->ref, live, e);
    join_finish(reg, j);
}

// ---------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------

static bool read_more(struct joining *j, struct store *s)
{
    struct store_entry *more = NULL;
    unsigned count = 0;

    if (!store_journal(s, j->game, (unsigned)j->since + j->count, &more, &count, &j->error))
        return false;
    if (!j->count) {
        free(j->entries);
        j->entries = more;
        j->count = count;
        return true;
    }
    struct store_entry *all = realloc(j->entries, (j->count + count) * sizeof *all);
    if (all) {
        j->entries = all;
        memcpy(all + j->count, more, count * sizeof *all);
        j->count += count;
    }
    free(more);
    return all || error_set(&j->error, "talk.memory", "the game cannot be followed: out of memory");
}

// In a thread.
static void join_work(struct reader_task *task, struct store *s)
{
    struct joining *j = (struct joining *)task;

    j->good = (!j->want_session ||
               login_read(s, j->token, &j->session, &j->account, &j->found, &j->error)) &&
              (!j->want_account ||
               store_account_by_id(s, j->want_account, &j->account, &j->found, &j->error)) &&
              (!j->want_entries || read_more(j, s));
    if (j->good && j->want_entries)
        entries_json_make(&j->made, j->entries, j->count, j->seats, j->clocked);
}

static void go_on(struct live_registry *reg, struct joining *j, struct live_game *live);

static void join_ready(struct live_registry *reg, struct load_waiter *waiter,
                       struct live_game *live, const struct error *e)
{
    struct joining *j = (struct joining *)((char *)waiter - offsetof(struct joining, waiter));

    j->error = e ? *e : (struct error){0};
    if (live)
        go_on(reg, j, live);
    else
        refuse_join(reg, j, NULL, e);
}

static void want_live_game(struct live_registry *reg, struct joining *j, bool fresh)
{
    j->waiter = (struct load_waiter){.ready = join_ready};
    live_game_load(reg, j->game, fresh, &j->waiter);
}

static void have_read(struct live_registry *reg, struct inbox_item *item)
{
    struct joining *j = (struct joining *)item;
    struct live_game *live = live_game_find(reg, j->game);

    if (j->task.undone)
        error_set(&j->error, "request.stopping", "the server is stopping");
    if (!j->good) {
        refuse_join(reg, j, live, &j->error);
        return;
    }
    if (j->want_session) {
        j->has_session = true;
        if (j->found)
            login_used(reg, &j->session, &j->account);
    }
    if (j->want_account && !j->found)
        j->account = (struct store_account){.id = j->want_account}; // it is gone
    want_live_game(reg, j, false); // it is there, unless it took very long
}

static void have_it_read(struct live_registry *reg, struct joining *j, struct live_game *live)
{
    struct error e;

    j->task = (struct reader_task){.item.done = have_read, .work = join_work};
    j->good = false;
    j->seats = live->state.row.seats;
    j->clocked = live_has_clock(&live->state);
    if (j->tries++ >= TRIES)
        error_set(&e, "live.crowded", "too much is waiting at this game: try again");
    else if (live_registry_read(reg, READER_GAMES, &j->task, &e))
        return;
    refuse_join(reg, j, live, &e);
}

// ---------------------------------------------------------------------------------------------
// Finding the seat
// ---------------------------------------------------------------------------------------------

// The seat that the token opens: by itself, or by being a session of the account that sits there.
static int find_seat(const struct live_state *l, const struct joining *j)
{
    int seat = GAME_PUBLIC;

    // All seats are tried, so that the time it takes tells nothing.
    for (unsigned i = 0; i < l->row.seats; i++) {
        if (token_opens(j->token, l->row.seat[i].token))
            seat = (int)i;
    }
    for (unsigned i = 0; seat == GAME_PUBLIC && j->session.account && i < l->row.seats; i++) {
        if (l->row.seat[i].account == j->session.account && !live_seat_open(l, (int)i))
            seat = (int)i;
    }
    return seat;
}

// A long game that somebody else came to just now is not read again. One that has gone on since is.
static void borrow(struct live_registry *reg, const struct live_game *live, struct joining *j)
{
    unsigned number = live->state.journal.number;

    if (j->kept && j->count < number) {
        entries_kept_drop(j->kept);
        j->kept = NULL;
        j->entries = NULL;
        j->count = 0;
        j->since = j->asked;
    }
    if (!j->entries && j->since < (int64_t)number)
        j->kept = entries_kept_find(&reg->journals, j->game, number);
    if (j->kept) {
        j->entries = j->kept->entries;
        j->count = j->kept->count;
        j->since = 0;
    }
}

// What has to be read before anything can be said; false: nothing.
static bool join_wants(const struct live_game *live, struct joining *j, int seat)
{
    const struct live_state *l = &live->state;
    int64_t known;

    if (!j->token[0] && spectator_delay_applies(live) && !live->delay && j->since > 0) {
        free(j->entries);
        j->entries = NULL;
        j->count = 0;
        // spectators are shown the game from a copy that lags, which is made of all its entries
        j->since = 0;
    }
    known = j->since + (int64_t)j->count;
    j->want_session = j->token[0] && seat == GAME_PUBLIC && !j->has_session;
    j->want_account =
        seat >= 0 && l->row.seat[seat].account != j->account.id ? l->row.seat[seat].account : 0;
    j->want_entries = known < (int64_t)l->journal.number;
    return j->want_session || j->want_account || j->want_entries;
}

// Nobody who was banned sits anywhere.
static bool may_follow(const struct live_game *live, const struct client *c,
                       const struct joining *j, int seat, struct error *e)
{
    if (j->token[0] && seat == GAME_PUBLIC)
        return error_set(e, "talk.token", "this token opens no seat of the game");
    if (seat >= 0 && live->state.row.seat[seat].account && (!j->found || j->account.banned))
        return error_set(e, "login.banned", "this account has been banned");
    if (!live_game_watch_of((struct live_game *)live, c) && c->watch_count >= CLIENT_WATCHES_MOST)
        return error_set(e, "talk.follows:most", "a connection follows at most %d games",
                         CLIENT_WATCHES_MOST);
    if (j->asked > (int64_t)live->state.journal.number)
        return error_set(e, "talk.since:entries,given",
                         "the game has %u entries: none is behind %lld", live->state.journal.number,
                         (long long)j->asked);
    return true;
}

// ---------------------------------------------------------------------------------------------
// Following
// ---------------------------------------------------------------------------------------------

static void join_follow(struct live_registry *reg, struct joining *j, struct live_game *live,
                        struct client *c, int seat)
{
    struct seat_access seat_access = {.seat = seat, .session = j->session};
    struct error e;

    if (seat >= 0)
        seat_access.account = live->state.row.seat[seat].account;
    bool delayed = seat == GAME_PUBLIC && spectator_delay_applies(live) && !live->delay;
    // A copy is made only for those who may watch: it needs all entries, which others were not read
    // for.
    if (!may_follow(live, c, j, seat, &e) ||
        (((delayed && !spectator_delay_begin(live, j->entries, j->count)) ||
          !live_game_watch(reg, live, c, &seat_access, j->scene, j->actions)) &&
         !error_set(&e, "talk.memory", "the game cannot be followed: out of memory"))) {
        refuse_join(reg, j, live, &e);
        return;
    }
    unsigned known = j->asked > j->since ? (unsigned)(j->asked - j->since) : 0;
    known = known < j->count ? known : j->count;
    live_game_send_state(reg, live, live_game_watch_of(live, c),
                         j->count ? j->entries + known : NULL, j->count - known,
                         j->kept ? &j->kept->made : &j->made);
    if (!j->kept && !j->since)
        entries_kept_add(&reg->journals, j->game, &j->entries, j->count, &j->made);
    client_done(reg, c->id, j->ref, live);
    if (seat >= 0 && !j->deals)
        deal_without(reg, live, seat);
    join_finish(reg, j);
}

// What this process knows does not do. Where it cannot be read anew nothing is known, and so
// nothing is said of it.
static void look_once_more(struct live_registry *reg, struct joining *j, struct live_game *live)
{
    bool unread = j->renewed && j->error.message.text[0], late = j->tries++ >= TRIES;

    if (late && !unread)
        error_set(&j->error, "live.crowded", "too much is waiting at this game: try again");
    if (unread || late) {
        refuse_join(reg, j, live, &j->error);
        return;
    }
    j->renewed = true;
    want_live_game(reg, j, true);
}

static void go_on(struct live_registry *reg, struct joining *j, struct live_game *live)
{
    struct client *c = client_find(reg, j->client);
    int seat = j->token[0] ? find_seat(&live->state, j) : GAME_PUBLIC;

    if (!c) {
        join_finish(reg, j);
        return;
    }
    borrow(reg, live, j);
    if (join_wants(live, j, seat)) {
        have_it_read(reg, j, live);
        return;
    }
    // A client may know more than this process has heard of yet: a seat taken or an entry stored
    // elsewhere.
    bool more =
        (j->token[0] && seat == GAME_PUBLIC) || j->asked > (int64_t)live->state.journal.number;
    if (more && (live->stale || (!reg->alone && !j->renewed))) {
        look_once_more(reg, j, live);
        return;
    }
    join_follow(reg, j, live, c, seat);
}

void join_begin(struct live_registry *reg, struct client *c, const struct wire_message *m)
{
    struct joining *j = calloc(1, sizeof *j);

    if (!j) {
        client_refuse_with(reg, c->id, m->ref, NULL, "talk.memory",
                           "the game cannot be followed: out of memory");
        return;
    }
    *j = (struct joining){.client = c->id,
                          .ref = m->ref,
                          .since = m->since,
                          .asked = m->since,
                          .scene = m->scene,
                          .actions = m->actions,
                          .deals = m->deals,
                          .found = false};
    memcpy(j->game, m->game, sizeof j->game);
    memcpy(j->token, m->token, sizeof j->token);
    c->waits++;
    want_live_game(reg, j, false);
}
