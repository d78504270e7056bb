// SPDX-License-Identifier: MIT
// Requests about games: the lobby, creating one, taking a seat, reading one.
#include <stdlib.h>
#include <string.h>

#include "base/version.h"
#include "games/registry.h"
#include "record/dealproof.h"
#include "record/recordjson.h"
#include "server/live/dealing.h"
#include "server/live/fair.h"
#include "server/names.h"
#include "server/live/livejson.h"
#include "server/log.h"
#include "server/live/phrases.h"
#include "server/live/wire.h"
#include "server/api/handlers.h"
#include "server/api/bots.h"
#include "server/api/pool.h"
#include "server/api/reading.h"
#include "server/live/notices.h"
#include "server/live/lobby.h"
#include "server/live/processes.h"
#include "server/live/livegames.h"

// ---------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------

void api_about(struct live_registry *reg, struct request *r, int64_t now)
{
    struct json_writer j;

    request_begin(r, &j);
    json_write_number(&j, "time", now);
    json_write_string(&j, "version", version_text);
    json_write_number(&j, "protocol", WIRE_PROTOCOL);
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
    json_write_object(&j, "speeds");
    for (const struct pool_speed *p = pool_speeds; p->name; p++)
        json_write_string(&j, p->name, p->clock);
    json_write_end_object(&j);
    request_end(reg, r, &j, REQUEST_OK);
}

static bool read_lobby(struct store *s, struct reading *t, struct error *e)
{
    struct payload_draft d;
    struct json_writer j;

    reading_begin(&d, &j);
    bool good = lobby_write(s, &j, e);
    reading_end(t, &d, &j);
    return good;
}

void api_lobby(struct live_registry *reg, struct request *r, int64_t now)
{
    struct reading *t = reading(reg, r, sizeof *t, read_lobby, reading_made);

    (void)now;
    if (t)
        reading_go(reg, r, t, READER_LISTS);
}

// A game with its entries.
struct whole {
    struct reading base;
    char id[STORE_ID];
    struct store_entry *entries;
    unsigned count;
    unsigned seats;
    bool clocked;
    struct entries_json made;
};

static bool read_entries(struct store *s, struct reading *t, struct error *e)
{
    struct whole *w = (struct whole *)t;

    if (!store_journal(s, w->id, 0, &w->entries, &w->count, e))
        return false;
    entries_json_make(&w->made, w->entries, w->count, w->seats, w->clocked);
    return true;
}

static void clear_whole(struct reading *t)
{
    struct whole *w = (struct whole *)t;

    free(w->entries);
    entries_json_clear(&w->made);
}

// The game as spectators are shown it; NULL, with the refusal sent or another reading begun, when
// that cannot be told now.
static const struct live_state *shown(struct live_registry *reg, struct request *r,
                                      const struct whole *w, request_handler *again)
{
    struct live_game *live = request_live_game(reg, r);

    if (!live)
        return NULL;
    if (w->count < live->state.journal.number) { // it has moved on meanwhile
        again(reg, r, live_registry_now(reg));
        return NULL;
    }
    if (spectator_delay_applies(live) && !live->delay &&
        !spectator_delay_begin(live, w->entries, w->count)) {
        request_refuse_with(reg, r, REQUEST_BROKEN, "memory.this", "there is no memory for this");
        return NULL;
    }
    return spectator_delay_state(live);
}

static void answer_game(struct live_registry *reg, struct request *r, struct reading *t)
{
    struct whole *w = (struct whole *)t;
    struct livejson_viewpoint viewpoint = {.seat = GAME_PUBLIC, .now = live_registry_now(reg)};
    const struct live_state *l = shown(reg, r, w, api_game);

    if (!l)
        return;
    const struct live_game *live = live_game_find(reg, w->id);
    viewpoint.here = live_game_seats_here(live) | presence_elsewhere(live);
    viewpoint.late = live->delay != NULL;
    payload_begin(&r->draft);
    livejson_state(l, &viewpoint, w->entries, l->journal.number, &w->made, &live->said,
                   &r->draft.out);
    request_send(reg, r, "application/json");
}

