// SPDX-License-Identifier: MIT
// How an account is told of turns, challenges and rounds when it is away: settings, browsers, an address of e-mail and its
// confirmation, and the way out, which needs no login.
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/catalogue.h"
#include "server/api/reading.h"
#include "server/live/notices.h"
#include "server/told/letter.h"
#include "server/told/pushsend.h"
#include "server/told/zone.h"

enum {
    MINUTE = 60 * 1000,
    LETTER_AGAIN = 2 * MINUTE, // between two letters that ask for the same
    CODED = 96,                // of a key, and its terminator
    WORD = 8,
};

#define A_DAY (INT64_C(24) * 60 * MINUTE)

static const char *const kind_names[TOLD_KINDS] = {"turns", "challenges", "rounds"};
static const char *const ways[] = {"none", "push", "mail", "both"}; // bit 0: push, bit 1: mail

// ---------------------------------------------------------------------------------------------
// What is wanted
// ---------------------------------------------------------------------------------------------

static void write_wish(struct live_registry *reg, const struct told_wish *w, struct json_writer *j)
{
    json_write_string(j, "key", reg->herald ? herald_public_key(reg->herald) : "");
    json_write_bool(j, "mails", reg->herald && herald_has_relay(reg->herald));
    json_write_string(j, "language", w->language);
    json_write_string(j, "zone", w->zone);
    json_write_number(j, "quietFrom", w->quiet_from);
    json_write_number(j, "quietTo", w->quiet_to);
    for (int kind = 0; kind < TOLD_KINDS; kind++)
        json_write_string(j, kind_names[kind],
                          ways[(w->push >> kind & 1) | (w->mail >> kind & 1) << 1]);
    json_write_string(j, "address", w->address);
    json_write_string(j, "wanted", w->wanted);
}

static void write_places(const struct told_place *places, unsigned count, struct json_writer *j)
{
    struct push_service service;
    struct error e;

    json_write_array(j, "places");
    for (unsigned i = 0; i < count; i++) {
        push_service_read(places[i].endpoint, true, &service, &e);
        json_write_object(j, NULL);
        json_write_string(j, "host", service.host); // the whole address is a secret of the browser
        json_write_number(j, "at", places[i].at);
        json_write_end_object(j);
    }
    json_write_end_array(j);
}

struct reading_told {
    struct reading base;
    struct told_wish wish;
    bool found;
    struct told_place places[TOLD_PLACES];
    unsigned count;
};

static bool read_told(struct store *s, struct reading *t, struct error *e)
{
    struct reading_told *told = (struct reading_told *)t;

    return store_told_wish(s, told->wish.account, &told->wish, &told->found, e) &&
           store_told_places(s, told->wish.account, told->places, &told->count, e);
}

static void write_told(struct live_registry *reg, struct request *r, struct reading *t)
{
    const struct reading_told *told = (struct reading_told *)t;
    struct json_writer j;

    request_begin(r, &j);
    write_wish(reg, &told->wish, &j);
    write_places(told->places, told->count, &j);
    request_end(reg, r, &j, REQUEST_OK);
}

static void answer_told(struct live_registry *reg, struct request *r, int64_t account)
{
    struct reading_told *told = reading(reg, r, sizeof *told, read_told, write_told);

    if (!told)
        return;
    told->wish.account = account;
    reading_go(reg, r, &told->base, READER_GAMES);
}

// A person with an account, on a server that tells; the refusal is sent otherwise.
static bool may_be_told(struct live_registry *reg, struct request *r, struct store_account *account)
{
    if (!request_account(reg, r, account))
        return false;
    if (account->bot)
        request_refuse_with(reg, r, REQUEST_FORBIDDEN, "told.bot", "bots are not told: they ask");
    else if (!reg->herald)
        request_refuse_with(reg, r, REQUEST_NOT_FOUND, "told.off", "this server tells nobody");
    return !account->bot && reg->herald;
}

