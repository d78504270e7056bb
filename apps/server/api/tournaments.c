// SPDX-License-Identifier: MIT
// Requests about tournaments. What they ask for is checked for its form here, then the director's
// business (server/tournament/director.h); the request waits for its answer.
#include <stdlib.h>
#include <string.h>

#include "games/registry.h"
#include "server/names.h"
#include "server/api/handlers.h"
#include "server/api/request.h"
#include "server/tournament/director.h"

enum {
    MOST_MINUTES = 24 * 60,
    MOST_WAIT = 30 * 24 * 3600, // seconds
    LIVE_WAIT = 120,            // if nobody says: seconds until a player who has not begun has lost
    LIVE_PAUSE = 10,            // seconds between rounds
    SLOW_ENOUGH = 24 * 3600,    // seconds a turn
};

// ---------------------------------------------------------------------------------------------
// Answers
// ---------------------------------------------------------------------------------------------

static enum request_status status_of(const struct director_request *w)
{
    switch (w->answer) {
    case DIRECTOR_DONE:
        return w->what == DIRECTOR_CREATE ? REQUEST_CREATED : REQUEST_OK;
    case DIRECTOR_BAD:
        return REQUEST_BAD;
    case DIRECTOR_FORBIDDEN:
        return REQUEST_FORBIDDEN;
    case DIRECTOR_CONFLICT:
        return REQUEST_CONFLICT;
    case DIRECTOR_UNKNOWN:
        return REQUEST_NOT_FOUND;
    case DIRECTOR_NO_STORE:
        break;
    }
    return REQUEST_NO_DATABASE;
}

static const char *type_of(const struct director_request *w)
{
    return w->form == DIRECTOR_TEXT  ? "text/plain; charset=utf-8"
           : w->form == DIRECTOR_CSV ? "text/csv; charset=utf-8"
                                     : "application/json";
}

static void answered(struct live_registry *reg, struct inbox_item *item)
{
    struct director_request *w = (struct director_request *)item;
    struct request *r = request_find(reg, w->asker);

    if (r && w->answer == DIRECTOR_DONE && w->text)
        request_hand(reg, r, w->text, status_of(w), type_of(w));
    else if (r && (w->answer == DIRECTOR_NO_STORE || !w->error.message.text[0]))
        request_refuse_with(reg, r, REQUEST_NO_DATABASE, "store.quiet",
                            "the database does not answer");
    else if (r)
        request_refuse(reg, r, status_of(w), &w->error);
    payload_drop(w->text);
    explicit_bzero(w, sizeof *w); // it may hold a guest's secret
    free(w);
}

// A director's request for this HTTP request; NULL with the refusal sent.
static struct director_request *new_request(struct live_registry *reg, struct request *r,
                                            enum director_request_kind what)
{
    struct store_account account;
    struct director_request *w;

    if (!request_maybe_account(reg, r, &account))
        return NULL;
    if (!reg->director || !(w = calloc(1, sizeof *w))) {
        request_refuse_with(reg, r, REQUEST_NO_DATABASE, "meet.nowhere",
                            "there are no tournaments on this server");
        return NULL;
    }
    if (director_is_crowded(reg->director)) {
        free(w);
        request_refuse_with(reg, r, REQUEST_TOO_MANY, "store.crowded",
                            "too many wait for the database just now: try again in a moment");
        return NULL;
    }
    w->item.done = answered;
    w->what = what;
    w->asker = r->id;
    w->account = account.id;
    w->owner = account.owner;
    w->bot = account.bot;
    w->phase = -1;
    w->before = INT64_MAX;
    memcpy(w->name, account.name, sizeof w->name);
    return w;
}

// The same about the tournament in the path.
static struct director_request *new_request_about(struct live_registry *reg, struct request *r,
                                                  enum director_request_kind what)
{
    struct director_request *w;

    if (!token_is_game_id(r->word)) {
        request_refuse_with(reg, r, REQUEST_NOT_FOUND, "meet.none", "there is no such tournament");
        return NULL;
    }
    w = new_request(reg, r, what);
    if (w)
        memcpy(w->id, r->word, strlen(r->word) + 1);
    return w;
}