static void read_whole(struct live_registry *reg, struct request *r, reading_answer *answer)
{
    struct live_game *live = request_live_game(reg, r);
    struct whole *w = live ? reading(reg, r, sizeof *w, read_entries, answer) : NULL;

    if (!w)
        return;
    w->base.clear = clear_whole;
    memcpy(w->id, live->state.row.id, sizeof w->id);
    w->seats = live->state.row.seats;
    w->clocked = live_has_clock(&live->state);
    reading_go(reg, r, &w->base, READER_GAMES);
}

// Everything is told when the game is over, so that anybody can check the deal.
static void add_proof(struct record *record, const struct live_state *l)
{
    struct deal d = {.game = ""};

    if (!l->row.dealer[0] || !l->row.start[0] || !match_over(&l->match))
        return;
    memcpy(d.game, l->row.id, sizeof l->row.id);
    memcpy(d.dealer, l->row.dealer, sizeof d.dealer);
    for (unsigned seat = 0; seat < l->row.seats; seat++)
        deal_share(&l->row.seat[seat], d.share[seat]);
    d.silent = deal_silent(&l->row);
    dealproof_add(record, &d);
}

void api_game(struct live_registry *reg, struct request *r, int64_t now)
{
    (void)now;
    read_whole(reg, r, answer_game);
}

static void answer_record(struct live_registry *reg, struct request *r, struct reading *t)
{
    const struct live_state *l = shown(reg, r, (struct whole *)t, api_record);
    struct record record;
    struct error e;
    char form[8];

    if (!l)
        return;
    record_init(&record);
    if (!record_of_match(&record, &l->match, GAME_PUBLIC, &e)) {
        request_refuse(reg, r, REQUEST_BROKEN, &e);
        return;
    }
    if (l->row.series[0])
        record_add_tag(&record, "Series", l->row.series);
    add_proof(&record, l);
    bool json = request_query(r, "form", form, sizeof form) && !strcmp(form, "json");
    payload_begin(&r->draft);
    if (json)
        recordjson_write(&record, &r->draft.out);
    else
        record_write(&record, &r->draft.out);
    record_clear(&record);
    request_send(reg, r, json ? "application/json" : "text/plain; charset=utf-8");
}

void api_record(struct live_registry *reg, struct request *r, int64_t now)
{
    (void)now;
    read_whole(reg, r, answer_record);
}

// ---------------------------------------------------------------------------------------------
// Creating
// ---------------------------------------------------------------------------------------------

struct creation {
    char game[STORE_WORD], clock[STORE_WORD], start[GAME_TEXT_BYTES], name[STORE_NAME];
    char key[TOKEN_TEXT];
    struct schema_words options, seats;
    bool listed, rated, guests;
    int64_t games; // of the series
    bool points;   // decide it
    char begins[STORE_WORD];
    int lots; // -1: as usual
    char commitment[STORE_SHARE];
};

#define AT(field)   offsetof(struct creation, field)
#define WORD(field) SCHEMA_WORD, AT(field), sizeof((struct creation *)0)->field

static const struct schema_field creation_shape[] = {
    {"game", WORD(game), true},
    {"clock", WORD(clock), false},
    {"start", WORD(start), false},
    {"name", WORD(name), false},
    {"key", WORD(key), false},
    {"options", SCHEMA_PAIRS, AT(options), 0, false},
    {"seats", SCHEMA_WORDS, AT(seats), 0, false},
    {"listed", SCHEMA_FLAG, AT(listed), 0, false},
    {"rated", SCHEMA_FLAG, AT(rated), 0, false},
    {"guests", SCHEMA_FLAG, AT(guests), 0, false},
    {"games", SCHEMA_NUMBER, AT(games), SERIES_MOST_GAMES, false},
    {"points", SCHEMA_FLAG, AT(points), 0, false},
    {"begins", WORD(begins), false},
    {"lots", SCHEMA_MAYBE, AT(lots), 0, false},
    {"promise", WORD(commitment), false},
    {0},
};

static void copy(char *to, size_t capacity, const char *from)
{
    struct text t;

    text_init(&t, to, capacity);
    text_add(&t, from);
}

// A seat kept for somebody with an account.
static bool invite(struct store *s, const char *name, struct store_seat *seat, struct error *e)
{
    struct store_account account;
    bool found;

    if (!store_account_named(s, name, &account, &found, e))
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
    return (spec.kind != PLAYER_SEARCH && !spec.row.nodes && !spec.adaptive) ||
           error_set(e, "create.player:player",
                     "player '%s' is not offered here: level:1 to level:10, random or greedy",
                     error_quote(text).text);
}

