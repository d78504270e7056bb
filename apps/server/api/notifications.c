// SPDX-License-Identifier: MIT
// How an account is told of turns, challenges and rounds when it is away: settings, browsers, an
// address of e-mail and its confirmation, and the way out, which needs no login.
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/catalogue.h"
#include "server/api/handlers.h"
#include "server/api/reading.h"
#include "server/live/notices.h"
#include "server/notify/email.h"
#include "server/notify/push.h"
#include "server/notify/zone.h"

enum {
    MINUTE = 60 * 1000,
    EMAIL_AGAIN = 2 * MINUTE, // between two letters that ask for the same
    CODED = 96,               // of a key, and its terminator
    WORD = 8,
};

#define A_DAY (INT64_C(24) * 60 * MINUTE)

static const char *const kind_names[NOTIFY_KINDS] = {"turns", "challenges", "rounds"};
static const char *const channels[] = {"none", "push", "mail", "both"}; // bit 0: push, bit 1: mail

// ---------------------------------------------------------------------------------------------
// What is wanted
// ---------------------------------------------------------------------------------------------

static void write_settings(struct live_registry *reg, const struct notify_settings *w,
                           struct json_writer *j)
{
    json_write_string(j, "key", reg->notifier ? notifier_public_key(reg->notifier) : "");
    json_write_bool(j, "mails", reg->notifier && notifier_sends_email(reg->notifier));
    json_write_string(j, "language", w->language);
    json_write_string(j, "zone", w->zone);
    json_write_number(j, "quietFrom", w->quiet_from);
    json_write_number(j, "quietTo", w->quiet_to);
    for (int kind = 0; kind < NOTIFY_KINDS; kind++)
        json_write_string(j, kind_names[kind],
                          channels[(w->push >> kind & 1) | (w->mail >> kind & 1) << 1]);
    json_write_string(j, "address", w->address);
    json_write_string(j, "wanted", w->wanted);
}

static void write_places(const struct push_subscription *subscriptions, unsigned count,
                         struct json_writer *j)
{
    struct push_service service;
    struct error e;

    json_write_array(j, "places");
    for (unsigned i = 0; i < count; i++) {
        push_service_read(subscriptions[i].endpoint, true, &service, &e);
        json_write_object(j, NULL);
        json_write_string(j, "host", service.host); // the whole address is a secret of the browser
        json_write_number(j, "at", subscriptions[i].at);
        json_write_end_object(j);
    }
    json_write_end_array(j);
}

struct settings_reading {
    struct reading base;
    struct notify_settings settings;
    bool found;
    struct push_subscription places[PUSH_SUBSCRIPTIONS_MOST];
    unsigned count;
};

static bool read_settings(struct store *s, struct reading *t, struct error *e)
{
    struct settings_reading *stored = (struct settings_reading *)t;

    return store_notify_settings(s, stored->settings.account, &stored->settings, &stored->found,
                                 e) &&
           store_push_subscriptions(s, stored->settings.account, stored->places, &stored->count, e);
}

static void write_answer(struct live_registry *reg, struct request *r, struct reading *t)
{
    const struct settings_reading *stored = (struct settings_reading *)t;
    struct json_writer j;

    request_begin(r, &j);
    write_settings(reg, &stored->settings, &j);
    write_places(stored->places, stored->count, &j);
    request_end(reg, r, &j, REQUEST_OK);
}

static void answer_settings(struct live_registry *reg, struct request *r, int64_t account)
{
    struct settings_reading *stored = reading(reg, r, sizeof *stored, read_settings, write_answer);

    if (!stored)
        return;
    stored->settings.account = account;
    reading_go(reg, r, &stored->base, READER_GAMES);
}

// A person with an account, on a server that tells; the refusal is sent otherwise.
static bool may_be_notified(struct live_registry *reg, struct request *r,
                            struct store_account *account)
{
    if (!request_account(reg, r, account))
        return false;
    if (account->bot)
        request_refuse_with(reg, r, REQUEST_FORBIDDEN, "told.bot",
                            "bots get no notifications: they ask for their turns");
    else if (!reg->notifier)
        request_refuse_with(reg, r, REQUEST_NOT_FOUND, "told.off",
                            "this server sends no notifications");
    return !account->bot && reg->notifier;
}

