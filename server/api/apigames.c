// SPDX-License-Identifier: MIT
// Requests about games: the lobby, creating one, taking a seat, reading one.
#include <stdlib.h>
#include <string.h>

#include "base/version.h"
#include "games/registry.h"
#include "record/recordjson.h"
#include "server/api/fair.h"
#include "server/api/names.h"
#include "server/live/livejson.h"
#include "server/log.h"
#include "server/live/phrases.h"
#include "server/api/request.h"

// ---------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------

void api_about(struct hub *h, struct request *r, int64_t now)
{
    struct json_writer j;

    request_begin(r, &j);
    json_write_number(&j, "time", now);
    json_write_string(&j, "version", abax_version);
    json_write_array(&j, "games");
    for (unsigned i = 0; i < registry_count(); i++) {
        if (!registry_game(i)->unlisted)
            json_write_string(&j, NULL, registry_game(i)->name);
    }
    json_write_end_array(&j);
    json_write_object(&j, "phrases");
    for (const struct phrase *p = phrases; p->name; p++)
        json_write_string(&j, p->name, p->words);
    json_write_end_object(&j);
    json_write_number(&j, "lagForgiven", LIVE_LAG_MOST);
    request_end(h, r, &j, REQUEST_OK);
}

void api_lobby(struct hub *h, struct request *r, int64_t now)
{
    struct error e;
    struct json_writer j;

    (void)now;
    request_begin(r, &j);
    if (lobby_write(h, &j, &e)) {
        request_end(h, r, &j, REQUEST_OK);
        return;
    }
    message_drop(message_end(&r->draft));
    request_no_database(h, r, &e);
}

// The room that the path names; NULL with the refusal sent.
static struct room *room_of(struct hub *h, struct request *r)
{
    struct error e;
    struct room *room = NULL;

    if (!token_is_game_id(r->word))
        error_set(&e, "request.game", "this is not the name of a game");
    else
        room = room_enter(h, r->word, &e);
    if (!room)
        request_refuse(h, r, REQUEST_NOT_FOUND, &e);
    return room;
}

void api_game(struct hub *h, struct request *r, int64_t now)
{
    struct room *room = room_of(h, r);
    struct livejson_eyes eyes = {.seat = GAME_PUBLIC, .now = now};
    struct store_entry *entries = NULL;
    unsigned count = 0;
    struct error e;

    if (!room)
        return;
    if (!store_journal(h->reader, r->word, 0, &entries, &count, &e)) {
        request_no_database(h, r, &e);
        return;
    }
    while (count && entries[count - 1].number >= room->live.journal.number)
        count--;
    eyes.here = room_here(room) | presence_elsewhere(room);
    message_begin(&r->draft);
    livejson_state(&room->live, &eyes, entries, count, &room->said, &r->draft.out);
    free(entries);
    request_send(h, r, "application/json");
}

void api_record(struct hub *h, struct request *r, int64_t now)
{
    struct room *room = room_of(h, r);
    struct record record;
    struct error e;
    char form[8];

    (void)now;
    if (!room)
        return;
    record_init(&record);
    if (!record_of_match(&record, &room->live.match, GAME_PUBLIC, &e)) {
        request_refuse(h, r, REQUEST_BROKEN, &e);
        return;
    }
    bool json = request_query(r, "form", form, sizeof form) && !strcmp(form, "json");
    message_begin(&r->draft);
    if (json)
        recordjson_write(&record, &r->draft.out);
    else
        record_write(&record, &r->draft.out);
    record_clear(&record);
    request_send(h, r, json ? "application/json" : "text/plain; charset=utf-8");
}

// ---------------------------------------------------------------------------------------------
// Creating
// ---------------------------------------------------------------------------------------------

struct creation {
    char game[STORE_WORD], clock[STORE_WORD], start[GAME_TEXT_BYTES], name[STORE_NAME];
    struct schema_words options, seats;
    bool listed, rated, guests;
};

#define AT(field)   offsetof(struct creation, field)
#define WORD(field) SCHEMA_WORD, AT(field), sizeof((struct creation *)0)->field

