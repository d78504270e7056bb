// SPDX-License-Identifier: MIT
// What the tests of the storage share: an empty database for every test, and things to store.
#ifndef ABAX_TESTS_UNIT_STORED_H
#define ABAX_TESTS_UNIT_STORED_H

#include "server/store/store.h"
#include "tests/unit/cluster.h"
#include "tests/unit/subjects.h"

// Where a test finds its database; it is empty at first.
struct place {
    struct cluster *cluster; // NULL: a file
    char folder[64];
    char where[256];
    unsigned count; // of databases so far
};

// For cmocka: the state of a group is a place. The next test gets a new database.
int place_sqlite(void **state);
int place_postgres(void **state);
int place_next(void **state);
int place_remove(void **state);

struct store *stored_open(const char *where);

// Writes that work, as a whole.
void stored_write(struct store *s, struct store_write *writes, size_t count);

// One write and its answer.
enum store_answer stored_one(struct store *s, struct store_write w);

struct store_write stored_game(const char *id, int64_t created);
struct store_write stored_entry(const char *id, unsigned number);
struct store_write stored_account(const char *name);
struct store_write stored_rating(int64_t account, const char *player, unsigned games,
                                 double rating);

// The id of a new account.
int64_t stored_person(struct store *s, const char *name);

// The number of entries, which have been checked to be those of stored_entry.
unsigned stored_length(struct store *s, const char *id);

struct store_game stored_read(struct store *s, const char *id);

// A time to be told apart from others, and a token of equal bytes.
enum { STORED_TIME = 1000 };
void stored_token(unsigned char token[STORE_HASH], int byte);

#endif