void api_notifications(struct live_registry *reg, struct request *r, int64_t now)
{
    struct store_account account;

    (void)now;
    if (request_account(reg, r, &account))
        answer_settings(reg, r, account.id);
}

static void settings_stored(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    struct request *r = request_find(reg, *(uint64_t *)t->extra);
    const struct store_outbox *write = &t->writes[0].outbox;
    int64_t account =
        write->what <= OUTBOX_STOP ? write->settings.account : write->subscription.account;

    if (r && t->failed)
        request_no_database(reg, r, &t->error);
    else if (r && t->writes[0].answer != STORE_DONE && write->what != OUTBOX_DROP_SUBSCRIPTION)
        request_refuse_with(reg, r, REQUEST_NOT_FOUND, "account.none", "there is no such account");
    else if (r)
        answer_settings(reg, r, account);
    if (reg->notifier)
        notifier_poke(reg->notifier);
    writer_task_free(t);
}

// Stores one thing about what somebody is told; the request waits for it.
static void send_write(struct live_registry *reg, struct request *r,
                       const struct store_outbox *write,
                       void (*done)(struct live_registry *reg, struct inbox_item *item))
{
    struct writer_task *t = request_task(reg, r, 1, done);

    if (!t)
        return;
    t->writes[0].kind = STORE_OUTBOX;
    t->writes[0].outbox = *write;
    writer_submit(reg->writer, t);
}

struct wanted {
    char language[OUTBOX_LANGUAGE], zone[OUTBOX_ZONE], channel[NOTIFY_KINDS][WORD];
    char address[OUTBOX_ADDRESS];
    int64_t quiet_from, quiet_to;
};

#define WORD_OF(field)                                                                             \
    SCHEMA_WORD, offsetof(struct wanted, field), sizeof((struct wanted *)0)->field

static const struct schema_field wanted_shape[] = {
    {"language", WORD_OF(language), false},
    {"zone", WORD_OF(zone), false},
    {"turns", WORD_OF(channel[NOTIFY_TURN]), false},
    {"challenges", WORD_OF(channel[NOTIFY_CHALLENGE]), false},
    {"rounds", WORD_OF(channel[NOTIFY_ROUND]), false},
    {"address", WORD_OF(address), false},
    {"quietFrom", SCHEMA_NUMBER, offsetof(struct wanted, quiet_from), OUTBOX_DAY - 1, false},
    {"quietTo", SCHEMA_NUMBER, offsetof(struct wanted, quiet_to), OUTBOX_DAY - 1, false},
    {0},
};

static bool check_channel(const char *word, int kind, struct notify_settings *settings,
                          struct error *e)
{
    for (unsigned channel = 0; channel < 4; channel++) {
        if (strcmp(channels[channel], word) != 0)
            continue;
        settings->push = (uint8_t)((settings->push & ~(1 << kind)) | (int)(channel & 1) << kind);
        settings->mail = (uint8_t)((settings->mail & ~(1 << kind)) | (int)(channel >> 1) << kind);
        return true;
    }
    return error_set(e, "told.way:kind,way", "%s are sent by none, push, mail or both, not '%s'",
                     kind_names[kind], error_quote(word).text);
}

static bool take_wanted(const struct wanted *wanted, struct notify_settings *settings,
                        struct error *e)
{
    const struct catalogue *messages;
    int offset;

    for (int kind = 0; kind < NOTIFY_KINDS; kind++) {
        if (!check_channel(wanted->channel[kind], kind, settings, e))
            return false;
    }
    if (!catalogue_choose(wanted->language, &messages))
        return error_set(e, "told.language:language", "language '%s' is unknown",
                         error_quote(wanted->language).text);
    if (!zone_offset(wanted->zone, 0, &offset))
        return error_set(e, "told.zone:zone", "time zone '%s' is unknown",
                         error_quote(wanted->zone).text);
    memcpy(settings->language, wanted->language, sizeof settings->language);
    memcpy(settings->zone, wanted->zone, sizeof settings->zone);
    settings->quiet_from = (uint16_t)wanted->quiet_from;
    settings->quiet_to = (uint16_t)wanted->quiet_to;
    return true;
}

