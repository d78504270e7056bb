// SPDX-License-Identifier: MIT
// Requests by which people help to look after the server and after themselves: reporting somebody,
// seeing all that is stored about oneself, taking new secrets in place of old ones.
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "games/registry.h"
#include "server/api/handlers.h"
#include "server/api/puzzling.h"
#include "server/api/reading.h"
#include "server/tournament/tournamentjson.h"
#include "server/study/studyjson.h"
#include "server/live/logins.h"

// ---------------------------------------------------------------------------------------------
// Reports
// ---------------------------------------------------------------------------------------------

struct complaint {
    char name[STORE_NAME];
    char game[STORE_ID];
    char reason[STORE_WORD];
    char text[STORE_REMARK];
};

#define FIELD(field)                                                                               \
    SCHEMA_WORD, offsetof(struct complaint, field), sizeof((struct complaint *)0)->field

static const struct schema_field complaint_shape[] = {
    {"name", FIELD(name), false},
    {"game", FIELD(game), false},
    {"reason", FIELD(reason), true},
    {"text", FIELD(text), false},
    {0},
};

static const char *const reasons[] = {"abuse", "cheating", "name", "other"};

static bool check_complaint(const struct complaint *c, struct error *e)
{
    bool known = false;

    for (unsigned i = 0; i < sizeof reasons / sizeof *reasons; i++)
        known = known || !strcmp(c->reason, reasons[i]);
    if (!known)
        return error_set(e, "report.reason:reason",
                         "'%s' is no reason: abuse, cheating, name or other",
                         error_quote(c->reason).text);
    if (!c->name[0] && !c->game[0])
        return error_set(e, "report.nothing", "a report names a person or a game");
    if (c->game[0] && !token_is_game_id(c->game))
        return error_set(e, "live.no-game:game", "there is no game %s", error_quote(c->game).text);
    return true;
}

static void report_stored(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    struct request *r = request_stored(reg, t);

    if (r && t->writes[0].answer == STORE_TAKEN)
        request_refuse_with(reg, r, REQUEST_CONFLICT, "report.waits",
                            "your report is waiting already: a moderator will look at it");
    else if (r && t->writes[0].answer != STORE_DONE)
        request_refuse_with(reg, r, REQUEST_NOT_FOUND, "account.none", "there is no such account");
    else if (r)
        request_done(reg, r, REQUEST_CREATED);
    writer_task_free(t);
}

// A report whose subject is being looked for.
struct reporting {
    struct reading base;
    struct complaint complaint;
    struct store_account account, other;
    bool found;
    int64_t at;
};

static bool read_reported(struct store *s, struct reading *t, struct error *e)
{
    struct reporting *p = (struct reporting *)t;

    p->found = !p->complaint.name[0];
    return p->found || store_account_named(s, p->complaint.name, &p->other, &p->found, e);
}

static void send_report(struct live_registry *reg, struct request *r, struct reading *reading)
{
    const struct reporting *p = (struct reporting *)reading;
    struct writer_task *t;

    if (!p->found)
        request_refuse_with(reg, r, REQUEST_NOT_FOUND, "account.none", "there is no such account");
    else if (p->other.id == p->account.id)
        request_refuse_with(reg, r, REQUEST_BAD, "report.self", "you cannot report yourself");
    else if ((t = request_task(reg, r, 1, report_stored))) {
        struct store_report *report = &t->writes[0].report;
        t->writes[0].kind = STORE_ADD_REPORT;
        *report =
            (struct store_report){.account = p->account.id, .about = p->other.id, .at = p->at};
        memcpy(report->game, p->complaint.game, sizeof report->game);
        memcpy(report->reason, p->complaint.reason, sizeof report->reason);
        memcpy(report->text, p->complaint.text, sizeof report->text);
        writer_submit(reg->writer, t);
    }
}

void api_report(struct live_registry *reg, struct request *r, int64_t now)
{
    struct complaint complaint = {.name = ""};
    struct store_account account;
    struct reporting *p;
    struct error e;

    if (!request_account(reg, r, &account))
        return;
    if (!schema_read(complaint_shape, r->body, r->length, &complaint, &e) ||
        !check_complaint(&complaint, &e)) {
        request_refuse(reg, r, REQUEST_BAD, &e);
    } else if ((p = reading(reg, r, sizeof *p, read_reported, send_report))) {
        p->complaint = complaint;
        p->account = account;
        p->at = now;
        reading_go(reg, r, &p->base, READER_GAMES);
    }
}