static void refuse_request(struct live_registry *reg, struct request *r, struct director_request *w,
                           enum request_status status, const struct error *e)
{
    request_refuse(reg, r, status, e);
    free(w);
}

// ---------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------

void api_tournaments(struct live_registry *reg, struct request *r, int64_t now)
{
    static const char *const phases[] = {"open", "playing", "over"};
    struct director_request *w = new_request(reg, r, DIRECTOR_LIST);
    char word[24];
    unsigned long long before;

    (void)now;
    if (!w)
        return;
    if (request_query(r, "phase", word, sizeof word)) {
        for (int i = 0; i < 3; i++)
            w->phase = strcmp(phases[i], word) != 0 ? w->phase : i;
    }
    if (request_query(r, "before", word, sizeof word) && text_read_number(word, INT64_MAX, &before))
        w->before = (int64_t)before;
    director_submit(reg->director, w);
}

void api_tournament(struct live_registry *reg, struct request *r, int64_t now)
{
    struct director_request *w = new_request_about(reg, r, DIRECTOR_SHOW);

    (void)now;
    if (w)
        director_submit(reg->director, w);
}

void api_tournament_export(struct live_registry *reg, struct request *r, int64_t now)
{
    struct director_request *w = new_request_about(reg, r, DIRECTOR_SHOW);
    char form[8];

    (void)now;
    if (!w)
        return;
    w->form = DIRECTOR_TEXT;
    if (request_query(r, "form", form, sizeof form)) {
        if (!strcmp(form, "csv"))
            w->form = DIRECTOR_CSV;
        else if (!strcmp(form, "json"))
            w->form = DIRECTOR_JSON;
    }
    director_submit(reg->director, w);
}

// ---------------------------------------------------------------------------------------------
// Creating
// ---------------------------------------------------------------------------------------------

struct planning {
    char title[DOCUMENT_TITLE], form[16], game[STORE_WORD], clock[STORE_WORD], key[TOKEN_TEXT];
    struct schema_words options;
    bool listed, rated, guests, bots, streaks;
    int64_t rounds, cycles, minutes, most, wait, pause, begins;
};

#define AT(field)   offsetof(struct planning, field)
#define WORD(field) SCHEMA_WORD, AT(field), sizeof((struct planning *)0)->field

static const struct schema_field planning_shape[] = {
    {"title", WORD(title), false},
    {"form", WORD(form), true},
    {"game", WORD(game), true},
    {"clock", WORD(clock), false},
    {"key", WORD(key), false},
    {"options", SCHEMA_PAIRS, AT(options), 0, false},
    {"listed", SCHEMA_FLAG, AT(listed), 0, false},
    {"rated", SCHEMA_FLAG, AT(rated), 0, false},
    {"guests", SCHEMA_FLAG, AT(guests), 0, false},
    {"bots", SCHEMA_FLAG, AT(bots), 0, false},
    {"streaks", SCHEMA_FLAG, AT(streaks), 0, false},
    {"rounds", SCHEMA_NUMBER, AT(rounds), TOURNAMENT_ROUNDS, false},
    {"cycles", SCHEMA_NUMBER, AT(cycles), 2, false},
    {"minutes", SCHEMA_NUMBER, AT(minutes), MOST_MINUTES, false},
    {"most", SCHEMA_NUMBER, AT(most), TOURNAMENT_PLAYERS, false},
    {"wait", SCHEMA_NUMBER, AT(wait), MOST_WAIT, false},
    {"pause", SCHEMA_NUMBER, AT(pause), MOST_WAIT, false},
    {"begins", SCHEMA_NUMBER, AT(begins), INT64_MAX, false},
    {0},
};

