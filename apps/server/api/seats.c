// SPDX-License-Identifier: MIT
// Taking a seat: the first to come gets it, and with it a secret that is told once.
#include <stdlib.h>
#include <string.h>

#include "server/live/dealing.h"
#include "server/live/fair.h"
#include "server/names.h"
#include "server/live/notices.h"
#include "server/log.h"
#include "server/api/handlers.h"
#include "server/api/reading.h"
#include "server/live/lobby.h"
#include "server/live/livegames.h"

struct seat_request {
    int64_t seat; // wanted, or -1: any
    char name[STORE_NAME];
    char commitment[STORE_SHARE];
    char key[TOKEN_TEXT];
};

static const struct schema_field seat_request_shape[] = {
    {"seat", SCHEMA_NUMBER, offsetof(struct seat_request, seat), GAME_MAX_SEATS - 1, false},
    {"name", SCHEMA_WORD, offsetof(struct seat_request, name), STORE_NAME, false},
    {"key", SCHEMA_WORD, offsetof(struct seat_request, key), TOKEN_TEXT, false},
    {"promise", SCHEMA_WORD, offsetof(struct seat_request, commitment), STORE_SHARE, false},
    {0},
};

// Whoever came last may have been put elsewhere by the lot.
static int seat_after(const struct writer_task *t, int seat)
{
    const struct store_write *last = &t->writes[t->count - 1];

    return last->kind == STORE_DRAW_SEATS && last->answer == STORE_DONE ? last->order[seat] : seat;
}

// Has a seat, and is told so when the live game knows it.
struct settled {
    struct load_waiter waiter;
    char game[STORE_ID];
    struct seated seated;
};

static void settle(struct live_registry *reg, struct load_waiter *waiter, struct live_game *live,
                   const struct error *e)
{
    struct settled *s = (struct settled *)waiter;
    struct request *r = request_find(reg, s->seated.request);

    (void)e; // it is stored, whatever the live game knows
    if (live)
        notice_begin(reg, live, live_registry_now(reg));
    if (r)
        request_seat(reg, r, s->game, &s->seated, REQUEST_OK);
    explicit_bzero(s, sizeof *s);
    free(s);
}

static void seat_stored(struct live_registry *reg, const struct writer_task *t,
                        struct seated *seated)
{
    const struct store_write *w = &t->writes[0];
    struct settled *s = calloc(1, sizeof *s);

    seated->seat = seat_after(t, (int)w->number);
    log_event("seat-taken", "game=%s seat=%d", w->game.id, seated->seat);
    lobby_changed(reg);
    if (!s)
        return;
    s->waiter.ready = settle;
    s->seated = *seated;
    memcpy(s->game, w->game.id, sizeof s->game);
    live_game_load(reg, s->game, true, &s->waiter);
}

static void sat(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    struct seated *s = t->extra;
    const struct store_write *w = &t->writes[0];
    struct request *r = request_find(reg, s->request);
    bool stored = !t->failed && (w->answer == STORE_DONE || w->answer == STORE_DUPLICATE);
    struct live_game *live = stored ? NULL : live_game_find(reg, w->game.id);

    if (live)
        live_game_refresh(
            reg, live); // a commit that is said to have failed may be there, or somebody was first
    if (stored)
        seat_stored(reg, t, s);
    else if (r && t->failed)
        request_no_database(reg, r, &t->error);
    else if (r)
        request_refuse_with(reg, r, REQUEST_CONFLICT, "sit.taken",
                            "another player was first: the seat is taken");
    explicit_bzero(t->extra, sizeof *s);
    writer_task_free(t);
}

// Whether this person may have the seat.
static bool may_have(const struct live_state *l, int seat, const struct store_account *account)
{
    const struct store_seat *s = &l->row.seat[seat];

    return live_seat_open(l, seat) && (s->account == 0 || s->account == account->id);
}