// ---------------------------------------------------------------------------------------------
// All that is stored about somebody, beside the games (/api/me/export)
// ---------------------------------------------------------------------------------------------

enum { MOST_GAMES = 64 }; // that somebody has ratings of

struct own_data {
    struct reading base;
    struct store_account account;
    struct store_session sessions[STORE_LIST];
    struct store_report reports[STORE_LIST];
    struct store_block blocks[STORE_LIST];
    struct store_document studies[STORE_LIST];     // the newest; /api/me/studies has all
    struct store_attempt attempts[STORE_LIST];     // the newest; /api/me/attempts has all
    struct store_document tournaments[STORE_LIST]; // that it takes part in, the newest
    struct store_rating ratings[MOST_GAMES];
    struct notify_settings settings;
    struct push_subscription places[PUSH_SUBSCRIPTIONS_MOST];
    struct store_vacation vacation;
    char bots[STORE_LIST][STORE_NAME];
    unsigned tournament_count, rating_count, place_count;
    bool has_settings; // it has said how it wants to be told
    unsigned session_count, report_count, block_count, study_count, attempt_count, bot_count;
};

static bool read_ratings(struct store *s, struct own_data *d, struct error *e)
{
    for (unsigned i = 0; i < registry_count() && d->rating_count < MOST_GAMES; i++) {
        bool found = false;
        if (!store_rating(s, d->account.id, "", registry_game(i)->name,
                          &d->ratings[d->rating_count], &found, e))
            return false;
        d->rating_count += found ? 1 : 0;
    }
    return true;
}

static bool read_data(struct store *s, struct reading *t, struct error *e)
{
    struct own_data *d = (struct own_data *)t;
    int64_t account = d->account.id;

    return store_sessions(s, account, d->sessions, &d->session_count, e) &&
           store_reports_by(s, account, d->reports, &d->report_count, e) &&
           store_blocks(s, account, d->blocks, &d->block_count, e) &&
           store_documents_of(s, STUDY_KIND, account, INT64_MAX, d->studies, &d->study_count, e) &&
           store_attempts(s, account, INT64_MAX, d->attempts, &d->attempt_count, e) &&
           store_bots_of(s, account, d->bots, &d->bot_count, e) &&
           store_documents_joined(s, "tournament", account, INT64_MAX, d->tournaments,
                                  &d->tournament_count, e) &&
           store_notify_settings(s, account, &d->settings, &d->has_settings, e) &&
           store_push_subscriptions(s, account, d->places, &d->place_count, e) &&
           store_vacation(s, account, &d->vacation, e) && read_ratings(s, d, e);
}

static void write_lists(const struct own_data *d, struct json_writer *j)
{
    json_write_array(j, "sessions");
    for (unsigned i = 0; i < d->session_count; i++) {
        json_write_object(j, NULL);
        json_write_number(j, "began", d->sessions[i].began);
        json_write_number(j, "used", d->sessions[i].used);
        json_write_end_object(j);
    }
    json_write_end_array(j);
    json_write_array(j, "bots");
    for (unsigned i = 0; i < d->bot_count; i++)
        json_write_string(j, NULL, d->bots[i]);
    json_write_end_array(j);
    json_write_array(j, "blocked");
    for (unsigned i = 0; i < d->block_count; i++)
        json_write_string(j, NULL, d->blocks[i].name);
    json_write_end_array(j);
    json_write_array(j, "studies");
    for (unsigned i = 0; i < d->study_count; i++)
        studyjson_row(&d->studies[i], j);
    json_write_end_array(j);
    json_write_array(j, "attempts");
    for (unsigned i = 0; i < d->attempt_count; i++)
        puzzling_attempt_json(&d->attempts[i], NULL, j);
    json_write_end_array(j);
}

static void write_reports(const struct own_data *d, struct json_writer *j)
{
    json_write_array(j, "reports");
    for (unsigned i = 0; i < d->report_count; i++) {
        const struct store_report *r = &d->reports[i];
        json_write_object(j, NULL);
        json_write_string(j, "name", r->name);
        json_write_string(j, "game", r->game);
        json_write_string(j, "reason", r->reason);
        json_write_string(j, "text", r->text);
        json_write_number(j, "at", r->at);
        json_write_number(j, "closed", r->closed);
        json_write_end_object(j);
    }
    json_write_end_array(j);
}