void api_told(struct live_registry *reg, struct request *r, int64_t now)
{
    struct store_account account;

    (void)now;
    if (request_account(reg, r, &account))
        answer_told(reg, r, account.id);
}

static void told_stored(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    struct request *r = request_find(reg, *(uint64_t *)t->extra);
    const struct store_told *told = &t->writes[0].told;
    int64_t account = told->what <= TOLD_STOP ? told->wish.account : told->place.account;

    if (r && t->failed)
        request_no_database(reg, r, &t->fault);
    else if (r && t->writes[0].answer != STORE_DONE && told->what != TOLD_DROP_PLACE)
        request_refuse_with(reg, r, REQUEST_NOT_FOUND, "account.none", "there is no such account");
    else if (r)
        answer_told(reg, r, account);
    if (reg->herald)
        herald_poke(reg->herald);
    writer_task_free(t);
}

// Stores one thing about what somebody is told; the request waits for it.
static void send_told(struct live_registry *reg, struct request *r, const struct store_told *told,
                      void (*done)(struct live_registry *reg, struct inbox_item *item))
{
    struct writer_task *t = request_task(reg, r, 1, done);

    if (!t)
        return;
    t->writes[0].kind = STORE_TOLD;
    t->writes[0].told = *told;
    writer_submit(reg->writer, t);
}

struct wanted {
    char language[TOLD_LANGUAGE], zone[TOLD_ZONE], way[TOLD_KINDS][WORD];
    char address[TOLD_ADDRESS];
    int64_t quiet_from, quiet_to;
};

#define WORD_OF(field)                                                                             \
    SCHEMA_WORD, offsetof(struct wanted, field), sizeof((struct wanted *)0)->field

static const struct schema_field wanted_shape[] = {
    {"language", WORD_OF(language), false},
    {"zone", WORD_OF(zone), false},
    {"turns", WORD_OF(way[TOLD_TURN]), false},
    {"challenges", WORD_OF(way[TOLD_CHALLENGE]), false},
    {"rounds", WORD_OF(way[TOLD_ROUND]), false},
    {"address", WORD_OF(address), false},
    {"quietFrom", SCHEMA_NUMBER, offsetof(struct wanted, quiet_from), TOLD_DAY - 1, false},
    {"quietTo", SCHEMA_NUMBER, offsetof(struct wanted, quiet_to), TOLD_DAY - 1, false},
    {0},
};

static bool check_way(const char *word, int kind, struct told_wish *wish, struct error *e)
{
    for (unsigned way = 0; way < 4; way++) {
        if (strcmp(ways[way], word) != 0)
            continue;
        wish->push = (uint8_t)((wish->push & ~(1 << kind)) | (int)(way & 1) << kind);
        wish->mail = (uint8_t)((wish->mail & ~(1 << kind)) | (int)(way >> 1) << kind);
        return true;
    }
    return error_set(e, "told.way:kind,way", "%s are told by none, push, mail or both, not '%s'",
                     kind_names[kind], error_quote(word).text);
}

static bool take_requests(const struct wanted *wanted, struct told_wish *wish, struct error *e)
{
    const struct catalogue *words;
    int offset;

    for (int kind = 0; kind < TOLD_KINDS; kind++) {
        if (!check_way(wanted->way[kind], kind, wish, e))
            return false;
    }
    if (!catalogue_choose(wanted->language, &words))
        return error_set(e, "told.language:language", "language '%s' is unknown",
                         error_quote(wanted->language).text);
    if (!zone_offset(wanted->zone, 0, &offset))
        return error_set(e, "told.zone:zone", "time zone '%s' is unknown",
                         error_quote(wanted->zone).text);
    memcpy(wish->language, wanted->language, sizeof wish->language);
    memcpy(wish->zone, wanted->zone, sizeof wish->zone);
    wish->quiet_from = (uint16_t)wanted->quiet_from;
    wish->quiet_to = (uint16_t)wanted->quiet_to;
    return true;
}

