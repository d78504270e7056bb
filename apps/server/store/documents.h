// SPDX-License-Identifier: MIT
// Documents that are journals like games: tournaments, studies. A document is a row and its events,
// which are only ever added and numbered from 0 without a gap; the second writer of a number is
// told STORE_TAKEN and looks again. What a document is now is what replaying its events gives.
// Games that an event brings about hang on it with `with_last`: a crash leaves all of them or none.
// The same event cannot bring them about twice.
//
// Nothing here knows what a kind of document, its settings or its events mean.
#ifndef ABAX_SERVER_STORE_DOCUMENTS_H
#define ABAX_SERVER_STORE_DOCUMENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

enum {
    DOCUMENT_ID = 12, // as of a game
    DOCUMENT_KIND = 16,
    DOCUMENT_TITLE = 96,     // UTF-8, and its terminator
    DOCUMENT_SETTINGS = 768, // as its kind writes them
    DOCUMENT_EVENT = 1024,   // bytes of an event's text and its terminator
    DOCUMENT_NAME = 32,
    DOCUMENT_LIST = 50, // rows of a list at most
};

struct store;

struct store_document {
    char id[DOCUMENT_ID];
    char kind[DOCUMENT_KIND];
    int64_t owner; // an account, or 0: the server's own, or of somebody who has gone
    char owner_name[DOCUMENT_NAME]; // when read
    char title[DOCUMENT_TITLE];
    char settings[DOCUMENT_SETTINGS];
    bool listed; // shown in lists
    bool own;    // it goes with its owner's account; nobody's goes when it has not changed for long
    int phase;   // enum store_phase
    int64_t created, changed;
    unsigned events; // when read: how many there are
};

struct store_event {
    char document[DOCUMENT_ID];
    unsigned number;
    char kind[DOCUMENT_KIND];
    int64_t account;          // that it is about or from, or 0
    char name[DOCUMENT_NAME]; // of the account, when read
    char text[DOCUMENT_EVENT];
    int64_t at;
};

// Writes (struct store_write of server/store/store.h):
//   STORE_ADD_DOCUMENT  document
//   STORE_ADD_EVENT   event: only the next number of a document that is there
//   STORE_SET_DOCUMENT  document.id, title, settings, listed, phase, changed; changes by two people are one behind the
//                    other when they hang on an event
//   STORE_DROP_DOCUMENT document.id: with its events; games that it brought about stay
//   STORE_PURGE_DOCUMENTS at: those that nobody owns (document.own) and that have not been set since

// False with a sentence when the database failed.
bool store_document(struct store *s, const char *id, struct store_document *document, bool *found,
                    struct error *e);

// The events from a number on, in order; the caller frees them.
bool store_events(struct store *s, const char *id, unsigned from, struct store_event **events,
                  unsigned *count, struct error *e);

// Listed documents of a kind in a phase, created before `before` milliseconds: the `created` of the
// last is the cursor for more. Newest first, at most DOCUMENT_LIST.
bool store_documents(struct store *s, const char *kind, int phase, int64_t before,
                     struct store_document *documents, unsigned *count, struct error *e);

// Documents of a kind that an account owns, by link ones too.
bool store_documents_of(struct store *s, const char *kind, int64_t owner, int64_t before,
                        struct store_document *documents, unsigned *count, struct error *e);

// Those that an account has joined, newest first.
bool store_documents_joined(struct store *s, const char *kind, int64_t owner, int64_t before,
                            struct store_document *documents, unsigned *count, struct error *e);

// How many there are of them.
bool store_count_documents_of(struct store *s, const char *kind, int64_t owner, int64_t *count,
                              struct error *e);

// Ids of all documents of a kind that are not over, listed or not: what a server must look after.
// To be freed.
bool store_documents_now(struct store *s, const char *kind, char (**ids)[DOCUMENT_ID],
                         unsigned *count, struct error *e);

#endif
