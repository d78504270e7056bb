// SPDX-License-Identifier: MIT
// By push first, and by email later if that reached nobody. No address and no key goes into the
// log.
#include "server/notify/delivery.h"

#include <stdio.h>
#include <string.h>

#include "server/log.h"
#include "server/timekeeper.h"
#include "server/notify/email.h"
#include "server/notify/notification.h"
#include "server/notify/zone.h"

enum {
    SECOND = 1000,
    MINUTE = 60 * SECOND,
    HOUR = 60 * MINUTE,
    TRIES = 6,
    PUSH_LIMIT = 20 * SECOND, // for all browsers of an account
    EMAIL_BYTES = 6000,
};

#define TOO_OLD (INT64_C(48) * HOUR)

// Whether the deal still waits for a seat of the account.
static bool is_awaited(const struct outbox_row *row, const struct store_game *game)
{
    uint8_t awaited = game->phase == STORE_OPEN ? store_awaited(game) : 0;

    for (unsigned seat = 0; seat < game->seats; seat++) {
        if (game->seat[seat].account == row->account && (awaited >> seat & 1))
            return true;
    }
    return false;
}

// Whether a row still has something to say, given the state of its game.
static bool is_current(const struct outbox_row *row, const struct store_game *game)
{
    if (row->kind == NOTIFY_TURN && row->number < 0)
        return is_awaited(row, game);
    if (row->kind == NOTIFY_TURN)
        return game->phase == STORE_PLAYING;
    if (row->kind == NOTIFY_ROUND)
        return game->phase != STORE_OVER; // it may still wait for its deal
    if (row->kind != NOTIFY_CHALLENGE)
        return true;
    for (unsigned seat = 0; seat < game->seats; seat++) {
        if (game->phase == STORE_OPEN && game->seat[seat].account == row->account &&
            !strcmp(game->seat[seat].kind, "open"))
            return true;
    }
    return false;
}

// When a row is tried again after this many failures.
static int64_t retry_at(int64_t now, unsigned tries)
{
    return now + ((int64_t)30 * SECOND << 2 * (tries < TRIES ? tries : TRIES));
}

static void postpone_after_failure(struct delivery *d)
{
    d->outcome = DELIVERY_POSTPONED;
    d->row.due = retry_at(d->now, d->row.tries);
    d->row.tries++;
}

static bool wants_email(const struct delivery *d)
{
    return d->context->has_smtp && d->settings.address[0] &&
           (d->row.kind < NOTIFY_KINDS && (d->settings.mail >> d->row.kind & 1));
}

// ---------------------------------------------------------------------------------------------
// By push
// ---------------------------------------------------------------------------------------------

static void write_push(const struct delivery *d, struct text *json)
{
    const struct signed_link stop = {'s', d->row.account, 1 << d->row.kind};
    struct notification n;
    char link[SIGNED_LINK_TEXT];

    signed_link_write(&stop, "push", d->context->link_key, link);
    notification_compose(&d->row, d->has_game ? &d->game : NULL, d->settings.language, &n);
    notification_push_json(&d->row, &n, link, json);
}

// If the account wants email, it follows after a while in which the player may come by themselves.
static void leave_to_email(struct delivery *d)
{
    int64_t delay = d->row.kind == NOTIFY_TURN ? 10 * MINUTE : 2 * MINUTE;

    d->outcome = wants_email(d) ? DELIVERY_POSTPONED : DELIVERY_DONE;
    d->row.mail = true;
    d->row.tries = 0;
    d->row.due = d->row.at + delay > d->now ? d->row.at + delay : d->now;
}

static void push_to_browsers(struct delivery *d)
{
    char json[PUSH_TEXT - PUSH_PAD], topic[NOTIFICATION_ID];
    struct text t;
    const struct push_message push = {.keys = &d->context->keys,
                                      .contact = d->context->site,
                                      .topic = topic,
                                      .text = json,
                                      .ttl = 24 * 3600,
                                      .now = d->now};

    text_init(&t, json, sizeof json);
    write_push(d, &t);
    notification_id(&d->row, d->context->link_key, false, topic);
    for (unsigned i = 0; i < d->place_count; i++) {
        struct error e = {0};
        enum push_answer answer = timekeeper_steady() - d->began > PUSH_LIMIT
                                      ? PUSH_FAILED
                                      : push_send(&d->places[i], &push, &d->context->rules, &e);
        d->pushed += answer == PUSH_ACCEPTED;
        d->gone[i] = answer == PUSH_GONE;
        d->pushes_gone += answer == PUSH_GONE;
        d->push_failures += answer == PUSH_FAILED;
        if (answer != PUSH_ACCEPTED)
            log_event("push-failed", "kind=%d gone=%d sentence=%s", (int)d->row.kind, d->gone[i],
                      log_text(e.message.text).text);
    }
    if (d->pushed)
        d->outcome = DELIVERY_DONE;
    else if (d->push_failures && d->row.tries + 1 < TRIES)
        postpone_after_failure(d);
    else
        leave_to_email(d);
}

