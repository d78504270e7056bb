// SPDX-License-Identifier: MIT
// Inside the PostgreSQL database of the storage: one connection (postgres.c) and its news (postgresnews.c).
#ifndef ABAX_SERVER_POSTGRES_H
#define ABAX_SERVER_POSTGRES_H

#include <libpq-fe.h>

#include "server/store/storedb.h"
#include "server/store/storesql.h"

enum { POSTGRES_TAG = 17, POSTGRES_WORD = 32, POSTGRES_QUEUE = 8192 };

struct postgres_news {
    bool wanted;
    bool missed;            // the connection was away: anything may have happened
    int fd;                 // of an epoll, which stays the same when the connection does not
    int signal;             // makes it readable for news that were read with an answer
    char tag[POSTGRES_TAG]; // of this process, whose own news are no news
    char (*queue)[POSTGRES_WORD];
    unsigned first, count;
};

struct postgres {
    struct database base;
    char *url;
    PGconn *connection;
    bool prepared[SQL_COUNT];
    bool writing; // a transaction is open
    PGresult *result;
    int row;
    unsigned char *bytes;      // of the last column that was asked for bytes
    int64_t quiet_until;       // no attempt to connect before
    bool schema;               // the transaction is about the schema
    bool wrote;                // it has statements, not only words to tell
    char writer[POSTGRES_TAG]; // the name of this connection's row in abax_writers
    char batch[POSTGRES_TAG];  // the name of the last transaction
    bool signed_once;
    bool opened; // it answered once
    bool claims; // a server is known by it
    char *told;  // words to tell with the commit, each followed by a space
    size_t told_length, told_room;
    struct postgres_news news;
};

bool postgres_news_init(struct postgres_news *n, struct error *e);
void postgres_news_clear(struct postgres_news *n);

// A connection is new; listens when news are wanted. False when that failed.
bool postgres_news_listen(struct postgres *p);

// Takes the news that came with an answer.
void postgres_news_collect(struct postgres *p);

int postgres_news_fd(struct database *db);
bool postgres_heard(struct database *db, char *word, size_t room);

// Connects when there is no connection.
bool postgres_connect(struct postgres *p, struct error *e);

// Random letters for a terminated text of POSTGRES_TAG bytes.
void postgres_random(char tag[POSTGRES_TAG]);

#endif
