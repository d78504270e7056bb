// SPDX-License-Identifier: MIT
// Shared by the files of the storage, beside server/store/store.h.
#ifndef ABAX_SERVER_STOREPARTS_H
#define ABAX_SERVER_STOREPARTS_H

#include "server/store/storedb.h"
#include "server/store/storesql.h"

struct store_write;

struct store {
    struct database *db;
};

struct value store_number(int64_t number);
struct value store_real(double real);
struct value store_text(const char *text);
struct value store_bytes(const unsigned char *bytes, size_t length);

// When a session that is over at a time after so many days was last alive.
struct value store_session_end(int64_t now, int days);

// Runs a statement to its end; `rows` is how many it changed or, when it only looks, found.
bool store_run(struct store *s, enum statement statement, const struct value *values,
               unsigned count, int64_t *rows, struct error *e);

// The answer to a write that changed something, or else found what it is about and was too late, or did not.
bool store_settle(struct store *s, struct store_write *w, int64_t changed, enum statement has,
                  const struct value *values, unsigned count, struct error *e);

// Whether an account is there; none at all counts as there.
bool store_has_account(struct store *s, int64_t account, bool *there, struct error *e);
struct value store_account_value(int64_t account);

// Runs a statement that takes something away.
bool store_drop(struct store *s, struct store_write *w, enum statement statement, struct value what,
                struct error *e);

// Single writes about people (storepeople.c). False when the database failed; otherwise the write has its answer.
typedef bool store_writer(struct store *s, struct store_write *w, struct error *e);
store_writer store_add_account, store_set_account, store_set_ban, store_set_block,
    store_drop_account;
store_writer store_add_session, store_touch_session, store_end_sessions, store_purge_sessions;
store_writer store_set_ready, store_set_rating;

// A name as it is compared: capital letters of ASCII are small ones.
void store_fold(const char *name, char *folded, size_t room);

// Whether all bytes are 0.
bool store_blank(const unsigned char *bytes, size_t length);

#endif