// What is not given stays as it is.
static void fill_wanted(const struct notify_settings *settings, struct wanted *wanted)
{
    *wanted = (struct wanted){.quiet_from = settings->quiet_from, .quiet_to = settings->quiet_to};
    memcpy(wanted->language, settings->language[0] ? settings->language : "en",
           settings->language[0] ? sizeof wanted->language : 3);
    memcpy(wanted->zone, settings->zone, sizeof wanted->zone);
    for (int kind = 0; kind < NOTIFY_KINDS; kind++) {
        const char *channel =
            channels[(settings->push >> kind & 1) | (settings->mail >> kind & 1) << 1];
        memcpy(wanted->channel[kind], channel, strlen(channel) + 1);
    }
    memcpy(wanted->address, settings->wanted[0] ? settings->wanted : settings->address,
           sizeof wanted->address);
}

static bool may_write_to(struct live_registry *reg, struct request *r,
                         const struct notify_settings *settings, const char *address, int64_t now,
                         struct error *e)
{
    if (!notifier_sends_email(reg->notifier))
        return error_set(e, "told.no-relay", "this server sends no e-mail");
    if (!email_is_address(address))
        return error_set(e, "told.address:address", "'%s' is no address of e-mail",
                         error_quote(address).text);
    if (now - settings->wanted_at < EMAIL_AGAIN) // also if it was taken back meanwhile
        return error_set(e, "told.patience", "a letter is on its way: wait two minutes");
    return limits_allow(reg->limits, r->address, LIMITS_PASSWORD, now, e);
}

// Adds the writes about another address; false with a sentence.
static bool add_address(struct live_registry *reg, struct request *r,
                        const struct notify_settings *settings, const char *address, int64_t now,
                        struct writer_task *t, struct error *e)
{
    bool known = !strcmp(address, settings->address) && !settings->wanted[0];
    bool asked = settings->wanted[0] && !strcmp(address, settings->wanted);
    struct store_write *w = &t->writes[1];

    if (known || asked)
        return true;
    if (address[0] && !may_write_to(reg, r, settings, address, now, e))
        return false;
    w->kind = STORE_OUTBOX;
    w->with_last = true;
    w->outbox =
        (struct store_outbox){.what = OUTBOX_SET_WANTED,
                              .settings = {.account = settings->account,
                                           .wanted_at = address[0] ? now : settings->wanted_at}};
    memcpy(w->outbox.settings.wanted, address, strlen(address) + 1);
    t->count = 2;
    if (!address[0])
        return true;
    w[1].kind = STORE_OUTBOX;
    w[1].with_last = true;
    w[1].outbox = (struct store_outbox){.what = OUTBOX_ADD,
                                        .row = {.account = settings->account,
                                                .kind = NOTIFY_CONFIRM,
                                                .number = now,
                                                .at = now,
                                                .due = now,
                                                .mail = true}};
    t->count = 3;
    return true;
}

// What was wanted so far is known.
static void change_settings(struct live_registry *reg, struct request *r, struct reading *t)
{
    struct notify_settings settings = ((const struct settings_reading *)t)->settings;
    struct writer_task *task;
    struct wanted wanted;
    struct error e;

    fill_wanted(&settings, &wanted);
    if (!schema_read(wanted_shape, r->body, r->length, &wanted, &e) ||
        !take_wanted(&wanted, &settings, &e)) {
        request_refuse(reg, r, REQUEST_BAD, &e);
        return;
    }
    if (!(task = request_task(reg, r, 3, settings_stored)))
        return;
    task->count = 1;
    task->writes[0].kind = STORE_OUTBOX;
    task->writes[0].outbox =
        (struct store_outbox){.what = OUTBOX_SET_SETTINGS, .settings = settings};
    if (add_address(reg, r, &settings, wanted.address, live_registry_now(reg), task, &e)) {
        writer_submit(reg->writer, task);
    } else {
        request_refuse(reg, r, REQUEST_BAD, &e);
        writer_task_free(task);
    }
}