static bool plan_game(const struct planning *p, struct tournament_settings *s, struct error *e)
{
    const struct game *g = registry_find(p->game);
    struct game_options options = {0};
    struct clock_rule clock;
    struct text t;

    if (!g || g->unlisted)
        return error_set(e, "create.game:game", "game '%s' is unknown", error_quote(p->game).text);
    for (unsigned i = 0; i < p->options.count; i++) {
        if (!game_set_option(g, &options, p->options.at[i], e))
            return false;
    }
    if (game_seats(g, &options) != 2)
        return error_set(
            e, "meet.seats:game,seats",
            "a tournament is for two at a table, and %s has %d seats with these options", g->title,
            game_seats(g, &options));
    if (!clock_read(p->clock, &clock, e))
        return false;
    if (!clock.base)
        return error_set(e, "meet.clock", "a tournament needs a clock, or a round might never end");
    text_init(&t, s->game, sizeof s->game);
    text_add(&t, g->name);
    text_init(&t, s->options, sizeof s->options);
    game_options_text(g, &options, &t);
    memcpy(s->clock, p->clock, sizeof s->clock);
    s->slow = clock.each_turn;
    s->wait = p->wait >= 0 ? (unsigned)p->wait
              : s->slow    ? (unsigned)(clock.base / 1000)
                           : LIVE_WAIT;
    return true;
}

static bool plan_form(const struct planning *p, struct tournament_settings *s, int64_t now,
                      struct error *e)
{
    if (!tournament_form_read(p->form, &s->form) || s->form == TOURNAMENT_LEAGUE)
        return error_set(e, "meet.form:form",
                         "'%s' is no kind of tournament: swiss, robin, arena or ladder",
                         error_quote(p->form).text);
    if (s->form == TOURNAMENT_ARENA && s->slow)
        return error_set(e, "meet.slow-arena", "an arena is played at once: it needs a real clock");
    if (s->form == TOURNAMENT_LADDER && !s->slow)
        return error_set(e, "meet.fast-ladder", "a ladder is correspondence: days for every turn");
    if (p->most == 1)
        return error_set(e, "meet.two", "a tournament needs two players at least");
    if (p->begins && p->begins < now)
        return error_set(e, "meet.past", "the tournament cannot begin in the past");
    s->rounds = (unsigned)p->rounds;
    s->cycles = p->cycles ? (unsigned)p->cycles : 1;
    s->minutes = p->minutes ? (unsigned)p->minutes : 60;
    s->most = p->most ? (unsigned)p->most : TOURNAMENT_PLAYERS;
    s->begins = p->begins;
    s->streaks = p->streaks;
    s->rated = p->rated;
    s->guests = p->guests && !p->rated;
    s->bots = p->bots;
    s->pause = p->pause >= 0 ? (unsigned)p->pause : s->slow ? 0 : LIVE_PAUSE;
    return true;
}

// A ladder is the same for everybody, and each month's.
static void plan_ladder(struct director_request *w, int64_t now)
{
    struct tournament_settings *s = &w->settings;
    struct text t;

    s->rated = true;
    s->guests = s->bots = false;
    s->begins = 0;
    s->most = TOURNAMENT_PLAYERS;
    memcpy(s->clock, "3d", sizeof "3d");
    s->wait = 3 * SLOW_ENOUGH;
    memcpy(s->options, "-", sizeof "-");
    director_month(now, s->month);
    director_month_id("ladder", s->game, s->month, w->id);
    text_init(&t, w->title, sizeof w->title);
    w->listed = true;
}

// The same key of the same person names the same tournament: asking again after a lost answer makes
// no second one.
static void name_by_key(struct director_request *w, const char *key)
{
    char text[TOKEN_TEXT + 24];
    struct text t;

    text_init(&t, text, sizeof text);
    text_format(&t, "%s %lld", key, (long long)w->account);
    token_game_id_of(text, w->id);
}

// Bots are asked into rated tournaments; into others they come unless somebody says no.
static bool read_planning(const struct request *r, struct planning *p, struct error *e)
{
    const struct planning usual = {
        .clock = "300+5", .listed = true, .bots = true, .wait = -1, .pause = -1, .rounds = 0};

    *p = usual;
    if (!schema_read(planning_shape, r->body, r->length, p, e))
        return false;
    if (!p->rated)
        return true;
    *p = usual;
    p->bots = false;
    return schema_read(planning_shape, r->body, r->length, p, e);
}