// How it is told when it is away, and when it is.
static void write_away(const struct own_data *d, struct json_writer *j)
{
    if (d->has_settings) {
        json_write_object(j, "told");
        json_write_string(j, "language", d->settings.language);
        json_write_string(j, "address", d->settings.address);
        json_write_string(j, "unconfirmed", d->settings.wanted);
        json_write_string(j, "zone", d->settings.zone);
        json_write_number(j, "quietFrom", d->settings.quiet_from);
        json_write_number(j, "quietTo", d->settings.quiet_to);
        json_write_end_object(j);
    }
    json_write_array(j, "places");
    for (unsigned i = 0; i < d->place_count; i++) {
        json_write_object(j, NULL);
        json_write_string(j, "endpoint", d->places[i].endpoint);
        json_write_number(j, "at", d->places[i].at);
        json_write_end_object(j);
    }
    json_write_end_array(j);
    if (d->vacation.until) {
        json_write_object(j, "vacation");
        json_write_number(j, "since", d->vacation.since);
        json_write_number(j, "until", d->vacation.until);
        json_write_number(j, "used", d->vacation.used);
        json_write_end_object(j);
    }
}

static void write_playing(const struct own_data *d, struct json_writer *j)
{
    json_write_array(j, "ratings");
    for (unsigned i = 0; i < d->rating_count; i++) {
        const struct store_rating *r = &d->ratings[i];
        json_write_object(j, NULL);
        json_write_string(j, "game", r->game);
        json_write_decimal(j, "rating", (long long)(r->rating * 10), 10);
        json_write_decimal(j, "deviation", (long long)(r->deviation * 10), 10);
        json_write_number(j, "games", r->games);
        json_write_number(j, "changed", r->changed);
        json_write_end_object(j);
    }
    json_write_end_array(j);
    json_write_array(j, "tournaments");
    for (unsigned i = 0; i < d->tournament_count; i++)
        tournamentjson_row(&d->tournaments[i], j, NULL);
    json_write_end_array(j);
}

static void answer_data(struct live_registry *reg, struct request *r, struct reading *t)
{
    const struct own_data *d = (struct own_data *)t;
    struct json_writer j;

    request_begin(r, &j);
    json_write_string(&j, "name", d->account.name);
    json_write_bool(&j, "bot", d->account.bot);
    json_write_number(&j, "created", d->account.created);
    json_write_bool(&j, "muted", d->account.muted);
    write_lists(d, &j);
    write_reports(d, &j);
    write_away(d, &j);
    write_playing(d, &j);
    request_end(reg, r, &j, REQUEST_OK);
}

void api_my_data(struct live_registry *reg, struct request *r, int64_t now)
{
    struct store_account account;
    struct own_data *d;

    (void)now;
    if (!request_account(reg, r, &account) ||
        !(d = reading(reg, r, sizeof *d, read_data, answer_data)))
        return;
    d->account = account;
    reading_go(reg, r, &d->base, READER_LISTS);
}

// ---------------------------------------------------------------------------------------------
// New secrets for old ones
// ---------------------------------------------------------------------------------------------

struct renewal {
    char token[TOKEN_TEXT];
};

static const struct schema_field renewal_shape[] = {
    {"token", SCHEMA_WORD, offsetof(struct renewal, token), TOKEN_TEXT, true}, {0}};

static void refuse_used(struct live_registry *reg, struct request *r)
{
    request_refuse_with(reg, r, REQUEST_CONFLICT, "login.not-new", "this token was used before");
}

static void renewed(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    struct request *r = request_stored(reg, t);

    if (!t->failed && t->writes[0].answer == STORE_DONE)
        login_check(reg, t->writes[0].account.id);
    if (r && t->writes[0].answer != STORE_DONE) // the session ended meanwhile
        request_refuse_with(reg, r, REQUEST_UNKNOWN_PERSON, "login.over",
                            "this session is over: log in again");
    else if (r && t->writes[1].answer != STORE_DONE)
        refuse_used(reg, r);
    else if (r)
        request_done(reg, r, REQUEST_OK);
    writer_task_free(t);
}