void api_set_notifications(struct live_registry *reg, struct request *r, int64_t now)
{
    struct store_account account;
    struct settings_reading *stored;

    (void)now;
    if (!may_be_notified(reg, r, &account) ||
        !(stored = reading(reg, r, sizeof *stored, read_settings, change_settings)))
        return;
    stored->settings.account = account.id;
    reading_go(reg, r, &stored->base, READER_GAMES);
}

// ---------------------------------------------------------------------------------------------
// Browsers
// ---------------------------------------------------------------------------------------------

struct browser {
    char endpoint[OUTBOX_ENDPOINT], key[CODED], auth[CODED];
};

static const struct schema_field browser_shape[] = {
    {"endpoint", SCHEMA_WORD, offsetof(struct browser, endpoint), OUTBOX_ENDPOINT, true},
    {"p256dh", SCHEMA_WORD, offsetof(struct browser, key), CODED, true},
    {"auth", SCHEMA_WORD, offsetof(struct browser, auth), CODED, true},
    {0},
};
static const struct schema_field gone_shape[] = {
    {"endpoint", SCHEMA_WORD, offsetof(struct browser, endpoint), OUTBOX_ENDPOINT, true},
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
                         struct push_subscription *subscription, struct error *e)
{
    struct push_service service;

    if (!push_service_read(b->endpoint, notifier_goes_anywhere(reg->notifier), &service, e))
        return false;
    memcpy(subscription->endpoint, b->endpoint, sizeof subscription->endpoint);
    return (decode(b->key, subscription->key, sizeof subscription->key) &&
            decode(b->auth, subscription->auth, sizeof subscription->auth) &&
            push_is_point(subscription->key)) ||
           error_set(e, "push.keys", "these are no keys of a browser");
}

// What a browser says of itself, and whose it is; false when it was refused.
static bool read_place(struct live_registry *reg, struct request *r, int64_t now,
                       const struct schema_field *shape, struct browser *b,
                       struct push_subscription *subscription)
{
    struct store_account account;
    struct error e;

    if (!may_be_notified(reg, r, &account))
        return false;
    *subscription = (struct push_subscription){.account = account.id, .at = now};
    if (schema_read(shape, r->body, r->length, b, &e))
        return true;
    request_refuse(reg, r, REQUEST_BAD, &e);
    return false;
}

void api_add_place(struct live_registry *reg, struct request *r, int64_t now)
{
    struct browser b = {.endpoint = ""};
    struct push_subscription subscription;
    struct error e;

    if (!read_place(reg, r, now, browser_shape, &b, &subscription))
        return;
    if (read_browser(reg, &b, &subscription, &e))
        send_write(
            reg, r,
            &(struct store_outbox){.what = OUTBOX_ADD_SUBSCRIPTION, .subscription = subscription},
            settings_stored);
    else
        request_refuse(reg, r, REQUEST_BAD, &e);
}

void api_drop_place(struct live_registry *reg, struct request *r, int64_t now)
{
    struct browser b = {.endpoint = ""};
    struct push_subscription subscription;

    if (!read_place(reg, r, now, gone_shape, &b, &subscription))
        return;
    memcpy(subscription.endpoint, b.endpoint, sizeof subscription.endpoint);
    send_write(
        reg, r,
        &(struct store_outbox){.what = OUTBOX_DROP_SUBSCRIPTION, .subscription = subscription},
        settings_stored);
}

// ---------------------------------------------------------------------------------------------
// One-time links: no login is needed
// ---------------------------------------------------------------------------------------------

struct link_body {
    char link[SIGNED_LINK_TEXT];
};

static const struct schema_field link_shape[] = {
    {"pass", SCHEMA_WORD, offsetof(struct link_body, link), SIGNED_LINK_TEXT, true},
    {0},
};