void api_new_tournament(struct live_registry *reg, struct request *r, int64_t now)
{
    struct planning p;
    struct director_request *w = new_request(reg, r, DIRECTOR_CREATE);
    struct error e;

    if (!w)
        return;
    if (!w->account) {
        error_set(&e, "login.needed", "this needs an account: log in first");
        refuse_request(reg, r, w, REQUEST_UNKNOWN_PERSON, &e);
        return;
    }
    if (!limits_allow(reg->limits, r->address, LIMITS_CREATE, now, &e)) {
        refuse_request(reg, r, w, REQUEST_TOO_MANY, &e);
        return;
    }
    if (!read_planning(r, &p, &e) || !name_check(p.title, &e) || !plan_game(&p, &w->settings, &e) ||
        !plan_form(&p, &w->settings, now, &e)) {
        refuse_request(reg, r, w, REQUEST_BAD, &e);
        return;
    }
    w->listed = p.listed;
    memcpy(w->title, p.title, sizeof w->title);
    if (p.key[0])
        name_by_key(w, p.key);
    else
        token_game_id(w->id);
    if (w->settings.form == TOURNAMENT_LADDER)
        plan_ladder(w, now);
    director_submit(reg->director, w);
}

// ---------------------------------------------------------------------------------------------
// Taking part, and looking after it
// ---------------------------------------------------------------------------------------------

struct taking_part {
    char name[STORE_NAME], token[TOKEN_TEXT];
    int64_t player, rounds;
};

#undef AT
#undef WORD
#define AT(field) offsetof(struct taking_part, field)

static const struct schema_field part_shape[] = {
    {"name", SCHEMA_WORD, AT(name), STORE_NAME, false},
    {"token", SCHEMA_WORD, AT(token), TOKEN_TEXT, false},
    {0},
};
static const struct schema_field player_shape[] = {
    {"player", SCHEMA_NUMBER, AT(player), TOURNAMENT_PLAYERS, true},
    {0},
};
static const struct schema_field rounds_shape[] = {
    {"rounds", SCHEMA_NUMBER, AT(rounds), TOURNAMENT_ROUNDS, true},
    {0},
};

// A request with a body, which may be empty where nothing must be said.
static void submit_request(struct live_registry *reg, struct request *r,
                           enum director_request_kind what, const struct schema_field *shape)
{
    struct director_request *w = new_request_about(reg, r, what);
    struct taking_part part = {.player = -1};
    unsigned char hash[STORE_HASH];
    struct error e;

    if (!w)
        return;
    bool good = !shape || (!r->length && shape == part_shape) ||
                (schema_read(shape, r->body, r->length, &part, &e) && name_check(part.name, &e) &&
                 (w->account || name_free(part.name, &e)));
    if (good && part.token[0] && !token_hash(part.token, hash))
        good = error_set(&e, "meet.token", "this is not a token");
    if (!good) {
        refuse_request(reg, r, w, REQUEST_BAD, &e);
        return;
    }
    w->player = (int)part.player;
    w->settings.rounds = (unsigned)part.rounds;
    if (!w->account) {
        memcpy(w->token, part.token, sizeof w->token);
        memcpy(w->name, part.name, sizeof w->name);
    }
    director_submit(reg->director, w);
}

void api_tournament_join(struct live_registry *reg, struct request *r, int64_t now)
{
    (void)now;
    submit_request(reg, r, DIRECTOR_JOIN, part_shape);
}

void api_tournament_leave(struct live_registry *reg, struct request *r, int64_t now)
{
    (void)now;
    submit_request(reg, r, DIRECTOR_LEAVE, part_shape);
}

void api_tournament_begin(struct live_registry *reg, struct request *r, int64_t now)
{
    (void)now;
    submit_request(reg, r, DIRECTOR_BEGIN, NULL);
}

void api_tournament_cancel(struct live_registry *reg, struct request *r, int64_t now)
{
    (void)now;
    submit_request(reg, r, DIRECTOR_CANCEL, NULL);
}

void api_tournament_remove(struct live_registry *reg, struct request *r, int64_t now)
{
    (void)now;
    submit_request(reg, r, DIRECTOR_REMOVE, player_shape);
}

void api_tournament_set(struct live_registry *reg, struct request *r, int64_t now)
{
    (void)now;
    submit_request(reg, r, DIRECTOR_SET, rounds_shape);
}

void api_tournament_challenge(struct live_registry *reg, struct request *r, int64_t now)
{
    (void)now;
    submit_request(reg, r, DIRECTOR_CHALLENGE, player_shape);
}