// ---------------------------------------------------------------------------------------------
// By email
// ---------------------------------------------------------------------------------------------

static void write_email(const struct delivery *d, const char *to, struct text *text)
{
    bool confirm = d->row.kind == NOTIFY_CONFIRM;
    const struct signed_link stop = {'s', d->row.account, UINT8_MAX};
    const struct signed_link confirmation = {'c', d->row.account, d->settings.wanted_at};
    char link[SIGNED_LINK_TEXT], name[NOTIFICATION_ID], id[200], unsubscribe[320], body[1024];
    const char *host = strstr(d->context->site, "://") + 3;
    struct notification n;
    struct text t;

    signed_link_write(confirm ? &confirmation : &stop, confirm ? d->settings.wanted : "mail",
                      d->context->link_key, link);
    notification_id(&d->row, d->context->link_key, true, name);
    snprintf(id, sizeof id, "%s@%.*s", name, (int)strcspn(host, ":/"), host);
    snprintf(unsubscribe, sizeof unsubscribe, "%sapi/told/stop?pass=%s", d->context->site, link);
    notification_compose(&d->row, d->has_game ? &d->game : NULL, d->settings.language, &n);
    text_init(&t, body, sizeof body);
    notification_email_text(&d->row, &n, d->settings.language, d->context->site, link, &t);
    email_write(&(struct email){.from = d->context->smtp.from,
                                .to = to,
                                .subject = n.title,
                                .body = body,
                                .id = id,
                                .unsubscribe = confirm ? NULL : unsubscribe,
                                .now = d->now},
                text);
}

static void send_email(struct delivery *d)
{
    const char *to = d->row.kind == NOTIFY_CONFIRM ? d->settings.wanted : d->settings.address;
    char email[EMAIL_BYTES];
    struct error e = {0};
    struct text t;

    d->outcome = DELIVERY_DONE;
    if (!d->context->has_smtp || !email_is_address(to))
        return;
    text_init(&t, email, sizeof email);
    write_email(d, to, &t);
    enum transfer_answer answer =
        transfer_email(&d->context->smtp, to, email, &d->context->rules, &e);
    d->emailed = answer == TRANSFER_DONE;
    d->email_failures = answer != TRANSFER_DONE;
    if (answer != TRANSFER_DONE)
        log_event("mail-failed", "kind=%d refused=%d sentence=%s", (int)d->row.kind,
                  answer == TRANSFER_REFUSED, log_text(e.message.text).text);
    if (answer == TRANSFER_FAILED && d->row.tries + 1 < TRIES)
        postpone_after_failure(d);
}

// ---------------------------------------------------------------------------------------------

void delivery_run(struct delivery *d)
{
    const struct outbox_row *row = &d->row;
    int64_t quiet =
        zone_quiet_until(d->settings.zone, d->settings.quiet_from, d->settings.quiet_to, d->now);
    bool push = row->kind < NOTIFY_KINDS && (d->settings.push >> row->kind & 1) && d->place_count;

    // NOLINTBEGIN(bugprone-branch-clone): the order of the conditions matters
    if (d->now - row->at > TOO_OLD || (d->has_game && !is_current(row, &d->game))) {
        d->outcome = DELIVERY_DONE;
    } else if (row->kind == NOTIFY_CONFIRM) {
        send_email(d);
    } else if (quiet) {
        d->outcome = DELIVERY_POSTPONED;
        d->row.due = quiet;
    } else if (!row->mail && push) {
        push_to_browsers(d);
    } else if (!row->mail) {
        leave_to_email(d);
    } else if (wants_email(d)) {
        send_email(d);
    } else {
        d->outcome = DELIVERY_DONE;
    }
    // NOLINTEND(bugprone-branch-clone)
}
