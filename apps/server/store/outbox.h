// SPDX-License-Identifier: MIT
// What people are told when they are away, as it is stored: how each account wants to be told, the browsers that take a
// push for it, the outbox of what waits to be told, the server's own keys, and vacations. Included by store.h.
//
// A row of the outbox is one thing that happened to one account: a turn in a game, a challenge, a round. Of one kind and about one
// game there is one row; what happens next takes its place. Whoever wants to send it takes it first, for a while; a process that
// dies meanwhile leaves it to the others when that while is over. So everything is told once, or again with the same names.
#ifndef ABAX_SERVER_OUTBOX_H
#define ABAX_SERVER_OUTBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct store;

enum {
    TOLD_ABOUT = 24,     // the id of a game or tournament, and its terminator
    TOLD_TEXT = 64,      // a title
    TOLD_LANGUAGE = 8,   // "de"
    TOLD_ZONE = 48,      // "Europe/Berlin"
    TOLD_ADDRESS = 128,  // of e-mail
    TOLD_ENDPOINT = 512, // of a push service
    TOLD_KEY = 65,       // a point of P-256
    TOLD_AUTH = 16,
    TOLD_PLACES = 8, // browsers of an account
    TOLD_SECRET = 64,
    TOLD_DAY = 24 * 60, // minutes
    VACATION_DAYS = 30, // of an account in a year
};

enum told_kind {
    TOLD_TURN,
    TOLD_CHALLENGE,
    TOLD_ROUND,
    TOLD_KINDS,                // those that somebody can want or not
    TOLD_CONFIRM = TOLD_KINDS, // a letter that asks whether an address is the account's
    TOLD_ALL,
};

// Numbers of turns before the first: a deal waits for somebody's commitment, or for the share that he has committed to.
enum { TOLD_COMMITMENT = -2, TOLD_SHARE = -1 };

// How an account wants to be told. Nothing is told to an account that never said.
struct told_wish {
    int64_t account;
    char language[TOLD_LANGUAGE];
    uint8_t push, mail;            // kinds, a bit each
    uint16_t quiet_from, quiet_to; // minutes of the day in the zone; the same: no quiet hours
    char zone[TOLD_ZONE];          // empty: that of the world
    char address[TOLD_ADDRESS];    // of e-mail, confirmed; or empty
    char wanted[TOLD_ADDRESS];     // one that was not confirmed yet
    int64_t wanted_at;             // when it was asked for
};

// A browser that takes pushes.
struct told_place {
    int64_t account;
    char endpoint[TOLD_ENDPOINT];
    unsigned char key[TOLD_KEY], auth[TOLD_AUTH];
    int64_t at;
};

struct told_row {
    int64_t id, account;
    enum told_kind kind;
    char about[TOLD_ABOUT];
    char text[TOLD_TEXT];
    int64_t number; // of the game's actions, the round, ...: another number is another thing
    int64_t at;     // when it happened
    int64_t due;    // not to be told before
    int64_t taken;  // by somebody, until then
    unsigned tries;
    bool mail; // a push did not reach anybody: now by e-mail
};

struct told_secret {
    char name[16];
    unsigned char bytes[TOLD_SECRET];
    size_t length;
};

// Days of an account on which its clocks stand still in games of days.
struct store_vacation {
    int64_t account;
    int64_t since, until; // the last one; over when `until` has passed
    int64_t was;          // written only where `until` was this
    unsigned year, used;  // days of that year that have been given out
};

enum told_write {
    TOLD_SET_WISH,   // wish: all but the addresses
    TOLD_SET_WANTED, // wish.account, wanted, wanted_at; an empty one takes the confirmed one away too
    TOLD_SET_ADDRESS, // wish.account, wanted, wanted_at: it is confirmed, if it is still wanted
    TOLD_STOP,        // wish.account, push, mail: none of these kinds any more
    TOLD_ADD_PLACE,   // place; of more than TOLD_PLACES the oldest goes
    TOLD_DROP_PLACE,  // place.account, endpoint
    TOLD_ADD,         // row, if the account wants to be told of its kind
    TOLD_PASS_TURN, // row.about: nobody's turn but that of row.account (0: nobody) is told; then TOLD_ADD
    TOLD_TAKE,         // row.id, number, taken; at: if nobody has it at that time
    TOLD_DONE,         // row.id, number: it was told, or need not be
    TOLD_LATER,        // row.id, number, due, tries, mail: nobody has it any more
    TOLD_SET_SECRET,   // secret; STORE_TAKEN when there is one of the name
    TOLD_SET_VACATION, // vacation
    TOLD_END_VACATION, // vacation.account, at: it ends then, and days that did not begin are given back
};

struct store_told {
    enum told_write what;
    union {
        struct told_wish wish;
        struct told_place place;
        struct told_row row;
        struct told_secret secret;
        struct store_vacation vacation;
    };
    int64_t at;
};

// How an account wants to be told; what nobody said is as if nothing were wanted.
bool store_told_wish(struct store *s, int64_t account, struct told_wish *wish, bool *found,
                     struct error *e);

// An account's browsers, oldest first.
bool store_told_places(struct store *s, int64_t account, struct told_place places[TOLD_PLACES],
                       unsigned *count, struct error *e);

// What is due and nobody has taken, oldest first.
bool store_told_due(struct store *s, int64_t now, struct told_row *rows, unsigned most,
                    unsigned *count, struct error *e);

bool store_told_secret(struct store *s, const char *name, struct told_secret *secret, bool *found,
                       struct error *e);

bool store_vacation(struct store *s, int64_t account, struct store_vacation *vacation,
                    struct error *e);

#endif
