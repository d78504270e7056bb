// SPDX-License-Identifier: MIT
// Inside the PostgreSQL database of the storage: one connection (postgres.c) and its news
// (postgresnews.c).
#ifndef ABAX_SERVER_STORE_POSTGRES_H
#define ABAX_SERVER_STORE_POSTGRES_H

#include <libpq-fe.h>

#include "server/store/database.h"
#include "server/store/sql.h"

enum {
    POSTGRES_TAG = 17,
    POSTGRES_WRITER = 2 * POSTGRES_TAG, // the tag of the process, a dot, and a tag of its own
    POSTGRES_WORD = 64,
    POSTGRES_QUEUE = 8192,
};

// How far the news of a writer were read.
struct postgres_seen {
    char writer[POSTGRES_WRITER];
    int64_t number; // or -1: it was there before, and nobody knows how far
};

struct postgres_news {
    bool wanted;
    bool missed;     // the connection was away, or news are gone: anything may have happened
    bool hinted;     // somebody says that there is something
    int64_t looked;  // when it was last looked for
    int64_t seen_at; // the same by the database's clock, which takes news away
    int64_t pruned;  // when old news were last taken away
    struct postgres_seen *seen;
    unsigned seen_count, seen_capacity;
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
    unsigned char *bytes;         // of the last column that was asked for bytes
    int64_t quiet_until;          // no attempt to connect before
    bool schema;                  // the transaction is about the schema
    bool wrote;                   // it has statements, not only words to tell
    char writer[POSTGRES_WRITER]; // the name of this connection in abax_writers and abax_news
    int64_t number;               // of its last news
    char batch[POSTGRES_TAG];     // the name of the last transaction
    bool signed_once;
    bool opened; // it answered once
    bool claims; // a server is known by it
    char *words; // words to tell with the commit, each followed by a space
    size_t words_length, words_capacity;
    struct postgres_news news;
};

bool postgres_news_init(struct postgres_news *n, struct error *e);
void postgres_news_clear(struct postgres_news *n);

// A connection is new; listens when news are wanted. False when that failed.
bool postgres_news_listen(struct postgres *p);

// Takes the hints that came with an answer.
void postgres_news_collect(struct postgres *p);

// Leaves the name of this transaction, so that it can be asked for, and its news. Those are
// numbered by their writer, whose transactions end one after the other: so whoever has read a
// number has read all before it.
bool postgres_news_leave(struct postgres *p, bool signs, bool publishes, struct error *e);

// A writer of whose last news nobody knows whether they are there begins anew under another name.
void postgres_news_name(struct postgres *p);

// Tells listeners, after a commit, that there is news; whether that came through, nobody waits for.
void postgres_news_hint(struct postgres *p);

// Runs one statement to its end for its effect.
bool postgres_run(struct postgres *p, const char *sql, const struct value *values, unsigned count,
                  struct error *e);

int postgres_news_fd(struct database *db);
bool postgres_heard(struct database *db, char *word, size_t capacity);

// Connects when there is no connection.
bool postgres_connect(struct postgres *p, struct error *e);

// Milliseconds of a clock that is never set.
int64_t postgres_now(void);

#endif