static const struct schema_field creation_shape[] = {
    {"game", WORD(game), true},
    {"clock", WORD(clock), false},
    {"start", WORD(start), false},
    {"name", WORD(name), false},
    {"options", SCHEMA_PAIRS, AT(options), 0, false},
    {"seats", SCHEMA_WORDS, AT(seats), 0, false},
    {"listed", SCHEMA_FLAG, AT(listed), 0, false},
    {"rated", SCHEMA_FLAG, AT(rated), 0, false},
    {"guests", SCHEMA_FLAG, AT(guests), 0, false},
    {0},
};

static void copy(char *to, size_t room, const char *from)
{
    struct text t;

    text_init(&t, to, room);
    text_add(&t, from);
}

// A seat kept for somebody with an account.
static bool invite(struct hub *h, const char *name, struct store_seat *seat, struct error *e)
{
    struct store_account account;
    bool found;

    if (!store_account_named(h->reader, name, &account, &found, e))
        return false;
    if (!found)
        return error_set(e, "account.unknown:name", "there is no account '%s'",
                         error_quote(name).text);
    copy(seat->kind, sizeof seat->kind, "open");
    copy(seat->name, sizeof seat->name, account.name);
    seat->account = account.id;
    return true;
}

static bool is_offered_player(const char *text, struct error *e)
{
    struct player_spec spec;

    if (!player_read(text, &spec, e))
        return false;
    return (spec.kind != PLAYER_SEARCH && !spec.row.nodes && !spec.follows) ||
           error_set(e, "create.player:player",
                     "player '%s' is not offered here: level:1 to level:10, random or greedy",
                     error_quote(text).text);
}

// "me", "open", "account:NAME" or a computer. `mine` becomes the seat of whoever creates.
static bool set_seat(struct hub *h, const char *text, int seat, struct store_game *row, int *mine,
                     struct error *e)
{
    static const char reserved[] = "account:";
    struct store_seat *s = &row->seat[seat];

    if (!strncmp(text, reserved, sizeof reserved - 1))
        return invite(h, text + sizeof reserved - 1, s, e);
    if (!strcmp(text, "me")) {
        if (*mine >= 0)
            return error_set(e, "create.one-seat", "you can take one seat only");
        *mine = seat;
        copy(s->kind, sizeof s->kind, "person");
        return true;
    }
    if (strcmp(text, "open") != 0 && !is_offered_player(text, e))
        return false;
    copy(s->kind, sizeof s->kind, text);
    return true;
}

static bool set_seats(struct hub *h, const struct creation *c, struct store_game *row, int *mine,
                      struct error *e)
{
    unsigned people = 0;

    if (c->seats.count && c->seats.count != row->seats)
        return error_set(e, "create.seats:seats,given", "the game has %u seats, not %u", row->seats,
                         c->seats.count);
    for (unsigned i = 0; i < row->seats; i++) {
        const char *text = c->seats.count ? c->seats.at[i] : i == 0 ? "me" : "open";
        if (!set_seat(h, text, (int)i, row, mine, e))
            return false;
        people += !strcmp(row->seat[i].kind, "open") || !strcmp(row->seat[i].kind, "person");
        if (!strcmp(row->seat[i].kind, "open"))
            row->phase = STORE_OPEN;
    }
    return people > 0 ||
           error_set(e, "create.nobody", "somebody must play: no seat is left for people");
}

// Checks what only the rules know, by setting up a match.
static bool check_setup(const struct creation *c, struct store_game *row, struct error *e)
{
    struct match_setup setup;
    struct match match;

    if (!live_setup(row, &setup, e))
        return false;
    if (c->start[0] && setup.game->hidden)
        return error_set(e, "create.secret:game",
                         "%s cannot start from a position: whoever gave it would know too much",
                         setup.game->title);
    bool good = match_init(&match, &setup, e);
    if (good && match_over(&match))
        good = error_set(e, "create.over", "the game would be over before it begins");
    match_clear(&match);
    return good;
}