// Whoever asks brings the new token along: when the answer is lost, one of the two opens the
// account, and both are known. The new session hangs on the end of the old one: of somebody who is
// logged out meanwhile there is neither.
void api_renew(struct live_registry *reg, struct request *r, int64_t now)
{
    struct renewal wanted = {.token = ""};
    struct store_account account;
    struct writer_task *t;
    unsigned char hash[STORE_HASH];
    struct error e;

    if (!request_account(reg, r, &account))
        return;
    if (!schema_read(renewal_shape, r->body, r->length, &wanted, &e))
        request_refuse(reg, r, REQUEST_BAD, &e);
    else if (!token_hash(wanted.token, hash))
        request_refuse_with(reg, r, REQUEST_BAD, "login.no-token",
                            "a token is 128 random bits as 22 characters of base64url");
    else if (!strcmp(wanted.token, r->token))
        refuse_used(reg, r);
    else if ((t = request_task(reg, r, 2, renewed))) {
        t->writes[0].kind = STORE_DROP_SESSION;
        t->writes[0].account.id = account.id;
        token_hash(r->token, t->writes[0].token);
        t->writes[1].kind = STORE_ADD_SESSION;
        t->writes[1].account.id = account.id;
        t->writes[1].with_last = true;
        t->writes[1].at = now;
        memcpy(t->writes[1].token, hash, sizeof hash);
        writer_submit(reg->writer, t);
    }
    explicit_bzero(&wanted, sizeof wanted);
}

struct new_key {
    uint64_t request;
    char token[TOKEN_TEXT];
};

static void key_stored(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    struct new_key *key = t->extra;
    struct request *r = request_find(reg, key->request);
    struct json_writer j;

    if (!t->failed)
        login_check(reg, t->writes[0].account.id);
    if (r && (t->failed || t->writes[0].answer != STORE_DONE)) {
        if (!t->failed)
            error_set(&t->error, "store.login-refused", "the session was refused");
        request_no_database(reg, r, &t->error);
    } else if (r) {
        request_begin(r, &j);
        json_write_string(&j, "token", key->token);
        request_end(reg, r, &j, REQUEST_CREATED);
    }
    explicit_bzero(key, sizeof *key);
    writer_task_free(t);
}

static void send_key(struct live_registry *reg, struct request *r, int64_t bot, int64_t now)
{
    struct new_key *key;
    struct writer_task *t = request_task_with(reg, r, 2, key_stored, sizeof *key);

    if (!t)
        return;
    key = t->extra;
    token_make(key->token);
    t->writes[0].kind = STORE_ADD_SESSION;
    t->writes[0].account.id = bot;
    t->writes[0].at = now;
    token_hash(key->token, t->writes[0].token);
    t->writes[1].kind = STORE_END_SESSIONS;
    t->writes[1].account.id = bot;
    t->writes[1].with_last = true;
    memcpy(t->writes[1].token, t->writes[0].token, STORE_HASH);
    writer_submit(reg->writer, t);
}

// A bot whose owner wants a new token for it.
struct bot_of {
    struct reading base;
    char name[REQUEST_PATH];
    int64_t owner;
    struct store_account bot;
    bool found;
};

static bool read_bot(struct store *s, struct reading *t, struct error *e)
{
    struct bot_of *b = (struct bot_of *)t;

    return store_account_named(s, b->name, &b->bot, &b->found, e);
}

static void renew_bot(struct live_registry *reg, struct request *r, struct reading *t)
{
    const struct bot_of *b = (struct bot_of *)t;
    int64_t now = live_registry_now(reg);
    struct error e;

    if (!b->found || !b->bot.bot || b->bot.owner != b->owner)
        request_refuse_with(reg, r, REQUEST_NOT_FOUND, "bot.not-yours", "this is no bot of yours");
    else if (!limits_allow(reg->limits, r->address, LIMITS_PASSWORD, now, &e))
        request_refuse(reg, r, REQUEST_TOO_MANY, &e);
    else
        send_key(reg, r, b->bot.id, now);
}

// A bot's owner takes a new token for it; the old one opens nothing any more.
void api_bot_token(struct live_registry *reg, struct request *r, int64_t now)
{
    struct store_account account;
    struct bot_of *b;

    (void)now;
    if (!request_account(reg, r, &account) ||
        !(b = reading(reg, r, sizeof *b, read_bot, renew_bot)))
        return;
    memcpy(b->name, r->word, sizeof b->name);
    b->owner = account.id;
    reading_go(reg, r, &b->base, READER_GAMES);
}