// "me", "open", "account:NAME" or a computer. `mine` becomes the seat of whoever creates.
static bool set_seat(struct store *store, const char *text, int seat, struct store_game *row,
                     int *mine, struct error *e)
{
    static const char reserved[] = "account:";
    struct store_seat *s = &row->seat[seat];

    if (!strncmp(text, reserved, sizeof reserved - 1))
        return invite(store, text + sizeof reserved - 1, s, e);
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

static bool set_seats(struct store *s, const struct creation *c, struct store_game *row, int *mine,
                      struct error *e)
{
    unsigned people = 0;

    if (c->seats.count && c->seats.count != row->seats)
        return error_set(e, "create.seats:seats,given", "the game has %u seats, not %u", row->seats,
                         c->seats.count);
    for (unsigned i = 0; i < row->seats; i++) {
        const char *text = c->seats.count ? c->seats.at[i] : i == 0 ? "me" : "open";
        if (!set_seat(s, text, (int)i, row, mine, e))
            return false;
        people += !strcmp(row->seat[i].kind, "open") || !strcmp(row->seat[i].kind, "person");
        if (!strcmp(row->seat[i].kind, "open"))
            row->phase = STORE_OPEN;
    }
    return people > 0 || error_set(e, "create.nobody", "at least one seat must be for people");
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
                         "%s cannot start from a given position: it would reveal secrets",
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

// What is agreed on for several games. Of a single one only who begins the next, where that is not
// the custom.
static bool set_series(const struct creation *c, struct store_game *row, struct error *e)
{
    const struct game *g = registry_find(row->game);
    struct series series;
    struct text t;

    if (!series_init(&series, g, (unsigned)c->games, c->points, e) ||
        (c->begins[0] && !series_begins_read(g, c->begins, &series.begins, e)))
        return false;
    if (c->games == 1 && c->points)
        return error_set(e, "create.points", "points decide a series: say how many games it has");
    text_init(&t, row->series, sizeof row->series);
    if (series.games > 1 || series.begins != series_custom(g))
        series_write(&series, g, (int)row->seats, &t);
    return true;
}

// Between people who did not say who sits where, the lot does. A game that is full already needs
// not wait for it, and must not where it waits for a share of its deal: a lot drawn after that
// would decide who gets which secrets.
static void set_seat_draw(const struct creation *c, struct store_game *row, int *mine)
{
    bool usual = !c->seats.count && !c->start[0];
    uint8_t order[GAME_MAX_SEATS];

    if (c->lots == 0 || (c->lots < 0 && !usual))
        return;
    row->draw = STORE_DRAW_PENDING;
    for (unsigned seat = 0; seat < row->seats; seat++) {
        if (!strcmp(row->seat[seat].kind, "open"))
            return;
    }
    seat_draw_order(row->seats, order);
    seat_draw_apply(row, order);
    *mine = *mine >= 0 ? order[*mine] : *mine;
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

// Whether the same key created the game before: its name is made of the key, and the creator's seat
// is opened by it.
static bool was_here(struct seated *c, const struct store_write *w)
{
    if (c->keyed && w->answer == STORE_DUPLICATE)
        c->seat = (int)w->number;
    return c->keyed && (w->answer == STORE_DUPLICATE || (w->answer == STORE_TAKEN && c->seat < 0));
}

static void created(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    struct seated *c = t->extra;
    struct request *r = request_find(reg, c->request);
    const struct store_game *row = &t->writes[0].game;

    bool good = !t->failed && t->writes[0].answer == STORE_DONE;
    bool again = !t->failed && was_here(c, &t->writes[0]);
    if (good) {
        reg->counts.created++;
        log_event("created", "game=%s name=%s clock=%s listed=%d rated=%d", row->id, row->game,
                  row->clock, row->listed, row->rated);
        lobby_changed(reg);
        live_game_load(reg, row->id, false, NULL);
        bots_invite(reg, row);
        notice_challenges(reg, row, live_registry_now(reg));
    }
    if (r && !good && !again) {
        if (!t->failed)
            error_set(&t->error, "store.game-refused", "the game was refused");
        request_no_database(reg, r, &t->error);
    } else if (r) {
        request_seat(reg, r, row->id, c, REQUEST_CREATED);
    }
    explicit_bzero(t->extra, sizeof *c);
    writer_task_free(t);
}

// A game that is being created.
struct creation_reading {
    struct reading base;
    struct creation creation;
    struct store_account account;
    struct seated creator;
    struct store_game row;
    bool refused;
    struct error why;
};

static bool check_commitment(const char *commitment, const struct store_game *row, struct error *e)
{
    if (!commitment[0])
        return true;
    if (!row->dealer[0])
        return error_set(e, "deal.none:game", "nothing is dealt in %s that could be promised",
                         row->game);
    return commitment_check(commitment, e);
}

static bool begin_creation(struct store *s, struct creation_reading *w, struct error *e)
{
    const struct store_account *account = &w->account;
    const struct creation *c = &w->creation;
    int *mine = &w->creator.seat;

    *mine = -1;
    if (!name_check(c->name, e) || !fair_guest(s, c->name, account, e) ||
        !set_game(c, &w->row, e) || !set_seats(s, c, &w->row, mine, e) ||
        !set_series(c, &w->row, e) || !check_setup(c, &w->row, e) ||
        !check_rated(c, &w->row, account, e))
        return false;
    if (*mine >= 0) {
        struct store_seat *seat = &w->row.seat[*mine];
        copy(seat->name, sizeof seat->name, account->id ? account->name : c->name);
        if (account->bot)
            copy(seat->kind, sizeof seat->kind, "bot");
        seat->account = account->id;
        copy(seat->commitment, sizeof seat->commitment, c->commitment);
    }
    if (!fair_company(s, &w->row, account, e) || !fair_seats(s, &w->row, e))
        return false;
    deal_prepare(&w->row);
    if (store_awaited(&w->row)) // it begins when the share is there
        w->row.phase = STORE_OPEN;
    set_seat_draw(c, &w->row, mine);
    return check_commitment(c->commitment, &w->row, e);
}

static bool read_creation(struct store *s, struct reading *t, struct error *e)
{
    struct creation_reading *w = (struct creation_reading *)t;

    (void)e;
    w->refused = !begin_creation(s, w, &w->why);
    return true;
}

static void clear_creation(struct reading *t)
{
    struct creation_reading *w = (struct creation_reading *)t;

    explicit_bzero(&w->creator, sizeof w->creator);
    explicit_bzero(&w->creation, sizeof w->creation);
}

static void send_creation(struct live_registry *reg, struct request *r, struct reading *reading)
{
    const struct creation_reading *w = (struct creation_reading *)reading;
    struct writer_task *t;
    struct seated *creator;

    if (w->refused) {
        request_refuse(reg, r, REQUEST_BAD, &w->why);
        return;
    }
    if (!(t = request_task_with(reg, r, 1, created, sizeof *creator)))
        return;
    struct store_game *row = &t->writes[0].game;
    creator = t->extra;
    *creator = w->creator;
    *row = w->row;
    creator->request = r->id;
    if (creator->keyed)
        token_game_id_of(creator->token, row->id);
    token_hash(creator->token, t->writes[0].token);
    if (creator->seat >= 0)
        memcpy(row->seat[creator->seat].token, t->writes[0].token, STORE_HASH);
    t->writes[0].kind = STORE_ADD_GAME;
    if (row->phase == STORE_PLAYING)
        deal_row(row); // nobody has a share in it
    row->created = row->changed = live_registry_creation_time(reg);
    writer_submit(reg->writer, t);
}

void api_create(struct live_registry *reg, struct request *r, int64_t now)
{
    struct store_account account;
    struct creation_reading *w;
    struct error e;

    if (!request_maybe_account(reg, r, &account))
        return;
    if (!limits_allow(reg->limits, r->address, LIMITS_CREATE, now, &e)) {
        request_refuse(reg, r, REQUEST_TOO_MANY, &e);
        return;
    }
    if (!(w = reading(reg, r, sizeof *w, read_creation, send_creation)))
        return;
    w->base.clear = clear_creation;
    w->account = account;
    w->creation = (struct creation){.clock = "none", .guests = true, .games = 1, .lots = -1};
    if (schema_read(creation_shape, r->body, r->length, &w->creation, &e) &&
        seated_key(&w->creator, w->creation.key, &e)) {
        reading_go(reg, r, &w->base, READER_GAMES);
        return;
    }
    request_refuse(reg, r, REQUEST_BAD, &e);
    reading_drop(&w->base);
}