static bool sits_already(const struct live_state *l, const struct store_account *account)
{
    for (unsigned seat = 0; seat < l->row.seats; seat++) {
        if (account->id && l->row.seat[seat].account == account->id &&
            !live_seat_open(l, (int)seat))
            return true;
    }
    return false;
}

static int choose_seat(const struct live_state *l, const struct seat_request *wanted,
                       const struct store_account *account, struct error *e)
{
    int found = -1;

    if (!l->row.guests && !account->id)
        error_set(e, "sit.account", "this game is for people with an account: log in first");
    else if (match_over(&l->match))
        error_set(e, "live.over", "the game is over");
    else if (sits_already(l, account))
        error_set(e, "sit.already", "you sit at this game already");
    else if (wanted->seat >= (int64_t)l->row.seats)
        error_set(e, "sit.seats:seats", "the game has %u seats", l->row.seats);
    else {
        error_set(e, "sit.full", "no seat is open");
        // Seats kept for this person come first.
        for (int seat = (int)l->row.seats - 1; seat >= 0; seat--) {
            bool better = found < 0 || l->row.seat[seat].account || !l->row.seat[found].account;
            if ((wanted->seat < 0 || wanted->seat == seat) && may_have(l, seat, account) && better)
                found = seat;
        }
    }
    return found;
}

static void fill_seat(const struct seat_request *wanted, const struct store_account *account,
                      const char *token, struct store_seat *seat)
{
    struct text t;

    text_init(&t, seat->kind, sizeof seat->kind);
    text_add(&t, account->bot ? "bot" : "person");
    text_init(&t, seat->name, sizeof seat->name);
    text_add(&t, account->id ? account->name : wanted->name);
    seat->account = account->id;
    memcpy(seat->commitment, wanted->commitment, sizeof seat->commitment);
    token_hash(token, seat->token);
}

// The last seat begins the game.
static void add_phase(const struct live_state *l, struct writer_task *t)
{
    unsigned open = 0;

    for (unsigned seat = 0; seat < l->row.seats; seat++)
        open += live_seat_open(l, (int)seat);
    if (open != 1)
        return;
    if (!l->row.dealer[0]) { // else it is dealt first
        struct store_write *w = &t->writes[t->count++];
        w->kind = STORE_SET_PHASE;
        w->with_last = true;
        memcpy(w->game.id, l->row.id, STORE_ID);
        w->game.phase = STORE_PLAYING;
    }
    t->count += seat_draw_write(&l->row, &t->writes[t->count]);
}

// A bot plays for ratings only where people asked for it, and nobody against an own one.
static bool is_fair(struct store *s, const struct store_game *at, int seat,
                    const struct store_account *account, struct error *e)
{
    struct store_game row = *at;

    if (row.rated && account->bot && row.seat[seat].account != account->id)
        return error_set(e, "fair.invited", "a bot plays for ratings only when it is invited");
    if (!fair_company(s, &row, account, e))
        return false;
    row.seat[seat].account = account->id;
    return fair_seats(s, &row, e);
}

// The seat that the key opens already, for somebody who got no answer and asks again; -1: none.
static int seat_of_key(const struct live_state *l, const struct seated *s)
{
    int found = -1;

    for (unsigned seat = 0; s->keyed && seat < l->row.seats; seat++) {
        if (token_opens(s->token, l->row.seat[seat].token))
            found = (int)seat;
    }
    return found;
}

static void submit_seat(struct live_registry *reg, struct request *r, const struct live_state *l,
                        const struct seat_request *wanted, const struct store_account *account,
                        const struct seated *seated, int64_t now)
{
    struct writer_task *t = request_task_with(reg, r, 3, sat, sizeof *seated);
    struct seated *s;

    if (!t)
        return;
    s = t->extra;
    *s = *seated;
    t->count = 1;
    add_phase(l, t);
    t->writes[0].kind = STORE_TAKE_SEAT;
    memcpy(t->writes[0].game.id, l->row.id, STORE_ID);
    t->writes[0].number = (unsigned)s->seat;
    t->writes[0].at = now;
    fill_seat(wanted, account, s->token, &t->writes[0].seat);
    if (!l->row.dealer[0]) // nothing is dealt from shares here
        t->writes[0].seat.commitment[0] = 0;
    writer_submit(reg->writer, t);
}

