// SPDX-License-Identifier: MIT
// Taking a seat: the first to come gets it, and with it a secret that is told once.
#include <stdlib.h>
#include <string.h>

#include "server/api/fair.h"
#include "server/api/names.h"
#include "server/log.h"
#include "server/api/request.h"

struct sitting {
    int64_t seat; // wanted, or -1: any
    char name[STORE_NAME];
};

static const struct schema_field sitting_shape[] = {
    {"seat", SCHEMA_NUMBER, offsetof(struct sitting, seat), GAME_MAX_SEATS - 1, false},
    {"name", SCHEMA_WORD, offsetof(struct sitting, name), STORE_NAME, false},
    {0},
};

static void sat(struct hub *h, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    const struct seated *s = t->extra;
    const struct store_write *w = &t->writes[0];
    struct request *r = request_find(h, s->request);
    struct error e;

    bool good = !t->failed && w->answer == STORE_DONE;
    if (good) {
        bool loaded = room_find(h, w->game.id) != NULL;
        struct room *room = room_enter(h, w->game.id, &e);
        if (room && loaded)
            room_refresh(h, room);
        log_event("seat-taken", "game=%s seat=%d", w->game.id, s->seat);
        lobby_changed(h);
    }
    if (r && good) {
        request_seat(h, r, w->game.id, s, REQUEST_OK);
    } else if (r && t->failed) {
        request_no_database(h, r, &t->fault);
    } else if (r) {
        request_refuse_with(h, r, REQUEST_CONFLICT, "sit.taken",
                            "somebody else was first: the seat is taken");
    }
    explicit_bzero(t->extra, sizeof *s);
    writer_task_free(t);
}

// Whether this person may have the seat.
static bool may_have(const struct live *l, int seat, const struct store_account *account)
{
    const struct store_seat *s = &l->row.seat[seat];

    return live_seat_open(l, seat) && (s->account == 0 || s->account == account->id);
}

static bool sits_already(const struct live *l, const struct store_account *account)
{
    for (unsigned seat = 0; seat < l->row.seats; seat++) {
        if (account->id && l->row.seat[seat].account == account->id &&
            !live_seat_open(l, (int)seat))
            return true;
    }
    return false;
}

static int choose_seat(const struct live *l, const struct sitting *wanted,
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

static void fill_seat(const struct sitting *wanted, const struct store_account *account,
                      const char *token, struct store_seat *seat)
{
    struct text t;

    text_init(&t, seat->kind, sizeof seat->kind);
    text_add(&t, account->bot ? "bot" : "person");
    text_init(&t, seat->name, sizeof seat->name);
    text_add(&t, account->id ? account->name : wanted->name);
    seat->account = account->id;
    token_hash(token, seat->token);
}

// The last seat begins the game.
static void add_phase(const struct live *l, struct writer_task *t)
{
    unsigned open = 0;

    for (unsigned seat = 0; seat < l->row.seats; seat++)
        open += live_seat_open(l, (int)seat);
    if (open != 1)
        return;
    t->writes[1].kind = STORE_SET_PHASE;
    t->writes[1].with_last = true;
    memcpy(t->writes[1].game.id, l->row.id, STORE_ID);
    t->writes[1].game.phase = STORE_PLAYING;
    t->count = 2;
}

// A bot plays for ratings only where people asked for it, and nobody against an own one.
static bool is_fair(struct hub *h, const struct live *l, int seat,
                    const struct store_account *account, struct error *e)
{
    struct store_game row = l->row;

    if (row.rated && account->bot && row.seat[seat].account != account->id)
        return error_set(e, "fair.invited", "a bot plays for ratings only when it is invited");
    if (!fair_company(h, &row, account, e))
        return false;
    row.seat[seat].account = account->id;
    return fair_seats(h, &row, e);
}

void api_sit(struct hub *h, struct request *r, int64_t now)
{
    struct sitting wanted = {.seat = -1};
    struct store_account account;
    struct room *room;
    struct error e;

    if (!request_maybe_account(h, r, &account))
        return;
    if (r->length && (!schema_read(sitting_shape, r->body, r->length, &wanted, &e) ||
                      !name_check(wanted.name, &e))) {
        request_refuse(h, r, REQUEST_BAD, &e);
        return;
    }
    room = token_is_game_id(r->word) ? room_enter(h, r->word, &e) : NULL;
    if (!room) {
        request_refuse_with(h, r, REQUEST_NOT_FOUND, "live.none", "there is no such game");
        return;
    }
    int seat = choose_seat(&room->live, &wanted, &account, &e);
    if (seat >= 0 && !is_fair(h, &room->live, seat, &account, &e))
        seat = -1;
    struct writer_task *t = seat >= 0 ? writer_task(2, sat) : NULL;
    struct seated *s = t ? calloc(1, sizeof *s) : NULL;
    if (!s) {
        request_refuse(h, r, seat >= 0 ? REQUEST_BROKEN : REQUEST_CONFLICT, &e);
        if (t)
            writer_task_free(t);
        return;
    }
    *s = (struct seated){.request = r->id, .seat = seat};
    token_make(s->token);
    t->extra = s;
    t->count = 1;
    add_phase(&room->live, t);
    t->writes[0].kind = STORE_TAKE_SEAT;
    memcpy(t->writes[0].game.id, room->live.row.id, STORE_ID);
    t->writes[0].number = (unsigned)seat;
    t->writes[0].at = now;
    fill_seat(&wanted, &account, s->token, &t->writes[0].seat);
    writer_submit(h->writer, t);
}
