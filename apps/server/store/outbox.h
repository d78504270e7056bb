// SPDX-License-Identifier: MIT
// Notifications for people who are away, as they are stored: the settings of each account, the browsers
// that take pushes, the outbox, the server's keys, and vacations. Included by store.h.
//
// A row of the outbox is one event for one account: a turn in a game, a challenge, a round. There is one
// row per kind and game; a later event replaces it. A process takes a row for a limited time before it
// sends it. If that process dies, others take the row when the time is over. So every notification is sent
// once, or again under the same id.
#ifndef ABAX_SERVER_STORE_OUTBOX_H
#define ABAX_SERVER_STORE_OUTBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct store;

enum {
    OUTBOX_ABOUT = 24,     // the id of a game or tournament, and its terminator
    OUTBOX_TEXT = 64,      // a title
    OUTBOX_LANGUAGE = 8,   // "de"
    OUTBOX_ZONE = 48,      // "Europe/Berlin"
    OUTBOX_ADDRESS = 128,  // of e-mail
    OUTBOX_ENDPOINT = 512, // of a push service
    OUTBOX_KEY = 65,       // a point of P-256
    OUTBOX_AUTH = 16,
    PUSH_SUBSCRIPTIONS_MOST = 8, // browsers of an account
    OUTBOX_SECRET = 64,
    OUTBOX_DAY = 24 * 60, // minutes
    VACATION_DAYS = 30,   // of an account in a year
};

enum notify_kind {
    NOTIFY_TURN,
    NOTIFY_CHALLENGE,
    NOTIFY_ROUND,
    NOTIFY_KINDS,                  // the kinds that an account can turn on
    NOTIFY_CONFIRM = NOTIFY_KINDS, // an email that asks for confirmation of an address
    NOTIFY_ALL,
};

// Numbers of turns before the first: a deal waits for the account's commitment, or for its share.
enum { NOTIFY_COMMITMENT = -2, NOTIFY_SHARE = -1 };

// How an account wants to be notified. Without settings an account gets no notifications.
struct notify_settings {
    int64_t account;
    char language[OUTBOX_LANGUAGE];
    uint8_t push, mail;            // kinds, a bit each
    uint16_t quiet_from, quiet_to; // minutes of the day in the zone; equal: no quiet hours
    char zone[OUTBOX_ZONE];        // empty: UTC
    char address[OUTBOX_ADDRESS];  // of e-mail, confirmed; or empty
    char wanted[OUTBOX_ADDRESS];   // not confirmed yet
    int64_t wanted_at;             // when the confirmation was requested
};

// A browser that takes pushes.
struct push_subscription {
    int64_t account;
    char endpoint[OUTBOX_ENDPOINT];
    unsigned char key[OUTBOX_KEY], auth[OUTBOX_AUTH];
    int64_t at;
};

struct outbox_row {
    int64_t id, account;
    enum notify_kind kind;
    char about[OUTBOX_ABOUT];
    char text[OUTBOX_TEXT];
    int64_t number; // of actions, of the round, ...; a new number is a new event
    int64_t at;     // when it happened
    int64_t due;    // not sent before this time
    int64_t taken;  // a process has it until then
    unsigned tries;
    bool mail; // no push arrived: send it by email
};

struct server_secret {
    char name[16];
    unsigned char bytes[OUTBOX_SECRET];
    size_t length;
};

// Days of an account on which its clocks stand still in games of days.
struct store_vacation {
    int64_t account;
    int64_t since, until; // the last one; over when `until` has passed
    int64_t was;          // written only if `until` still has this value
    unsigned year, used;  // days of that year that are used up
};

enum outbox_write {
    OUTBOX_SET_SETTINGS, // settings: all but the addresses
    // settings.account, wanted, wanted_at; an empty address removes the confirmed one too
    OUTBOX_SET_WANTED,
    // settings.account, wanted, wanted_at: it is confirmed, if it is still wanted
    OUTBOX_SET_ADDRESS,
    OUTBOX_STOP,              // settings.account, push, mail: none of these kinds any more
    OUTBOX_ADD_SUBSCRIPTION,  // subscription; of more than PUSH_SUBSCRIPTIONS_MOST the oldest goes
    OUTBOX_DROP_SUBSCRIPTION, // subscription.account, endpoint
    OUTBOX_ADD,               // row, if the account has its kind turned on
    // row.about: drops the turns of all accounts but row.account (0: of all); then OUTBOX_ADD
    OUTBOX_PASS_TURN,
    OUTBOX_TAKE,         // row.id, number, taken; at: if no process has it at that time
    OUTBOX_DONE,         // row.id, number: it was sent, or need not be
    OUTBOX_LATER,        // row.id, number, due, tries, mail: releases it
    OUTBOX_SET_SECRET,   // secret; STORE_TAKEN when there is one of the name
    OUTBOX_SET_VACATION, // vacation
    // vacation.account, at: it ends then, and days that did not begin are given back
    OUTBOX_END_VACATION,
};

struct store_outbox {
    enum outbox_write what;
    union {
        struct notify_settings settings;
        struct push_subscription subscription;
        struct outbox_row row;
        struct server_secret secret;
        struct store_vacation vacation;
    };
    int64_t at;
};

// Without stored settings, all kinds are off.
bool store_notify_settings(struct store *s, int64_t account, struct notify_settings *settings,
                           bool *found, struct error *e);

// An account's browsers, oldest first.
bool store_push_subscriptions(struct store *s, int64_t account,
                              struct push_subscription places[PUSH_SUBSCRIPTIONS_MOST],
                              unsigned *count, struct error *e);

// The rows that are due and not taken, oldest first.
bool store_outbox_due(struct store *s, int64_t now, struct outbox_row *rows, unsigned most,
                      unsigned *count, struct error *e);

bool store_server_secret(struct store *s, const char *name, struct server_secret *secret,
                         bool *found, struct error *e);

bool store_vacation(struct store *s, int64_t account, struct store_vacation *vacation,
                    struct error *e);

#endif