// What is not given stays as it is.
static void fill_wanted(const struct told_wish *wish, struct wanted *wanted)
{
    *wanted = (struct wanted){.quiet_from = wish->quiet_from, .quiet_to = wish->quiet_to};
    memcpy(wanted->language, wish->language[0] ? wish->language : "en",
           wish->language[0] ? sizeof wanted->language : 3);
    memcpy(wanted->zone, wish->zone, sizeof wanted->zone);
    for (int kind = 0; kind < TOLD_KINDS; kind++) {
        const char *way = ways[(wish->push >> kind & 1) | (wish->mail >> kind & 1) << 1];
        memcpy(wanted->way[kind], way, strlen(way) + 1);
    }
    memcpy(wanted->address, wish->wanted[0] ? wish->wanted : wish->address, sizeof wanted->address);
}

static bool may_write_to(struct live_registry *reg, struct request *r, const struct told_wish *wish,
                         const char *address, int64_t now, struct error *e)
{
    if (!herald_has_relay(reg->herald))
        return error_set(e, "told.no-relay", "this server sends no e-mail");
    if (!letter_is_address(address))
        return error_set(e, "told.address:address", "'%s' is no address of e-mail",
                         error_quote(address).text);
    if (now - wish->wanted_at < LETTER_AGAIN) // also if it was taken back meanwhile
        return error_set(e, "told.patience", "a letter is on its way: wait two minutes");
    return limits_allow(reg->limits, r->address, LIMITS_PASSWORD, now, e);
}

// Adds the writes about another address; false with a sentence.
static bool add_address(struct live_registry *reg, struct request *r, const struct told_wish *wish,
                        const char *address, int64_t now, struct writer_task *t, struct error *e)
{
    bool known = !strcmp(address, wish->address) && !wish->wanted[0];
    bool asked = wish->wanted[0] && !strcmp(address, wish->wanted);
    struct store_write *w = &t->writes[1];

    if (known || asked)
        return true;
    if (address[0] && !may_write_to(reg, r, wish, address, now, e))
        return false;
    w->kind = STORE_TOLD;
    w->with_last = true;
    w->told = (struct store_told){
        .what = TOLD_SET_WANTED,
        .wish = {.account = wish->account, .wanted_at = address[0] ? now : wish->wanted_at}};
    memcpy(w->told.wish.wanted, address, strlen(address) + 1);
    t->count = 2;
    if (!address[0])
        return true;
    w[1].kind = STORE_TOLD;
    w[1].with_last = true;
    w[1].told = (struct store_told){.what = TOLD_ADD,
                                    .row = {.account = wish->account,
                                            .kind = TOLD_CONFIRM,
                                            .number = now,
                                            .at = now,
                                            .due = now,
                                            .mail = true}};
    t->count = 3;
    return true;
}

// What was wanted so far is known.
static void change_wish(struct live_registry *reg, struct request *r, struct reading *t)
{
    struct told_wish wish = ((const struct reading_told *)t)->wish;
    struct writer_task *task;
    struct wanted wanted;
    struct error e;

    fill_wanted(&wish, &wanted);
    if (!schema_read(wanted_shape, r->body, r->length, &wanted, &e) ||
        !take_requests(&wanted, &wish, &e)) {
        request_refuse(reg, r, REQUEST_BAD, &e);
        return;
    }
    if (!(task = request_task(reg, r, 3, told_stored)))
        return;
    task->count = 1;
    task->writes[0].kind = STORE_TOLD;
    task->writes[0].told = (struct store_told){.what = TOLD_SET_WISH, .wish = wish};
    if (add_address(reg, r, &wish, wanted.address, live_registry_now(reg), task, &e)) {
        writer_submit(reg->writer, task);
    } else {
        request_refuse(reg, r, REQUEST_BAD, &e);
        writer_task_free(task);
    }
}

