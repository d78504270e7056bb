// SPDX-License-Identifier: MIT
// By push first; by e-mail later, where that reached nobody. No address and no key goes into the log.
#include "server/told/heraldsend.h"

#include <stdio.h>
#include <string.h>

#include "server/log.h"
#include "server/timekeeper.h"
#include "server/told/letter.h"
#include "server/told/telling.h"
#include "server/told/zone.h"

enum {
    SECOND = 1000,
    MINUTE = 60 * SECOND,
    HOUR = 60 * MINUTE,
    TRIES = 6,
    PLACES_PATIENCE = 20 * SECOND, // for all browsers of an account
    LETTER_BYTES = 6000,
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

// Whether a row is still worth sending in this state of the game.
static bool still_holds(const struct outbox_row *row, const struct store_game *game)
{
    if (row->kind == NOTIFY_TURN && row->number < 0)
        return is_awaited(row, game);
    if (row->kind == NOTIFY_TURN)
        return game->phase == STORE_PLAYING;
    if (row->kind == NOTIFY_ROUND)
        return game->phase != STORE_OVER; // it may wait for its deal
    if (row->kind != NOTIFY_CHALLENGE)
        return true;
    for (unsigned seat = 0; seat < game->seats; seat++) {
        if (game->phase == STORE_OPEN && game->seat[seat].account == row->account &&
            !strcmp(game->seat[seat].kind, "open"))
            return true;
    }
    return false;
}

// When to try a row again after this many failures.
static int64_t next_try(int64_t now, unsigned tries)
{
    return now + ((int64_t)30 * SECOND << 2 * (tries < TRIES ? tries : TRIES));
}

static void put_off(struct heraldsend_job *job)
{
    job->failures++;
    job->outcome = HERALDSEND_LATER;
    job->row.due = next_try(job->now, job->row.tries);
    job->row.tries++;
}

static bool wants_mail(const struct heraldsend_job *job)
{
    return job->send->has_relay && job->settings.address[0] &&
           (job->row.kind < NOTIFY_KINDS && (job->settings.mail >> job->row.kind & 1));
}

// ---------------------------------------------------------------------------------------------
// By push
// ---------------------------------------------------------------------------------------------

static void write_push(const struct heraldsend_job *job, struct text *json)
{
    const struct pass stop = {'s', job->row.account, 1 << job->row.kind};
    struct telling t;
    char pass[PASS_TEXT];

    pass_write(&stop, "push", job->send->pass_key, pass);
    telling_make(&job->row, job->has_game ? &job->game : NULL, job->settings.language, &t);
    telling_push(&job->row, &t, pass, json);
}

// Who wants e-mail gets it after a while in which he may come by himself.
static void leave_to_mail(struct heraldsend_job *job)
{
    int64_t delay = job->row.kind == NOTIFY_TURN ? 10 * MINUTE : 2 * MINUTE;

    job->outcome = wants_mail(job) ? HERALDSEND_LATER : HERALDSEND_DONE;
    job->row.mail = true;
    job->row.tries = 0;
    job->row.due = job->row.at + delay > job->now ? job->row.at + delay : job->now;
}

static void push_to_all(struct heraldsend_job *job)
{
    char json[PUSH_TEXT - PUSH_PAD], topic[TELLING_NAME];
    struct text t;
    bool failed = false;
    const struct push_job push = {.own = &job->send->own,
                                  .contact = job->send->site,
                                  .topic = topic,
                                  .text = json,
                                  .lasts = 24 * 3600,
                                  .now = job->now};

    text_init(&t, json, sizeof json);
    write_push(job, &t);
    telling_name(&job->row, job->send->pass_key, false, topic);
    for (unsigned i = 0; i < job->place_count; i++) {
        struct error e = {.text = ""};
        enum push_answer answer = timekeeper_steady() - job->began > PLACES_PATIENCE
                                      ? PUSH_FAILED
                                      : push_send(&job->places[i], &push, &job->send->rules, &e);
        job->pushed += answer == PUSH_TAKEN;
        job->gone[i] = answer == PUSH_GONE;
        failed = failed || answer == PUSH_FAILED;
        if (answer != PUSH_TAKEN)
            log_event("push-failed", "kind=%d gone=%d sentence=%s", (int)job->row.kind,
                      job->gone[i], log_text(e.text).text);
    }
    if (job->pushed)
        job->outcome = HERALDSEND_DONE;
    else if (failed && job->row.tries + 1 < TRIES)
        put_off(job);
    else
        leave_to_mail(job);
}

// ---------------------------------------------------------------------------------------------
// By e-mail
// ---------------------------------------------------------------------------------------------

static void write_letter(const struct heraldsend_job *job, const char *to, struct text *letter)
{
    bool confirm = job->row.kind == NOTIFY_CONFIRM;
    const struct pass stop = {'s', job->row.account, UINT8_MAX};
    const struct pass yes = {'c', job->row.account, job->settings.wanted_at};
    char pass[PASS_TEXT], name[TELLING_NAME], id[200], way_out[320], body[1024];
    const char *host = strstr(job->send->site, "://") + 3;
    struct telling told;
    struct text t;

    pass_write(confirm ? &yes : &stop, confirm ? job->settings.wanted : "mail", job->send->pass_key,
               pass);
    telling_name(&job->row, job->send->pass_key, true, name);
    snprintf(id, sizeof id, "%s@%.*s", name, (int)strcspn(host, ":/"), host);
    snprintf(way_out, sizeof way_out, "%sapi/told/stop?pass=%s", job->send->site, pass);
    telling_make(&job->row, job->has_game ? &job->game : NULL, job->settings.language, &told);
    text_init(&t, body, sizeof body);
    telling_letter(&job->row, &told, job->settings.language, job->send->site, pass, &t);
    letter_write(&(struct letter){.from = job->send->relay.from,
                                  .to = to,
                                  .subject = told.title,
                                  .body = body,
                                  .id = id,
                                  .stop = confirm ? NULL : way_out,
                                  .now = job->now},
                 letter);
}

static void send_letter(struct heraldsend_job *job)
{
    const char *to = job->row.kind == NOTIFY_CONFIRM ? job->settings.wanted : job->settings.address;
    char letter[LETTER_BYTES];
    struct error e = {.text = ""};
    struct text t;

    job->outcome = HERALDSEND_DONE;
    if (!job->send->has_relay || !letter_is_address(to))
        return;
    text_init(&t, letter, sizeof letter);
    write_letter(job, to, &t);
    enum relay_answer answer = relay_send(&job->send->relay, to, letter, &job->send->rules, &e);
    job->lettered = answer == RELAY_TAKEN;
    if (answer != RELAY_TAKEN)
        log_event("mail-failed", "kind=%d refused=%d sentence=%s", (int)job->row.kind,
                  answer == RELAY_REFUSED, log_text(e.text).text);
    if (answer == RELAY_FAILED && job->row.tries + 1 < TRIES)
        put_off(job);
}

// ---------------------------------------------------------------------------------------------

void heraldsend_row(struct heraldsend_job *job)
{
    const struct outbox_row *row = &job->row;
    int64_t quiet = zone_quiet_until(job->settings.zone, job->settings.quiet_from,
                                     job->settings.quiet_to, job->now);
    bool push =
        row->kind < NOTIFY_KINDS && (job->settings.push >> row->kind & 1) && job->place_count;

    // NOLINTBEGIN(bugprone-branch-clone): the order of the questions is what counts
    if (job->now - row->at > TOO_OLD || (job->has_game && !still_holds(row, &job->game))) {
        job->outcome = HERALDSEND_DONE;
    } else if (row->kind == NOTIFY_CONFIRM) {
        send_letter(job);
    } else if (quiet) {
        job->outcome = HERALDSEND_LATER;
        job->row.due = quiet;
    } else if (!row->mail && push) {
        push_to_all(job);
    } else if (!row->mail) {
        leave_to_mail(job);
    } else if (wants_mail(job)) {
        send_letter(job);
    } else {
        job->outcome = HERALDSEND_DONE;
    }
    // NOLINTEND(bugprone-branch-clone)
}
