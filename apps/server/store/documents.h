// SPDX-License-Identifier: MIT
// Things that are journals like games: tournaments, studies. A thing is a row and its notes, which are only ever added
// and numbered from 0 without a gap; the second writer of a number is told STORE_TAKEN and looks again. What a thing is
// now is what replaying its notes gives. Games that a note brings about hang on it with `with_last`: a crash leaves all
// of them or none. The same note cannot bring them about twice.
//
// Nothing here knows what a kind of thing, its settings or its notes mean.
#ifndef ABAX_SERVER_DOCUMENTS_H
#define ABAX_SERVER_DOCUMENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

enum {
    THING_ID = 12, // as of a game
    THING_KIND = 16,
    THING_TITLE = 96,     // UTF-8, and its terminator
    THING_SETTINGS = 768, // as its kind writes them
    THING_NOTE = 1024,    // bytes of a note's text and its terminator
    THING_NAME = 32,
    THING_LIST = 50, // rows of a list at most
};

struct store;

struct store_thing {
    char id[THING_ID];
    char kind[THING_KIND];
    int64_t owner;               // an account, or 0: the server's own, or of somebody who has gone
    char owner_name[THING_NAME]; // when read
    char title[THING_TITLE];
    char settings[THING_SETTINGS];
    bool listed; // shown in lists
    bool own;    // it goes with its owner's account; nobody's goes when it has not changed for long
    int phase;   // enum store_phase
    int64_t created, changed;
    unsigned notes; // when read: how many there are
};

struct store_note {
    char thing[THING_ID];
    unsigned number;
    char kind[THING_KIND];
    int64_t account;       // that it is about or from, or 0
    char name[THING_NAME]; // of the account, when read
    char text[THING_NOTE];
    int64_t at;
};

// Writes (struct store_write of server/store/store.h):
//   STORE_ADD_THING  thing
//   STORE_ADD_NOTE   note: only the next number of a thing that is there
//   STORE_SET_THING  thing.id, title, settings, listed, phase, changed; changes by two people are one behind the
//                    other when they hang on a note
//   STORE_DROP_THING thing.id: with its notes; games that it brought about stay
//   STORE_PURGE_THINGS at: those that nobody owns (thing.own) and that have not been set since

// False with a sentence when the database failed.
bool store_thing(struct store *s, const char *id, struct store_thing *thing, bool *found,
                 struct error *e);

// The notes from a number on, in order; the caller frees them.
bool store_notes(struct store *s, const char *id, unsigned from, struct store_note **notes,
                 unsigned *count, struct error *e);

// Listed things of a kind in a phase, created before `before` milliseconds: the `created` of the last is the cursor for
// more. Newest first, at most THING_LIST.
bool store_things(struct store *s, const char *kind, int phase, int64_t before,
                  struct store_thing *things, unsigned *count, struct error *e);

// Things of a kind that an account owns, by link ones too.
bool store_things_of(struct store *s, const char *kind, int64_t owner, int64_t before,
                     struct store_thing *things, unsigned *count, struct error *e);

// Those that an account has joined, newest first.
bool store_things_joined(struct store *s, const char *kind, int64_t owner, int64_t before,
                         struct store_thing *things, unsigned *count, struct error *e);

// How many there are of them.
bool store_count_things_of(struct store *s, const char *kind, int64_t owner, int64_t *count,
                           struct error *e);

// Ids of all things of a kind that are not over, listed or not: what a server must look after. To be freed.
bool store_things_now(struct store *s, const char *kind, char (**ids)[THING_ID], unsigned *count,
                      struct error *e);

#endif