void api_set_told(struct live_registry *reg, struct request *r, int64_t now)
{
    struct store_account account;
    struct reading_told *told;

    (void)now;
    if (!may_be_told(reg, r, &account) ||
        !(told = reading(reg, r, sizeof *told, read_told, change_wish)))
        return;
    told->wish.account = account.id;
    reading_go(reg, r, &told->base, READER_GAMES);
}

// ---------------------------------------------------------------------------------------------
// Browsers
// ---------------------------------------------------------------------------------------------

struct browser {
    char endpoint[TOLD_ENDPOINT], key[CODED], auth[CODED];
};

static const struct schema_field browser_shape[] = {
    {"endpoint", SCHEMA_WORD, offsetof(struct browser, endpoint), TOLD_ENDPOINT, true},
    {"p256dh", SCHEMA_WORD, offsetof(struct browser, key), CODED, true},
    {"auth", SCHEMA_WORD, offsetof(struct browser, auth), CODED, true},
    {0},
};
static const struct schema_field gone_shape[] = {
    {"endpoint", SCHEMA_WORD, offsetof(struct browser, endpoint), TOLD_ENDPOINT, true},
    {0},
};

static bool decode(const char *text, unsigned char *to, size_t size)
{
    size_t length = 0;

    return sodium_base642bin(to, size, text, strcspn(text, "="), NULL, &length, NULL,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           length == size;
}

static bool read_browser(struct live_registry *reg, const struct browser *b,
                         struct told_place *place, struct error *e)
{
    struct push_service service;

    if (!push_service_read(b->endpoint, herald_goes_anywhere(reg->herald), &service, e))
        return false;
    memcpy(place->endpoint, b->endpoint, sizeof place->endpoint);
    return (decode(b->key, place->key, sizeof place->key) &&
            decode(b->auth, place->auth, sizeof place->auth) && push_is_point(place->key)) ||
           error_set(e, "push.keys", "these are no keys of a browser");
}

// What a browser says of itself, and whose it is; false when it was refused.
static bool read_place(struct live_registry *reg, struct request *r, int64_t now,
                       const struct schema_field *shape, struct browser *b,
                       struct told_place *place)
{
    struct store_account account;
    struct error e;

    if (!may_be_told(reg, r, &account))
        return false;
    *place = (struct told_place){.account = account.id, .at = now};
    if (schema_read(shape, r->body, r->length, b, &e))
        return true;
    request_refuse(reg, r, REQUEST_BAD, &e);
    return false;
}

void api_add_place(struct live_registry *reg, struct request *r, int64_t now)
{
    struct browser b = {.endpoint = ""};
    struct told_place place;
    struct error e;

    if (!read_place(reg, r, now, browser_shape, &b, &place))
        return;
    if (read_browser(reg, &b, &place, &e))
        send_told(reg, r, &(struct store_told){.what = TOLD_ADD_PLACE, .place = place},
                  told_stored);
    else
        request_refuse(reg, r, REQUEST_BAD, &e);
}

void api_drop_place(struct live_registry *reg, struct request *r, int64_t now)
{
    struct browser b = {.endpoint = ""};
    struct told_place place;

    if (!read_place(reg, r, now, gone_shape, &b, &place))
        return;
    memcpy(place.endpoint, b.endpoint, sizeof place.endpoint);
    send_told(reg, r, &(struct store_told){.what = TOLD_DROP_PLACE, .place = place}, told_stored);
}

// ---------------------------------------------------------------------------------------------
// Passes: no login is needed
// ---------------------------------------------------------------------------------------------

struct shown {
    char pass[PASS_TEXT];
};

static const struct schema_field shown_shape[] = {
    {"pass", SCHEMA_WORD, offsetof(struct shown, pass), PASS_TEXT, true},
    {0},
};

static void refuse_old(struct live_registry *reg, struct request *r)
{
    request_refuse_with(reg, r, REQUEST_NOT_FOUND, "told.pass-old",
                        "this link is too old: ask for another letter");
}

static void pass_used(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    struct request *r = request_find(reg, *(uint64_t *)t->extra);
    struct json_writer j;

    if (r && t->failed) {
        request_no_database(reg, r, &t->fault);
    } else if (r && t->writes[0].answer != STORE_DONE &&
               t->writes[0].told.what == TOLD_SET_ADDRESS) {
        refuse_old(reg, r);
    } else if (r) { // nothing to stop is as good as stopped
        request_begin(r, &j);
        request_end(reg, r, &j, REQUEST_OK);
    }
    writer_task_free(t);
}

static void refuse_pass(struct live_registry *reg, struct request *r)
{
    request_refuse_with(reg, r, REQUEST_BAD, "told.pass", "this link is not one of this server's");
}

// The pass of the query, for whoever follows the line in a letter's head, or else of the body.
static bool read_shown(struct request *r, struct shown *shown)
{
    struct error e;

    return request_query(r, "pass", shown->pass, sizeof shown->pass) ||
           schema_read(shown_shape, r->body, r->length, shown, &e);
}

void api_stop_told(struct live_registry *reg, struct request *r, int64_t now)
{
    struct shown shown = {.pass = ""};
    struct told_wish wish = {0};
    struct pass pass;

    (void)now;
    if (!reg->herald || !read_shown(r, &shown) || !pass_read(shown.pass, &pass) ||
        pass.purpose != 's') {
        refuse_pass(reg, r);
        return;
    }
    wish.account = pass.account;
    if (pass_check(shown.pass, "push", herald_pass_key(reg->herald)))
        wish.push = (uint8_t)pass.value;
    else if (pass_check(shown.pass, "mail", herald_pass_key(reg->herald)))
        wish.mail = (uint8_t)pass.value;
    if (wish.push || wish.mail)
        send_told(reg, r, &(struct store_told){.what = TOLD_STOP, .wish = wish}, pass_used);
    else
        refuse_pass(reg, r);
}

// A browser that is sent to the line of a letter's head: the page does it. Nothing happens by looking, which machines do too.
void api_stop_page(struct live_registry *reg, struct request *r, int64_t now)
{
    struct shown shown = {.pass = ""};
    struct pass pass;

    (void)now;
    if (!read_shown(r, &shown) || !pass_read(shown.pass, &pass)) {
        refuse_pass(reg, r);
        return;
    }
    message_begin(&r->draft);
    output_format(&r->draft.out,
                  "<!doctype html><title>Abax</title><meta http-equiv=\"refresh\" "
                  "content=\"0;url=../../#/told/stop/%s\">\n",
                  shown.pass);
    request_send(reg, r, "text/html; charset=utf-8");
}

struct reading_pass {
    struct reading_told told;
    struct shown shown;
    int64_t at; // when the letter was written
};

static void confirm(struct live_registry *reg, struct request *r, struct reading *t)
{
    const struct reading_pass *p = (struct reading_pass *)t;
    struct told_wish wish = p->told.wish;

    wish.wanted_at = p->at;
    if (p->told.found && live_registry_now(reg) - p->at <= A_DAY &&
        pass_check(p->shown.pass, wish.wanted, herald_pass_key(reg->herald)))
        send_told(reg, r, &(struct store_told){.what = TOLD_SET_ADDRESS, .wish = wish}, pass_used);
    else
        refuse_old(reg, r);
}

void api_confirm_told(struct live_registry *reg, struct request *r, int64_t now)
{
    struct shown shown = {.pass = ""};
    struct reading_pass *p;
    struct pass pass;

    (void)now;
    if (!reg->herald || !read_shown(r, &shown) || !pass_read(shown.pass, &pass) ||
        pass.purpose != 'c') {
        refuse_pass(reg, r);
    } else if ((p = reading(reg, r, sizeof *p, read_told, confirm))) {
        p->told.wish.account = pass.account;
        p->shown = shown;
        p->at = pass.value;
        reading_go(reg, r, &p->told.base, READER_GAMES);
    }
}
