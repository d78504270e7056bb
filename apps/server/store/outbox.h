// SPDX-License-Identifier: MIT
// What people are told when they are away, as it is stored: how each account wants to be told, the browsers that take a
// push for it, the outbox of what waits to be told, the server's own keys, and vacations. Included by store.h.
//
// A row of the outbox is one thing that happened to one account: a turn in a game, a challenge, a round. Of one kind and about one
// game there is one row; what happens next takes its place. Whoever wants to send it takes it first, for a while; a process that
// dies meanwhile leaves it to the others when that while is over. So everything is told once, or again with the same names.
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
    NOTIFY_KINDS,                  // those that somebody can want or not
    NOTIFY_CONFIRM = NOTIFY_KINDS, // a letter that asks whether an address is the account's
    NOTIFY_ALL,
};

// Numbers of turns before the first: a deal waits for somebody's commitment, or for the share that he has committed to.
enum { NOTIFY_COMMITMENT = -2, NOTIFY_SHARE = -1 };

// How an account wants to be told. Nothing is told to an account that never said.
struct notify_settings {
    int64_t account;
    char language[OUTBOX_LANGUAGE];
    uint8_t push, mail;            // kinds, a bit each
    uint16_t quiet_from, quiet_to; // minutes of the day in the zone; the same: no quiet hours
    char zone[OUTBOX_ZONE];        // empty: that of the world
    char address[OUTBOX_ADDRESS];  // of e-mail, confirmed; or empty
    char wanted[OUTBOX_ADDRESS];   // one that was not confirmed yet
    int64_t wanted_at;             // when it was asked for
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
    int64_t number; // of the game's actions, the round, ...: another number is another thing
    int64_t at;     // when it happened
    int64_t due;    // not to be told before
    int64_t taken;  // by somebody, until then
    unsigned tries;
    bool mail; // a push did not reach anybody: now by e-mail
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
    int64_t was;          // written only where `until` was this
    unsigned year, used;  // days of that year that have been given out
};

enum outbox_write {
    OUTBOX_SET_SETTINGS, // settings: all but the addresses
    OUTBOX_SET_WANTED, // settings.account, wanted, wanted_at; an empty one takes the confirmed one away too
    OUTBOX_SET_ADDRESS, // settings.account, wanted, wanted_at: it is confirmed, if it is still wanted
    OUTBOX_STOP,        // settings.account, push, mail: none of these kinds any more
    OUTBOX_ADD_SUBSCRIPTION,  // subscription; of more than PUSH_SUBSCRIPTIONS_MOST the oldest goes
    OUTBOX_DROP_SUBSCRIPTION, // subscription.account, endpoint
    OUTBOX_ADD,               // row, if the account wants to be told of its kind
    OUTBOX_PASS_TURN, // row.about: nobody's turn but that of row.account (0: nobody) is told; then OUTBOX_ADD
    OUTBOX_TAKE,         // row.id, number, taken; at: if nobody has it at that time
    OUTBOX_DONE,         // row.id, number: it was told, or need not be
    OUTBOX_LATER,        // row.id, number, due, tries, mail: nobody has it any more
    OUTBOX_SET_SECRET,   // secret; STORE_TAKEN when there is one of the name
    OUTBOX_SET_VACATION, // vacation
    OUTBOX_END_VACATION, // vacation.account, at: it ends then, and days that did not begin are given back
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

// How an account wants to be told; what nobody said is as if nothing were wanted.
bool store_notify_settings(struct store *s, int64_t account, struct notify_settings *settings,
                           bool *found, struct error *e);

// An account's browsers, oldest first.
bool store_push_subscriptions(struct store *s, int64_t account,
                              struct push_subscription places[PUSH_SUBSCRIPTIONS_MOST],
                              unsigned *count, struct error *e);

// What is due and nobody has taken, oldest first.
bool store_outbox_due(struct store *s, int64_t now, struct outbox_row *rows, unsigned most,
                      unsigned *count, struct error *e);

bool store_server_secret(struct store *s, const char *name, struct server_secret *secret,
                         bool *found, struct error *e);

bool store_vacation(struct store *s, int64_t account, struct store_vacation *vacation,
                    struct error *e);

#endif
