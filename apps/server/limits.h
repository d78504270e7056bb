// SPDX-License-Identifier: MIT
// How much one address and one connection may ask for. A bucket holds permits; it fills slowly and
// is emptied by use.
#ifndef ABAX_SERVER_LIMITS_H
#define ABAX_SERVER_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

enum { LIMITS_ADDRESS = 48 };

// An address as it is counted: one of IPv6 by its first half, because whoever has one has them all.
// Empty when the text is not an address.
void limits_address(const char *text, char address[LIMITS_ADDRESS]);

struct limits_bucket {
    int64_t at;    // when it was last filled; 0: it is full
    int64_t spent; // thousandths of permits that are missing
};

// Takes a permit from a bucket that holds `most` and gets `rate` a second (in thousandths).
bool limits_take(struct limits_bucket *b, int64_t most, int64_t rate, int64_t now);

// What is counted by address.
enum limits_what {
    LIMITS_REQUEST,  // of HTTP
    LIMITS_CREATE,   // of games
    LIMITS_PASSWORD, // tries, and new accounts
    LIMITS_TURNS,    // looks at many games at once
    LIMITS_PAIR,     // requests for an opponent
    LIMITS_CODE,     // codes that are tried
    LIMITS_STUDY,    // studies that are begun
    LIMITS_EDIT,     // changes of studies
    LIMITS_PUZZLE,   // puzzles that are begun or answered
    LIMITS_KINDS,
};

struct limits;

struct limits *limits_open(bool enforced);
void limits_close(struct limits *l);

// False with a sentence when an address has had its share.
bool limits_allow(struct limits *l, const char *address, enum limits_what what, int64_t now,
                  struct error *e);

// The same for a message of a connection.
bool limits_message(const struct limits *l, struct limits_bucket *b, int64_t now);

// Connections of an address that are open at once.
enum limits_link {
    LIMITS_VISIT,  // of any kind, whatever it becomes
    LIMITS_SOCKET, // WebSockets
    LIMITS_LINKS,
};

// False when the address has its share. What was allowed must be given back.
bool limits_connect(struct limits *l, const char *address, enum limits_link link, int64_t now);
void limits_disconnect(struct limits *l, const char *address, enum limits_link link);

// What one process allows, the others hear of, a little later and in short words: '%', the address
// as a hash, a digit for what it has used of each kind since it was last told, one for each kind of
// connections that it has there, and the process.
enum { LIMITS_REPORT = 32 };

// The next word that others should hear; false when there is none. Only who asks for much, or for
// what is dear, is told of.
bool limits_next_report(struct limits *l, const char *process, char word[LIMITS_REPORT]);

// A word of another process. What it says of connections holds until the process says otherwise, or
// is forgotten.
void limits_hear(struct limits *l, const char *word, int64_t now);
void limits_forget(struct limits *l, const char *process);

// Forgets addresses that were quiet for long.
void limits_sweep(struct limits *l, int64_t now);

#endif