// A seat that is being taken.
struct seat_choice {
    struct reading base;
    struct seat_request wanted;
    struct store_account account;
    struct seated seated;
    struct store_game row;
    bool refused;
    struct error why;
};

static bool read_choice(struct store *s, struct reading *t, struct error *e)
{
    struct seat_choice *c = (struct seat_choice *)t;

    (void)e;
    c->refused = !fair_guest(s, c->wanted.name, &c->account, &c->why) ||
                 !fair_table(&c->row, c->wanted.name, &c->account, &c->why) ||
                 !is_fair(s, &c->row, c->seated.seat, &c->account, &c->why);
    return true;
}

static void clear_choice(struct reading *t)
{
    struct seat_choice *c = (struct seat_choice *)t;

    explicit_bzero(&c->seated, sizeof c->seated);
    explicit_bzero(&c->wanted, sizeof c->wanted);
}

// Whether somebody else sat down while it was read who may be rated with whom.
static bool is_late(const struct live_state *l, const struct seat_choice *c)
{
    for (unsigned seat = 0; seat < l->row.seats; seat++) {
        if (l->row.seat[seat].account != c->row.seat[seat].account ||
            strcmp(l->row.seat[seat].kind, c->row.seat[seat].kind) != 0)
            return true;
    }
    return false;
}

static void send_choice(struct live_registry *reg, struct request *r, struct reading *t)
{
    struct seat_choice *c = (struct seat_choice *)t;
    struct live_game *live = live_game_find(reg, c->row.id);

    if (c->refused)
        request_refuse(reg, r, REQUEST_CONFLICT, &c->why);
    else if (!live || is_late(&live->state, c))
        api_sit(reg, r, live_registry_now(reg));
    else
        submit_seat(reg, r, &live->state, &c->wanted, &c->account, &c->seated,
                    live_registry_now(reg));
}

// Takes a seat, or says why not; what that depends on is read first.
static void choose(struct live_registry *reg, struct request *r, const struct live_game *live,
                   const struct seat_request *wanted, const struct store_account *account,
                   struct seated *s)
{
    struct error e;
    struct seat_choice *c;

    s->seat = choose_seat(&live->state, wanted, account, &e);
    if (s->seat < 0) {
        request_refuse(reg, r, REQUEST_CONFLICT, &e);
        return;
    }
    if (!(c = reading(reg, r, sizeof *c, read_choice, send_choice)))
        return;
    c->base.clear = clear_choice;
    c->wanted = *wanted;
    c->account = *account;
    c->seated = *s;
    c->row = live->state.row;
    reading_go(reg, r, &c->base, READER_GAMES);
}

void api_sit(struct live_registry *reg, struct request *r, int64_t now)
{
    struct seated s = {.request = r->id};
    struct seat_request wanted = {.seat = -1};
    struct store_account account;
    struct live_game *live;
    struct error e;

    (void)now;
    if (!request_maybe_account(reg, r, &account))
        return;
    if ((r->length && !schema_read(seat_request_shape, r->body, r->length, &wanted, &e)) ||
        !name_check(wanted.name, &e) || !commitment_check(wanted.commitment, &e) ||
        !seated_key(&s, wanted.key, &e)) {
        request_refuse(reg, r, REQUEST_BAD, &e);
        return;
    }
    if (!(live = request_live_game(reg, r)))
        return;
    s.seat = seat_of_key(&live->state, &s);
    if (s.seat >= 0)
        request_seat(reg, r, live->state.row.id, &s, REQUEST_OK);
    else
        choose(reg, r, live, &wanted, &account, &s);
    explicit_bzero(&s, sizeof s);
    explicit_bzero(&wanted, sizeof wanted);
}