static void refuse_old(struct live_registry *reg, struct request *r)
{
    request_refuse_with(reg, r, REQUEST_NOT_FOUND, "told.pass-old",
                        "this link is too old: ask for another letter");
}

static void link_used(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    struct request *r = request_stored(reg, t);

    if (r && t->writes[0].answer != STORE_DONE && t->writes[0].outbox.what == OUTBOX_SET_ADDRESS)
        refuse_old(reg, r);
    else if (r) // nothing to stop is as good as stopped
        request_done(reg, r, REQUEST_OK);
    writer_task_free(t);
}

static void refuse_link(struct live_registry *reg, struct request *r)
{
    request_refuse_with(reg, r, REQUEST_BAD, "told.pass", "this link is not one of this server's");
}

// Reads the signed link from the query (List-Unsubscribe of an email), or else from the body.
static bool read_link(struct request *r, struct link_body *body)
{
    struct error e;

    return request_query(r, "pass", body->link, sizeof body->link) ||
           schema_read(link_shape, r->body, r->length, body, &e);
}

void api_stop_notifications(struct live_registry *reg, struct request *r, int64_t now)
{
    struct link_body body = {.link = ""};
    struct notify_settings settings = {0};
    struct signed_link link;

    (void)now;
    if (!reg->notifier || !read_link(r, &body) || !signed_link_read(body.link, &link) ||
        link.purpose != 's') {
        refuse_link(reg, r);
        return;
    }
    settings.account = link.account;
    if (signed_link_check(body.link, "push", notifier_link_key(reg->notifier)))
        settings.push = (uint8_t)link.value;
    else if (signed_link_check(body.link, "mail", notifier_link_key(reg->notifier)))
        settings.mail = (uint8_t)link.value;
    if (settings.push || settings.mail)
        send_write(reg, r, &(struct store_outbox){.what = OUTBOX_STOP, .settings = settings},
                   link_used);
    else
        refuse_link(reg, r);
}

// A browser that is sent to the line of a letter's head: the page does it. Nothing happens by
// looking, which machines do too.
void api_stop_page(struct live_registry *reg, struct request *r, int64_t now)
{
    struct link_body body = {.link = ""};
    struct signed_link link;

    (void)now;
    if (!read_link(r, &body) || !signed_link_read(body.link, &link)) {
        refuse_link(reg, r);
        return;
    }
    payload_begin(&r->draft);
    output_format(&r->draft.out,
                  "<!doctype html><title>Abax</title><meta http-equiv=\"refresh\" "
                  "content=\"0;url=../../#/told/stop/%s\">\n",
                  body.link);
    request_send(reg, r, "text/html; charset=utf-8");
}

struct reading_link {
    struct settings_reading outbox;
    struct link_body body;
    int64_t at; // when the letter was written
};

static void confirm(struct live_registry *reg, struct request *r, struct reading *t)
{
    const struct reading_link *p = (struct reading_link *)t;
    struct notify_settings settings = p->outbox.settings;

    settings.wanted_at = p->at;
    if (p->outbox.found && live_registry_now(reg) - p->at <= A_DAY &&
        signed_link_check(p->body.link, settings.wanted, notifier_link_key(reg->notifier)))
        send_write(reg, r, &(struct store_outbox){.what = OUTBOX_SET_ADDRESS, .settings = settings},
                   link_used);
    else
        refuse_old(reg, r);
}

void api_confirm_address(struct live_registry *reg, struct request *r, int64_t now)
{
    struct link_body body = {.link = ""};
    struct reading_link *p;
    struct signed_link link;

    (void)now;
    if (!reg->notifier || !read_link(r, &body) || !signed_link_read(body.link, &link) ||
        link.purpose != 'c') {
        refuse_link(reg, r);
    } else if ((p = reading(reg, r, sizeof *p, read_settings, confirm))) {
        p->outbox.settings.account = link.account;
        p->body = body;
        p->at = link.value;
        reading_go(reg, r, &p->outbox.base, READER_GAMES);
    }
}