static bool set_game(const struct creation *c, struct store_game *row, struct error *e)
{
    const struct game *g = registry_find(c->game);
    struct game_options options = {0};
    struct text t;

    if (!g || g->unlisted)
        return error_set(e, "create.game:game", "game '%s' is unknown", error_quote(c->game).text);
    for (unsigned i = 0; i < c->options.count; i++) {
        if (!game_set_option(g, &options, c->options.at[i], e))
            return false;
    }
    copy(row->game, sizeof row->game, g->name);
    text_init(&t, row->options, sizeof row->options);
    game_options_text(g, &options, &t);
    copy(row->clock, sizeof row->clock, c->clock);
    copy(row->start, sizeof row->start, c->start);
    row->seats = (unsigned)game_seats(g, &options);
    row->seed = token_seed();
    row->listed = c->listed;
    row->rated = c->rated;
    row->guests = c->guests && !c->rated;
    row->phase = STORE_PLAYING;
    token_game_id(row->id);
    return true;
}

static bool check_rated(const struct creation *c, const struct store_game *row,
                        const struct store_account *account, struct error *e)
{
    if (!c->rated)
        return true;
    if (!account->id)
        return error_set(e, "create.rated-account", "a rated game needs an account: log in first");
    if (row->start[0])
        return error_set(e, "create.rated-start", "a rated game begins at the beginning");
    for (unsigned i = 0; i < row->seats; i++) {
        if (!strcmp(row->seat[i].kind, "random") || !strcmp(row->seat[i].kind, "greedy"))
            return error_set(e, "create.no-rating:player", "player '%s' has no rating",
                             row->seat[i].kind);
    }
    return true;
}

static void created(struct hub *h, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    const struct seated *c = t->extra;
    struct request *r = request_find(h, c->request);
    const struct store_game *row = &t->writes[0].game;
    struct error e;

    bool good = !t->failed && t->writes[0].answer == STORE_DONE;
    if (good) {
        h->counts.created++;
        log_event("created", "game=%s name=%s clock=%s listed=%d rated=%d", row->id, row->game,
                  row->clock, row->listed, row->rated);
        lobby_changed(h);
        room_enter(h, row->id, &e);
        bots_invite(h, row);
    }
    if (r && !good) {
        if (!t->failed)
            error_set(&t->fault, "store.game-refused", "the game was refused");
        request_no_database(h, r, &t->fault);
    } else if (r) {
        request_seat(h, r, row->id, c, REQUEST_CREATED);
    }
    explicit_bzero(t->extra, sizeof *c);
    writer_task_free(t);
}

static bool begin_creation(struct hub *h, const struct creation *c, struct store_game *row,
                           const struct store_account *account, int *mine, struct error *e)
{
    *mine = -1;
    if (!name_check(c->name, e) || !set_game(c, row, e) || !set_seats(h, c, row, mine, e) ||
        !check_setup(c, row, e) || !check_rated(c, row, account, e))
        return false;
    if (*mine >= 0) {
        struct store_seat *seat = &row->seat[*mine];
        copy(seat->name, sizeof seat->name, account->id ? account->name : c->name);
        if (account->bot)
            copy(seat->kind, sizeof seat->kind, "bot");
        seat->account = account->id;
    }
    deal_apart(row);
    return fair_company(h, row, account, e) && fair_seats(h, row, e);
}

void api_create(struct hub *h, struct request *r, int64_t now)
{
    struct creation c = {.clock = "none", .guests = true};
    struct writer_task *t = writer_task(1, created);
    struct seated *creator = calloc(1, sizeof *creator);
    struct store_account account;
    struct error e = {.text = "there is no memory for a game"};
    enum request_status status = REQUEST_BAD;

    if (t)
        t->extra = creator;
    if (!request_maybe_account(h, r, &account))
        goto drop;
    if (!limits_allow(h->limits, r->address, LIMITS_CREATE, now, &e)) {
        status = REQUEST_TOO_MANY;
    } else if (t && creator && schema_read(creation_shape, r->body, r->length, &c, &e) &&
               begin_creation(h, &c, &t->writes[0].game, &account, &creator->seat, &e)) {
        struct store_game *row = &t->writes[0].game;
        creator->request = r->id;
        if (creator->seat >= 0) {
            token_make(creator->token);
            token_hash(creator->token, row->seat[creator->seat].token);
        }
        t->writes[0].kind = STORE_ADD_GAME;
        row->created = row->changed = now;
        writer_submit(h->writer, t);
        return;
    }
    request_refuse(h, r, status, &e);
drop:
    if (t)
        writer_task_free(t);
    else
        free(creator);
}
